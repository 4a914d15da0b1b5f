/**
 * What vectors are worth on the development sets, as Markdown: `bun scripts/dense_quality.ts`.
 *
 * Options: `--preset NAME` (default `default`), `--table FILE` (default: what docs/dense.md makes),
 * `--bench DIR`. Runs `eval_all.ts` without vectors, with the table, and with the encoder that the
 * table was made from, served behind `/embeddings` on loopback; then the same without the lexicon.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import process from "node:process";
import { join, resolve } from "@std/path";
import { parseArgs } from "../lib/runtime/mod.ts";
import { encoderPython, withEncoder } from "./encoder.ts";

const { values } = parseArgs({
  options: {
    preset: { type: "string", default: "default" },
    table: {
      type: "string",
      default: join(homedir(), ".cache/skill-retrieval/tables/skills.skrtable"),
    },
    bench: { type: "string", default: resolve(import.meta.dirname!, "../../shared/bench") },
  },
});

interface SetFigures {
  name: string;
  measures: { ndcg: { value: number } };
}

/** nDCG@10 in points by set. */
function figures(environment: Record<string, string>, without?: string): Promise<number[]> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname!, "eval_all.ts"),
      ...["--json", "--preset", values.preset, "--bench", values.bench],
      ...(without === undefined ? [] : ["--without", without]),
    ],
    { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const parts: Uint8Array[] = [];
  child.stdout.on("data", (bytes: Uint8Array) => parts.push(bytes));
  return new Promise((done, failed) =>
    child.once("close", (code) => {
      if (code !== 0) return failed(new Error("eval_all.ts failed"));
      const decoder = new TextDecoder();
      const text = parts.map((bytes) => decoder.decode(bytes, { stream: true })).join("");
      const { sets } = JSON.parse(text) as { sets: SetFigures[] };
      names = sets.map(({ name }) => name);
      done(sets.map(({ measures }) => 100 * measures.ndcg.value));
    })
  );
}

let names: string[] = [];
const rows: string[] = [];

/** One row: the figures, or how far they are from `base`. */
function add(label: string, row: readonly number[], base?: readonly number[]): void {
  const cells = row.map((value, at) => {
    if (base === undefined) return value.toFixed(1);
    const change = value - base[at]!;
    if (Math.abs(change) < 0.05) return "0";
    return `${change > 0 ? "+" : "−"}${Math.abs(change).toFixed(1)}`;
  });
  rows.push(`| ${label} | ${cells.join(" | ")} |`);
}

if (!existsSync(values.table)) {
  process.stderr.write(`dense_quality: there is no table ${values.table} (docs/dense.md).\n`);
  process.exit(1);
}
const python = encoderPython();
const off = { SKILL_RETRIEVAL_VECTORS: "", HERMES_EMBEDDING_BASE_URL: "" };

/** The three rows of one assembly of parts. */
async function measure(label: string, baseUrl: string | null, without?: string): Promise<void> {
  const base = await figures(off, without);
  add(`${label}, no vectors`, base);
  add(
    "… static table",
    await figures({ ...off, SKILL_RETRIEVAL_VECTORS: values.table }, without),
    base,
  );
  if (baseUrl === null) return;
  const service = { ...off, HERMES_EMBEDDING_BASE_URL: baseUrl };
  add("… encoder behind `/embeddings`", await figures(service, without), base);
}

async function measureAll(baseUrl: string | null): Promise<void> {
  await measure(`\`${values.preset}\``, baseUrl);
  if (values.preset === "default") await measure("lexicon off", baseUrl, "lexicon");
}

if (python === null) {
  process.stderr.write("dense_quality: no encoder is installed, its rows are left out.\n");
  await measureAll(null);
} else {
  await withEncoder(python, measureAll);
}
process.stdout.write(
  `| nDCG@10 | ${names.join(" | ")} |\n| --- | ${names.map(() => "---:").join(" | ")} |\n` +
    `${rows.join("\n")}\n`,
);
