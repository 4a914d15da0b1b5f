/**
 * Which homes there are: a root home and its profiles, each a home of its own (contract §1.1).
 */
import { basename, dirname, join } from "@std/path";
import { FileAccess } from "../runtime/mod.ts";

/** Name of a home's profile: `default` for a root home. */
export function profileOf(home: string): string {
  return basename(dirname(home)) === "profiles" ? basename(home) : "default";
}

/** The root home of a home, itself where it is none of a profile. */
export function rootHome(home: string): string {
  return basename(dirname(home)) === "profiles" ? dirname(dirname(home)) : home;
}

/** The root home and the homes of all profiles beside or below a home, those that exist. */
export function allProfiles(home: string): string[] {
  const root = rootHome(home);
  const profiles = join(root, "profiles");
  const files = new FileAccess({ read: [root] });
  const names = files.status(profiles)?.kind === "directory"
    ? files.list(profiles).map(({ name }) => name).sort()
    : [];
  return [root, ...names.map((name) => join(profiles, name))].filter((path) => isFolder(path));
}

/** Whether a folder is at a path, links followed. */
export function isFolder(path: string): boolean {
  try {
    return new FileAccess({ read: [path] }).status(path)?.kind === "directory";
  } catch {
    return false;
  }
}
