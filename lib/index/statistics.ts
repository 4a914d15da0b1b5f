/**
 * Collection statistics, behind an interface so that an external engine can supply them.
 */

/** What BM25 must know about the whole collection. */
export interface CollectionStatistics {
  /** Number of documents, empty ones included. */
  documentCount: number;
  /** Mean document length in tokens, empty documents included (SR-40). */
  averageLength: number;
  /** Number of documents that hold the term. */
  documentFrequency(term: string): number;
}
