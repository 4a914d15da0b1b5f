/**
 * Fits the gate (lib/rank/gate_model.json) on gate_dev: `bun scripts/fit_gate.ts [--write] [--bench DIR]`.
 *
 * Both models are logistic regressions with a ridge penalty on standardised features, solved by Newton
 * steps. The script prints how they do when each repository (`source`) is judged by models fitted on
 * the others, at 228 skills and with the 1,988 of library_en as distractors, and with `--write`
 * replaces the weights.
 */
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { FieldsIndex } from "../lib/rank/fields.ts";
import { FieldsAnalyser } from "../lib/rank/fields_document.ts";
import {
  type Candidate,
  type LogisticModel,
  openingFeatures,
  type SkillEvidence,
  skillFeatures,
} from "../lib/rank/gate.ts";

/** Hits of a message that count for the skill model. */
const DEPTH = 6;
/** Folds of the cross-validation; a repository lies in one fold. */
const FOLDS = 8;
/** Inverse strength of the ridge penalty (C of the usual libraries). */
const OPENING_C = 0.3;
const SKILL_C = 1;

interface Message {
  source: string;
  kind: string;
  sub: string | null;
  hits: { right: boolean; wrong: boolean; neutral: boolean; evidence: SkillEvidence }[];
  library: boolean;
}

const bench = option("--bench") ?? fileURLToPath(new URL("../../shared/bench/", import.meta.url));
const messages = [false, true].flatMap(readMessages);
report(crossValidate(messages));
const all = fit(messages);
if (process.argv.includes("--write")) {
  const path = fileURLToPath(new URL("../lib/rank/gate_model.json", import.meta.url));
  writeFileSync(path, `${JSON.stringify(all, rounded, 2)}\n`);
  console.log(`wrote ${path}`);
} else {
  console.log(JSON.stringify(all, rounded, 2));
}

function readMessages(library: boolean): Message[] {
  const rows = (name: string) =>
    readFileSync(`${bench}/${name}`, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const seen = new Set<string>();
  const corpus = [
    ...rows("gate_dev.corpus.jsonl"),
    ...(library ? rows("library_en.corpus.jsonl") : []),
  ].filter(({ id }) => !seen.has(id) && seen.add(id));
  const analyser = new FieldsAnalyser();
  const index = new FieldsIndex(
    analyser,
    corpus.map((skill) => analyser.analyse({ triggers: [], tags: [], ...skill }, skill.body ?? "")),
  );
  return rows("gate_dev.queries.jsonl").map((row): Message => ({
    source: row.source,
    kind: row.kind,
    sub: row.sub ?? null,
    library,
    hits: index.gateEvidence(row.query, DEPTH).map(({ position, evidence }) => {
      const { id } = corpus[position];
      return {
        evidence,
        right: row.gold.includes(id),
        wrong: (row.forbidden ?? []).includes(id),
        neutral: (row.also ?? []).includes(id),
      };
    }),
  }));
}

/** Fits both models and the calibration. */
function fit(training: readonly Message[]) {
  const skill = logisticRegression(
    training.flatMap(({ kind, hits }) =>
      hits.filter(({ neutral, wrong }) => !neutral && (kind !== "near" || wrong))
        .map(({ evidence, right }) => ({ features: skillFeatures(evidence), label: right ? 1 : 0 }))
    ),
    SKILL_C,
  );
  const answered = training.filter(({ hits }) => hits.length > 0).map((message) => {
    const candidates = candidatesOf(message, skill);
    const likeliest = candidates.reduce((a, b) => b.confidence > a.confidence ? b : a);
    const hit = message.hits[candidates.indexOf(likeliest)]!;
    return { ...message, hit, features: openingFeatures(candidates) };
  });
  const opening = logisticRegression(
    answered.filter(({ kind, hits }) => kind === "none" || hits.some(({ right }) => right))
      .map(({ kind, features }) => ({ features, label: kind === "none" ? 0 : 1 })),
    OPENING_C,
  );
  // The share of messages whose likeliest skill is right, along the opening logit.
  const calibration = logisticRegression(
    answered.filter(({ kind, hit }) => kind !== "near" && !hit.neutral)
      .map(({ hit, features }) => ({
        features: [logitOf(opening, features)],
        label: hit.right ? 1 : 0,
      })),
    1e6,
  );
  return {
    opening,
    skill,
    calibration: { slope: calibration.weights[0]!, offset: calibration.bias },
  };
}

function candidatesOf({ hits }: Message, skill: LogisticModel): Candidate[] {
  return hits.map(({ evidence }) => ({
    evidence,
    confidence: sigmoid(logitOf(skill, skillFeatures(evidence))),
  }));
}

interface Judged {
  message: Message;
  confidence: number;
  skills: number[];
}

function crossValidate(data: readonly Message[]): Judged[] {
  const sources = [...new Set(data.map(({ source }) => source))].sort();
  const foldOf = new Map(sources.map((source, at) => [source, at % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const model = fit(data.filter(({ source }) => foldOf.get(source) !== fold));
    return data.filter(({ source }) => foldOf.get(source) === fold).map((message): Judged => {
      const candidates = candidatesOf(message, model.skill);
      const { slope, offset } = model.calibration;
      return {
        message,
        confidence: candidates.length === 0
          ? 0
          : sigmoid(slope * logitOf(model.opening, openingFeatures(candidates)) + offset),
        skills: candidates.map(({ confidence }) => confidence),
      };
    });
  });
}

/** Prints the trade-off over thresholds, for both sizes. */
function report(judged: readonly Judged[]): void {
  console.log("opening skill relative | skills kept shown chat general absent forbidden");
  for (const opening of [0.4, 0.45, 0.5, 0.55, 0.6, 0.65]) {
    for (const skill of [0.01, 0.02, 0.03, 0.05, 0.08]) {
      for (const relative of [0.02, 0.05, 0.1]) {
        const rows = [false, true].map((library) => {
          const of = (kind: string) =>
            judged.filter(({ message }) => message.library === library && message.kind === kind);
          const shown = ({ message, confidence, skills }: Judged) => {
            const best = Math.max(...skills);
            return confidence < opening
              ? []
              : message.hits.filter((_, at) =>
                skills[at]! >= skill && skills[at]! >= relative * best
              );
          };
          const positives = of("pos");
          const none = of("none");
          const count = (filter: (sub: string | null) => boolean) =>
            none.filter((row) => filter(row.message.sub) && shown(row).length > 0).length;
          const kept = positives.filter((row) => shown(row).some(({ right }) => right)).length;
          const total = positives.reduce((sum, row) => sum + shown(row).length, 0);
          const near = of("near");
          const forbidden = near.filter((row) => shown(row).some(({ wrong }) => wrong)).length;
          return [
            (100 * kept / positives.length).toFixed(1),
            (total / positives.length).toFixed(2),
            count((sub) => sub !== "absent" && sub !== "general"),
            count((sub) => sub === "general"),
            count((sub) => sub === "absent"),
            (100 * forbidden / near.length).toFixed(1),
          ].join(" ");
        });
        console.log(`${opening} ${skill} ${relative} | ${rows.join(" | ")}`);
      }
    }
  }
}

/** Logistic regression with a ridge penalty, by Newton's method on standardised features. */
function logisticRegression(
  rows: readonly { features: number[]; label: number }[],
  c: number,
): LogisticModel {
  const width = rows[0]!.features.length;
  const mean = Array.from({ length: width }, (_, at) => average(rows.map((r) => r.features[at]!)));
  const deviation = mean.map((m, at) =>
    Math.sqrt(average(rows.map((r) => (r.features[at]! - m) ** 2))) || 1
  );
  const inputs = rows.map(({ features }) => [
    1,
    ...features.map((value, at) => (value - mean[at]!) / deviation[at]!),
  ]);
  let weights: number[] = new Array(width + 1).fill(0);
  for (let step = 0; step < 30; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -weight / c));
    const hessian = weights.map((_, at) =>
      weights.map((_, other) => (at === other && at > 0 ? 1 / c : 0))
    );
    inputs.forEach((input, row) => {
      const p = sigmoid(input.reduce((sum, value, at) => sum + value * weights[at]!, 0));
      for (let at = 0; at <= width; at++) {
        gradient[at]! += (rows[row]!.label - p) * input[at]!;
        for (let other = 0; other <= width; other++) {
          hessian[at]![other]! += p * (1 - p) * input[at]! * input[other]!;
        }
      }
    });
    const change = solve(hessian, gradient);
    weights = weights.map((weight, at) => weight + change[at]!);
    if (change.every((value) => Math.abs(value) < 1e-9)) break;
  }
  const [bias, ...rest] = weights as [number, ...number[]];
  return {
    bias: bias - rest.reduce((sum, weight, at) => sum + weight * mean[at]! / deviation[at]!, 0),
    weights: rest.map((weight, at) => weight / deviation[at]!),
  };
}

/** Solves a·x = b by Gaussian elimination with partial pivoting. */
function solve(a: number[][], b: number[]): number[] {
  const rows = a.map((row, at) => [...row, b[at]!]);
  const size = b.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let at = column; at <= size; at++) rows[row]![at]! -= factor * rows[column]![at]!;
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!);
}

function logitOf({ bias, weights }: LogisticModel, features: readonly number[]): number {
  return features.reduce((sum, value, at) => sum + weights[at]! * value, bias);
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" ? Math.round(value * 10_000) / 10_000 : value;
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
