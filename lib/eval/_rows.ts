/**
 * JSON lines into typed rows with unique ids. A bad row is left out with a sentence that names file
 * and line, since one bad row must not hide the rest; the callers show the sentences, so a
 * measurement never shrinks silently.
 */

/** A named piece of text. */
export interface TextFile {
  /** Path as the user wrote it, for messages. */
  path: string;
  text: string;
}

/** Entries of one or several files, with what was left out. */
export interface Dataset<Entry> {
  /** In file order. */
  entries: Entry[];
  /** Rows dropped because an earlier row has their id. */
  duplicates: number;
  /** One sentence for each bad row. */
  problems: string[];
}

/** The fields of a JSON object. */
export type Fields = Record<string, unknown>;

/** What is wrong with a row; the sentence goes on from the place of the row. */
export class BadRow extends Error {}

/** Reads the JSON lines of several files into entries with unique ids. */
export function parseRows<Entry extends { id: string }>(
  files: readonly TextFile[],
  read: (fields: Fields) => Entry,
): Dataset<Entry> {
  const entries: Entry[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  let duplicates = 0;
  for (const file of files) {
    const lines = file.text.replace(/^\uFEFF/, "").split("\n");
    for (const [index, line] of lines.entries()) {
      if (line.trim() === "") continue;
      try {
        const entry = read(parseObject(line));
        if (seen.has(entry.id)) {
          duplicates++;
          continue;
        }
        seen.add(entry.id);
        entries.push(entry);
      } catch (error) {
        if (!(error instanceof BadRow)) throw error;
        problems.push(`${file.path}:${index + 1} ${error.message}; the row is left out`);
      }
    }
  }
  return { entries, duplicates, problems };
}

function parseObject(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BadRow("is not valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BadRow("is not a JSON object");
  }
  return value as Fields;
}

/** A non-empty text. @throws {BadRow} otherwise */
export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") {
    throw new BadRow(`needs a non-empty text in "${name}"`);
  }
  return value;
}

/** A text, or null when absent. @throws {BadRow} for anything else */
export function optionalText(fields: Fields, name: string): string | null {
  const value = fields[name] ?? null;
  if (value !== null && typeof value !== "string") throw new BadRow(`needs a text in "${name}"`);
  return value;
}

/** A list of texts without repetitions, empty when absent. @throws {BadRow} for anything else */
export function texts(fields: Fields, name: string): string[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== "string")) {
    throw new BadRow(`needs a list of texts in "${name}"`);
  }
  return [...new Set(value as string[])];
}

/** A number from 0 to 1, or null when absent. @throws {BadRow} for anything else */
export function optionalShare(fields: Fields, name: string): number | null {
  const value = fields[name] ?? null;
  if (value !== null && !(typeof value === "number" && value >= 0 && value <= 1)) {
    throw new BadRow(`needs a number from 0 to 1, or null, in "${name}"`);
  }
  return value as number | null;
}

/** A truth value, false when absent. @throws {BadRow} for anything else */
export function flag(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value !== "boolean") throw new BadRow(`needs true or false in "${name}"`);
  return value;
}
