/**
 * Walks a root for skills by the host's rules (contract §5.4), over listings that are kept from one
 * walk to the next.
 */
import { SEPARATOR } from "@std/path";
import type { FileAccess, FileError } from "../runtime/mod.ts";
import { type Stamp, stampOf } from "./stamp.ts";
import type { Problem } from "./types.ts";

/** Directory names that are never walked, wherever they stand below a root. */
const PRUNED = new Set(
  (".git .github .hub .archive .curator_backups .locks .venv venv node_modules site-packages " +
    "__pycache__ .tox .nox .pytest_cache .mypy_cache .ruff_cache").split(" "),
);
/** Directory names that are not walked inside a skill. */
const SUPPORT = new Set(["references", "templates", "assets", "scripts"]);
const SKILL_FILE = "SKILL.md";
const DESCRIPTION_FILE = "DESCRIPTION.md";
/** Folder of organisation mirrors below a root, and the file that names the active one (SR-51). */
const ORGANIZATIONS = "_org";
const ACTIVE_ORGANIZATION = ".active_org";
const MAX_MARKER_BYTES = 4096;
/** What one directory holds, as far as the catalog cares. */
export interface Listing {
  path: string;
  stamp: Stamp;
  /** Names of sub-directories to walk. */
  directories: string[];
  /** Paths of links to directories, to walk after all others. */
  links: string[];
  /** What is looked at for changes besides the directory itself. */
  watched: { path: string; stamp: Stamp }[];
  /** What `SKILL.md` is here, or null. */
  skill: "file" | "link" | "other" | null;
  hasDescription: boolean;
  /** Names of other Markdown files, without `.md`. */
  markdown: string[];
  problems: Problem[];
}

/** A `SKILL.md` found by a walk. */
export interface FoundSkill {
  path: string;
  kind: "file" | "link" | "other";
  /** Path of its directory relative to the root, with `/`; empty for the root itself. */
  relative: string;
}

/** What a walk found below one root. */
export interface Walk {
  /** Sorted by path. */
  skills: FoundSkill[];
  /** Paths of `DESCRIPTION.md` with their category, sorted by path. */
  descriptions: { path: string; category: string }[];
  /** Flat Markdown files that `skill_view` takes for skills: relative paths without `.md`. */
  flat: string[];
}

/** Listings by path, and the real paths that a refresh has walked already. */
export interface WalkState {
  files: FileAccess;
  listings: Map<string, Listing>;
  /** Real paths of directories walked in this refresh: each is walked once, so loops end. */
  visited: Set<string>;
  /** Listings used in this refresh. */
  used: Set<Listing>;
}

interface Step {
  path: string;
  real: string;
  /** Relative path with `/`, empty for the root. */
  relative: string;
  insideSkill: boolean;
}

/** What is said of a root that is not there. */
export const MISSING_ROOT = "the skill folder does not exist";

/** Walks one root; what is listed already and unchanged is not listed again. */
export function walkRoot(root: string, state: WalkState): Walk {
  const walk: Walk = { skills: [], descriptions: [], flat: [] };
  const steps: Step[] = [{
    path: root,
    real: realOrSame(state.files, root),
    relative: "",
    insideSkill: false,
  }];
  const links: Step[] = [];
  for (let step = steps.pop() ?? links.pop(); step; step = steps.pop() ?? links.pop()) {
    if (state.visited.has(step.real)) continue;
    state.visited.add(step.real);
    const listing = listingOf(step, state);
    collect(listing, step, walk);
    const insideSkill = step.insideSkill || listing.skill !== null;
    for (const name of listing.directories) {
      steps.push({ ...below(step, name), real: step.real + SEPARATOR + name, insideSkill });
    }
    for (const link of listing.links) {
      const real = followed(link, step.real, listing, state.files);
      const name = link.slice(step.path.length + 1);
      if (real !== null) links.push({ ...below(step, name), real, insideSkill });
    }
    // Links are taken in the order of their paths, whatever order the system lists them in.
    links.sort((a, b) => (a.path < b.path ? 1 : -1));
  }
  walk.skills.sort(byPath);
  walk.descriptions.sort(byPath);
  return walk;
}

function below(step: Step, name: string): { path: string; relative: string } {
  return {
    path: step.path + SEPARATOR + name,
    relative: step.relative === "" ? name : `${step.relative}/${name}`,
  };
}

function collect(listing: Listing, step: Step, walk: Walk): void {
  const prefix = step.path + SEPARATOR;
  if (listing.skill !== null) {
    walk.skills.push({ path: prefix + SKILL_FILE, kind: listing.skill, relative: step.relative });
  }
  if (listing.hasDescription) {
    walk.descriptions.push({
      path: prefix + DESCRIPTION_FILE,
      category: step.relative === "" ? "general" : step.relative,
    });
  }
  if (step.insideSkill || listing.skill !== null) return;
  for (const name of listing.markdown) {
    walk.flat.push(step.relative === "" ? name : `${step.relative}/${name}`);
  }
}

/** Real path of a linked directory; a link back to a folder above it is a problem and not followed. */
function followed(link: string, above: string, listing: Listing, files: FileAccess): string | null {
  try {
    const real = files.followDirectoryLink(link);
    if (above !== real && !above.startsWith(real + SEPARATOR)) return real;
    addOnce(listing.problems, {
      path: link,
      reason: "the link leads back to a folder above it; it is not followed",
    });
  } catch (error) {
    addOnce(listing.problems, {
      path: link,
      reason: `the link cannot be followed (${(error as Error).message})`,
    });
  }
  return null;
}

function addOnce(problems: Problem[], problem: Problem): void {
  if (!problems.some(({ path }) => path === problem.path)) problems.push(problem);
}

function listingOf(step: Step, state: WalkState): Listing {
  const listing = state.listings.get(step.path) ?? list(step, state.files);
  state.listings.set(step.path, listing);
  state.used.add(listing);
  return listing;
}

function list(step: Step, files: FileAccess): Listing {
  const { path } = step;
  const listing: Listing = {
    path,
    stamp: stampOf(files, path),
    directories: [],
    links: [],
    watched: [],
    skill: null,
    hasDescription: false,
    markdown: [],
    problems: [],
  };
  try {
    const entries = files.list(path);
    listing.skill = skillKind(entries);
    for (const { name, kind } of entries) {
      if (kind === "directory") addDirectory(name, listing, files);
      else if (kind === "link" && !name.endsWith(".md")) addLink(name, listing, files);
      else if (name === DESCRIPTION_FILE) listing.hasDescription = kind !== "other";
      else if (name.endsWith(".md") && name !== SKILL_FILE) {
        listing.markdown.push(name.slice(0, -3));
      }
    }
    if (step.relative === ORGANIZATIONS) keepActiveOrganization(listing, files);
  } catch (error) {
    listing.problems.push({
      path,
      reason: listingReason(error as FileError, step.relative === ""),
    });
  }
  return listing;
}

function skillKind(entries: readonly { name: string; kind: string }[]): Listing["skill"] {
  const entry = entries.find(({ name, kind }) => name === SKILL_FILE && kind !== "directory");
  return entry === undefined ? null : entry.kind as Listing["skill"];
}

function isPruned(name: string, listing: Listing): boolean {
  return PRUNED.has(name) || (listing.skill !== null && SUPPORT.has(name));
}

function addDirectory(name: string, listing: Listing, files: FileAccess): void {
  if (!isPruned(name, listing)) listing.directories.push(name);
  else if (SUPPORT.has(name)) reportPrunedSkills(listing.path + SEPARATOR + name, listing, files);
}

function addLink(name: string, listing: Listing, files: FileAccess): void {
  if (isPruned(name, listing)) return;
  const path = listing.path + SEPARATOR + name;
  let kind: string | undefined;
  try {
    kind = files.status(path)?.kind;
  } catch (error) {
    listing.problems.push({
      path,
      reason: `the link cannot be followed (${(error as Error).message})`,
    });
  }
  if (kind === "directory") listing.links.push(path);
  // What a link leads to can come, go or become a directory without a change in this listing.
  else listing.watched.push({ path, stamp: stampOf(files, path) });
}

/** A `SKILL.md` in a support folder is never a skill; a person may wonder why. */
function reportPrunedSkills(folder: string, listing: Listing, files: FileAccess): void {
  try {
    const entries = files.list(folder);
    const folders = entries.filter(({ kind }) => kind === "directory")
      .map(({ name }) => folder + SEPARATOR + name);
    const found = folders.map((path) => path + SEPARATOR + SKILL_FILE)
      .filter((path) => files.status(path) !== null);
    if (entries.some(({ name }) => name === SKILL_FILE)) {
      found.push(folder + SEPARATOR + SKILL_FILE);
    }
    for (const path of found) {
      listing.problems.push({
        path,
        reason:
          "it lies in a support folder of another skill, where the host looks for no skills; it is not listed",
      });
    }
  } catch {
    // Support folders are none of the catalog's business; one that cannot be listed hides nothing.
  }
}

/** Of the organisation mirrors only the one named by the marker is walked; none without a marker. */
function keepActiveOrganization(listing: Listing, files: FileAccess): void {
  const marker = listing.path + SEPARATOR + ACTIVE_ORGANIZATION;
  listing.watched.push({ path: marker, stamp: stampOf(files, marker) });
  let active = "";
  try {
    active = files.readText(marker, MAX_MARKER_BYTES).replace(/^\ufeff/, "").trim();
  } catch (error) {
    if ((error as FileError).reason !== "missing") {
      listing.problems.push({
        path: marker,
        reason: `the marker cannot be read (${
          (error as Error).message
        }); no organisation is active`,
      });
    }
  }
  listing.directories = listing.directories.filter((name) => name === active);
  listing.links = listing.links.filter((path) => path.slice(listing.path.length + 1) === active);
  listing.markdown = [];
}

function listingReason(error: FileError, isRoot: boolean): string {
  if (error.reason === "missing") {
    return isRoot ? MISSING_ROOT : "the folder is gone";
  }
  if (error.reason === "denied") return "the folder cannot be listed (permission denied)";
  return `the folder cannot be listed (${error.message})`;
}

function realOrSame(files: FileAccess, path: string): string {
  try {
    return files.followDirectoryLink(path);
  } catch {
    return path;
  }
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
