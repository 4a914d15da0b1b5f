/**
 * A bounded map that forgets what was used longest ago.
 */
export class LeastRecentlyUsed<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #capacity: number;

  /** @param capacity most entries kept, at least 1 */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Number of entries. */
  get size(): number {
    return this.#entries.size;
  }

  /** The value of a key, which becomes the most recently used. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Sets a value; the least recently used entry goes when there are too many. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) {
      this.#entries.delete(this.#entries.keys().next().value as Key);
    }
  }

  /** Whether a key is present; does not count as use. */
  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** Removes one entry. */
  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** Removes all entries. */
  clear(): void {
    this.#entries.clear();
  }

  /** Values from the least to the most recently used. */
  values(): IterableIterator<Value> {
    return this.#entries.values();
  }
}
