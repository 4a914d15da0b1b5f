/**
 * How preset `default` adds the dense layer to its own scores: a convex sum, which on English sets
 * beats the fusion of ranks (dense.md "How"; figures in docs/dense.md).
 */
import { isCjk } from "../text/mod.ts";

/** What the dense layer weighs where message and library share a script (dense.md "How"). */
export const SAME_SCRIPT_WEIGHT = 0.2;
/** … and where they do not, so that words can hardly meet. */
export const CROSS_SCRIPT_WEIGHT = 1;
/**
 * … unless the lexicon lets them meet. Against 1, `bun scripts/dense_quality.ts` with a static table:
 * A +0.5, A multi +4.2, A+ −0.2, G +1.2, G+ −0.4.
 */
export const TRANSLATED_WEIGHT = 0.5;
/** Share of CJK letters from which a text counts as Chinese, Japanese or Korean. */
const CJK_SHARE = 0.3;

const LETTER = /\p{L}/u;

/** Whether a good part of the letters of a text are Chinese, Japanese or Korean. */
export function isCjkText(text: string): boolean {
  let letters = 0;
  let cjk = 0;
  for (const character of text) {
    if (!LETTER.test(character)) continue;
    letters++;
    if (isCjk(character.codePointAt(0)!)) cjk++;
  }
  return cjk > 0 && cjk >= CJK_SHARE * letters;
}

/**
 * Cosines made comparable with scores whose best is 1: max(0, (cos − mean) / (max − mean)).
 * @param cosines by position, at least one
 * @returns by position, 0…1
 */
export function standardised(cosines: Float32Array): Float64Array {
  let sum = 0;
  let best = -Infinity;
  for (const cosine of cosines) {
    sum += cosine;
    if (cosine > best) best = cosine;
  }
  const mean = sum / cosines.length;
  const range = best - mean;
  const result = new Float64Array(cosines.length);
  if (!(range > 0)) return result;
  for (let position = 0; position < cosines.length; position++) {
    result[position] = Math.max(0, (cosines[position]! - mean) / range);
  }
  return result;
}
