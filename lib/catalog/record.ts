/**
 * Reads one `SKILL.md` from disk into a record. Every oddity is a problem, none throws.
 */
import { type FileAccess, FileError, type FileLook, wallClockMs } from "../runtime/mod.ts";
import { splitFrontMatter } from "./front_matter.ts";
import { type ParsedSkill, parseSkillFile } from "./skill_file.ts";
import type { Problem } from "./types.ts";
import { asStamp, type Stamp } from "./stamp.ts";
import type { FoundSkill } from "./walk.ts";

/** Largest `SKILL.md` that is read whole, in bytes; of a larger one only the start is read. */
const MAX_SKILL_BYTES = 2 * 1024 * 1024;

/** What was read of one file, without its body. */
export interface SkillRecord {
  stamp: Stamp;
  parsed: Omit<ParsedSkill, "body" | "problem">;
  /** Why `skill_view` cannot read the file, or null. */
  unreadable: string | null;
  problems: Problem[];
  /** Whether the file is a link: whether it may be read hangs on the roots. */
  linked: boolean;
  /** Hash of the text of a file that may change unnoticed (see `Stamp.recent`), else null. */
  hash: number | null;
}

/** The text of a file, and what was odd about it. */
interface SkillText {
  text: string;
  reasons: string[];
  unreadable: string | null;
  /** Whether the host reads the header of this file. */
  hostReads: boolean;
}

/**
 * Reads and parses a file.
 * @param reportLineEnds whether Windows line ends are worth a problem on this system
 */
export function readRecord(
  found: FoundSkill,
  files: FileAccess,
  reportLineEnds: boolean,
): { record: SkillRecord; body: string } {
  const lookedAtMs = wallClockMs();
  const look = files.look(found.path);
  const stamp = asStamp(look.numbers, lookedAtMs);
  const { text, reasons, unreadable, hostReads } = readSkillText(found, files, look);
  const { body, problem, ...fields } = parseSkillFile(text);
  if (problem !== null && unreadable === null) reasons.push(problem);
  if (reportLineEnds && text.includes("\r\n")) {
    reasons.push("it has Windows line ends (CRLF); it was read all the same");
  }
  const parsed = hostReads ? fields : asHostSees(fields);
  return {
    record: {
      stamp,
      parsed,
      unreadable,
      linked: found.kind === "link",
      problems: reasons.map((reason) => ({ path: found.path, reason })),
      hash: stamp.recent ? hashOf(text) : null,
    },
    body,
  };
}

/** Body of a file that was read before; empty when it cannot be read any more. */
export function readSkillBody(found: FoundSkill, files: FileAccess): string {
  return splitFrontMatter(readSkillText(found, files).text).body;
}

/** A file the host cannot decode is listed under its directory's name, on every system. */
function asHostSees(fields: SkillRecord["parsed"]): SkillRecord["parsed"] {
  return { ...parseSkillFields(), description: fields.description };
}

function parseSkillFields(): SkillRecord["parsed"] {
  const { body: _body, problem: _problem, ...fields } = parseSkillFile("");
  return fields;
}

function readSkillText(found: FoundSkill, files: FileAccess, look?: FileLook): SkillText {
  try {
    const refusal = refusalOf(found, files);
    if (refusal !== null) return refusal;
    return readWhole(found.path, files, look);
  } catch (error) {
    if (error instanceof FileError && error.reason === "too-large") {
      return readBeginning(found.path, files);
    }
    const reason = error instanceof FileError && error.reason === "denied"
      ? "the file cannot be read (permission denied)"
      : `the file cannot be read (${(error as Error).message})`;
    return nothing(`${reason}; the skill goes by the name of its directory`, true);
  }
}

/** What is not read at all: things that are no files, and links to files outside all roots. */
function refusalOf(found: FoundSkill, files: FileAccess): SkillText | null {
  const kind = found.kind === "link" ? files.status(found.path)?.kind : found.kind;
  if (kind === "other") {
    return nothing("it is no regular file (a pipe, socket or device); it is not read", true);
  }
  if (found.kind === "link" && kind !== undefined && !files.mayRead(files.realPath(found.path))) {
    return nothing("it is a link to a file outside all skill folders; its text is not read", false);
  }
  return null;
}

function nothing(reason: string, unreadable: boolean): SkillText {
  return {
    text: "",
    reasons: [reason],
    unreadable: unreadable ? "its SKILL.md cannot be read" : null,
    hostReads: true,
  };
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

function readWhole(path: string, files: FileAccess, look?: FileLook): SkillText {
  const text = files.readText(path, MAX_SKILL_BYTES, look);
  // The replacement character tells bytes that are no UTF-8, unless it stands in the file itself.
  const hostReads = !text.includes("\ufffd") || isUtf8(files.readBytes(path, MAX_SKILL_BYTES));
  return withReasons(
    text,
    hostReads,
    hostReads ? [] : ["the file is no valid UTF-8; the host lists it under its directory's name"],
  );
}

function readBeginning(path: string, files: FileAccess): SkillText {
  return withReasons(lenient.decode(files.readStart(path, MAX_SKILL_BYTES)), true, [
    `the file is larger than ${MAX_SKILL_BYTES / 1024 / 1024} MiB; only its start was read`,
  ]);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function withReasons(text: string, hostReads: boolean, reasons: string[]): SkillText {
  if (text.charCodeAt(0) === 0xfeff) {
    reasons.push("it starts with a byte order mark; it was read all the same");
  }
  if (text.includes("\0")) reasons.push("it holds NUL characters; it was read all the same");
  return { text, reasons, unreadable: null, hostReads };
}

/** FNV-1a, 32 bits: enough to see that a file looked at twice in one tick is the same. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
