/**
 * Layers 2 to 5 of Eagle Eye over one selection of skills: text, synonyms, vectors, and what becomes
 * of their rankings (EE-30…64).
 */
import type { Ranking } from "../index/mod.ts";
import type { Segmenter } from "../text/mod.ts";
import { isCjkText } from "./dense_fusion.ts";
import { fuse, type FusedHit, type FusedLayerName, FUSION_K, FUSION_WEIGHTS } from "./fusion.ts";
import { type KeyWeights, PHRASE_WEIGHT, SynonymIndex, TOKEN_WEIGHT } from "./synonym_index.ts";
import type { ConceptSource } from "./synonym_index.ts";
import { type TextDocument, TextIndex } from "./text_index.ts";

/** The fused score that the best skill needs, all layers being there (EE-62). */
export const FUSION_GATE = 0.015;
/** The fused score that any skill needs to be shown (EE-62). */
export const LEAST_FUSED = 0.003;
/** Each layer names this many times as many skills as are shown (EE-61). */
export const LAYER_DEPTH = 3;

/** Numbers of the preset that settings change. */
export interface EagleEyeNumbers {
  /** Weights in the fusion; 0 switches a layer off. */
  weights: Readonly<Record<FusedLayerName, number>>;
  /** Rank offset of the fusion. */
  fusionK: number;
  /** Weights of synonyms (EE-41). */
  keyWeights: KeyWeights;
  /**
   * What a skill's score in the text layer adds to its score by synonyms. Without it every skill that a
   * concept stands for is as good as the other; with it the layer is an expansion of the message, in
   * which the words that were said still count (docs/eagle-eye.md).
   */
  saidWeight: number;
}

/** The numbers of the specification. */
export const EAGLE_EYE_NUMBERS: EagleEyeNumbers = {
  weights: FUSION_WEIGHTS,
  fusionK: FUSION_K,
  keyWeights: { token: TOKEN_WEIGHT, phrase: PHRASE_WEIGHT },
  saidWeight: 0,
};

/** What the layers are made of. */
export interface EagleEyeParts {
  /** Null where there is none: then the text and synonym layers give nothing (EE-35). */
  segmenter: Segmenter | null;
  documents: readonly TextDocument[];
  /** None: the synonym layer is off (EE-83). */
  synonyms: readonly ConceptSource[];
  /** Which tokens get the bonus for direct matches. @default `mayMatchDirectly` */
  direct?: (token: string) => boolean;
  /** Weight of a key by its rarity. @default idf over the skills that it leads to */
  keyIdf?: (text: TextIndex, key: string, reached: number) => number;
}

/** What the layers say to one message. */
export interface EagleEyeRun {
  /** Layers that can answer, whether or not they found anything. */
  operational: readonly FusedLayerName[];
  tokens: readonly string[];
  text: Ranking;
  synonyms: Ranking;
  /** Positions of the dense layer, best first. */
  dense: readonly number[];
  /** Every skill that a layer names, best first. */
  fused: FusedHit[];
}

const NOTHING: Ranking = { positions: [], scores: [] };

/** The layers over a selection of skills. */
export class EagleEyeLayers {
  readonly text: TextIndex;
  readonly synonyms: SynonymIndex;
  readonly #parts: EagleEyeParts;
  readonly #numbers: EagleEyeNumbers;

  constructor(parts: EagleEyeParts, numbers: EagleEyeNumbers = EAGLE_EYE_NUMBERS) {
    this.#parts = parts;
    this.#numbers = numbers;
    this.text = new TextIndex(parts.documents, parts.direct);
    this.synonyms = new SynonymIndex(parts.documents.length, parts.synonyms, numbers.keyWeights);
  }

  /**
   * Asks every layer.
   * @param dense positions by closeness in meaning, at most `depth`; null while the layer is not there
   * @param depth most skills of a layer (EE-61)
   */
  run(message: string, dense: readonly number[] | null, depth: number): EagleEyeRun {
    const { weights, fusionK, saidWeight } = this.#numbers;
    let operational = this.#operational(dense !== null);
    const has = (layer: FusedLayerName) => operational.includes(layer);
    const tokens = this.#parts.segmenter === null
      ? []
      : queryTokens(this.#parts.segmenter, message);
    const said = has("text") ? this.text.rank(tokens, this.text.size) : NOTHING;
    const text = first(said, depth);
    // Words cannot meet across scripts, so that a Chinese message over English skills is left to the
    // other layers, and the gate asks of them what they can give.
    if (text.positions.length === 0 && isCjkText(message)) {
      operational = operational.filter((layer) => layer !== "text");
    }
    const synonyms = has("synonyms")
      ? first(
        expanded(this.synonyms.rank(message, this.keyIdf, this.text.size), said, saidWeight),
        depth,
      )
      : NOTHING;
    const close = has("dense") ? dense!.slice(0, depth) : [];
    const fused = fuse([
      { weight: weights.text, positions: text.positions },
      { weight: weights.synonyms, positions: synonyms.positions },
      { weight: weights.dense, positions: close },
    ], fusionK);
    return { operational, tokens, text, synonyms, dense: close, fused };
  }

  /** Weight of a key by its rarity. */
  readonly keyIdf = (key: string, reached: number): number =>
    this.#parts.keyIdf?.(this.text, key, reached) ?? this.text.rarity(reached);

  #operational(isDense: boolean): FusedLayerName[] {
    const { segmenter, synonyms } = this.#parts;
    const there: Record<FusedLayerName, boolean> = {
      text: segmenter !== null,
      synonyms: segmenter !== null && synonyms.length > 0,
      dense: isDense,
    };
    return (Object.keys(there) as FusedLayerName[])
      .filter((layer) => there[layer] && this.#numbers.weights[layer] > 0);
  }
}

/** A ranking by synonyms with the scores of the text layer added to it. */
function expanded(synonyms: Ranking, said: Ranking, weight: number): Ranking {
  if (weight === 0) return synonyms;
  const saidOf = new Map(said.positions.map((position, at) => [position, said.scores[at]!]));
  const rows = synonyms.positions.map((position, at) => ({
    position,
    score: synonyms.scores[at]! + weight * (saidOf.get(position) ?? 0),
  })).sort((a, b) => b.score - a.score || a.position - b.position);
  return {
    positions: rows.map(({ position }) => position),
    scores: rows.map(({ score }) => score),
  };
}

function first({ positions, scores }: Ranking, depth: number): Ranking {
  return { positions: positions.slice(0, depth), scores: scores.slice(0, depth) };
}

/** The fused score that the best skill needs (EE-62, EE-64). */
export function fusionGate(
  { operational }: Pick<EagleEyeRun, "operational">,
  { weights, fusionK }: EagleEyeNumbers,
  kind: "scaled" | "fixed",
): number {
  if (kind === "fixed") return FUSION_GATE;
  const sum = operational.reduce((total, layer) => total + weights[layer], 0);
  return FUSION_GATE * sum * (FUSION_K + 1) / (fusionK + 1);
}

/** The skills that pass the gate: the first `most` with enough of a score, or none (EE-62). */
export function gated(fused: readonly FusedHit[], gate: number, most: number): FusedHit[] {
  if (fused.length === 0 || fused[0]!.score < gate) return [];
  return fused.slice(0, most).filter(({ score }) => score >= LEAST_FUSED);
}

/** Tokens of name and description (EE-30): longer than one character and no mere digits. */
export function documentTokens(segmenter: Segmenter, text: string): string[] {
  return segmenter.segment(text).filter((token) => token.length > 1 && !/^\d+$/.test(token));
}

/** Tokens of a message (EE-31); digits count, and repeats count again. */
export function queryTokens(segmenter: Segmenter, text: string): string[] {
  return segmenter.segment(text).filter((token) => token.length > 1);
}
