/**
 * The dictionary of the synonym layer: groups of words that mean the same, in English, Chinese,
 * Japanese and Korean (`synonyms.tsv`).
 */
import { type SynonymKeys, UnitKeys } from "./synonym_keys.ts";
import builtIn from "./synonyms.tsv" with { type: "text" };

/** Words that mean the same. */
export interface SynonymGroup {
  /** First English term. */
  name: string;
  /** Terms of all languages, the name among them, without repeats. */
  terms: readonly string[];
}

/** A dictionary ready to be asked. */
export interface SynonymDictionary {
  groups: readonly SynonymGroup[];
  /** Terms → numbers of groups. */
  keys: SynonymKeys;
}

/**
 * A change to the groups: terms in place of those of the group of that name; with a leading `+` or
 * `-` the terms are added to them or taken out; none at all removes the group.
 */
export type GroupChanges = ReadonlyMap<string, readonly string[]>;

/** A character that is neither Latin nor a mark that goes with it: Greek onward. */
const BEYOND_LATIN = /[\u0370-\u{10ffff}]/u;

let builtInGroups: SynonymGroup[] | null = null;
let builtInDictionary: SynonymDictionary | null = null;

/** The groups that come with the program; the text is read when they are first asked for. */
export function builtInSynonymGroups(): readonly SynonymGroup[] {
  return builtInGroups ??= parseGroups(builtIn);
}

/** Reads groups: one a line, languages separated by tabs, terms by a comma and a blank. */
export function parseGroups(text: string): SynonymGroup[] {
  const groups: SynonymGroup[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const terms = [...new Set(line.replaceAll("\t", ", ").split(", "))].filter(Boolean);
    groups.push({ name: terms[0]!, terms });
  }
  return groups;
}

/**
 * The dictionary with a user's changes.
 * @param base the groups that are changed
 */
export function createDictionary(
  base: readonly SynonymGroup[],
  changes: GroupChanges = new Map(),
): SynonymDictionary {
  if (changes.size === 0 && base === builtInGroups) {
    return builtInDictionary ??= withKeys(base);
  }
  return withKeys(changedGroups(base, changes));
}

/** Groups after a user's changes. */
export function changedGroups(
  base: readonly SynonymGroup[],
  changes: GroupChanges,
): SynonymGroup[] {
  const known = new Set(base.map(({ name }) => name));
  const changed = base.map((group) => {
    const change = changes.get(group.name);
    return change === undefined ? group : { ...group, terms: changedTerms(group.terms, change) };
  });
  const fresh = [...changes].filter(([name]) => !known.has(name)).map(([name, change]) => ({
    name,
    terms: changedTerms([], change),
  }));
  return [...changed, ...fresh].filter(({ terms }) => terms.length > 0);
}

/** Terms of a list that may hold `+term` and `-term`. */
function changedTerms(terms: readonly string[], change: readonly string[]): readonly string[] {
  const taken = new Set(change.filter((item) => item.startsWith("-")).map((item) => item.slice(1)));
  const added = change.filter((item) => item.startsWith("+")).map((item) => item.slice(1));
  const plain = change.filter((item) => !/^[+-]/.test(item));
  const kept = change.length > 0 && plain.length === 0 ? terms : [];
  return [...new Set([...kept, ...plain, ...added])].filter((term) => !taken.has(term));
}

/** Keys of the groups' terms; those of CJK terms are made when a text with such characters is met. */
function withKeys(groups: readonly SynonymGroup[]): SynonymDictionary {
  const keys = new UnitKeys();
  const add = (isWanted: (term: string) => boolean) =>
    groups.forEach(({ terms }, concept) => {
      for (const term of terms) if (isWanted(term)) keys.add(concept, term, false);
    });
  add((term) => !BEYOND_LATIN.test(term));
  let complete = false;
  return {
    groups,
    keys: {
      add: (concept, synonym, parts) => keys.add(concept, synonym, parts),
      entries: (key) => keys.entries(key),
      keyOf: (synonym) => keys.keyOf(synonym),
      find(text) {
        if (!complete && BEYOND_LATIN.test(text)) {
          complete = true;
          add((term) => BEYOND_LATIN.test(term));
        }
        return keys.find(text);
      },
    },
  };
}

/** A group that a text speaks of. */
export interface MentionedGroup {
  /** Number of the group. */
  concept: number;
  /** How often, by any of its terms. */
  times: number;
}

/** The groups that a text speaks of, in order of appearance. */
export function groupsIn(dictionary: SynonymDictionary, text: string): MentionedGroup[] {
  const times = new Map<number, number>();
  for (const found of dictionary.keys.find(text)) {
    for (const { concept } of dictionary.keys.entries(found.key)) {
      times.set(concept, (times.get(concept) ?? 0) + found.times);
    }
  }
  return [...times].map(([concept, count]) => ({ concept, times: count }));
}
