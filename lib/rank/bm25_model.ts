/**
 * Preset `bm25` as a ranking model: the compat ranking, no gate.
 */
import type { DocumentSource, TermFrequencies } from "../index/mod.ts";
import { analyseCompat, Bm25Index, compatDocumentText, TermNumbers } from "./bm25.ts";
import type { RankingIndex, RankingModel } from "./model.ts";

/** Creates the model; all its documents share one numbering of terms. */
export function createBm25Model(): RankingModel<TermFrequencies> {
  const numbers = new TermNumbers();
  return {
    readsBody: false,
    analyse: (source: DocumentSource, body) =>
      analyseCompat(compatDocumentText(source, body), numbers),
    index: (documents) => asRankingIndex(new Bm25Index(documents, numbers)),
  };
}

function asRankingIndex(index: Bm25Index): RankingIndex {
  return {
    figures: index.figures,
    rank({ text }, limits) {
      const { positions, scores } = index.rank(text, Math.max(limits.results, limits.pool));
      return {
        hits: positions.slice(0, limits.results).map((position, at) => ({
          position,
          score: scores[at]!,
          confidence: null,
        })),
        confidence: null,
        injected: positions.slice(0, Math.min(limits.pool, limits.inject)),
      };
    },
    evidence({ text }, position) {
      const terms = index.explain(text, position).sort((a, b) => b.score - a.score);
      if (terms.length === 0) return [];
      return [{ field: "text", score: terms.reduce((sum, { score }) => sum + score, 0), terms }];
    },
    describeQuery: ({ text }) => ({
      terms: index.queryTerms(text).map(({ term, documents }) => ({ term, weight: 1, documents })),
      notes: [],
    }),
  };
}
