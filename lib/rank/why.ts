/**
 * One plain sentence why a skill was ranked.
 */
import type { Evidence } from "./types.ts";

/** Terms named in the sentence at most. */
const NAMED_TERMS = 4;

/** The sentence for a hit, e.g. `matches "git" and "commit" in its name`. */
export function whyRanked(evidence: readonly Evidence[]): string {
  const parts: string[] = [];
  const named = new Set<string>();
  for (const { field, terms } of evidence) {
    const fresh = terms.filter(({ term, score }) => score > 0 && !named.has(term))
      .slice(0, NAMED_TERMS - named.size);
    if (fresh.length === 0) continue;
    for (const { term } of fresh) named.add(term);
    parts.push(`${list(fresh.map(wordOf))} in its ${field}`);
    if (named.size >= NAMED_TERMS) break;
  }
  if (parts.length > 0) return `matches ${parts.join(", ")}`;
  return evidence.some(({ field }) => field === "dense") ? "is close in meaning" : "";
}

function wordOf({ term, from }: { term: string; from?: string }): string {
  return from === undefined || from === term ? `"${term}"` : `"${from}" (${term})`;
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
