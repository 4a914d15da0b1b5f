/**
 * Preset `default` as a ranking model.
 */
import { FieldsIndex } from "./fields.ts";
import { FieldsAnalyser, type FieldsDocument } from "./fields_document.ts";
import type { ModelOptions, RankingModel } from "./model.ts";
import { Lexicon } from "../text/mod.ts";

/** Creates the model; all its documents share one numbering of words and terms. */
export function createFieldsModel(options: ModelOptions = {}): RankingModel<FieldsDocument> {
  const without = options.without ?? new Set();
  const analyser = new FieldsAnalyser(new Lexicon(options.lexicon?.() ?? null), without);
  return {
    readsBody: true,
    analyse: (source, body) => analyser.analyse(source, body),
    index: (documents) => new FieldsIndex(analyser, documents),
  };
}
