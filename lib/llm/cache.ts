/**
 * Answers kept by the content of their request.
 */
import { type FileAccess, FileError, joinPath } from "../runtime/mod.ts";

/** Keeps texts by key. A store that fails reads as empty and forgets what it is given. */
export interface RequestCache {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** Keeps answers for as long as the process lives. */
export class MemoryCache implements RequestCache {
  readonly #values = new Map<string, string>();
  readonly #capacity: number;

  /** @param capacity most answers kept; the oldest goes first */
  constructor(capacity = 1_000) {
    this.#capacity = capacity;
  }

  get(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  set(key: string, value: string): void {
    this.#values.set(key, value);
    if (this.#values.size > this.#capacity) {
      this.#values.delete(this.#values.keys().next().value!);
    }
  }
}

/** Largest file that is read as a kept answer, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Keeps answers as files, `<directory>/<first two digits>/<key>.json`, readable by their owner. */
export class DirectoryCache implements RequestCache {
  readonly #files: FileAccess;
  readonly #directory: string;

  /**
   * @param files may read and write the directory
   * @param directory absolute path; made when first needed
   */
  constructor(files: FileAccess, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  get(key: string): string | null {
    return quietly(() => this.#files.readText(this.#path(key), MAX_BYTES));
  }

  set(key: string, value: string): void {
    quietly(() => this.#files.writeText(this.#path(key), value, 0o600));
  }

  #path(key: string): string {
    return joinPath(this.#directory, key.slice(0, 2), `${key}.json`);
  }
}

/**
 * The key of a request: SHA-256 of its JSON text, in hexadecimal.
 * @param content plain data whose keys are always in the same order
 */
export async function cacheKey(content: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

function quietly<Result>(run: () => Result): Result | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}
