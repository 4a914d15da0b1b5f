/**
 * Preset `default` as a ranking model.
 */
import { FieldsIndex } from "./fields.ts";
import { FieldsAnalyser, type FieldsDocument } from "./fields_document.ts";
import type { RankingModel } from "./model.ts";

/**
 * Creates the model; all its documents share one numbering of words and terms.
 * @param without names of `FIELDS_PARTS` that are switched off
 */
export function createFieldsModel(
  without: ReadonlySet<string> = new Set(),
): RankingModel<FieldsDocument> {
  const analyser = new FieldsAnalyser(without);
  return {
    readsBody: !without.has("body"),
    analyse: (source, body) => analyser.analyse(source, body),
    index: (documents) => new FieldsIndex(analyser, documents),
  };
}
