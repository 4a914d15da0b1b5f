/**
 * A trie over whole numbers (code points), kept in typed arrays: thousands of phrases cost one table.
 */

/** A node that is not there. */
export const NO_NODE = -1;
/** The node every path begins at. */
export const ROOT_NODE = 0;

/** Largest code point, plus one for the separator: the factor that keeps keys apart. */
const SYMBOLS = 0x110000 + 1;
/** Knuth's multiplier (The Art of Computer Programming, 6.4): 2³² divided by the golden ratio. */
const MULTIPLIER = 0x9e3779b1;
/** Slots at the start, a power of two. */
const FIRST_SLOTS = 1024;

/** Children by node and symbol, in one open-addressing table. */
export class Trie {
  /** Parent and symbol of each node, by which a slot is recognised. */
  readonly #parents: number[] = [NO_NODE];
  readonly #symbols: number[] = [NO_NODE];
  /** Node in each slot, 0 where it is free (no slot can hold the root). */
  #slots = new Int32Array(FIRST_SLOTS);

  /** Nodes, the root included; they are numbered in the order in which they were added. */
  get size(): number {
    return this.#parents.length;
  }

  parentOf(node: number): number {
    return this.#parents[node]!;
  }

  symbolOf(node: number): number {
    return this.#symbols[node]!;
  }

  /** The child of a node by a symbol, or `NO_NODE`. */
  child(node: number, symbol: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = hash(node, symbol) & mask;; at = (at + 1) & mask) {
      const found = slots[at]!;
      if (found === 0) return NO_NODE;
      if (this.#symbols[found] === symbol && this.#parents[found] === node) return found;
    }
  }

  /** Adds a path. @param symbols whole numbers from 0 to 0x110000 @returns its last node */
  add(symbols: Iterable<number>): number {
    let node = ROOT_NODE;
    for (const symbol of symbols) {
      const known = this.child(node, symbol);
      node = known === NO_NODE ? this.#append(node, symbol) : known;
    }
    return node;
  }

  #append(parent: number, symbol: number): number {
    const node = this.#parents.push(parent) - 1;
    this.#symbols.push(symbol);
    if (2 * node >= this.#slots.length) {
      this.#slots = new Int32Array(2 * this.#slots.length);
      for (let each = 1; each <= node; each++) this.#place(each);
    } else this.#place(node);
    return node;
  }

  #place(node: number): void {
    const mask = this.#slots.length - 1;
    let at = hash(this.#parents[node]!, this.#symbols[node]!) & mask;
    while (this.#slots[at] !== 0) at = (at + 1) & mask;
    this.#slots[at] = node;
  }
}

function hash(node: number, symbol: number): number {
  const mixed = Math.imul(node * SYMBOLS + symbol | 0, MULTIPLIER);
  return mixed ^ (mixed >>> 15);
}
