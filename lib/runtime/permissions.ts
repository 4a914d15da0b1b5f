/**
 * What a process, or a part of it, may touch. Rights are plain data, made once for a piece of work; on
 * Deno they become the permissions of a worker, and on both runtimes a ceiling over the grants of
 * `FileAccess`, `HttpAccess` and child programs. Bun has no permissions, so there the ceiling is the
 * rule.
 */
import process from "node:process";
import { isAbsolute, resolve } from "@std/path";

/** What may be touched. Paths are absolute; a folder stands for all below it. */
export interface Rights {
  /** Folders and files that may be read. `"anywhere"` is for looking around, as `doctor` does. */
  read: readonly string[] | "anywhere";
  /** Folders and files that may be written, and read too. */
  write: readonly string[];
  /** Hosts, as `httpHost` gives them, that may be spoken to. */
  hosts: readonly string[];
  /** Whether other programs may be started, and the machine and its environment looked at. */
  programs: boolean;
}

/** Nothing at all: what a command may do that reads standard input and writes standard output. */
export const NO_RIGHTS: Rights = { read: [], write: [], hosts: [], programs: false };

/**
 * Flags of `deno run` and `deno compile`: what the supervisor holds, so that it can start workers that
 * hold less. No prompts, no foreign functions, no code from elsewhere.
 */
export const SUPERVISOR_FLAGS: readonly string[] = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-net",
  "--allow-run",
  "--allow-sys",
];

/** Entries of workers, by paths in the project: they are started by address, which no compiler follows. */
export const WORKER_MODULES: readonly string[] = [
  "lib/cli/command_worker.ts",
  "lib/sandbox/retriever_worker.ts",
];

let ceiling: Rights | null = null;

/**
 * Limits everything that is opened from now on in this thread. A second call can only narrow: what the
 * first did not allow stays refused.
 */
export function confine(rights: Rights): void {
  if (ceiling === null) {
    ceiling = {
      ...rights,
      read: rights.read === "anywhere"
        ? "anywhere"
        : [...rights.read, ...rights.write].map(absolutePath),
      write: rights.write.map(absolutePath),
    };
    return;
  }
  const { hosts, programs } = ceiling;
  ceiling = {
    read: rights.read === "anywhere"
      ? ceiling.read
      : readablePlaces([...rights.read, ...rights.write]),
    write: writablePlaces(rights.write),
    hosts: rights.hosts.filter((host) => hosts.includes(host)),
    programs: rights.programs && programs,
  };
}

/** Of places to read, what the ceiling allows: the place, or what is allowed inside of it. */
export function readablePlaces(places: readonly string[]): string[] {
  const absolute = places.map(absolutePath);
  if (ceiling === null || ceiling.read === "anywhere") return absolute;
  return common(absolute, ceiling.read);
}

/** Of places to write, what the ceiling allows. */
export function writablePlaces(places: readonly string[]): string[] {
  const absolute = places.map(absolutePath);
  return ceiling === null ? absolute : common(absolute, ceiling.write);
}

/** Whether a host may be spoken to. @param host as `httpHost` gives it */
export function maySpeakTo(host: string): boolean {
  return ceiling === null || ceiling.hosts.includes(host);
}

/** Whether other programs may be started. */
export function mayStartPrograms(): boolean {
  return ceiling === null || ceiling.programs;
}

/** Rights to all that either allows. */
export function mergedRights(one: Rights, other: Rights): Rights {
  return {
    read: one.read === "anywhere" || other.read === "anywhere"
      ? "anywhere"
      : unique([...one.read, ...other.read]),
    write: unique([...one.write, ...other.write]),
    hosts: unique([...one.hosts, ...other.hosts]),
    programs: one.programs || other.programs,
  };
}

/** Rights as Deno takes them for a worker. Each kind that is missing here would be inherited. */
export interface DenoPermissions {
  read: string[] | boolean;
  write: string[] | boolean;
  net: string[] | boolean;
  env: boolean;
  run: boolean;
  sys: boolean | string[];
  ffi: false;
  import: false;
}

/** Rights in the terms of Deno. */
export function denoPermissions({ read, write, hosts, programs }: Rights): DenoPermissions {
  // A file is replaced by way of one beside it (see `temporaryPath`).
  const written = write.flatMap((path) => [path, temporaryPath(path)]);
  return {
    read: read === "anywhere" ? true : unique([...read, ...written]),
    write: written,
    net: hosts.flatMap(withPort),
    env: programs,
    run: programs,
    // Whoever writes looks whether it is root, which keeps a file's owner.
    sys: programs ? true : write.length > 0 ? ["uid"] : false,
    ffi: false,
    import: false,
  };
}

/** A host without a port is meant with the default ones: 443, and 80 on this machine. */
function withPort(host: string): string[] {
  const { hostname, port } = new URL(`http://${host}`);
  if (port !== "") return [host];
  return isLoopback(hostname) ? [`${host}:443`, `${host}:80`] : [`${host}:443`];
}

/** Whether a host name, without its port, is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Where the new content of a file is written before it takes its place. */
export function temporaryPath(path: string): string {
  return `${path}.${process.pid}.tmp`;
}

/** Whether a path is one of some places or below one; links are not resolved. */
export function isInside(path: string, places: readonly string[]): boolean {
  for (const place of places) {
    if (
      path.startsWith(place) &&
      (path.length === place.length || place.endsWith("/") || isSeparator(path, place.length))
    ) {
      return !hasDotDot(path) || isInside(resolve(path), places);
    }
  }
  return false;
}

function common(places: readonly string[], allowed: readonly string[]): string[] {
  return places.flatMap((place) =>
    isInside(place, allowed) ? [place] : allowed.filter((path) => isInside(path, [place]))
  );
}

function absolutePath(path: string): string {
  if (!isAbsolute(path)) throw new TypeError(`a file grant needs absolute paths, got "${path}"`);
  return resolve(path);
}

function isSeparator(path: string, at: number): boolean {
  const code = path.charCodeAt(at);
  return code === 47 || code === 92;
}

function hasDotDot(path: string): boolean {
  return path.includes("..") && /(^|[\\/])\.\.([\\/]|$)/.test(path);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
