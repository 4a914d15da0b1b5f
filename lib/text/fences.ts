/**
 * Fenced code blocks of a Markdown text (CommonMark 0.31 §4.5, any indentation).
 */

/** A Markdown text without its fenced code. */
export interface Prose {
  text: string;
  /** Characters of the code that was left out, fences included. */
  codeCharacters: number;
}

/** Fewest marks that make a fence. */
const FENCE_MARKS = 3;

/** A line that can open or close a block. */
interface FenceLine {
  /** Where the line starts, and where the next one does. */
  start: number;
  next: number;
  mark: "`" | "~";
  marks: number;
  /** Whether nothing but blanks follows the marks: only then can it close a block. */
  isBare: boolean;
}

/** Leaves out every fenced block that is closed; one that is not may be a stray mark in prose. */
export function withoutFencedCode(markdown: string): Prose {
  let text = "";
  let kept = 0;
  let opening: FenceLine | null = null;
  for (const line of fenceLines(markdown)) {
    if (opening === null) opening = line;
    else if (line.isBare && line.mark === opening.mark && line.marks >= opening.marks) {
      text += markdown.slice(kept, opening.start);
      kept = line.next;
      opening = null;
    }
  }
  if (kept === 0) return { text: markdown, codeCharacters: 0 };
  text += markdown.slice(kept);
  return { text, codeCharacters: markdown.length - text.length };
}

/** The lines that can open or close a block, in order. */
function fenceLines(text: string): FenceLine[] {
  const lines: FenceLine[] = [];
  let backticks = text.indexOf("```");
  let tildes = text.indexOf("~~~");
  while (backticks >= 0 || tildes >= 0) {
    const place = backticks < 0 || (tildes >= 0 && tildes < backticks) ? tildes : backticks;
    const start = text.lastIndexOf("\n", place) + 1;
    const end = endOfLine(text, place);
    const next = Math.min(end + 1, text.length);
    const mark = text[place] as FenceLine["mark"];
    let behind = place + FENCE_MARKS;
    while (text[behind] === mark) behind++;
    const rest = text.slice(behind, end).trim();
    if (text.slice(start, place).trim() === "" && !(mark === "`" && rest.includes("`"))) {
      lines.push({ start, next, mark, marks: behind - place, isBare: rest === "" });
    }
    // Each search goes on where it stood, so that a text of marks alone takes no square of time.
    if (backticks >= 0 && backticks < next) backticks = text.indexOf("```", next);
    if (tildes >= 0 && tildes < next) tildes = text.indexOf("~~~", next);
  }
  return lines;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
