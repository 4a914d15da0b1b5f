/**
 * Reading of corpus and query files (JSON lines, DESIGN §5).
 */
import type { FileAccess } from "../runtime/mod.ts";
import {
  BadRow,
  type Dataset,
  flag,
  optionalText,
  parseRows,
  text,
  type TextFile,
  texts,
} from "./_rows.ts";
import type { CorpusEntry, QueryEntry } from "./types.ts";

export type { Dataset, TextFile } from "./_rows.ts";

/** Largest file read, in bytes: a JavaScript string ends near 2²⁹ characters. */
const MAX_DATASET_BYTES = 500 * 1024 * 1024;

/**
 * Reads files for `parseCorpus`, `parseQueries` and `parseRun`.
 * @param paths `[absolute path, path as written]`
 * @throws {FileError} when one cannot be read
 */
export function readTextFiles(
  access: FileAccess,
  paths: readonly (readonly [absolute: string, written: string])[],
): TextFile[] {
  return paths.map(([absolute, written]) => ({
    path: written,
    text: access.readText(absolute, MAX_DATASET_BYTES),
  }));
}

/** Reads skills; the first occurrence of an id wins over all files, so distractors go last. */
export function parseCorpus(files: readonly TextFile[]): Dataset<CorpusEntry> {
  return parseRows(files, (fields) => {
    const entry: CorpusEntry = {
      id: text(fields, "id"),
      name: text(fields, "name"),
      description: optionalText(fields, "description") ?? "",
    };
    const body = optionalText(fields, "body");
    if (body !== null) entry.body = body;
    for (const list of ["triggers", "tags"] as const) {
      const values = texts(fields, list);
      if (values.length > 0) entry[list] = values;
    }
    return entry;
  });
}

/** Reads messages with their right answers. */
export function parseQueries(file: TextFile): Dataset<QueryEntry> {
  return parseRows([file], (fields) => {
    if ((fields["gold"] ?? null) === null) {
      throw new BadRow(`has no "gold"; write [] where no skill is right`);
    }
    const entry: QueryEntry = {
      id: text(fields, "id"),
      query: text(fields, "query"),
      gold: texts(fields, "gold"),
      also: texts(fields, "also"),
      forbidden: texts(fields, "forbidden"),
      expectNone: flag(fields, "expect_none"),
      history: texts(fields, "history"),
      lang: optionalText(fields, "lang"),
      kind: optionalText(fields, "kind"),
      sub: optionalText(fields, "sub"),
      source: optionalText(fields, "source"),
    };
    if (entry.expectNone && entry.gold.length > 0) {
      throw new BadRow(`has both "gold" and "expect_none": true; remove one of them`);
    }
    return entry;
  });
}

/** What of the right answers the corpus does not hold. Such messages count, and count as missed. */
export interface MissingGold {
  /** Messages with at least one gold id that the corpus lacks. */
  queries: number;
  /** The ids, each once, in query order. */
  ids: string[];
}

/** Finds gold ids that no skill of the corpus has. */
export function missingGold(
  corpus: readonly CorpusEntry[],
  queries: readonly QueryEntry[],
): MissingGold {
  const known = new Set(corpus.map((entry) => entry.id));
  const ids = new Set<string>();
  let count = 0;
  for (const query of queries) {
    const missing = query.gold.filter((id) => !known.has(id));
    if (missing.length > 0) count++;
    for (const id of missing) ids.add(id);
  }
  return { queries: count, ids: [...ids] };
}
