/**
 * Colours and columns for people.
 */
import { environment, outIsTerminal } from "../runtime/mod.ts";
import type { Arguments } from "./command.ts";

/** Paints text, or leaves it plain. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
}

/** The paint for standard output: `--color`, else `NO_COLOR`, else whether it is a terminal. */
export function paintFor(args: Arguments): Paint {
  const when = args.value("color") ?? "auto";
  const noColor = (environment("NO_COLOR") ?? "") !== "";
  const on = when === "always" || (when === "auto" && !noColor && outIsTerminal());
  const code = (start: number, end: number) => (text: string) =>
    on ? `\x1b[${start}m${text}\x1b[${end}m` : text;
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    green: code(32, 39),
    yellow: code(33, 39),
    red: code(31, 39),
  };
}

/** A number with its noun: `1 problem`, `2 problems`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Columns a text takes in a terminal: CJK characters take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    width += WIDE.test(character) || code > 0x1f000 ? 2 : 1;
  }
  return width;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** A text padded with blanks to a display width. */
export function padDisplay(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** A text cut to a display width, with an ellipsis where something was cut. */
export function cutDisplay(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let out = "";
  let used = 0;
  for (const character of text) {
    const next = displayWidth(character);
    if (used + next > width - 1) break;
    out += character;
    used += next;
  }
  return `${out.trimEnd()}…`;
}

/** Pieces joined by blanks into lines of a display width; a piece that is wider stands alone. */
export function wrapDisplay(pieces: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    const longer = line === "" ? piece : `${line} ${piece}`;
    if (line !== "" && displayWidth(longer) > width) {
      lines.push(line);
      line = piece;
    } else line = longer;
  }
  return [...lines, line];
}
