/**
 * Preset `default` as a ranking model.
 */
import { FieldsIndex } from "./fields.ts";
import { FieldsAnalyser, type FieldsDocument } from "./fields_document.ts";
import type { RankingModel } from "./model.ts";

/** Creates the model; all its documents share one numbering of words and terms. */
export function createFieldsModel(
  _without: ReadonlySet<string> = new Set(),
): RankingModel<FieldsDocument> {
  const analyser = new FieldsAnalyser();
  return {
    readsBody: true,
    analyse: (source, body) => analyser.analyse(source, body),
    index: (documents) => new FieldsIndex(analyser, documents),
  };
}
