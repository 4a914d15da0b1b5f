/**
 * The user's `triggers.yaml` (EE-20). It is read as data, row by row, so that a row that is no YAML
 * costs itself and nothing else, and every complaint names its line.
 *
 * ```yaml
 * triggers:
 *   - {trigger: 做PPT, skill: deck-maker}
 * autoload: [deck-maker]
 * ```
 *
 * `triggers` may also be a map, `skill: [trigger, …]`, and so may the whole file.
 */
import { isMapping, readYaml, type YamlValue } from "../catalog/mod.ts";

/** Longest trigger that is taken, in UTF-16 code units: more is no phrase that anybody types. */
export const MAX_TRIGGER_LENGTH = 200;

/** A row of the file. */
export interface TriggerFileRow {
  trigger: string;
  /** What the user calls the skill: id, load, name or name of its directory. */
  skill: string;
}

/** Something in the file that cannot be used. */
export interface TriggerFileProblem {
  /** From 1. */
  line: number;
  /** One sentence without a full stop. */
  reason: string;
}

/** What a file says. */
export interface TriggerFile {
  /** In the order of the file. */
  rows: TriggerFileRow[];
  /** Skills that the user lets be loaded at once (`SKILL_RETRIEVAL_AUTOLOAD=list`). */
  autoload: string[];
  problems: TriggerFileProblem[];
}

/** What a file that is not there says. */
export const NO_TRIGGER_FILE: TriggerFile = { rows: [], autoload: [], problems: [] };

/** Some lines that are read together. */
interface Piece {
  /** Number of its first line, from 1. */
  line: number;
  /** Without comments at the beginning and without the indentation they share. */
  lines: string[];
}

const MARKER = /^(?:---|\.\.\.)\s*(?:#.*)?$/;
const EMPTY = /^\s*(?:#.*)?$/;
const ROW = /^-(?:\s|$)/;
/** A key with its value behind it, or nothing. */
const KEY =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'[{-][^#]*?|-\S[^#]*?))\s*:(?:\s+(.*))?$/;

/** Reads the text of a `triggers.yaml`. Never throws for what it says. */
export function parseTriggerFile(text: string): TriggerFile {
  const file: TriggerFile = { rows: [], autoload: [], problems: [] };
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)
    .map((line) => MARKER.test(line) ? "" : line);
  for (const piece of piecesOf({ line: 1, lines })) {
    const key = keyOf(piece);
    if (key === "triggers" && hasInner(piece)) {
      for (const row of piecesOf(innerOf(piece))) readRow(row, file);
    } else if (key === "autoload") readAutoload(piece, file);
    else readRow(piece, file);
  }
  return file;
}

/** One row of a list, or one skill of a map. */
function readRow(piece: Piece, file: TriggerFile): void {
  const key = keyOf(piece);
  if (key !== null && key !== "triggers" && hasInner(piece)) {
    for (const item of piecesOf(innerOf(piece))) {
      readValue(item, file, (value) => {
        if (Array.isArray(value)) { for (const each of value) addRow(each, key, item.line, file); }
        else complain(file, item.line, `the triggers of ${key} must be a list of texts`);
      });
    }
    return;
  }
  readValue(piece, file, (value) => addRows(value, piece.line, file));
}

/** Rows out of a value in any of the forms that a file may have. */
function addRows(value: YamlValue, line: number, file: TriggerFile): void {
  if (Array.isArray(value)) {
    for (const row of value) {
      if (isMapping(row) && "trigger" in row && "skill" in row) {
        addRow(row["trigger"], row["skill"], line, file);
      } else complain(file, line, "a row must hold both trigger and skill");
    }
  } else if (isMapping(value)) {
    for (const [skill, triggers] of Object.entries(value)) {
      if (skill === "triggers" && triggers !== null) addRows(triggers, line, file);
      else if (Array.isArray(triggers)) {
        for (const trigger of triggers) addRow(trigger, skill, line, file);
      } else if (typeof triggers === "string") addRow(triggers, skill, line, file);
      else if (skill !== "triggers") {
        complain(file, line, `the triggers of ${skill} must be a list of texts`);
      }
    }
  } else complain(file, line, "this is neither a row nor a skill with its triggers");
}

function addRow(
  trigger: YamlValue | undefined,
  skill: YamlValue | undefined,
  line: number,
  file: TriggerFile,
): void {
  const [text, name] = [trigger, skill].map((value) =>
    typeof value === "string" ? value.trim() : ""
  );
  if (text === "") complain(file, line, "trigger must be a text; write others in quotes");
  else if (name === "") complain(file, line, "skill must be a text; write others in quotes");
  else if (text!.length > MAX_TRIGGER_LENGTH) {
    complain(file, line, `a trigger has at most ${MAX_TRIGGER_LENGTH} characters`);
  } else file.rows.push({ trigger: text!, skill: name! });
}

function readAutoload(piece: Piece, file: TriggerFile): void {
  readValue(piece, file, (value) => {
    const names = isMapping(value) ? value["autoload"] : null;
    if (names === null || names === undefined) return;
    if (!Array.isArray(names)) complain(file, piece.line, "autoload must be a list of skills");
    else {
      for (const name of names) {
        if (typeof name === "string" && name.trim() !== "") file.autoload.push(name.trim());
        else complain(file, piece.line, "a skill of autoload must be a text");
      }
    }
  });
}

function readValue(piece: Piece, file: TriggerFile, take: (value: YamlValue) => void): void {
  let value: YamlValue;
  try {
    value = readYaml(piece.lines.join("\n"));
  } catch (error) {
    complain(file, piece.line, `this is no valid YAML (${(error as Error).message})`);
    return;
  }
  take(value);
}

function complain(file: TriggerFile, line: number, reason: string): void {
  file.problems.push({ line, reason });
}

/**
 * The members of a block: each begins at the indentation of the first. A list may stand as far left as
 * the key it belongs to.
 */
function piecesOf({ line, lines }: Piece): Piece[] {
  const pieces: Piece[] = [];
  let indentation: number | null = null;
  lines.forEach((text, at) => {
    const current = pieces.at(-1);
    if (EMPTY.test(text)) {
      current?.lines.push("");
      return;
    }
    const depth = text.search(/\S/);
    indentation ??= depth;
    const shifted = text.slice(Math.min(depth, indentation));
    const continues = depth > indentation || /^[\]}]/.test(shifted) ||
      (ROW.test(shifted) && current !== undefined && !ROW.test(current.lines[0]!));
    if (continues && current !== undefined) current.lines.push(shifted);
    else pieces.push({ line: line + at, lines: [shifted] });
  });
  return pieces;
}

/** The key that a piece begins with, or null. */
function keyOf({ lines }: Piece): string | null {
  const match = KEY.exec(lines[0]!);
  return match === null ? null : match[1] ?? match[2] ?? match[3]!.trim();
}

/** Whether the value of the key stands in the lines below it. */
function hasInner({ lines }: Piece): boolean {
  const behind = KEY.exec(lines[0]!)?.[4] ?? "";
  return EMPTY.test(behind) && lines.slice(1).some((line) => !EMPTY.test(line));
}

function innerOf({ line, lines }: Piece): Piece {
  return { line: line + 1, lines: lines.slice(1) };
}
