/**
 * A run for people and for programs.
 */
import { alignedTable, markdownTable, type Table } from "../eval/mod.ts";
import { budgetFor, isWithin } from "./budgets.ts";
import type { BenchReport, Measurement } from "./types.ts";
import { STAGES } from "./types.ts";

/** Average runnable tasks above which others were at work on the machine. */
const BUSY_LOAD = 0.5;

/** The JSON document of `bench --json`. */
export function benchDocument(report: BenchReport): unknown {
  const { version, runtime, machine, source, skills, queries, measurements, skipped } = report;
  return {
    version,
    runtime,
    machine: {
      processor: machine.processor,
      processors: machine.processors,
      memory_bytes: machine.memoryBytes,
      system: machine.system,
      load: machine.load,
    },
    source,
    skills: {
      read: skills.read,
      visible: skills.visible,
      mean_body_characters: skills.meanBodyCharacters,
    },
    queries,
    stages: measurements.map((measured) => {
      const { stage, preset, unit, figures } = measured;
      const budget = budgetFor(measured, skills.read);
      return {
        stage,
        preset,
        unit,
        ...figures,
        budget: budget === null ? null : { ...budget, within: isWithin(measured, budget) },
      };
    }),
    skipped,
  };
}

/** The report for a terminal. */
export function benchText(report: BenchReport): string {
  return `${headLines(report).join("\n")}\n\n${alignedTable(benchTable(report))}` +
    report.skipped.map(({ stage, reason }) => `\n  not run: ${STAGES[stage]}: ${reason}`).join("") +
    (report.skipped.length > 0 ? "\n" : "");
}

/** The report for a page of documentation. */
export function benchMarkdown(report: BenchReport): string {
  const head = headLines(report).map((line) => `- ${line}\n`).join("");
  return `${head}\n${markdownTable(benchTable(report))}`;
}

/** A figure with three digits that count. */
export function figureText(value: number): string {
  if (value === 0) return "0";
  const decimals = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return value.toFixed(decimals);
}

/** What the machine is and whether it was quiet, in one line. */
export function machineLine(
  { runtime, machine }: Pick<BenchReport, "runtime" | "machine">,
): string {
  const busy = machine.load > BUSY_LOAD ? " (others were using the machine)" : "";
  return `${runtime}, ${machine.processor} × ${machine.processors}, ` +
    `${Math.round(machine.memoryBytes / 2 ** 30)} GiB, ${machine.system}, ` +
    `load before the run ${machine.load.toFixed(2)}${busy}`;
}

function headLines(report: BenchReport): string[] {
  const { version, source, skills, queries } = report;
  return [
    `skill-retrieval ${version} on ${machineLine(report)}`,
    `${source}: ${skills.read} skills, ${skills.visible} of them visible, ` +
    `${skills.meanBodyCharacters} characters a body; ${queries.count} messages ${queries.source}`,
  ];
}

function benchTable({ measurements, skills }: BenchReport): Table {
  return {
    header: ["stage", "preset", "unit", "runs", "p50", "p90", "p99", "max", "budget", ""],
    rows: measurements.map((measured) => {
      const { stage, preset, unit, figures } = measured;
      return [
        STAGES[stage],
        preset ?? "",
        unit,
        String(figures.runs),
        ...[figures.p50, figures.p90, figures.p99, figures.max].map(figureText),
        ...budgetCells(measured, skills.read),
      ];
    }),
  };
}

function budgetCells(measured: Measurement, skills: number): [budget: string, verdict: string] {
  const budget = budgetFor(measured, skills);
  if (budget === null) return ["", ""];
  const found = budget.figure === "min" ? ` (best ${figureText(measured.figures.min)})` : "";
  return [
    `${budget.figure} ≤ ${budget.limit}${found}`,
    isWithin(measured, budget) ? "✓" : "✗",
  ];
}
