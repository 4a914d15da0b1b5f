/**
 * The file of a static table (docs/dense.md "File format"): a trie of pieces and a vector for each.
 */
import { crc32, FileAccess, FileError } from "../runtime/mod.ts";

/** Largest table that is read, in bytes. */
export const MAX_TABLE_BYTES = 256 * 1024 * 1024;

const MAGIC = "SKRTABLE";
const VERSION = 1;
const HEADER_BYTES = 64;

/** A table as it stands in its file: views into the bytes that were read. */
export interface StaticTableFile {
  /** What the makers of the table call it. */
  name: string;
  dimensions: number;
  pieceCount: number;
  /** CRC-32 of everything after the header. */
  checksum: number;
  /** Children of node `i` are the nodes `firstChild[i]` … `firstChild[i + 1] − 1`; 0 is the root. */
  firstChild: Uint32Array;
  /** UTF-16 code unit that leads to each node; ascending among brothers. */
  labels: Uint16Array;
  /** Number of the piece that ends at a node, plus 1; 0 where none does. */
  pieces: Uint32Array;
  /** Log probability of each piece. */
  scores: Float32Array;
  /** Log probability of a character that no piece holds. */
  unknownScore: number;
  /** Component of a piece's weighted vector = scale · byte. */
  scales: Float32Array;
  /** Bytes of all vectors, `dimensions` a piece. */
  vectors: Int8Array;
}

/** The file is no table, or a damaged one. The message says which and what to do. */
export class TableError extends Error {
  override readonly name = "TableError";
}

/**
 * Reads a table and nothing else.
 * @param path absolute
 * @throws {FileError} when the file cannot be read, {TableError} when it is no intact table
 */
export function readStaticTable(path: string): StaticTableFile {
  return parseStaticTable(new FileAccess({ read: [path] }).readBytes(path, MAX_TABLE_BYTES), path);
}

/**
 * Checks the bytes of a table and gives views into them.
 * @param path for messages
 * @throws {TableError}
 */
export function parseStaticTable(bytes: Uint8Array, path: string): StaticTableFile {
  const refuse = (what: string) =>
    new TableError(`${path} ${what}; make the table anew with scripts/distil (docs/dense.md)`);
  if (bytes.length < HEADER_BYTES || latin(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw refuse("is no table of vectors");
  }
  // Views need aligned bytes.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const header = new DataView(aligned.buffer, aligned.byteOffset, HEADER_BYTES);
  const word = (at: number) => header.getUint32(at, true);
  if (word(8) !== VERSION) throw refuse(`has version ${word(8)} of the format, not ${VERSION}`);
  const [dimensions, pieceCount, nodeCount, aboutBytes] = [word(12), word(16), word(20), word(28)];
  let offset = HEADER_BYTES;
  /** Where a section begins; the next one begins at a multiple of 4. */
  const section = (byteLength: number): number => {
    const start = aligned.byteOffset + offset;
    offset += Math.ceil(byteLength / 4) * 4;
    return start;
  };
  const starts = {
    about: section(aboutBytes),
    firstChild: section(4 * (nodeCount + 1)),
    labels: section(2 * nodeCount),
    pieces: section(4 * nodeCount),
    scores: section(4 * pieceCount),
    scales: section(4 * pieceCount),
    vectors: section(dimensions * pieceCount),
  };
  if (offset !== aligned.length || dimensions === 0 || pieceCount === 0 || nodeCount === 0) {
    throw refuse(`has ${aligned.length} bytes where its header says ${offset}`);
  }
  const checksum = word(32);
  if (crc32(aligned.subarray(HEADER_BYTES)) !== checksum) {
    throw refuse("is damaged: its checksum does not fit");
  }
  const { buffer } = aligned;
  return {
    name: nameIn(new Uint8Array(buffer, starts.about, aboutBytes)),
    dimensions,
    pieceCount,
    checksum,
    firstChild: new Uint32Array(buffer, starts.firstChild, nodeCount + 1),
    labels: new Uint16Array(buffer, starts.labels, nodeCount),
    pieces: new Uint32Array(buffer, starts.pieces, nodeCount),
    scores: new Float32Array(buffer, starts.scores, pieceCount),
    unknownScore: header.getFloat32(24, true),
    scales: new Float32Array(buffer, starts.scales, pieceCount),
    vectors: new Int8Array(buffer, starts.vectors, dimensions * pieceCount),
  };
}

/** One sentence about why a table cannot be used. @throws anything but a bad or unreadable file */
export function tableProblem(error: unknown): string {
  if (error instanceof FileError || error instanceof TableError) return error.message;
  throw error;
}

/** The name in a JSON text. */
function nameIn(about: Uint8Array): string {
  try {
    const { name } = JSON.parse(new TextDecoder().decode(about)) as { name?: unknown };
    if (typeof name === "string") return name;
  } catch {
    // The name is for people; vectors need none.
  }
  return "without a name";
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
