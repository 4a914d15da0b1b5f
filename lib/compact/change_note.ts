/**
 * The host's note that skills changed after the system prompt was built (hermes-real §4).
 *
 * Hermes ≥ 0.22 appends it to a user message; each note states the full difference to the block, so
 * the block and the newest note together are what the session can load.
 */

/** What the newest note says. */
export interface ChangeNote {
  /** Names that can be loaded although the block does not list them. */
  available: string[];
  /** Names that the block lists and that can no longer be loaded. */
  removed: string[];
}

const NOTE_START =
  "[System: The skills available in this conversation changed after its system prompt was built.";
const AVAILABLE_HEAD = "Now available (";
const REMOVED_HEAD = "No longer available:";
const ROW_START = "    - ";

/**
 * Reads the newest (last) note of a text. A note that takes earlier ones back has no names.
 * @returns null where the text has no note
 */
export function parseChangeNote(text: string): ChangeNote | null {
  const start = text.lastIndexOf(NOTE_START);
  if (start < 0) return null;
  const lines = text.slice(start + NOTE_START.length).split("\n").slice(1);
  const available: string[] = [];
  let inRows = false;
  for (const line of lines) {
    // The note ends with the last row or the removed names; a blank line sets off what follows.
    if (line.trim() === "") break;
    if (line.startsWith(REMOVED_HEAD)) {
      const list = withoutEnd(line.slice(REMOVED_HEAD.length));
      const removed = list.split(",").map((name) => name.trim()).filter((name) => name !== "");
      return { available, removed };
    }
    if (line.startsWith(AVAILABLE_HEAD)) inRows = true;
    else if (inRows && line.startsWith(ROW_START)) {
      const name = withoutEnd(line.slice(ROW_START.length)).split(": ", 1)[0]!.trim();
      if (name !== "") available.push(name);
    }
  }
  return { available, removed: [] };
}

/** Names a session can load: those of its block as amended by the newest note. */
export function visibleNames(blockNames: readonly string[], note: ChangeNote | null): string[] {
  if (note === null) return [...blockNames];
  const removed = new Set(note.removed);
  return [...new Set([...blockNames, ...note.available])].filter((name) => !removed.has(name));
}

/** The bracket that closes the note stands at the end of its last line. */
function withoutEnd(line: string): string {
  return line.trimEnd().replace(/\]$/, "");
}
