/**
 * The searchable skills of one home: catalog, analysed documents and a few indexes over them, kept
 * up to date from turn to turn.
 */
import {
  type Catalog,
  CatalogStore,
  hiddenReason,
  type HomePlan,
  type SessionFacts,
  type Skill,
} from "../catalog/mod.ts";
import { monotonicMs } from "../runtime/mod.ts";
import type { LibraryVectors } from "./library_vectors.ts";
import { LeastRecentlyUsed } from "./lru.ts";
import type { RankingIndex, RankingModel } from "./model.ts";

/** Indexes kept per home, one for each set of visible skills (SR-54). */
const MAX_INDEXES = 8;
/** Session facts remembered as seeing no skill at all. */
const MAX_EMPTY = 64;

/** An index together with the skills its positions mean. */
export interface VisibleIndex {
  index: RankingIndex;
  /** Skill at each position. */
  skills: readonly Skill[];
  /** The session facts it was selected by. */
  session: SessionFacts;
}

/** An index that was built just now. */
export interface BuiltIndex extends VisibleIndex {
  /** Whether it has no skill and the last one for the same facts had some, or there was none (SR-44). */
  newlyEmpty: boolean;
}

/** Skills, analyses and indexes of one home under one ranking model. */
export class SkillLibrary {
  readonly #store: CatalogStore;
  readonly #model: RankingModel;
  readonly #documents = new Map<string, unknown>();
  readonly #indexes = new LeastRecentlyUsed<string, VisibleIndex>(MAX_INDEXES);
  /** Keys whose last index had no skill; it outlives the indexes. */
  readonly #empty = new LeastRecentlyUsed<string, true>(MAX_EMPTY);
  /** Paths whose bodies are not analysed yet, when they are read in the background. */
  readonly #pending = new Map<string, Skill>();
  readonly #inBackground: boolean;
  readonly #vectors: LibraryVectors | null;
  #catalog: Catalog | null = null;
  /** Plan of the home; a newer one is read from at the next refresh. */
  plan: HomePlan;

  /**
   * @param bodiesInBackground whether `refresh` analyses names and descriptions only, and bodies
   * follow through `analyseNextBodies` (a resident server answers at once that way)
   * @param vectors is told of every skill, where there is a dense layer
   */
  constructor(
    plan: HomePlan,
    model: RankingModel,
    bodiesInBackground: boolean,
    vectors: LibraryVectors | null = null,
  ) {
    this.plan = plan;
    this.#store = new CatalogStore(plan);
    this.#model = model;
    this.#inBackground = bodiesInBackground && model.readsBody;
    this.#vectors = vectors;
  }

  /** The catalog as of the last refresh. */
  get catalog(): Catalog {
    return this.#catalog ?? this.refresh();
  }

  /** Skills whose bodies still wait to be analysed. */
  get pendingBodies(): number {
    return this.#pending.size;
  }

  /** Sees every change on disk and analyses what is new. */
  refresh(): Catalog {
    const { catalog, changed } = this.#store.refresh({
      plan: this.plan,
      onRead: (skill, body) => {
        this.#documents.set(
          skill.path,
          this.#model.analyse(skill, this.#inBackground ? null : body),
        );
        if (this.#inBackground) this.#pending.set(skill.path, skill);
        this.#vectors?.see(skill, body);
      },
      onGone: (path) => {
        this.#documents.delete(path);
        this.#pending.delete(path);
        this.#vectors?.forget(path);
      },
    });
    if (changed) this.#indexes.clear();
    this.#catalog = catalog;
    return catalog;
  }

  /**
   * Analyses waiting bodies for about `budgetMs` milliseconds. With the last one, the indexes in use
   * are built anew, so that the next turn finds them ready.
   */
  analyseNextBodies(budgetMs: number): void {
    const end = monotonicMs() + budgetMs;
    for (const [path, skill] of this.#pending) {
      this.#pending.delete(path);
      this.#documents.set(path, this.#model.analyse(skill, this.#store.readBody(skill)));
      if (monotonicMs() >= end) break;
    }
    if (this.#pending.size > 0) return;
    const sessions = [...this.#indexes.values()].map(({ session }) => session);
    this.#indexes.clear();
    for (const session of sessions) this.indexFor(session);
  }

  /** The text of a skill after its header as it is now; empty where it cannot be read. */
  readBody(skill: Skill): string {
    return this.#store.readBody(skill);
  }

  /** Drops every index; the next query builds them anew (SR-53). */
  dropIndexes(): void {
    this.#indexes.clear();
  }

  /**
   * The index over the skills one session can see, built when it is not cached.
   * @param onBuilt called with the new index and the milliseconds it took
   */
  indexFor(
    session: SessionFacts,
    onBuilt?: (built: BuiltIndex, elapsedMs: number) => void,
  ): VisibleIndex {
    const key = JSON.stringify([
      session.platform,
      session.tools,
      session.toolsets,
      session.names,
      session.failed,
    ]);
    const cached = this.#indexes.get(key);
    if (cached !== undefined) return cached;
    const start = monotonicMs();
    const { plan, skills } = this.catalog;
    const visible = skills.filter((skill) =>
      skill.load !== null && hiddenReason(skill, session, plan) === null
    );
    const documents = visible.map((skill) => this.#documents.get(skill.path));
    const built = { index: this.#model.index(documents), skills: visible, session };
    this.#indexes.set(key, built);
    const newlyEmpty = visible.length === 0 && !this.#empty.has(key);
    if (visible.length === 0) this.#empty.set(key, true);
    else this.#empty.delete(key);
    onBuilt?.({ ...built, newlyEmpty }, monotonicMs() - start);
    return built;
  }
}
