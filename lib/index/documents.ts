/**
 * What an index is built from, whatever the skills came from (a home or a corpus file).
 */

/** The texts of one skill that score. */
export interface DocumentSource {
  id: string;
  name: string;
  description: string;
  triggers: readonly string[];
  tags: readonly string[];
}

/** A ranking of document positions. Both arrays have the same length. */
export interface Ranking {
  /** Positions in the index, best first. */
  positions: number[];
  /** Scores, descending. */
  scores: number[];
}

/** Figures of an index for the log and `info` (SR-44). */
export interface IndexFigures {
  documents: number;
  terms: number;
  /** Number of (term, document) pairs. */
  postings: number;
}
