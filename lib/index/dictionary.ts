/**
 * A term dictionary over raw characters: words are looked up straight from the scanner's buffer, so
 * that indexing megabytes of text makes no string for a word that was seen before.
 */

const INITIAL_SLOTS = 4_096;

/** Start value of `hashUnit` (FNV-1a offset basis, 32 bit). */
export const HASH_SEED = 0x811c9dc5 | 0;

/** Adds one UTF-16 unit to a hash (FNV-1a; prime 16777619). */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** Maps words (runs of UTF-16 units) to numbers 0, 1, 2, … in order of first appearance. */
export class TermDictionary {
  #slots = new Int32Array(INITIAL_SLOTS).fill(-1);
  #hashes = new Int32Array(INITIAL_SLOTS / 2);
  /** `#starts[n] … #starts[n+1]` are the units of word n. */
  #starts = new Uint32Array(INITIAL_SLOTS / 2 + 1);
  #units = new Uint16Array(INITIAL_SLOTS * 4);
  #size = 0;

  /** Number of words. */
  get size(): number {
    return this.#size;
  }

  /**
   * Number of a word, or −1 when it is unknown.
   * @param units buffer that holds the word at `start … end`
   * @param hash of these units by `hashUnit`, from `HASH_SEED`
   */
  find(units: Uint16Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = spread(hash) & mask;
    for (;;) {
      const number = this.#slots[slot]!;
      if (number < 0) return -1;
      if (this.#hashes[number] === hash && this.#equals(number, units, start, end)) return number;
      slot = (slot + 1) & mask;
    }
  }

  /** Number of a word, a new one when it was unknown. Parameters as `find`. */
  intern(units: Uint16Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = spread(hash) & mask;
    for (;;) {
      const number = this.#slots[slot]!;
      if (number < 0) break;
      if (this.#hashes[number] === hash && this.#equals(number, units, start, end)) return number;
      slot = (slot + 1) & mask;
    }
    const number = this.#append(units, start, end, hash);
    this.#slots[slot] = number;
    if (this.#size * 2 > this.#slots.length) this.#grow();
    return number;
  }

  /** `find` for a string. */
  findText(word: string): number {
    const { units, hash } = unitsOf(word);
    return this.find(units, 0, word.length, hash);
  }

  /** `intern` for a string. */
  internText(word: string): number {
    const { units, hash } = unitsOf(word);
    return this.intern(units, 0, word.length, hash);
  }

  /** The word of a number. */
  word(number: number): string {
    return String.fromCharCode(
      ...this.#units.subarray(this.#starts[number]!, this.#starts[number + 1]!),
    );
  }

  #equals(number: number, units: Uint16Array, start: number, end: number): boolean {
    let at = this.#starts[number]!;
    if (this.#starts[number + 1]! - at !== end - start) return false;
    for (let other = start; other < end; other++) {
      if (this.#units[at++] !== units[other]) return false;
    }
    return true;
  }

  #append(units: Uint16Array, start: number, end: number, hash: number): number {
    const number = this.#size++;
    const from = this.#starts[number]!;
    const to = from + end - start;
    if (number === this.#hashes.length) {
      this.#hashes = enlarge(this.#hashes, number * 2);
      this.#starts = enlarge(this.#starts, number * 2 + 1);
    }
    while (to > this.#units.length) this.#units = enlarge(this.#units, this.#units.length * 2);
    for (let at = start; at < end; at++) this.#units[from + at - start] = units[at]!;
    this.#starts[number + 1] = to;
    this.#hashes[number] = hash;
    return number;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = spread(this.#hashes[number]!) & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

/** Mixes the high bits into the low ones, which choose the slot (murmur3's first finaliser step). */
function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 8;
}

const scratch = new Uint16Array(1_024);

function unitsOf(word: string): { units: Uint16Array; hash: number } {
  const units = word.length <= scratch.length ? scratch : new Uint16Array(word.length);
  let hash = HASH_SEED;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    units[at] = unit;
    hash = hashUnit(hash, unit);
  }
  return { units, hash };
}

/** A longer copy of a typed array. */
export function enlarge<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(
  array: T,
  length: number,
): T {
  const larger = new (array.constructor as new (length: number) => T)(length);
  larger.set(array as never);
  return larger;
}
