/**
 * The `fields` ranker: BM25 per field, a convex sum of the fields, bonuses for phrases and for skills
 * named outright, and the evidence that the gate decides by (docs/quality.md).
 */
import { type IndexFigures, selectTop } from "../index/mod.ts";
import { clausesOf, quotedNames, readWishes, type SpeechAct, speechActOf } from "../text/mod.ts";
import type { DenseTurn } from "./dense.ts";
import {
  CROSS_SCRIPT_WEIGHT,
  isCjkText,
  SAME_SCRIPT_WEIGHT,
  standardised,
  TRANSLATED_WEIGHT,
} from "./dense_fusion.ts";
import { FieldScores, type ScoredField } from "./field_scores.ts";
import type { FieldsAnalyser, FieldsDocument } from "./fields_document.ts";
import {
  decayed,
  type FieldsQuery,
  mergeQueries,
  plainTerm,
  QueryAnalyser,
  type QueryTerm,
} from "./fields_query.ts";
import {
  admitted,
  type Candidate,
  openingConfidence,
  opens,
  skillConfidence,
  type SkillEvidence,
} from "./gate.ts";
import { ln } from "./math.ts";
import type {
  Query,
  QueryDescription,
  RankingAnswer,
  RankingIndex,
  RankingLimits,
} from "./model.ts";
import { SpellingIndex } from "./spelling.ts";
import type { Evidence } from "./types.ts";

/** Weights of the fields in the convex sum; each field is first divided by its best score. */
const NAME_WEIGHT = 0.26;
const BODY_WEIGHT = 0.78;
const LEAD_WEIGHT = 0.13;
const WHOLE_WEIGHT = 0.63;
/** Weight of matches in negative clauses, on the scale of the description. */
const NEGATIVE_WEIGHT = 0.1;
/** Weight of matching adjacent pairs, on the scale of the description. */
const PHRASE_WEIGHT = 0.5;
/** Weight of words the message rules out or doubts, on the scale of the description. */
const EXCLUDED_WEIGHT = 0.3;
/** Weight of the share of a skill's name that the message rules out or doubts. */
const EXCLUDED_NAME_WEIGHT = 0.6;
/** A skill with this share of its name ruled out is never shown. */
const EXCLUDED_NAME_SHARE = 0.5;
/** A skill named outright gets more than the convex sum can reach: it comes first. */
const NAMING_BONUS = { outright: 4, "in passing": 0.3, not: 0 } as const;
/** Confidence in a skill named outright. */
const NAMED_CONFIDENCE = 0.95;
/** Documents, best first, that are looked at for bonuses, beside those that are named outright. */
const BONUS_DEPTH = 24;
/** A message less sure than this as a whole is not read clause by clause. */
const MIN_CLAUSES_CONFIDENCE = 0.1;
/** Confidence from which the best hit of a clause moves up in the ranking too. */
const CLAUSE_CONFIDENCE = 0.8;
/** The best hit of a clause is raised to this share of the first hit's score. */
const CLAUSE_SCORE = 0.9;
/** A message with more terms of its own is no follow-up. */
const FOLLOW_UP_TERMS = 12;
/** Earlier turns that a follow-up inherits from. */
const FOLLOW_UP_TURNS = 3;

/** One ranking of all documents for one reading of the message. */
interface Pass {
  positions: number[];
  scores: number[];
  /** Probability that each of the first hits is right (as many as may be injected). */
  confidences: number[];
  /** Probability that the likeliest of them is right. */
  confidence: number;
  /** Terms of the message itself. */
  terms: number;
}

/** What the message says about which skills are meant or ruled out. */
interface Mentions {
  /** Names in quotes or after a slash, normalised. */
  quoted: ReadonlySet<string>;
  /** Terms ruled out. */
  excluded: ReadonlySet<number>;
  /** Terms ruled out or doubted. */
  doubted: ReadonlySet<number>;
}

/** What the dense layer adds. */
interface DenseScores {
  /** What it was found from. */
  dense: DenseTurn;
  /** By position, 0…1. */
  scores: Float64Array;
  /** Weight beside a best lexical score of 1. */
  weight: number;
}

const NO_PASS: Pass = { positions: [], scores: [], confidences: [], confidence: 0, terms: 0 };

/** Index of preset `default`. */
export class FieldsIndex implements RankingIndex {
  readonly figures: IndexFigures;
  readonly #analyser: FieldsAnalyser;
  readonly #documents: readonly FieldsDocument[];
  readonly #fields: FieldScores;
  readonly #queries: QueryAnalyser;
  readonly #scores: Float64Array;
  /** Positions by name key. */
  readonly #byName: ReadonlyMap<string, readonly number[]>;
  /** 1 for stems that begin a pair of the query in progress. */
  readonly #pairStarts: Uint8Array;
  #spellingIndex: SpellingIndex | null = null;
  /** ln(1+N): the unit of evidence. */
  readonly #unit: number;
  /** Whether most descriptions are written in a CJK script. */
  readonly #isCjkLibrary: boolean;
  /** 0, 1, 2, …, made when the dense layer first ranks. */
  #everyPosition: Uint32Array | null = null;
  /** Of the message asked last, whose hits are explained one by one. */
  #lastDense: DenseScores | null = null;

  constructor(analyser: FieldsAnalyser, documents: readonly FieldsDocument[]) {
    this.#analyser = analyser;
    this.#documents = documents;
    this.#fields = new FieldScores(analyser, documents);
    this.#scores = new Float64Array(documents.length);
    this.#queries = new QueryAnalyser(analyser, {
      documentFrequency: (stem) => this.#documentFrequency(stem),
      wordsLike: (word) => this.#spelling().like(word),
    });
    this.#pairStarts = new Uint8Array(analyser.table.stems.size);
    this.#byName = Map.groupBy(documents.keys(), (position) => documents[position]!.nameKey);
    this.#unit = ln(1 + Math.max(1, documents.length));
    this.#isCjkLibrary =
      2 * documents.filter(({ nd }) => 2 * nd.cjkTokens > nd.length).length > documents.length;
    const { offsets, documents: postings } = this.#fields.fields[4]!.stems;
    let terms = 0;
    for (let term = 0; term + 1 < offsets.length; term++) {
      if (offsets[term + 1]! > offsets[term]!) terms++;
    }
    this.figures = { documents: documents.length, terms, postings: postings.length };
  }

  rank(query: Query, limits: RankingLimits): RankingAnswer {
    const wishes = readWishes(query.text);
    const analysed = this.#analyse(wishes.wanted);
    const mentions = this.#mentions(query.text, analysed, wishes);
    const act = speechActOf(query.text, query.earlier.length > 0);
    let pass = this.#pass(analysed, mentions, limits, this.#denseScores(query, analysed));
    let injected = this.#inject(pass, act, limits);
    if (limits.gate) {
      if (injected.length === 0) {
        const followUp = this.#followUp(query.earlier, analysed, mentions, limits);
        if (followUp !== null) {
          pass = followUp;
          injected = this.#inject(pass, act, limits);
        }
      }
      if (pass.confidence >= MIN_CLAUSES_CONFIDENCE && !this.#analyser.without.has("clauses")) {
        for (const clause of clausesOf(wishes.wanted)) {
          const analysedClause = this.#analyse(clause);
          if (this.#isServed(analysedClause, injected)) continue;
          // A skill that is named in another clause must not lead this one.
          const part = this.#pass(
            analysedClause,
            { ...mentions, quoted: quotedNames(clause) },
            limits,
          );
          const [leader] = this.#inject(part, act, { ...limits, inject: 1 });
          if (leader === undefined) continue;
          if (!injected.includes(leader)) injected.push(leader);
          raise(pass, leader, {
            toScore: part.confidence >= CLAUSE_CONFIDENCE ? CLAUSE_SCORE * pass.scores[0]! : 0,
            toConfidence: part.confidences[part.positions.indexOf(leader)]!,
          });
        }
      }
      injected = injected.slice(0, limits.inject);
    }
    return {
      hits: pass.positions.slice(0, limits.results).map((position, at) => ({
        position,
        score: pass.scores[at]!,
        confidence: pass.confidences[at] ?? null,
      })),
      confidence: pass.confidence,
      injected,
    };
  }

  evidence(query: Query, position: number): Evidence[] {
    const analysed = this.#analyse(readWishes(query.text).wanted);
    const { terms } = analysed;
    const evidence = this.#fields.fields.filter(({ name }) => name !== "whole").map((
      field,
    ): Evidence => {
      const parts = terms.map((term) => ({
        term: term.label,
        score: this.#fields.contribution(field, term, position),
        ...(term.from === null ? {} : { from: term.from }),
      })).filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
      const score = parts.reduce((sum, part) => sum + part.score, 0);
      return { field: field.name, score, terms: parts };
    }).filter(({ terms }) => terms.length > 0);
    const dense = this.#denseScores(query, analysed);
    const score = dense === null ? 0 : dense.weight * dense.scores[position]!;
    return score > 0 ? [...evidence, { field: "dense", score, terms: [] }] : evidence;
  }

  describeQuery(query: Query): QueryDescription {
    const wishes = readWishes(query.text);
    const { terms } = this.#analyse(wishes.wanted);
    const clauses = clausesOf(wishes.wanted);
    return {
      terms: terms.map((term) => ({
        term: term.label,
        weight: term.stemWeight + term.exactWeight,
        ...(term.from === null ? {} : { from: term.from }),
        documents: this.#documentFrequency(term.stem),
      })),
      notes: [
        ...(wishes.excluded === "" ? [] : [`ruled out: ${wishes.excluded.trim()}`]),
        ...(wishes.doubted === "" ? [] : [`doubted: ${wishes.doubted.trim()}`]),
        ...clauses.map((clause) => `clause: ${clause}`),
      ],
    };
  }

  /** Evidence of the first hits, for fitting the gate (`scripts/fit_gate.ts`). */
  gateEvidence(text: string, depth: number): { position: number; evidence: SkillEvidence }[] {
    const wishes = readWishes(text);
    const analysed = this.#analyse(wishes.wanted);
    const ranking = this.#score(analysed, this.#mentions(text, analysed, wishes), depth);
    const first = ranking.scores[0] ?? 1;
    const rows = ranking.positions.slice(0, depth).map((position, at) => ({
      position,
      evidence: this.#evidenceFor(
        analysed,
        ranking.pairs,
        position,
        shareOf(ranking.scores[at]!, first),
      ),
    }));
    this.#clear(analysed.sequence);
    return rows;
  }

  #analyse(text: string): FieldsQuery {
    return this.#queries.analyse(text);
  }

  /** Words for typo repair, collected when the first unknown word is met. */
  #spelling(): SpellingIndex {
    return this.#spellingIndex ??= new SpellingIndex(
      this.#documents.flatMap(({ ndExact }) => [...ndExact.terms]),
      this.#analyser.table.exact,
    );
  }

  #documentFrequency(stem: number): number {
    if (stem < 0) return 0;
    let most = 0;
    for (const { name, stems: { offsets } } of this.#fields.fields) {
      if (name === "name" || name === "lead" || stem + 1 >= offsets.length) continue;
      most = Math.max(most, offsets[stem + 1]! - offsets[stem]!);
    }
    return most;
  }

  #mentions(
    text: string,
    wanted: FieldsQuery,
    { excluded, doubted }: { excluded: string; doubted: string },
  ): Mentions {
    const terms = (span: string) => span === "" ? [] : this.#analyse(span).terms;
    const known = new Set(wanted.terms.map(({ stem }) => stem));
    const ruledOut = new Set(terms(excluded).map(({ stem }) => stem));
    return {
      quoted: quotedNames(text),
      excluded: ruledOut,
      doubted: new Set([
        ...[...ruledOut].filter((stem) => !known.has(stem)),
        ...terms(doubted).filter(({ from }) => from === null).map(({ stem }) => stem),
      ]),
    };
  }

  /** What the dense layer says to a message, weighed by whether words can meet at all. */
  #denseScores({ text, dense }: Query, { terms }: FieldsQuery): DenseScores | null {
    if (dense === undefined || this.#documents.length === 0) return null;
    if (this.#lastDense?.dense === dense) return this.#lastDense;
    const crosses = isCjkText(text) !== this.#isCjkLibrary;
    return this.#lastDense = {
      dense,
      scores: standardised(dense.index.similarities(dense.vector)),
      weight: !crosses
        ? SAME_SCRIPT_WEIGHT
        : this.#areTranslated(terms)
        ? TRANSLATED_WEIGHT
        : CROSS_SCRIPT_WEIGHT,
    };
  }

  /** Whether the lexicon lets words of a message meet a library in another script. */
  #areTranslated(terms: FieldsQuery["terms"]): boolean {
    return terms.some(({ stem, from }) =>
      (this.#isCjkLibrary || (from !== null && isCjkText(from))) &&
      this.#documentFrequency(stem) > 0
    );
  }

  /** Ranks all documents and judges the first ones. */
  #pass(
    query: FieldsQuery,
    mentions: Mentions,
    limits: RankingLimits,
    dense: DenseScores | null = null,
  ): Pass {
    if (query.terms.length === 0 && dense === null) return NO_PASS;
    const ranking = this.#score(query, mentions, Math.max(limits.results, limits.pool), dense);
    if (ranking.positions.length === 0) {
      this.#clear(query.sequence);
      return NO_PASS;
    }
    const first = ranking.scores[0]!;
    const candidates = ranking.positions.slice(0, Math.min(limits.pool, limits.inject)).map(
      (position, at): Candidate => {
        const relative = shareOf(ranking.scores[at]!, first);
        const evidence = this.#evidenceFor(query, ranking.pairs, position, relative);
        const confidence = ranking.blocked.has(position)
          ? 0
          : ranking.named.has(position)
          ? NAMED_CONFIDENCE
          : skillConfidence(evidence);
        return { evidence, confidence };
      },
    );
    const confidence = ranking.named.has(ranking.positions[0]!)
      ? NAMED_CONFIDENCE
      : openingConfidence(candidates);
    const confidences = candidates.map((candidate) => candidate.confidence);
    this.#clear(query.sequence);
    const { positions, scores } = ranking;
    return { positions, scores, confidences, confidence, terms: query.ownTerms };
  }

  /**
   * Scores all documents:
   * S(d) = Σ_f λ_f·S_f(d)/max S_f − ν·negative/max S_nd + λ·dense(d)·max S + bonuses on the first
   * `BONUS_DEPTH`. The accumulators stay filled until they are cleared.
   */
  #score(
    query: FieldsQuery,
    mentions: Mentions,
    depth: number,
    dense: DenseScores | null = null,
  ) {
    const accumulated = this.#fields;
    for (const term of query.terms) accumulated.add(term);
    const [nd, name, body, lead, whole] = accumulated.fields as ScoredFields;
    const scale = accumulated.fields.map(({ best }) => (best > 0 ? 1 / best : 0));
    const ndScale = scale[0]!;
    const scores = this.#scores;
    if (dense !== null) scores.fill(0);
    let best = 0;
    for (let at = 0; at < accumulated.touchedCount; at++) {
      const position = accumulated.touched[at]!;
      const sum = nd.scores[position]! * ndScale +
        NAME_WEIGHT * name.scores[position]! * scale[1]! +
        BODY_WEIGHT * body.scores[position]! * scale[2]! +
        LEAD_WEIGHT * lead.scores[position]! * scale[3]! +
        WHOLE_WEIGHT * whole.scores[position]! * scale[4]!;
      const against = NEGATIVE_WEIGHT * accumulated.negativeScores[position]! * ndScale;
      const score = against > 0 ? Math.max(1e-9, sum - against) : sum;
      scores[position] = score;
      if (score > best) best = score;
    }
    if (dense !== null) addDense(scores, dense, best);
    const top = selectTop(
      scores,
      dense === null
        ? accumulated.touched
        : (this.#everyPosition ??= positionsBelow(scores.length)),
      dense === null ? accumulated.touchedCount : scores.length,
      Math.max(depth, BONUS_DEPTH),
    );
    const pairs = this.#pairsOf(query.sequence);
    const named = new Set<number>();
    const blocked = new Set<number>();
    const meant = [...mentions.quoted].flatMap((key) => this.#byName.get(key) ?? [])
      .filter((position) => nd.scores[position]! > 0);
    const looked = new Set([...top.positions.slice(0, BONUS_DEPTH), ...meant]);
    const rescored = [...new Set([...top.positions, ...meant])].map((position) => {
      let score = scores[position]!;
      if (looked.has(position)) {
        score += PHRASE_WEIGHT * this.#phrases(pairs, position) * ndScale;
        if (mentions.doubted.size > 0) {
          const share = this.#nameShare(mentions.doubted, position);
          const impact = this.#impactOf(mentions.doubted, position);
          score -= EXCLUDED_NAME_WEIGHT * share + EXCLUDED_WEIGHT * impact * ndScale;
        }
        if (
          mentions.excluded.size > 0 &&
          this.#nameShare(mentions.excluded, position) >= EXCLUDED_NAME_SHARE
        ) {
          blocked.add(position);
        } else {
          const naming = namingOf(this.#documents[position]!, query.sequence, mentions.quoted);
          if (naming === "outright") named.add(position);
          score += NAMING_BONUS[naming];
        }
      }
      return { position, score };
    });
    rescored.sort((a, b) => b.score - a.score || a.position - b.position);
    return {
      positions: rescored.map(({ position }) => position),
      scores: rescored.map(({ score }) => score),
      named,
      blocked,
      pairs,
    };
  }

  /** Whether a skill that is shown anyway holds the rarest word of a clause in name or description. */
  #isServed({ terms }: FieldsQuery, injected: readonly number[]): boolean {
    const [nd, , , , whole] = this.#fields.fields as ScoredFields;
    let rarest: QueryTerm | null = null;
    for (const term of terms) {
      if (term.from !== null) continue;
      const idf = whole.stems.idf[term.stem] ?? 0;
      if (rarest === null || idf > (whole.stems.idf[rarest.stem] ?? 0)) rarest = term;
    }
    return rarest === null ||
      injected.some((position) => this.#fields.contribution(nd, rarest, position) > 0);
  }

  /** Positions that a pass lets through. */
  #inject(pass: Pass, act: SpeechAct, limits: RankingLimits): number[] {
    if (!limits.gate) return pass.positions.slice(0, Math.min(limits.pool, limits.inject));
    if (!opens({ ...pass, act })) return [];
    return admitted(pass.confidences).slice(0, limits.inject).map((at) => pass.positions[at]!);
  }

  /**
   * A short message without clear evidence of its own, read together with what was said before. A
   * skill must still carry evidence of this message; null when none does.
   */
  #followUp(
    earlier: readonly string[],
    own: FieldsQuery,
    mentions: Mentions,
    limits: RankingLimits,
  ): Pass | null {
    if (earlier.length === 0 || own.terms.length === 0 || own.ownTerms > FOLLOW_UP_TERMS) {
      return null;
    }
    const turns = earlier.slice(-FOLLOW_UP_TURNS).reverse();
    const before = turns.map((text, at) => decayed(this.#analyse(readWishes(text).wanted), at + 1));
    const pass = this.#pass(mergeQueries(own, before), mentions, limits);
    const [nd] = this.#fields.fields as ScoredFields;
    const confidences = pass.confidences.map((confidence, at) =>
      own.terms.some((term) => this.#fields.contribution(nd, term, pass.positions[at]!) > 0)
        ? confidence
        : 0
    );
    return confidences[0] === 0 ? null : { ...pass, confidences };
  }

  /** Σ √(idf·idf) over the pairs of the message that a skill's name or description holds. */
  #phrases(pairs: PhrasePairs, position: number): number {
    const { sequence } = this.#documents[position]!;
    const starts = this.#pairStarts;
    let sum = 0;
    let found: Set<number> | null = null;
    for (let at = 0; at + 1 < sequence.length; at++) {
      const first = sequence[at]!;
      if (first < 0 || starts[first] !== 1) continue;
      const key = pairKey(first, sequence[at + 1]!);
      const weight = pairs.get(key);
      if (weight === undefined || found?.has(key)) continue;
      (found ??= new Set()).add(key);
      sum += weight;
    }
    return sum;
  }

  /** The adjacent pairs of a message with their weights; marks their first stems. */
  #pairsOf(sequence: readonly number[]): PhrasePairs {
    const { idf } = this.#fields.fields[0]!.stems;
    const pairs = new Map<number, number>();
    if (this.#analyser.without.has("phrases")) return pairs;
    for (let at = 0; at + 1 < sequence.length; at++) {
      const first = sequence[at]!;
      const second = sequence[at + 1]!;
      if (first < 0 || second < 0 || first === second) continue;
      const weight = Math.sqrt((idf[first] ?? 0) * (idf[second] ?? 0));
      if (!(weight > 0)) continue;
      pairs.set(pairKey(first, second), weight);
      this.#pairStarts[first] = 1;
    }
    return pairs;
  }

  /** Ends a pass: nothing of its query is left in the shared arrays. */
  #clear(sequence: readonly number[]): void {
    for (const stem of sequence) if (stem >= 0) this.#pairStarts[stem] = 0;
    this.#fields.clear();
  }

  /** Share of a skill's name, by idf, that a set of terms makes up. */
  #nameShare(terms: ReadonlySet<number>, position: number): number {
    const { idf } = this.#fields.fields[1]!.stems;
    let all = 0;
    let covered = 0;
    for (const stem of this.#documents[position]!.nameSequence) {
      const weight = idf[stem] ?? 0;
      all += weight;
      if (terms.has(stem)) covered += weight;
    }
    return all > 0 ? covered / all : 0;
  }

  #impactOf(terms: ReadonlySet<number>, position: number): number {
    const nd = this.#fields.fields[0]!;
    let sum = 0;
    for (const stem of terms) {
      sum += this.#fields.contribution(nd, plainTerm("", stem), position);
    }
    return sum;
  }

  #evidenceFor(
    query: FieldsQuery,
    pairs: PhrasePairs,
    position: number,
    relative: number,
  ): SkillEvidence {
    const unit = this.#unit;
    const [nd, , body, , whole] = this.#fields.fields as ScoredFields;
    const document = this.#documents[position]!;
    const bySource = new Map<string | number, number>();
    let synonyms = 0;
    let negativeOnly = 0;
    for (const term of query.terms) {
      const value = this.#fields.contribution(nd, term, position);
      if (value > 0) {
        const source = term.from ?? term.stem;
        bySource.set(source, (bySource.get(source) ?? 0) + value);
        if (term.shallow) synonyms += value;
      } else if (term.from === null && document.negative.terms.includes(term.stem)) {
        const idf = Math.max(
          nd.stems.idf[term.stem] ?? 0,
          this.#fields.negative.idf[term.stem] ?? 0,
        );
        negativeOnly += idf * (term.stemWeight + term.exactWeight);
      }
    }
    const strongest = [...bySource.values()].sort((a, b) => b - a);
    return {
      description: nd.scores[position]! / unit,
      body: body.scores[position]! / unit,
      whole: whole.scores[position]! / unit,
      phrases: this.#phrases(pairs, position) / unit,
      third: (strongest[2] ?? 0) / unit,
      synonyms: synonyms / unit,
      negativeOnly: negativeOnly / unit,
      relative,
    };
  }
}

type ScoredFields = [ScoredField, ScoredField, ScoredField, ScoredField, ScoredField];

/** Adds the dense scores on the scale of the best lexical one, or alone where there is none. */
function addDense(scores: Float64Array, dense: DenseScores, best: number): void {
  const unit = dense.weight * (best > 0 ? best : 1);
  for (let position = 0; position < scores.length; position++) {
    scores[position]! += unit * dense.scores[position]!;
  }
}

function positionsBelow(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, position) => position);
}

/** Gives the best hit of a clause at least a score and a confidence. */
function raise(
  pass: Pass,
  position: number,
  { toScore, toConfidence }: { toScore: number; toConfidence: number },
): void {
  const { positions, scores, confidences } = pass;
  const at = positions.indexOf(position);
  if (at >= 0 && scores[at]! >= toScore) {
    if (at < confidences.length) confidences[at] = Math.max(confidences[at]!, toConfidence);
    return;
  }
  if (at >= 0) {
    positions.splice(at, 1);
    scores.splice(at, 1);
    confidences.splice(at, 1);
  }
  const lower = scores.findIndex((other) => other < toScore);
  const place = lower < 0 ? scores.length : lower;
  while (confidences.length < place) confidences.push(0);
  positions.splice(place, 0, position);
  scores.splice(place, 0, toScore);
  confidences.splice(place, 0, toConfidence);
}

/** A score divided by that of the first hit; 0 where words that are ruled out outweigh all others. */
function shareOf(score: number, first: number): number {
  return first > 0 ? score / first : 0;
}

/** How a message names a skill. */
type Naming = "outright" | "in passing" | "not";

/**
 * How the message names a skill: *outright* by its name in quotes, after a slash or with its hyphens;
 * *in passing* when the two words of its name stand side by side,
 * as they do in many a sentence that means neither.
 */
function namingOf(
  { nameSequence, nameKey }: FieldsDocument,
  sequence: readonly number[],
  quoted: ReadonlySet<string>,
): Naming {
  if (quoted.size > 0 && quoted.has(nameKey)) return "outright";
  const length = nameSequence.length;
  if (length < 2) return "not";
  for (let start = 0; start + length <= sequence.length; start++) {
    let at = 0;
    while (at < length && sequence[start + at] === nameSequence[at]) at++;
    if (at === length) return "in passing";
  }
  return "not";
}

/** Weight of each adjacent pair of a message, by `pairKey`. */
type PhrasePairs = ReadonlyMap<number, number>;

function pairKey(first: number, second: number): number {
  return first * 2 ** 26 + second;
}
