/**
 * A run: the answers of one ranker to one query file, and its form on disk (DESIGN §5).
 */
import { type Dataset, optionalShare, parseRows, text, type TextFile, texts } from "./_rows.ts";
import { RANKING_DEPTH } from "./metrics.ts";
import type { EvaluatedRanker, QueryEntry, RunEntry } from "./types.ts";

/** Asks the ranker every query, one after the other. */
export async function runRanker(
  ranker: EvaluatedRanker,
  queries: readonly QueryEntry[],
): Promise<RunEntry[]> {
  const answers: RunEntry[] = [];
  for (const { id, query, history } of queries) {
    const { ranked, injected, confidence } = await ranker.rank(query, history);
    answers.push({ id, ranked: ranked.slice(0, RANKING_DEPTH), injected, confidence });
  }
  return answers;
}

/** JSON lines `{id, ranked, injected, confidence}` in query order. */
export function formatRun(answers: readonly RunEntry[]): string {
  return answers
    .map(({ id, ranked, injected, confidence }) =>
      `${JSON.stringify({ id, ranked, injected, confidence })}\n`
    )
    .join("");
}

/** Reads what `formatRun` wrote, or what another program wrote in that form. */
export function parseRun(file: TextFile): Dataset<RunEntry> {
  return parseRows([file], (fields) => ({
    id: text(fields, "id"),
    ranked: texts(fields, "ranked"),
    injected: texts(fields, "injected"),
    confidence: optionalShare(fields, "confidence"),
  }));
}
