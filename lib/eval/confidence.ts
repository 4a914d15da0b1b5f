/**
 * Does the confidence mean what it says, and does it tell right from wrong?
 *
 * Judged are messages with a right skill and messages that nothing should be injected for. A
 * message is *right* when its first skill is; where that skill is one of `also` it is neither, and
 * the message is not judged. Near-misses are judged only by their forbidden skills: another skill
 * may rightly serve them.
 */
import { isForbiddenFirst, subOf } from "./gate.ts";
import { type QueryEntry, roleOf, type RunEntry } from "./types.ts";

/** Thresholds of the curve: 0, .05, … 1. */
const CURVE_STEPS = 20;

/** Bins of the reliability table: [0, .1), … [.9, 1]. */
const RELIABILITY_BINS = 10;

/** What would pass at one threshold, shares from 0 to 1 or null where there are no such messages. */
export interface CurvePoint {
  /** Messages with at least this confidence and a ranking pass. */
  threshold: number;
  /** Share of judged messages that pass. */
  coverage: number;
  /** Share of those whose first skill is not right; null when none passes. */
  risk: number | null;
  /** Share of messages with a right skill that pass. */
  positives: number | null;
  /** Share of messages with a right skill that pass and have it first. */
  rightFirst: number | null;
  /** Share of messages that nothing should be injected for that pass. */
  none: number | null;
  /** Share of near-misses that pass and have the forbidden skill first. */
  forbiddenFirst: number | null;
}

/** Messages of one span of confidence. */
export interface ReliabilityBin {
  low: number;
  high: number;
  /** Judged messages in it. */
  rows: number;
  /** Their mean confidence, null without messages. */
  meanConfidence: number | null;
  /** Share of them whose first skill is right, null without messages. */
  shareRight: number | null;
}

/** Quality of the confidence over one set. */
export interface ConfidenceFigures {
  /** Areas under the ROC curve; null where one side is empty. */
  auroc: {
    /** Messages with a right skill against those nothing should be injected for. */
    positiveAgainstNone: number | null;
    /** The same against one `sub` at a time. */
    positiveAgainstSub: { name: string; value: number | null }[];
    /** Messages with a right skill against near-misses with the forbidden one first. */
    positiveAgainstForbidden: number | null;
    /** Judged messages whose first skill is right against the other judged ones. */
    rightAgainstWrong: number | null;
  };
  curve: CurvePoint[];
  /** Area under the risk–coverage curve (lower is better), null without judged messages. */
  riskCoverageArea: number | null;
  reliability: ReliabilityBin[];
  /** Mean distance of confidence and share right, weighted by messages; null without any. */
  expectedCalibrationError: number | null;
}

interface JudgedConfidence {
  confidence: number;
  right: boolean;
}

/** One message with everything the figures need. */
interface Message extends JudgedConfidence {
  role: "positive" | "near" | "none";
  sub: string;
  judged: boolean;
  forbiddenFirst: boolean;
}

/**
 * Figures of the confidence, or null when no answer has one. An answer without confidence among
 * others with one found nothing and counts as 0.
 * @param answers in query order
 */
export function confidenceFigures(
  queries: readonly QueryEntry[],
  answers: readonly RunEntry[],
): ConfidenceFigures | null {
  if (answers.every((answer) => answer.confidence === null)) return null;
  const messages = queries.map((query, index) => messageOf(query, answers[index]!));
  const judged = messages.filter((message) => message.judged);
  const positives = messages.filter((message) => message.role === "positive");
  const none = messages.filter((message) => message.role === "none");
  const forbidden = messages.filter((message) => message.forbiddenFirst);
  const reliability = reliabilityBins(judged);
  return {
    auroc: {
      positiveAgainstNone: areaUnderRoc(confidences(positives), confidences(none)),
      positiveAgainstSub: [...Map.groupBy(none, (message) => message.sub)].map(([name, rows]) => ({
        name,
        value: areaUnderRoc(confidences(positives), confidences(rows)),
      })),
      positiveAgainstForbidden: areaUnderRoc(confidences(positives), confidences(forbidden)),
      rightAgainstWrong: areaUnderRoc(
        confidences(judged.filter((message) => message.right)),
        confidences(judged.filter((message) => !message.right)),
      ),
    },
    curve: Array.from(
      { length: CURVE_STEPS + 1 },
      (_, step) => curvePoint(messages, step / CURVE_STEPS),
    ),
    riskCoverageArea: riskCoverageArea(judged),
    reliability,
    expectedCalibrationError: expectedCalibrationError(reliability),
  };
}

/**
 * Probability that a positive has a higher score than a negative, ties counted half.
 * Source: Hanley and McNeil, Radiology 143 (1982): the area equals the Mann–Whitney statistic.
 * @returns 0…1, or null when a side is empty
 */
export function areaUnderRoc(
  positives: readonly number[],
  negatives: readonly number[],
): number | null {
  if (positives.length === 0 || negatives.length === 0) return null;
  const sorted = [...negatives].sort((left, right) => left - right);
  let wins = 0;
  for (const score of positives) {
    wins += (countBelow(sorted, score, false) + countBelow(sorted, score, true)) / 2;
  }
  return wins / (positives.length * negatives.length);
}

/**
 * Mean risk over all coverages: messages are accepted by falling confidence, equal ones together.
 * Source: Geifman, Uziel and El-Yaniv, "Bias-reduced uncertainty estimation", ICLR 2019.
 */
export function riskCoverageArea(judged: readonly JudgedConfidence[]): number | null {
  if (judged.length === 0) return null;
  const sorted = [...judged].sort((left, right) => right.confidence - left.confidence);
  let wrong = 0;
  let area = 0;
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    while (end < sorted.length && sorted[end]!.confidence === sorted[start]!.confidence) {
      if (!sorted[end++]!.right) wrong++;
    }
    area += (end - start) * (wrong / end);
  }
  return area / sorted.length;
}

/** Share right in ten equal spans of confidence (DeGroot and Fienberg, 1983). */
export function reliabilityBins(judged: readonly JudgedConfidence[]): ReliabilityBin[] {
  return Array.from({ length: RELIABILITY_BINS }, (_, bin) => {
    const rows = judged.filter(({ confidence }) =>
      Math.min(RELIABILITY_BINS - 1, Math.floor(confidence * RELIABILITY_BINS)) === bin
    );
    const sum = rows.reduce((total, { confidence }) => total + confidence, 0);
    return {
      low: bin / RELIABILITY_BINS,
      high: (bin + 1) / RELIABILITY_BINS,
      rows: rows.length,
      meanConfidence: rows.length === 0 ? null : sum / rows.length,
      shareRight: share(rows, ({ right }) => right),
    };
  });
}

/** Expected calibration error (Naeini, Cooper and Hauskrecht, AAAI 2015). */
export function expectedCalibrationError(bins: readonly ReliabilityBin[]): number | null {
  let rows = 0;
  let sum = 0;
  for (const bin of bins) {
    if (bin.meanConfidence === null || bin.shareRight === null) continue;
    rows += bin.rows;
    sum += bin.rows * Math.abs(bin.meanConfidence - bin.shareRight);
  }
  return rows === 0 ? null : sum / rows;
}

function messageOf(query: QueryEntry, answer: RunEntry): Message {
  const role = roleOf(query);
  const first = answer.ranked[0];
  const right = first !== undefined && query.gold.includes(first);
  const isAlso = first !== undefined && !right && query.also.includes(first);
  return {
    role,
    sub: subOf(query),
    confidence: answer.confidence ?? 0,
    right,
    judged: role !== "near" && !isAlso,
    forbiddenFirst: isForbiddenFirst(query, answer),
  };
}

/** Selective classification at one threshold (El-Yaniv and Wiener, JMLR 11, 2010). */
function curvePoint(messages: readonly Message[], threshold: number): CurvePoint {
  const passes = ({ confidence }: Message) => confidence >= threshold;
  const judged = messages.filter((message) => message.judged);
  const positives = messages.filter(({ role }) => role === "positive");
  return {
    threshold,
    coverage: share(judged, passes) ?? 0,
    risk: share(judged.filter(passes), ({ right }) => !right),
    positives: share(positives, passes),
    rightFirst: share(positives, (message) => passes(message) && message.right),
    none: share(messages.filter(({ role }) => role === "none"), passes),
    forbiddenFirst: share(
      messages.filter(({ role }) => role === "near"),
      (message) => passes(message) && message.forbiddenFirst,
    ),
  };
}

function share<Item>(items: readonly Item[], test: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : items.filter(test).length / items.length;
}

function confidences(messages: readonly Message[]): number[] {
  return messages.map(({ confidence }) => confidence);
}

/** Number of sorted values below `score`, or not above it. */
function countBelow(sorted: readonly number[], score: number, orEqual: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = sorted[middle]!;
    if (value < score || (orEqual && value === score)) low = middle + 1;
    else high = middle;
  }
  return low;
}
