/**
 * Plain data of an evaluation: skills, messages with their right answers, what a ranker said.
 */

/** One row of a corpus file (DESIGN §5). */
export interface CorpusEntry {
  id: string;
  name: string;
  description: string;
  body?: string;
  triggers?: string[];
  tags?: string[];
}

/** One row of a query file (DESIGN §5), absent lists empty, absent texts null. */
export interface QueryEntry {
  id: string;
  /** The message. */
  query: string;
  /** Ids of the right skills; empty when none is known to be right. */
  gold: readonly string[];
  /** Ids that may rightly serve as well: neither right nor wrong. */
  also: readonly string[];
  /** Ids that are known to be wrong. */
  forbidden: readonly string[];
  /** Whether nothing should be injected. */
  expectNone: boolean;
  /** Earlier user turns, oldest first. */
  history: readonly string[];
  lang: string | null;
  kind: string | null;
  sub: string | null;
  /** Where the message comes from (a repository), the unit of cross-validation. */
  source: string | null;
}

/** What a ranker said to one message. */
export interface RankerAnswer {
  /** At most 100 ids, best first, before gate and K. */
  ranked: string[];
  /** Ids after gate and K. */
  injected: string[];
  /** Calibrated probability that the first hit is right, 0…1, or null where no gate exists. */
  confidence: number | null;
}

/** One line of a run file: an answer with the id of its message. */
export interface RunEntry extends RankerAnswer {
  id: string;
}

/** A ranker over a fixed corpus, as evaluation sees it. */
export interface EvaluatedRanker {
  name: string;
  /** What was wrong with files it reads besides the corpus. @default none */
  warnings?: readonly string[];
  /** @param history earlier user turns, oldest first */
  rank(query: string, history: readonly string[]): Promise<RankerAnswer>;
}

/** Makes a ranker over a corpus; `without` names one part to switch off. */
export type RankerFactory = (
  corpus: CorpusEntry[],
  options: { without?: string },
) => EvaluatedRanker;

/** A part of a preset that can be switched off to see what it is worth. */
export interface AblatablePart {
  name: string;
  /** One line: what the part does. */
  description: string;
}

/** What a message is for the gate. */
export type QueryRole = "positive" | "near" | "none";

/**
 * What a message is for the gate, judged by its answers and not by what its set calls it: with gold
 * it is a positive; without gold and with forbidden ids a near-miss; else nothing should be injected.
 */
export function roleOf(query: QueryEntry): QueryRole {
  if (query.gold.length > 0) return "positive";
  return query.expectNone || query.forbidden.length === 0 ? "none" : "near";
}
