/**
 * Preset `eagle-eye` as a ranking model: the layers of `eagle_eye_layers.ts`, with the calibrated gate
 * of preset `default` as the second of two gates (docs/eagle-eye.md).
 */
import type { DocumentSource, IndexFigures } from "../index/mod.ts";
import { DEFAULT_SEGMENTER, foldWord, isComparison, tokensOf } from "../text/mod.ts";
import {
  documentTokens,
  EAGLE_EYE_NUMBERS,
  EagleEyeLayers,
  type EagleEyeNumbers,
  type EagleEyeRun,
  fusionGate,
  gated,
  LAYER_DEPTH,
} from "./eagle_eye_layers.ts";
import { createFieldsModel } from "./fields_model.ts";
import type { SkillEvidence } from "./gate.ts";
import type {
  ModelOptions,
  Query,
  QueryDescription,
  RankingAnswer,
  RankingIndex,
  RankingLimits,
  RankingModel,
} from "./model.ts";
import {
  builtInSynonymGroups,
  createDictionary,
  groupsIn,
  type MentionedGroup,
  type SynonymDictionary,
} from "./synonym_groups.ts";
import type { ConceptSkill, ConceptSource } from "./synonym_index.ts";
import { UnitKeys } from "./synonym_keys.ts";
import type { TextDocument } from "./text_index.ts";
import { skillFinder } from "./trigger_layer.ts";
import type { Evidence } from "./types.ts";
import { NO_SYNONYM_FILE, type SynonymFile } from "./synonym_file.ts";

/** Which gates decide: both, or the fixed one of the original alone (EE-62, EE-64). */
export type EagleEyeGate = "both" | "fixed";

/** What settings change of the preset. */
export interface EagleEyeOptions extends EagleEyeNumbers {
  gate: EagleEyeGate;
  /** Which synonyms count: all (on), those of the user's file (user), none (off). */
  synonyms: "on" | "user" | "off";
}

/** The preset as the specification has it, with our second gate. */
export const EAGLE_EYE_OPTIONS: EagleEyeOptions = {
  ...EAGLE_EYE_NUMBERS,
  gate: "both",
  synonyms: "on",
};

/** Parts of the preset that can be switched off, so that `eval --ablate` shows their worth. */
export const EAGLE_EYE_PARTS = [
  { name: "text", description: "layer 2: words of the message, direct matches" },
  { name: "synonyms", description: "layer 3: synonyms" },
  { name: "dense", description: "layer 4: vectors, where a source is set" },
  { name: "calibrated-gate", description: "the second gate" },
] as const;

/** Hits that the calibrated gate judges. */
const JUDGED = 15;
/** Saturation of how often a skill speaks of a group, as that of term frequency (EE-33). */
const SATURATION = 1.5;
/** A mention in the name counts as this many in the description. */
const NAME_MENTIONS = 3;

/** A skill as the layers and the gate take it. */
export interface EagleEyeDocument {
  id: string;
  name: string;
  text: TextDocument;
  groups: readonly MentionedGroup[];
  /** For the calibrated gate. */
  fields: unknown;
}

/** Creates the model. */
export function createEagleEyeModel(options: ModelOptions = {}): RankingModel<EagleEyeDocument> {
  const without = options.without ?? new Set();
  const given = options.eagleEye ?? EAGLE_EYE_OPTIONS;
  const { text, synonyms, dense } = given.weights;
  const settled: EagleEyeOptions = {
    ...given,
    weights: {
      text: without.has("text") ? 0 : text,
      synonyms: without.has("synonyms") ? 0 : synonyms,
      dense: without.has("dense") ? 0 : dense,
    },
  };
  const isOn = settled.synonyms !== "off" && settled.weights.synonyms > 0;
  const file = isOn ? options.synonyms?.() ?? NO_SYNONYM_FILE : NO_SYNONYM_FILE;
  const base = isOn && settled.synonyms === "on" ? builtInSynonymGroups() : [];
  const dictionary = base.length === 0 && file.groups.size === 0
    ? null
    : createDictionary(base, file.groups);
  const isCalibrated = settled.gate === "both" && !without.has("calibrated-gate");
  const judge = isCalibrated
    ? createFieldsModel({ ...options.lexicon === undefined ? {} : { lexicon: options.lexicon } })
    : null;
  return {
    readsBody: judge !== null,
    analyse: (source, body) => ({
      id: source.id,
      name: source.name,
      text: textDocument(source),
      groups: dictionary === null ? [] : mentionsOf(dictionary, source),
      fields: judge?.analyse(source, body) ?? null,
    }),
    index(documents) {
      const sources = [
        ...(dictionary === null ? [] : [dictionarySource(dictionary, documents)]),
        ...(file.skills.size === 0 ? [] : [fileSource(file, documents)]),
      ];
      const layers = new EagleEyeLayers({
        segmenter: DEFAULT_SEGMENTER,
        documents: documents.map(({ text }) => text),
        synonyms: sources,
      }, settled);
      const fields = judge?.index(documents.map(({ fields }) => fields as never)) ?? null;
      return new EagleEyeIndex(layers, fields, settled, documents.length);
    },
  };
}

function textDocument({ name, description }: DocumentSource): TextDocument {
  const text = `${name} ${description}`;
  return {
    tokens: documentTokens(DEFAULT_SEGMENTER, text),
    text: tokensOf(text).map(foldWord).join(" "),
  };
}

/** The groups that a skill speaks of; its name counts more. */
function mentionsOf(
  dictionary: SynonymDictionary,
  { name, description }: DocumentSource,
): MentionedGroup[] {
  const times = new Map<number, number>();
  const add = (text: string, factor: number) => {
    for (const mentioned of groupsIn(dictionary, text)) {
      const { concept } = mentioned;
      times.set(concept, (times.get(concept) ?? 0) + factor * mentioned.times);
    }
  };
  add(name, NAME_MENTIONS);
  add(description, 1);
  return [...times].map(([concept, count]) => ({ concept, times: count }));
}

/** The dictionary, over the skills that speak of its groups. */
function dictionarySource(
  { keys }: SynonymDictionary,
  documents: readonly EagleEyeDocument[],
): ConceptSource {
  const skills = new Map<number, ConceptSkill[]>();
  documents.forEach(({ groups }, position) => {
    for (const { concept, times } of groups) {
      const skill = { position, strength: times / (times + SATURATION) };
      const known = skills.get(concept);
      if (known === undefined) skills.set(concept, [skill]);
      else known.push(skill);
    }
  });
  return { keys, skills: (concept) => skills.get(concept) ?? [] };
}

/** Synonyms that the user's file gives to skills; those that are not there are ignored (EE-40). */
function fileSource(file: SynonymFile, documents: readonly EagleEyeDocument[]): ConceptSource {
  const find = skillFinder(documents.map(({ id, name }) => ({ id, name, triggers: [] })));
  const keys = new UnitKeys();
  for (const [skill, synonyms] of file.skills) {
    const position = find(skill);
    if (position === null) continue;
    for (const synonym of synonyms) keys.add(position, synonym, true);
  }
  return { keys, skills: (concept) => [{ position: concept, strength: 1 }] };
}

/** What was found for a message, kept for the explanations that follow. */
interface Turn {
  query: Query;
  run: EagleEyeRun;
  /** Lowest fused score of the first skill. */
  gate: number;
  /** Answer of the calibrated gate; null where it does not decide. */
  judged: RankingAnswer | null;
}

/** Index of preset `eagle-eye`. */
export class EagleEyeIndex implements RankingIndex {
  readonly figures: IndexFigures;
  /** What the calibrated gate reads; present where it decides. */
  readonly gateEvidence?: (
    text: string,
    depth: number,
  ) => { position: number; evidence: SkillEvidence }[];
  readonly #layers: EagleEyeLayers;
  readonly #fields: RankingIndex | null;
  readonly #options: EagleEyeOptions;
  #last: Turn | null = null;

  constructor(
    layers: EagleEyeLayers,
    fields: RankingIndex | null,
    options: EagleEyeOptions,
    documents: number,
  ) {
    this.#layers = layers;
    this.#fields = fields;
    this.#options = options;
    this.figures = { documents, ...layers.text.figures };
    const evidence = fields?.gateEvidence?.bind(fields);
    if (evidence !== undefined) this.gateEvidence = evidence;
  }

  rank(query: Query, limits: RankingLimits): RankingAnswer {
    const { run, gate, judged } = this.#turn(query, limits);
    const isOpinion = judged !== null && isComparison(query.text);
    const passed = isOpinion ? [] : limits.gate ? gated(run.fused, gate, limits.inject) : run.fused;
    const confidences = new Map(
      judged?.hits.map(({ position, confidence }) => [
        position,
        confidence,
      ]),
    );
    return {
      hits: run.fused.slice(0, limits.results).map(({ position, score }) => ({
        position,
        score,
        confidence: confidences.get(position) ?? null,
      })),
      confidence: judged?.confidence ?? null,
      injected: passed.map(({ position }) => position)
        .filter((position) => judged === null || judged.injected.includes(position))
        .slice(0, limits.inject),
    };
  }

  evidence(query: Query, position: number): Evidence[] {
    const { run } = this.#turnOf(query);
    const { weights, fusionK } = this.#options;
    const share = (weight: number, positions: readonly number[]) => {
      const at = positions.indexOf(position);
      return at < 0 ? 0 : weight / (fusionK + at + 1);
    };
    const tokens = this.#layers.text.contributions(run.tokens, position);
    return [
      {
        field: "text",
        score: share(weights.text, run.text.positions),
        terms: summed(run.tokens.map((term, at) => ({ term, score: tokens[at]! }))),
      },
      {
        field: "synonyms",
        score: share(weights.synonyms, run.synonyms.positions),
        terms: summed(
          this.#layers.synonyms.contributions(query.text, this.#layers.keyIdf, position)
            .map(({ key, score }) => ({ term: key, score })),
        ),
      },
      { field: "dense", score: share(weights.dense, run.dense), terms: [] },
    ].filter(({ score }) => score > 0);
  }

  describeQuery(query: Query): QueryDescription {
    const { run, gate, judged } = this.#turnOf(query);
    const { weights } = this.#options;
    const best = run.fused[0]?.score ?? 0;
    const sum = run.operational.map((layer) => weights[layer]).join(" + ");
    return {
      terms: [
        ...run.tokens.map((term) => ({
          term,
          weight: this.#layers.text.idf(term),
          documents: this.#layers.text.documentFrequency(term),
        })),
        ...this.#layers.synonyms.found(query.text).map(({ key, reached }) => ({
          term: key,
          weight: this.#layers.keyIdf(key, reached),
          from: "synonym",
          documents: reached,
        })),
      ],
      notes: [
        `layers there: ${run.operational.join(", ") || "none"}; weights ${sum || 0}`,
        `gate of the fusion (${this.#options.gate === "fixed" ? "fixed" : "scaled"}): best ${
          best.toFixed(6)
        }, needs ${gate.toFixed(6)}: ${best >= gate ? "open" : "closed"}`,
        ...(judged === null ? [] : [
          `calibrated gate: confidence ${(judged.confidence ?? 0).toFixed(3)}: ${
            isComparison(query.text)
              ? "closed, since this weighs two things against each other"
              : judged.injected.length > 0
              ? `open to ${judged.injected.length} skills`
              : "closed"
          }`,
        ]),
      ],
    };
  }

  #turn(query: Query, limits: RankingLimits): Turn {
    const depth = LAYER_DEPTH * limits.inject;
    const { dense, ...words } = query;
    const close = dense === undefined || dense.index.dimensions === 0
      ? null
      : dense.index.rank(dense.vector, depth).map(({ position }) => position);
    const run = this.#layers.run(query.text, close, depth);
    const judged = limits.gate && this.#fields !== null
      ? this.#fields.rank(words, { results: JUDGED, pool: JUDGED, inject: JUDGED, gate: true })
      : null;
    const kind = this.#options.gate === "fixed" ? "fixed" : "scaled";
    return this.#last = { query, run, gate: fusionGate(run, this.#options, kind), judged };
  }

  /** What was found for a message; the one that was ranked last is not asked again. */
  #turnOf(query: Query): Turn {
    return this.#last?.query.text === query.text ? this.#last : this.#turn(query, {
      results: JUDGED,
      pool: JUDGED,
      inject: JUDGED / LAYER_DEPTH,
      gate: true,
    });
  }
}

/** Terms with what they bring together, best first; those that bring nothing are left out. */
function summed(parts: readonly { term: string; score: number }[]): Evidence["terms"] {
  const scores = new Map<string, number>();
  for (const { term, score } of parts) scores.set(term, (scores.get(term) ?? 0) + score);
  return [...scores].map(([term, score]) => ({ term, score })).filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}
