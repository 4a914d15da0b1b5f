/**
 * The file that keeps vectors of skills from an embedding service, so that a skill is paid for once
 * (EE-54): rows of a key and a vector. The key covers service, model and text.
 *
 * Layout, little endian: `SKRCACHE`, version, dimensions, rows, CRC-32 of all that follows; then 16
 * bytes of key a row, a 32-bit scale a row, and the bytes of the vectors.
 */
import {
  crc32,
  FileAccess,
  FileError,
  joinPath,
  removeFile,
  replaceFile,
  sha256,
  wallClockMs,
} from "../runtime/mod.ts";
import type { Int8Vector } from "./dense.ts";

const MAGIC = "SKRCACHE";
const VERSION = 1;
const HEADER_BYTES = 24;
const KEY_BYTES = 16;
/** Largest cache that is read: 100,000 skills of 4,096 dimensions. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Rows of skills that are not in the library now are kept up to this many times its size. */
const KEPT_FACTOR = 2;
/** A lock this old was left behind by a process that was killed. */
const STALE_LOCK_MS = 60_000;
/** Pauses between attempts to get the lock, in milliseconds. */
const LOCK_PAUSES_MS = [10, 30, 100, 300];

/** Where a home keeps what this program makes (DESIGN §8). */
const DATA_DIRECTORY = "data/skill-retrieval";

/** Vectors by key. */
export type VectorRows = ReadonlyMap<string, Int8Vector>;

/** The key of a skill's vector. @param identity what vectors of a service depend on */
export function vectorKey(identity: string, views: readonly string[]): string {
  return sha256(JSON.stringify([identity, views])).subarray(0, KEY_BYTES).toHex();
}

/** The cache of one service in one home. */
export class VectorCache {
  /** Absolute path of the file. */
  readonly path: string;
  readonly #files: FileAccess;

  /** @param directory absolute; nothing else is read or written */
  constructor(directory: string, identity: string) {
    this.path = joinPath(directory, `vectors-${sha256(identity).subarray(0, 6).toHex()}.bin`);
    this.#files = new FileAccess({ read: [], write: [directory] });
  }

  /** All rows; none where the file is missing, damaged or unreadable. */
  read(): VectorRows {
    try {
      return parseRows(this.#files.readBytes(this.path, MAX_BYTES));
    } catch (error) {
      if (error instanceof FileError) return new Map();
      throw error;
    }
  }

  /**
   * Adds rows to what other processes have written meanwhile. A process lock keeps two from losing
   * each other's rows; the file is replaced as a whole.
   * @param current rows of the library, which are all kept
   * @throws {FileError} when the folder cannot be written
   */
  async merge(current: VectorRows): Promise<void> {
    const lock = `${this.path}.lock`;
    const release = await this.#acquire(lock);
    if (!release) return;
    try {
      const dimensions = current.values().next().value?.values.length;
      const rows = new Map(current);
      for (const [key, vector] of this.read()) {
        if (rows.size >= KEPT_FACTOR * current.size) break;
        if (vector.values.length === dimensions && !rows.has(key)) rows.set(key, vector);
      }
      replaceFile(this.#files, this.path, formatRows(rows), 0o600);
    } finally {
      removeFile(this.#files, lock);
    }
  }

  /** Gets the lock. @returns false when another process keeps it, whose rows are as good */
  async #acquire(lock: string): Promise<boolean> {
    for (const pauseMs of [0, ...LOCK_PAUSES_MS]) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (this.#files.create(lock, String(wallClockMs()))) return true;
      const [modifiedMs] = this.#files.stamps([lock]);
      if (modifiedMs! >= 0 && wallClockMs() - modifiedMs! > STALE_LOCK_MS) {
        removeFile(this.#files, lock);
      }
    }
    return false;
  }
}

/** The cache of a service's vectors in a home; null where skills are not those of a home. */
export function homeVectorCache(home: string | null, identity: string): VectorCache | null {
  return home === null ? null : new VectorCache(joinPath(home, DATA_DIRECTORY), identity);
}

/** The bytes of a cache. @param rows vectors of one length */
export function formatRows(rows: VectorRows): Uint8Array {
  const dimensions = rows.values().next().value?.values.length ?? 0;
  const bytes = new Uint8Array(HEADER_BYTES + rows.size * (KEY_BYTES + 4 + dimensions));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, dimensions, true);
  view.setUint32(16, rows.size, true);
  const scales = HEADER_BYTES + rows.size * KEY_BYTES;
  const vectors = scales + rows.size * 4;
  let row = 0;
  for (const [key, { values, scale }] of rows) {
    bytes.set(Uint8Array.fromHex(key), HEADER_BYTES + row * KEY_BYTES);
    view.setFloat32(scales + row * 4, scale, true);
    bytes.set(
      new Uint8Array(values.buffer, values.byteOffset, dimensions),
      vectors + row * dimensions,
    );
    row++;
  }
  view.setUint32(20, crc32(bytes.subarray(HEADER_BYTES)), true);
  return bytes;
}

/** The rows of a cache; none where the bytes are no intact one. */
export function parseRows(bytes: Uint8Array): VectorRows {
  const rows = new Map<string, Int8Vector>();
  if (bytes.length < HEADER_BYTES) return rows;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [version, dimensions, count, checksum] = [8, 12, 16, 20].map((at) =>
    view.getUint32(at, true)
  );
  if (
    new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC || version !== VERSION ||
    bytes.length !== HEADER_BYTES + count! * (KEY_BYTES + 4 + dimensions!) ||
    crc32(bytes.subarray(HEADER_BYTES)) !== checksum
  ) {
    return rows;
  }
  const scales = HEADER_BYTES + count! * KEY_BYTES;
  const vectors = scales + count! * 4;
  for (let row = 0; row < count!; row++) {
    const start = HEADER_BYTES + row * KEY_BYTES;
    const from = vectors + row * dimensions!;
    rows.set(bytes.subarray(start, start + KEY_BYTES).toHex(), {
      values: Int8Array.from(new Int8Array(bytes.buffer, bytes.byteOffset + from, dimensions!)),
      scale: view.getFloat32(scales + row * 4, true),
    });
  }
  return rows;
}
