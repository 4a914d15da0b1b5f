/**
 * The skills of a home over time: the first refresh reads everything, later ones look at every known
 * file and folder (one `stat` each) and read again only what changed (SR-50…53).
 */
import { FileAccess } from "../runtime/mod.ts";
import { claimOf, makeSkill, placeOf, type RootedSkill, settledFields } from "./assemble.ts";
import { type CategoryDescription, readCategoryDescription } from "./category.ts";
import { assignIds, assignLoads } from "./identity.ts";
import { readRecord, readSkillBody, type SkillRecord } from "./record.ts";
import type { Catalog, HomePlan, Problem, Root, Skill } from "./types.ts";
import { type Listing, MISSING_ROOT, type Walk, walkRoot } from "./walk.ts";
import { changedOwners, makeWatch, type Watch } from "./watch.ts";

/** What a refresh can be asked besides. */
export interface RefreshOptions {
  /** A newer plan to read from now on. @default the plan in force */
  plan?: HomePlan;
  /**
   * Called for every skill read or read again, with the text after its front matter. What depends on
   * other skills (`load`, `loadProblem`, `hiddenBecause`) is settled only when `refresh` returns.
   */
  onRead?: (skill: Skill, body: string) => void;
  /** Called for every `SKILL.md` path that is no longer there. */
  onGone?: (path: string) => void;
}

/** What a refresh found. */
export interface RefreshResult {
  catalog: Catalog;
  /** Whether anything differs from the catalog of the call before. */
  changed: boolean;
  /** Skills whose text was read by this call. */
  read: Skill[];
  /** Paths of `SKILL.md` files that are gone. */
  gone: string[];
}

/** A root with what was found below it. */
interface RootWalk extends Walk {
  root: Root;
}

/** Reads the skills of one plan and keeps them up to date. Bodies are not kept. */
export class CatalogStore {
  #plan: HomePlan;
  #files: FileAccess;
  #catalog: Catalog | null = null;
  #watch: Watch = makeWatch([]);
  readonly #listings = new Map<string, Listing>();
  readonly #records = new Map<string, SkillRecord>();
  readonly #descriptions = new Map<string, CategoryDescription>();
  /** Records that are read again, to tell a real change from a second look at a recent file. */
  readonly #outdated = new Map<string, SkillRecord>();
  #skills = new Map<string, Skill>();

  /** @param plan what to read; nothing is read yet */
  constructor(plan: HomePlan) {
    this.#plan = plan;
    this.#files = accessTo(plan);
  }

  /** Brings the catalog up to date. Never throws for what it finds on disk. */
  refresh(options: RefreshOptions = {}): RefreshResult {
    const owners = changedOwners(this.#watch, this.#files);
    for (const owner of owners) this.#forget(owner);
    const replanned = options.plan !== undefined && this.#adopt(options.plan);
    if (this.#catalog !== null && !replanned && owners.size === 0) {
      return { catalog: this.#catalog, changed: false, read: [], gone: [] };
    }
    return this.#readAll(replanned, options);
  }

  /** The text of a skill after its front matter, read anew; empty when it cannot be read any more. */
  readBody(skill: Skill): string {
    // Treated as a link, so that it is checked against the roots whatever it was when it was found.
    return readSkillBody({ path: skill.path, kind: "link", relative: "" }, this.#files);
  }

  /** @returns whether the plan says anything new */
  #adopt(plan: HomePlan): boolean {
    const isNew = comparable(plan) !== comparable(this.#plan);
    this.#plan = plan;
    if (!isNew) {
      if (this.#catalog !== null) this.#catalog = { ...this.#catalog, plan };
      return false;
    }
    this.#files = accessTo(plan);
    for (const [path, { linked }] of this.#records) if (linked) this.#forget(path);
    return true;
  }

  #forget(owner: string): void {
    this.#listings.delete(owner);
    this.#descriptions.delete(owner);
    const record = this.#records.get(owner);
    if (record === undefined) return;
    this.#outdated.set(owner, record);
    this.#records.delete(owner);
  }

  #readAll(replanned: boolean, options: RefreshOptions): RefreshResult {
    const { walks, used } = this.#walkRoots();
    const found = walks.flatMap(({ root, skills }) =>
      skills.map((skill): RootedSkill => ({ ...skill, root }))
    );
    const ids = assignIds(found.map(placeOf));
    const read: Skill[] = [];
    let skills = found.map((skill, at) => this.#readSkill(skill, ids[at]!, read, options));
    this.#outdated.clear();
    const fresh = new Set(read);
    skills = this.#settle(skills, found, walks, fresh);

    const gone = this.#dropGone(found, options);
    const catalog: Catalog = {
      plan: this.#plan,
      skills,
      categoryDescriptions: this.#describeCategories(walks),
      problems: this.#problems(used, skills),
      version: this.#catalog?.version ?? 0,
    };
    const changed = replanned || read.length > 0 || gone.length > 0 ||
      differs(catalog, this.#catalog);
    if (changed) catalog.version++;
    this.#watch = this.#watchOf(used, found);
    this.#skills = new Map(skills.map((skill) => [skill.path, skill]));
    this.#catalog = changed ? catalog : this.#catalog!;
    return { catalog: this.#catalog, changed, read, gone };
  }

  #walkRoots(): { walks: RootWalk[]; used: Set<Listing> } {
    const used = new Set<Listing>();
    const state = {
      files: this.#files,
      listings: this.#listings,
      visited: new Set<string>(),
      used,
    };
    const walks = this.#plan.roots.map((root) => ({ root, ...walkRoot(root.path, state) }));
    const paths = new Set([...used].map(({ path }) => path));
    for (const path of this.#listings.keys()) if (!paths.has(path)) this.#listings.delete(path);
    return { walks, used };
  }

  /** The skill as it is known, or read anew; its load is settled later. */
  #readSkill(found: RootedSkill, id: string, read: Skill[], options: RefreshOptions): Skill {
    const known = this.#records.get(found.path);
    const before = this.#skills.get(found.path);
    if (known !== undefined && before !== undefined) {
      return before.id === id ? before : { ...before, id };
    }
    const { record, body } = readRecord(found, this.#files, this.#plan.system !== "win32");
    this.#records.set(found.path, record);
    const outdated = this.#outdated.get(found.path);
    if (before?.id === id && outdated !== undefined && isSameText(record, outdated)) return before;
    const skill = makeSkill(found, id, record);
    read.push(skill);
    options.onRead?.(skill, body);
    return skill;
  }

  /** Gives every skill its load; what was read just now is completed in place, others are replaced. */
  #settle(
    skills: readonly Skill[],
    found: readonly RootedSkill[],
    walks: readonly RootWalk[],
    fresh: ReadonlySet<Skill>,
  ): Skill[] {
    const claims = found.map((place) => claimOf(place, this.#records.get(place.path)!));
    const flat = walks.flatMap(({ root, flat }) =>
      flat.map((relative) => ({ relative, source: root.source }))
    );
    const plugins = new Set(
      walks.flatMap(({ root, skills }) =>
        root.plugin !== undefined && root.pluginEnabled && skills.length > 0 ? [root.plugin] : []
      ),
    );
    const loads = assignLoads(claims, flat, plugins);
    return skills.map((skill, at) => {
      const fields = settledFields(skill, loads[at]!, this.#plan);
      if (fresh.has(skill)) return Object.assign(skill, fields);
      const same = skill.load === fields.load && skill.loadProblem === fields.loadProblem &&
        skill.hiddenBecause === fields.hiddenBecause;
      return same ? skill : { ...skill, ...fields };
    });
  }

  #dropGone(found: readonly RootedSkill[], options: RefreshOptions): string[] {
    const paths = new Set(found.map(({ path }) => path));
    const gone = [...this.#skills.keys()].filter((path) => !paths.has(path));
    for (const path of gone) {
      this.#records.delete(path);
      options.onGone?.(path);
    }
    return gone;
  }

  /** Descriptions by category; those of earlier roots win. */
  #describeCategories(walks: readonly RootWalk[]): Record<string, string> {
    const texts: Record<string, string> = {};
    const used = new Set<string>();
    for (const { path, category } of walks.flatMap(({ descriptions }) => descriptions)) {
      used.add(path);
      const known = this.#descriptions.get(path) ?? readCategoryDescription(path, this.#files);
      this.#descriptions.set(path, known);
      if (known.text !== "" && !Object.hasOwn(texts, category)) texts[category] = known.text;
    }
    for (const path of this.#descriptions.keys()) {
      if (!used.has(path)) this.#descriptions.delete(path);
    }
    return texts;
  }

  #problems(used: ReadonlySet<Listing>, skills: readonly Skill[]): Problem[] {
    // Most plugins bring no skills.
    const optional = new Set(
      this.#plan.roots.filter(({ source }) => source === "plugin").map(({ path }) => path),
    );
    const ofFolders = [...used].flatMap(({ problems }) => problems)
      .filter(({ path, reason }) => reason !== MISSING_ROOT || !optional.has(path))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    const ofSkills = skills.flatMap(({ path, loadProblem }) => {
      const { problems, unreadable } = this.#records.get(path)!;
      return loadProblem === null || unreadable !== null
        ? problems
        : [...problems, { path, reason: loadProblem }];
    });
    const ofCategories = [...this.#descriptions.values()].flatMap(({ problem }) => problem ?? []);
    return [...this.#plan.problems, ...ofFolders, ...ofSkills, ...ofCategories];
  }

  #watchOf(used: ReadonlySet<Listing>, found: readonly RootedSkill[]): Watch {
    const entries = [];
    for (const { path, stamp, watched } of used) {
      entries.push({ path, owner: path, stamp });
      for (const extra of watched) entries.push({ ...extra, owner: path });
    }
    for (const { path } of found) {
      entries.push({ path, owner: path, stamp: this.#records.get(path)!.stamp });
    }
    for (const [path, { stamp }] of this.#descriptions) entries.push({ path, owner: path, stamp });
    return makeWatch(entries);
  }
}

/** Access to the roots of a plan and nothing else; links to directories add to it during a walk. */
function accessTo(plan: HomePlan): FileAccess {
  return new FileAccess({ read: plan.roots.map(({ path }) => path) });
}

/** A plan without what says nothing about skills. */
function comparable({ sources: _sources, ...plan }: HomePlan): string {
  return JSON.stringify(plan);
}

function isSameText(a: SkillRecord, b: SkillRecord): boolean {
  return a.hash !== null && a.hash === b.hash;
}

function differs(now: Catalog, before: Catalog | null): boolean {
  return before === null || now.skills.length !== before.skills.length ||
    now.skills.some((skill, at) => skill !== before.skills[at]) ||
    JSON.stringify(now.categoryDescriptions) !== JSON.stringify(before.categoryDescriptions) ||
    JSON.stringify(now.problems) !== JSON.stringify(before.problems);
}
