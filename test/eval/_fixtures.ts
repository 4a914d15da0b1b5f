/** Short ways to write messages and answers of tests. */
import type { CorpusEntry, QueryEntry, RunEntry } from "../../lib/eval/mod.ts";

/** A message with the given fields, the others absent. */
export function message(id: string, fields: Partial<QueryEntry> = {}): QueryEntry {
  return {
    id,
    query: `message ${id}`,
    gold: [],
    also: [],
    forbidden: [],
    expectNone: false,
    history: [],
    lang: null,
    kind: null,
    sub: null,
    source: null,
    ...fields,
  };
}

/** An answer; ids are written as words of a text. */
export function answer(
  id: string,
  ranked: string,
  injected = "",
  confidence: number | null = null,
): RunEntry {
  return { id, ranked: words(ranked), injected: words(injected), confidence };
}

/** A skill whose id is its name. */
export function skill(id: string, description = ""): CorpusEntry {
  return { id, name: id, description };
}

function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}
