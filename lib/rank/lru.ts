/**
 * A bounded map that forgets what was used longest ago.
 */
export class LeastRecentlyUsed<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #capacity: number;
  readonly #onForgotten: (value: Value) => void;

  /**
   * @param capacity most entries kept, at least 1
   * @param onForgotten takes each value that goes because there are too many
   */
  constructor(capacity: number, onForgotten: (value: Value) => void = () => {}) {
    this.#capacity = capacity;
    this.#onForgotten = onForgotten;
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
      const [oldest, forgotten] = this.#entries.entries().next().value as [Key, Value];
      this.#entries.delete(oldest);
      this.#onForgotten(forgotten);
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
