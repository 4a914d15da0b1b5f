/**
 * Bytes → lines. Lines end at byte 10; a line that grows too long is given up and skipped to its end,
 * so that no peer can make the server hold unbounded memory.
 */

/** Longest line in bytes, its end not counted (DESIGN §6). */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

/** How much of a line that is too long is kept, for reading its id. */
const HEAD_BYTES = 1_024;

/** A line, or the head of one that was too long to keep. */
export interface Line {
  kind: "line" | "too-long";
  /** Decoded as UTF-8; bytes that are none become U+FFFD. */
  text: string;
}

/** What is known of the line that has begun and not ended. */
export interface LineState {
  /** Pieces of it, in order. */
  pieces: Uint8Array[];
  /** Bytes in `pieces`. */
  length: number;
  /** Set while the rest of a line that was too long is skipped: the head of that line. */
  skippedHead: string | null;
}

/** The state before any byte. */
export const NO_LINE: LineState = { pieces: [], length: 0, skippedHead: null };

/**
 * Takes the next bytes.
 * @param maxBytes longest line, its end not counted
 * @returns the lines that ended in them, in order, and the state after them
 */
export function nextLines(
  state: LineState,
  bytes: Uint8Array,
  maxBytes = MAX_LINE_BYTES,
): { state: LineState; lines: Line[] } {
  const lines: Line[] = [];
  let current = state;
  let from = 0;
  while (from < bytes.length) {
    const newline = bytes.indexOf(10, from);
    const to = newline < 0 ? bytes.length : newline;
    current = append(current, bytes.subarray(from, to), maxBytes);
    if (newline >= 0) {
      lines.push(...lastLine(current));
      current = NO_LINE;
    }
    from = to + 1;
  }
  return { state: current, lines };
}

/** The line that the end of the input cut off: none, or one. An empty line is none. */
export function lastLine(state: LineState): Line[] {
  if (state.skippedHead !== null) return [{ kind: "too-long", text: state.skippedHead }];
  return state.length === 0 ? [] : [{ kind: "line", text: decode(join(state)) }];
}

function append(state: LineState, bytes: Uint8Array, maxBytes: number): LineState {
  if (bytes.length === 0 || state.skippedHead !== null) return state;
  // Copied: the caller may use the memory of its bytes again.
  const pieces = [...state.pieces, bytes.slice()];
  const length = state.length + bytes.length;
  if (length <= maxBytes) return { pieces, length, skippedHead: null };
  const head = join({ pieces, length, skippedHead: null }).subarray(0, HEAD_BYTES);
  return { pieces: [], length: 0, skippedHead: decode(head) };
}

function join(state: LineState): Uint8Array {
  if (state.pieces.length === 1) return state.pieces[0]!;
  const joined = new Uint8Array(state.length);
  let at = 0;
  for (const piece of state.pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
