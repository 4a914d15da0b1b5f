/** Small libraries for the tests of the `fields` ranker. */
import { createFieldsModel } from "../../lib/rank/fields_model.ts";
import type { RankingAnswer, RankingIndex, RankingLimits } from "../../lib/rank/model.ts";
import type { DocumentSource } from "../../lib/index/mod.ts";

/** A skill as a test writes it: `name: description`, and a body behind `|`. */
export function skill(line: string, more: Partial<DocumentSource> = {}): TestSkill {
  const [header, body = ""] = line.split("|");
  const colon = header!.indexOf(":");
  const name = header!.slice(0, colon).trim();
  const source = {
    id: name,
    name,
    description: header!.slice(colon + 1).trim(),
    triggers: [],
    tags: [],
    ...more,
  };
  return { source, body };
}

/** A skill with its body. */
export interface TestSkill {
  source: DocumentSource;
  body: string;
}

/** A library under the `fields` ranker. */
export interface TestLibrary {
  index: RankingIndex;
  /** Names ranked, best first. */
  ranked(text: string, earlier?: readonly string[]): string[];
  /** Names injected, best first. */
  injected(text: string, earlier?: readonly string[]): string[];
  answer(text: string, earlier?: readonly string[]): RankingAnswer;
  /** Score of each ranked name. */
  scores(text: string): Record<string, number>;
}

/** Limits of preset `default` with a long ranking. */
export const LIMITS: RankingLimits = { results: 100, pool: 12, inject: 6, gate: true };

/**
 * Builds an index.
 * @param skills lines as of `skill`, or skills
 * @param without parts that are switched off
 */
export function library(
  skills: readonly (string | TestSkill)[],
  { without = [], limits = LIMITS }: { without?: string[]; limits?: RankingLimits } = {},
): TestLibrary {
  const model = createFieldsModel({ without: new Set(without) });
  const all = skills.map((entry) => typeof entry === "string" ? skill(entry) : entry);
  const index = model.index(all.map(({ source, body }) => model.analyse(source, body)));
  const name = (position: number) => all[position]!.source.name;
  const answer = (text: string, earlier: readonly string[] = []) =>
    index.rank({ text, earlier }, limits);
  return {
    index,
    answer,
    ranked: (text, earlier) => answer(text, earlier).hits.map(({ position }) => name(position)),
    injected: (text, earlier) => answer(text, earlier).injected.map(name),
    scores: (text) =>
      Object.fromEntries(answer(text).hits.map(({ position, score }) => [name(position), score])),
  };
}
