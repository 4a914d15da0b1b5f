/**
 * The entries of one language of a lexicon, found by their term in the text they stand in.
 *
 * The built-in lexicon has 24,000 entries. Nearly none is needed by a given library, so that nothing is
 * made of them but numbers: a string each would cost a resident server some ten mebibytes.
 */

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), over UTF-16 units. */
const HASH_SEED = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;
/** Slots per entry: at most half of them are taken. */
const SLOTS_PER_ENTRY = 2;

/** Term → text of its glosses. Of equal terms the last counts. */
export class LexiconTable {
  /** Longest term in characters. */
  readonly longest: number;
  /** Number of terms. */
  readonly size: number;
  readonly #text: string;
  /** By entry: where its term starts in the text, and its length in UTF-16 units. */
  readonly #starts: Int32Array;
  readonly #lengths: Uint16Array;
  readonly #hashes: Int32Array;
  /** Entry + 1 by hash, 0 where none is; open addressing, its size a power of two. */
  readonly #slots: Int32Array;

  /** @param text lines of `language TAB term TAB glosses`, blank lines and lines with `#` aside */
  constructor(text: string) {
    let lines = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
    const capacity = lines + 1;
    this.#text = text;
    this.#starts = new Int32Array(capacity);
    this.#lengths = new Uint16Array(capacity);
    this.#hashes = new Int32Array(capacity);
    let slots = 2;
    while (slots < capacity * SLOTS_PER_ENTRY) slots *= 2;
    this.#slots = new Int32Array(slots);
    let size = 0;
    let longest = 0;
    for (let line = 0; line < text.length;) {
      const lineEnd = text.indexOf("\n", line);
      const next = lineEnd < 0 ? text.length : lineEnd + 1;
      const first = text.indexOf("\t", line) + 1;
      const second = text.indexOf("\t", first);
      if (text[line] !== "#" && first > 0 && second > first && second < next) {
        if (this.#put(size, first, second - first)) size++;
        if (second - first > longest) longest = second - first;
      }
      line = next;
    }
    this.size = size;
    this.longest = longest;
  }

  /** A table of entries. */
  static of(entries: ReadonlyMap<string, string>): LexiconTable {
    return new LexiconTable(
      [...entries].map(([term, glosses]) => `\t${term}\t${glosses}\n`).join(""),
    );
  }

  /** The text of a term's glosses, or undefined when it is unknown. */
  get(term: string): string | undefined {
    const entry = this.#find(term, hashOf(term));
    if (entry < 0) return undefined;
    const start = this.#starts[entry]! + this.#lengths[entry]! + 1;
    const end = this.#text.indexOf("\n", start);
    return this.#text.slice(start, end < 0 ? undefined : end);
  }

  has(term: string): boolean {
    return this.#find(term, hashOf(term)) >= 0;
  }

  /** All terms, each once. */
  *terms(): Generator<string> {
    for (let entry = 0; entry < this.size; entry++) {
      const start = this.#starts[entry]!;
      yield this.#text.slice(start, start + this.#lengths[entry]!);
    }
  }

  /**
   * Finds the terms that begin at a place of a run.
   * @param characters of the run
   * @param found gets the length in characters of each, shortest first
   */
  matchAt(characters: readonly string[], at: number, found: number[]): void {
    found.length = 0;
    const end = Math.min(characters.length, at + this.longest);
    let hash = HASH_SEED;
    let term = "";
    for (let next = at; next < end; next++) {
      const character = characters[next]!;
      for (let unit = 0; unit < character.length; unit++) {
        hash = Math.imul(hash ^ character.charCodeAt(unit), HASH_PRIME);
      }
      term += character;
      if (this.#find(term, hash) >= 0) found.push(next + 1 - at);
    }
  }

  /** Adds an entry. @returns whether its term is a new one */
  #put(entry: number, start: number, length: number): boolean {
    const term = this.#text.slice(start, start + length);
    const hash = hashOf(term);
    const known = this.#find(term, hash);
    const place = known < 0 ? entry : known;
    this.#starts[place] = start;
    this.#lengths[place] = length;
    if (known >= 0) return false;
    this.#hashes[entry] = hash;
    let slot = hash & (this.#slots.length - 1);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
    this.#slots[slot] = entry + 1;
    return true;
  }

  #find(term: string, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask;; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot]! - 1;
      if (entry < 0) return -1;
      if (
        this.#hashes[entry] === hash && this.#lengths[entry] === term.length &&
        this.#text.startsWith(term, this.#starts[entry])
      ) return entry;
    }
  }
}

function hashOf(term: string): number {
  let hash = HASH_SEED;
  for (let unit = 0; unit < term.length; unit++) {
    hash = Math.imul(hash ^ term.charCodeAt(unit), HASH_PRIME);
  }
  return hash;
}
