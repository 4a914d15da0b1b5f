/**
 * A static table as an embedder: the vector of a text is the sum of the weighted vectors of its
 * pieces. Texts are cut into pieces as `scripts/distil/pieces.py` cuts them, by the unigram model of
 * Kudo (ACL 2018): the cut whose log probabilities have the largest sum.
 */
import { characterClass, SEPARATOR } from "../text/mod.ts";
import { type ImmediateEmbedder, unitVector } from "./dense.ts";
import type { StaticTableFile } from "./static_table_file.ts";

/** Leads every word. */
const WORD_START = 0x2581;
const UNDERSCORE = 0x5f;
const PLUS = 0x2b;
const HASH = 0x23;
/** Brothers that are looked through one after the other; more are halved first. */
const FEW_BROTHERS = 8;

/** Embeds texts without waiting for anything. */
export class StaticTable implements ImmediateEmbedder {
  readonly immediate = true;
  readonly name: string;
  readonly identity: string;
  readonly dimensions: number;
  readonly #file: StaticTableFile;
  /** Children of the root by code unit, 0 where there is none: most lookups begin there. */
  readonly #rootChildren = new Uint32Array(65_536);
  /** Work space of `cut`, grown as needed: best sum up to each place, and how it was reached. */
  #best = new Float64Array(0);
  #starts = new Uint32Array(0);
  #ends = new Uint32Array(0);

  constructor(file: StaticTableFile) {
    this.#file = file;
    this.name = `static table ${file.name}`;
    this.identity = JSON.stringify([file.checksum, file.pieceCount]);
    this.dimensions = file.dimensions;
    const { firstChild, labels } = file;
    for (let node = firstChild[0]!; node < firstChild[1]!; node++) {
      this.#rootChildren[labels[node]!] = node;
    }
  }

  embed(texts: readonly string[]): Float32Array[] {
    return texts.map((text) => this.vectorOf(text));
  }

  /** Unit vector of a text; zeros where it holds no known piece. */
  vectorOf(text: string): Float32Array {
    const { scales, vectors } = this.#file;
    const { dimensions } = this;
    const sum = new Float64Array(dimensions);
    for (const piece of this.cut(text)) {
      const scale = scales[piece]!;
      const start = piece * dimensions;
      for (let at = 0; at < dimensions; at++) sum[at]! += scale * vectors[start + at]!;
    }
    return unitVector(Float32Array.from(sum));
  }

  /** Numbers of the pieces of a text in order; unknown characters are left out. */
  cut(text: string): number[] {
    const normal = normalise(text);
    const length = normal.length;
    const { firstChild, pieces, scores, unknownScore } = this.#file;
    if (this.#best.length <= length) {
      this.#best = new Float64Array(2 * length + 1);
      this.#starts = new Uint32Array(2 * length + 1);
      this.#ends = new Uint32Array(2 * length + 1);
    }
    const best = this.#best.fill(-Infinity, 0, length + 1);
    const starts = this.#starts;
    const ends = this.#ends;
    best[0] = 0;
    for (let start = 0; start < length; start++) {
      const before = best[start]!;
      if (before + unknownScore > best[start + 1]!) {
        best[start + 1] = before + unknownScore;
        starts[start + 1] = start;
        ends[start + 1] = 0;
      }
      let node = this.#rootChildren[normal[start]!]!;
      for (let end = start + 1; node !== 0; end++) {
        const piece = pieces[node]!;
        if (piece !== 0) {
          const score = before + scores[piece - 1]!;
          if (score > best[end]!) {
            best[end] = score;
            starts[end] = start;
            ends[end] = piece;
          }
        }
        node = end < length ? this.#child(firstChild, node, normal[end]!) : 0;
      }
    }
    const cut: number[] = [];
    for (let end = length; end > 0; end = starts[end]!) {
      if (ends[end]! > 0) cut.push(ends[end]! - 1);
    }
    return cut.reverse();
  }

  /** The node that a code unit leads to, or 0. */
  #child(firstChild: Uint32Array, node: number, unit: number): number {
    const { labels } = this.#file;
    let low = firstChild[node]!;
    let high = firstChild[node + 1]!;
    while (high - low > FEW_BROTHERS) {
      const middle = (low + high) >>> 1;
      if (labels[middle]! > unit) high = middle;
      else low = middle;
    }
    for (let child = low; child < high; child++) if (labels[child] === unit) return child;
    return 0;
  }
}

/**
 * Code units of a text, compatibility forms folded, in lower case, each word led by U+2581. Letters,
 * numbers, `+` and `#` make words ("c++", "c#"); everything else separates.
 */
function normalise(text: string): Uint16Array {
  const folded = text.normalize("NFKC").toLowerCase();
  // A word of one letter becomes two units.
  const units = new Uint16Array(2 * folded.length);
  let length = 0;
  let inWord = false;
  for (let at = 0; at < folded.length; at++) {
    const unit = folded.charCodeAt(at);
    const kept = unit === PLUS || unit === HASH ||
      (unit !== UNDERSCORE && characterClass(unit) !== SEPARATOR);
    if (kept && !inWord) units[length++] = WORD_START;
    if (kept) units[length++] = unit;
    inWord = kept;
  }
  return units.subarray(0, length);
}
