/**
 * The result of `eval` as text for people and as one JSON document.
 */
import type { Change, Comparison } from "./compare.ts";
import type { ConfidenceFigures } from "./confidence.ts";
import type { MissingGold } from "./dataset.ts";
import type { Ablation, Evaluation, Group, MeasureMean } from "./evaluate.ts";
import type { GateFigures } from "./gate.ts";
import { labelOf, measure, type MeasureKey, MEASURES, MEASURES_LEGEND } from "./metrics.ts";
import { alignedTable, countText, decimal, percent, points, signed } from "./table.ts";

/** Longest message printed, in characters. */
const MAX_QUERY_CHARACTERS = 70;

/** Figures of the ablation table; the JSON document has all. */
const ABLATION_COLUMNS: readonly MeasureKey[] = [
  "ndcg",
  "hit_at_1",
  "recall_at_5",
  "right_injected",
  "none_injected",
  "forbidden_injected",
];

/** Everything that `eval` found out. */
export interface EvalReport {
  preset: string;
  /** Ranks that count for nDCG. */
  cutoff: number;
  corpus: { files: string[]; skills: number; duplicates: number };
  queries: { file: string; duplicates: number; missingGold: MissingGold };
  evaluation: Evaluation;
  /** The run of `--against`, or null. */
  against: { file: string; comparison: Comparison } | null;
  /** The rows of `--ablate`, or null. */
  ablation: Ablation[] | null;
  /** Milliseconds to build the ranker. */
  buildMs: number;
  /** Mean milliseconds a message. */
  rankMs: number;
}

/** The report for a terminal. */
export function formatReport(report: EvalReport): string {
  const { evaluation, cutoff, against, ablation } = report;
  return [
    `preset ${report.preset} · ${report.corpus.skills} skills · ${evaluation.rows} messages, ` +
    `${evaluation.positives} with a right skill · built in ${decimal(report.buildMs, 0)} ms, ` +
    `${decimal(report.rankMs, 3)} ms a message\n`,
    measuresSection(evaluation, cutoff),
    ...evaluation.groups.map(({ by, groups }) => groupsSection(by, groups, cutoff)),
    gateSection(evaluation.gate),
    ...(evaluation.confidence === null ? [] : [confidenceSection(evaluation.confidence)]),
    ...(against === null ? [] : [comparisonSection(against.file, against.comparison, cutoff)]),
    ...(ablation === null ? [] : [ablationSection(report.preset, ablation, cutoff)]),
  ].join("\n");
}

/** The report as one JSON document: shares from 0 to 1, keys in snake case. */
export function reportDocument(report: EvalReport): unknown {
  const { evaluation, against, ablation } = report;
  return snakeCase({
    ...report,
    evaluation: undefined,
    ...evaluationFields(evaluation),
    against: against && {
      file: against.file,
      ...against.comparison,
      measures: byKey(against.comparison.measures),
    },
    ablation: ablation &&
      ablation.map((part) => ({ ...part, measures: byKey(part.measures) })),
  });
}

/** The figures of one evaluation as they stand in a JSON document. */
export function evaluationDocument(evaluation: Evaluation): unknown {
  return snakeCase(evaluationFields(evaluation));
}

function evaluationFields(evaluation: Evaluation) {
  return {
    ...evaluation,
    measures: byKey(evaluation.measures),
    groups: evaluation.groups.map(({ by, groups }) => ({
      by,
      groups: groups.map((group) => ({ ...group, measures: byKey(group.measures) })),
    })),
  };
}

function measuresSection(evaluation: Evaluation, cutoff: number): string {
  const rows = evaluation.measures
    .filter(({ value }) => value !== null)
    .map(({ key, value, interval, rows }) => {
      const show = (number: number) => valueText(key, number);
      return [
        labelOf(measure(key), cutoff),
        show(value!),
        interval === null ? "–" : `${show(interval.low)} … ${show(interval.high)}`,
        String(rows),
      ];
    });
  return alignedTable({ header: ["figure", "value", "95 % interval", "messages"], rows }) +
    `  ${MEASURES_LEGEND}\n`;
}

function groupsSection(by: string, groups: readonly Group[], cutoff: number): string {
  return `by ${by}\n` + alignedTable({
    header: ["", "messages", ...MEASURES.map((figure) => labelOf(figure, cutoff))],
    rows: groups.map((group) => [
      group.name,
      String(group.rows),
      ...group.measures.map(meanText),
    ]),
  });
}

function gateSection({ positives, none, near }: GateFigures): string {
  const rows: [string, string][] = [];
  if (positives.rightInjected.rows > 0) {
    rows.push(
      ["right skill injected", countText(positives.rightInjected)],
      ["any skill injected", countText(positives.anyInjected)],
      ["skills a positive", decimal(positives.meanInjected ?? 0, 2)],
    );
  }
  if (none.all.rows > 0) {
    rows.push(["injected where nothing should be", countText(none.all)]);
    for (const sub of none.bySub) rows.push([`  ${sub.name}`, countText(sub)]);
  }
  if (near.anyInjected.rows > 0) {
    rows.push(
      ["near-miss: forbidden skill injected", countText(near.forbiddenInjected)],
      ["near-miss: forbidden skill first", countText(near.forbiddenFirst)],
      ["near-miss: any skill injected", countText(near.anyInjected)],
    );
  }
  return alignedTable({ header: ["gate", "messages"], rows });
}

function confidenceSection(figures: ConfidenceFigures): string {
  const { auroc } = figures;
  const area = (value: number | null) => value === null ? "–" : decimal(value, 3);
  const areas = alignedTable({
    header: ["confidence", "value"],
    rows: [
      ["AUROC right skill exists / nothing fits", area(auroc.positiveAgainstNone)],
      ...auroc.positiveAgainstSub.map(({ name, value }) => [`  ${name}`, area(value)]),
      ["AUROC right skill exists / forbidden first", area(auroc.positiveAgainstForbidden)],
      ["AUROC first skill right / not", area(auroc.rightAgainstWrong)],
      ["area under risk–coverage", area(figures.riskCoverageArea)],
      ["expected calibration error", area(figures.expectedCalibrationError)],
    ],
  });
  const curve = alignedTable({
    header: [
      "conf ≥",
      "coverage",
      "risk",
      "positives",
      "right first",
      "none",
      "forbidden first",
    ],
    rows: figures.curve.map((point) => [
      decimal(point.threshold, 2),
      percent(point.coverage),
      percent(point.risk),
      percent(point.positives),
      percent(point.rightFirst),
      percent(point.none),
      percent(point.forbiddenFirst),
    ]),
  });
  const reliability = alignedTable({
    header: ["confidence", "messages", "mean confidence", "first is right"],
    rows: figures.reliability.map((bin) => [
      `${decimal(bin.low, 1)} … ${decimal(bin.high, 1)}`,
      String(bin.rows),
      percent(bin.meanConfidence),
      percent(bin.shareRight),
    ]),
  });
  return `${areas}\n${curve}\n${reliability}`;
}

function comparisonSection(file: string, comparison: Comparison, cutoff: number): string {
  const table = alignedTable({
    header: ["figure", "now", "then", "difference", "95 % interval", "p", "rose", "fell"],
    rows: comparison.measures.map((row) => [
      labelOf(measure(row.key), cutoff),
      valueText(row.key, row.value),
      valueText(row.key, row.baseline),
      differenceText(row.key, row.difference),
      `${differenceText(row.key, row.low)} … ${differenceText(row.key, row.high)}`,
      row.p < 0.0005 ? "< .001" : decimal(row.p, 3),
      String(row.rose),
      String(row.fell),
    ]),
  });
  return `against ${file}: ${comparison.rows} messages in both\n${table}` +
    changesSection("largest gains", comparison.wins, cutoff) +
    changesSection("largest losses", comparison.losses, cutoff);
}

function changesSection(title: string, changes: readonly Change[], cutoff: number): string {
  if (changes.length === 0) return "";
  const rank = (value: number | null) => value === null ? "–" : String(value);
  return `\n${title} (nDCG@${cutoff}, rank of the first right skill)\n` + alignedTable({
    header: ["id", "points", "then", "now", "message"],
    rows: changes.map((change) => [
      change.id,
      points(change.difference),
      rank(change.baselineRank),
      rank(change.rank),
      oneLine(change.query),
    ]),
    proseLast: true,
  });
}

function ablationSection(
  preset: string,
  ablation: readonly Ablation[],
  cutoff: number,
): string {
  if (ablation.length === 0) return `preset ${preset} has no part that can be switched off\n`;
  const columns = ABLATION_COLUMNS.filter((key) =>
    ablation.some(({ measures }) => measures.some((row) => row.key === key))
  );
  return "without one part, difference in points\n" + alignedTable({
    header: [
      "part",
      ...columns.map((key) => labelOf(measure(key), cutoff)),
      "95 % of nDCG",
      "what it does",
    ],
    rows: ablation.map(({ name, description, measures }) => {
      const byName = new Map(measures.map((row) => [row.key, row]));
      const ndcg = byName.get("ndcg");
      return [
        name,
        ...columns.map((key) => points(byName.get(key)?.difference ?? 0)),
        ndcg === undefined ? "–" : `${points(ndcg.low)} … ${points(ndcg.high)}`,
        description,
      ];
    }),
    proseLast: true,
  });
}

function meanText({ key, value }: MeasureMean): string {
  return value === null ? "–" : valueText(key, value);
}

function valueText(key: MeasureKey, value: number): string {
  return measure(key).unit === "share" ? percent(value) : decimal(value, 2);
}

function differenceText(key: MeasureKey, value: number): string {
  return measure(key).unit === "share" ? points(value) : signed(value, 2);
}

function oneLine(query: string): string {
  const characters = [...query.replace(/[\p{C}\s]+/gu, " ").trim()];
  return characters.length <= MAX_QUERY_CHARACTERS
    ? characters.join("")
    : `${characters.slice(0, MAX_QUERY_CHARACTERS - 1).join("")}…`;
}

function byKey<Row extends { key: MeasureKey }>(rows: readonly Row[]) {
  return Object.fromEntries(rows.map(({ key, ...rest }) => [key, rest]));
}

/** The value with the keys of its objects in snake case and without undefined members. */
function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [
        key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        snakeCase(member),
      ]),
  );
}
