/**
 * What does the gate let through? Counts by what a message was for.
 */
import { overlap, scoredRanking } from "./metrics.ts";
import { type QueryEntry, roleOf, type RunEntry } from "./types.ts";

/** `count` messages of `rows`. */
export interface Count {
  count: number;
  rows: number;
}

/** A count with the name of its group. */
export interface NamedCount extends Count {
  name: string;
}

/** Decisions of the gate over one set. */
export interface GateFigures {
  /** Messages with a right skill. */
  positives: {
    /** A right skill is among those injected. */
    rightInjected: Count;
    /** Something is injected. */
    anyInjected: Count;
    /** Skills injected a message, silent ones counted; null without positives. */
    meanInjected: number | null;
  };
  /** Messages that nothing should be injected for: something was. */
  none: {
    all: Count;
    /** By `sub` (else `kind`, else "none"), in order of appearance. */
    bySub: NamedCount[];
  };
  /** Messages with skills known to be wrong. */
  near: {
    /** One of these is injected. */
    forbiddenInjected: Count;
    /** One of these is ranked first. */
    forbiddenFirst: Count;
    /** Something is injected, be it right or wrong. */
    anyInjected: Count;
  };
}

/**
 * Counts the decisions of the gate.
 * @param answers in query order
 */
export function gateFigures(
  queries: readonly QueryEntry[],
  answers: readonly RunEntry[],
): GateFigures {
  const positives: Judged[] = [];
  const none: Judged[] = [];
  const near: Judged[] = [];
  for (const [index, query] of queries.entries()) {
    const judged = { query, answer: answers[index]! };
    const role = roleOf(query);
    if (role === "positive") positives.push(judged);
    if (role === "none") none.push(judged);
    if (query.forbidden.length > 0) near.push(judged);
  }
  const injected = positives.reduce((sum, { answer }) => sum + answer.injected.length, 0);
  return {
    positives: {
      rightInjected: count(
        positives,
        ({ query, answer }) => overlap(answer.injected, query.gold),
      ),
      anyInjected: count(positives, isAnyInjected),
      meanInjected: positives.length === 0 ? null : injected / positives.length,
    },
    none: {
      all: count(none, isAnyInjected),
      bySub: [...Map.groupBy(none, ({ query }) => subOf(query))].map(([name, rows]) => ({
        name,
        ...count(rows, isAnyInjected),
      })),
    },
    near: {
      forbiddenInjected: count(
        near,
        ({ query, answer }) => overlap(answer.injected, query.forbidden),
      ),
      forbiddenFirst: count(near, ({ query, answer }) => isForbiddenFirst(query, answer)),
      anyInjected: count(near, isAnyInjected),
    },
  };
}

/** Name of the group of a message that nothing should be injected for. */
export function subOf(query: QueryEntry): string {
  return query.sub ?? query.kind ?? "none";
}

/** Whether a skill known to be wrong is ranked first. */
export function isForbiddenFirst(query: QueryEntry, answer: RunEntry): boolean {
  return overlap(scoredRanking(query, answer.ranked).slice(0, 1), query.forbidden);
}

interface Judged {
  query: QueryEntry;
  answer: RunEntry;
}

function isAnyInjected({ answer }: Judged): boolean {
  return answer.injected.length > 0;
}

function count(rows: readonly Judged[], test: (row: Judged) => boolean): Count {
  return { count: rows.filter(test).length, rows: rows.length };
}
