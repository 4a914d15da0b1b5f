/**
 * What a preset's ranking is made of: documents are analysed once each, an index is built over any
 * selection of them, a query is answered by the index.
 */
import type { DocumentSource, IndexFigures } from "../index/mod.ts";
import type { UserLexicon } from "../text/mod.ts";
import type { DenseTurn } from "./dense.ts";
import type { EagleEyeOptions } from "./eagle_eye_model.ts";
import type { SkillEvidence } from "./gate.ts";
import type { SynonymFile } from "./synonym_file.ts";
import type { Evidence } from "./types.ts";

/** A user turn as the rankers take it. */
export interface Query {
  /** Text of the message. */
  text: string;
  /** Texts of earlier user turns, oldest first. */
  earlier: readonly string[];
  /**
   * Vectors of the message and of the skills, in the order of the index that is asked. Absent while
   * the dense layer is off, being built or failing. @default none
   */
  dense?: DenseTurn;
}

/** How many hits are wanted, and who decides what is injected. */
export interface RankingLimits {
  /** Most hits in the ranking. */
  results: number;
  /** How many of the first hits may be injected (the pool). */
  pool: number;
  /** Most hits injected. */
  inject: number;
  /** Whether the calibrated confidence decides; otherwise the first `inject` hits are taken. */
  gate: boolean;
}

/** One ranked document. */
export interface RankedDocument {
  /** Position in the index. */
  position: number;
  score: number;
  /** Calibrated probability that this document is right, or null without a gate model. */
  confidence: number | null;
}

/** Answer of an index to one query. */
export interface RankingAnswer {
  /** Best first. */
  hits: RankedDocument[];
  /** Calibrated probability that the first hit is right, or null without a gate model. */
  confidence: number | null;
  /** Positions let through, best first. */
  injected: number[];
}

/** An index over a selection of analysed documents. */
export interface RankingIndex {
  readonly figures: IndexFigures;
  rank(query: Query, limits: RankingLimits): RankingAnswer;
  /** Why one document scores as it does: the numbers the ranking itself used. */
  evidence(query: Query, position: number): Evidence[];
  /** What the query was understood as, for `explain`. */
  describeQuery(query: Query): QueryDescription;
  /**
   * What the gate reads off the first hits of a message, best first. Earlier turns and the clauses of
   * the message are left out. Absent in models without a gate.
   * @param depth most hits
   */
  gateEvidence?(text: string, depth: number): { position: number; evidence: SkillEvidence }[];
}

/** The query after analysis, for people. */
export interface QueryDescription {
  /** Terms in order, each with its weight and, where it was translated or repaired, its origin. */
  terms: { term: string; weight: number; from?: string; documents: number }[];
  /** Further remarks, e.g. excluded words. */
  notes: string[];
}

/** What a model is made with. */
export interface ModelOptions {
  /** Reads the user's own lexicon; called by the models that use one. @default none */
  lexicon?: () => UserLexicon | null;
  /** Reads the user's synonyms; called by the models that use them. @default none */
  synonyms?: () => SynonymFile;
  /** Numbers and gates of preset `eagle-eye`. @default those of its specification */
  eagleEye?: EagleEyeOptions;
  /** Names of parts to switch off, for ablation. @default none */
  without?: ReadonlySet<string>;
}

/** A ranking model: the analysis and the index of a preset. */
export interface RankingModel<Document = unknown> {
  /** Whether `analyse` reads whole bodies, which a resident process leaves for later. */
  readonly readsBody: boolean;
  /**
   * Analyses one skill.
   * @param body text after the front matter, or null while it is not read yet
   */
  analyse(source: DocumentSource, body: string | null): Document;
  /** Builds an index over documents of this model. */
  index(documents: readonly Document[]): RankingIndex;
}
