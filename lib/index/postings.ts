/**
 * Postings in typed arrays: the inverted form of analysed documents.
 */

/** One field of one document after analysis: distinct terms with their frequencies. */
export interface TermFrequencies {
  /** Term numbers, distinct, in order of first appearance. */
  terms: Uint32Array;
  /** Frequency of each, in the field's own unit. */
  frequencies: Uint16Array;
  /** Length of the field in that unit. */
  length: number;
}

/** Term → (document, frequency) in compressed rows: row t is `offsets[t] … offsets[t+1]`. */
export interface Postings {
  /** Length `termCount + 1`. */
  offsets: Uint32Array;
  /** Document position of each posting, ascending inside a row. */
  documents: Uint32Array;
  /** Frequency of each posting. */
  frequencies: Uint16Array;
  /** Length of each document in tokens. */
  lengths: Float64Array;
}

/**
 * Inverts analysed documents by counting sort: O(postings), no hashing.
 * @param documents analysed documents by position
 * @param termCount number of terms; every term number is below it
 */
export function invert(documents: readonly TermFrequencies[], termCount: number): Postings {
  const offsets = new Uint32Array(termCount + 1);
  let total = 0;
  for (const { terms } of documents) {
    total += terms.length;
    for (let at = 0; at < terms.length; at++) offsets[terms[at]! + 1]!++;
  }
  for (let term = 0; term < termCount; term++) offsets[term + 1]! += offsets[term]!;
  const next = offsets.slice(0, termCount);
  const positions = new Uint32Array(total);
  const frequencies = new Uint16Array(total);
  const lengths = new Float64Array(documents.length);
  for (let position = 0; position < documents.length; position++) {
    const { terms, frequencies: counts, length } = documents[position]!;
    lengths[position] = length;
    for (let at = 0; at < terms.length; at++) {
      const slot = next[terms[at]!]!++;
      positions[slot] = position;
      frequencies[slot] = counts[at]!;
    }
  }
  return { offsets, documents: positions, frequencies, lengths };
}
