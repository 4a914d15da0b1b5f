/**
 * One field of the `fields` ranker: postings with the BM25 impact of each computed beforehand.
 */
import type { FieldTerms } from "./fields_document.ts";
import { inverseDocumentFrequency } from "./bm25.ts";
import { exp, ln } from "./math.ts";

/** BM25 parameters of a field. */
export interface FieldParameters {
  /** Saturation of term frequency. */
  k1: number;
  /** Weight of document length. */
  b: number;
  /** CJK tokens from which a document counts as holding CJK text in this field. */
  cjkThreshold: number;
}

/**
 * Where N of CJK terms lies between the CJK documents (0) and all documents (1), on a logarithmic
 * scale. With 0 a Chinese message found the English skills of a large library before the Chinese one
 * that says the same words; with 1 an incidental bigram outweighed every translation.
 */
const CJK_SHARE = 0.4;

/** Documents whose positions fit into 16 bits. */
const MAX_SHORT_POSITIONS = 65_536;

function betweenSizes(withCjk: number, all: number): number {
  if (withCjk === 0 || all === 0) return 0;
  return exp((1 - CJK_SHARE) * ln(withCjk) + CJK_SHARE * ln(all));
}

/** Term → (document, impact) of one field, in compressed rows. */
export interface FieldPostings {
  /** Length `termCount + 1`. */
  offsets: Uint32Array;
  /** Document positions, ascending inside a row; in 16 bits where that is enough. */
  documents: Uint16Array | Uint32Array;
  /** idf · tf·(k1+1) / (tf + k1·(1 − b + b·length/average)). */
  impacts: Float32Array;
  /** idf by term. */
  idf: Float32Array;
}

/**
 * Builds the postings of a field.
 *
 * idf = ln(1 + (N − df + 0.5)/(df + 0.5)); for pieces of CJK text N is the number of documents that
 * hold CJK text in this field, since a rare bigram of a mostly English library is no
 * rare word (docs/quality.md, part `cjk-statistics`).
 * @param fields the field of every document by position
 * @param termCount number of terms; every term number is below it
 * @param isCjk whether a term is a piece of CJK text
 */
export function buildFieldPostings(
  fields: readonly FieldTerms[],
  termCount: number,
  parameters: FieldParameters,
  isCjk: (term: number) => boolean,
): FieldPostings {
  const { k1, b, cjkThreshold } = parameters;
  const offsets = new Uint32Array(termCount + 1);
  let total = 0;
  let words = 0;
  let withCjk = 0;
  for (const { terms, length, cjkTokens } of fields) {
    total += terms.length;
    words += length;
    if (cjkTokens >= cjkThreshold) withCjk++;
    for (let at = 0; at < terms.length; at++) offsets[terms[at]! + 1]!++;
  }
  const cjkCollection = betweenSizes(withCjk, fields.length);
  const idf = new Float32Array(termCount);
  for (let term = 0; term < termCount; term++) {
    const frequency = offsets[term + 1]!;
    if (frequency > 0) {
      const collection = isCjk(term) ? Math.max(cjkCollection, frequency) : fields.length;
      idf[term] = inverseDocumentFrequency(collection, frequency);
    }
    offsets[term + 1]! += offsets[term]!;
  }
  const next = offsets.slice(0, termCount);
  const documents = fields.length <= MAX_SHORT_POSITIONS
    ? new Uint16Array(total)
    : new Uint32Array(total);
  const impacts = new Float32Array(total);
  const average = fields.length === 0 || words === 0 ? 1 : words / fields.length;
  for (let position = 0; position < fields.length; position++) {
    const { terms, frequencies, length } = fields[position]!;
    const norm = k1 * (1 - b + (b * length) / average);
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at]!;
      const slot = next[term]!++;
      const frequency = frequencies[at]! / 2;
      documents[slot] = position;
      impacts[slot] = (idf[term]! * frequency * (k1 + 1)) / (frequency + norm);
    }
  }
  return { offsets, documents, impacts, idf };
}
