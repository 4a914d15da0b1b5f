/**
 * Hard triggers (EE-10…18): words that name a skill without doubt. Thousands of them are looked for
 * in one pass over the message: an automaton (Aho & Corasick 1975) finds every trigger that occurs as
 * it stands, two tries those whose Chinese characters occur with little between them.
 */
import { NO_NODE, ROOT_NODE, Trie } from "./trie.ts";

/** Longest trigger, in characters, that must stand as a word (EE-12). */
const MAX_WORD_CHARACTERS = 8;
/** Most characters between two parts of a trigger in tiers 2 and 3 (EE-15, EE-16). */
const MAX_GAP = 3;
/** Fewest Chinese characters of a trigger that tiers 2 and 3 look for (EE-14). */
const MIN_CJK_CHARACTERS = 2;
/** Stands between the runs of a trigger in the trie of tier 3; no code point. */
const SEPARATOR = 0x110000;
const NEWLINE = 10;

const CJK_RUN = /[\u4e00-\u9fff]+/gu;
const ASCII_LETTER = /[A-Za-z]/;
const BLANK = /\s/u;

/** A trigger and the position of its skill in the index. */
export interface TriggerRow {
  trigger: string;
  skill: number;
}

/** The trigger that decided a message. */
export interface TriggerHit extends TriggerRow {
  /** 1: as it stands; 2: its characters in order; 3: its runs in order. */
  tier: 1 | 2 | 3;
}

/** A row as the automaton knows it. */
interface Entry extends TriggerRow {
  /** Code points of the folded trigger. */
  length: number;
  /** Whether it must stand as a word of its own (EE-12). */
  isWord: boolean;
}

/** All triggers over one selection of skills. */
export class TriggerTable {
  /** In list order, the first of equal triggers only: it wins every tie (EE-13, EE-17). */
  readonly #entries: Entry[] = [];
  readonly #exact = new Trie();
  /** Entry that ends at each node of `#exact`, or −1. */
  readonly #exactEnds: Int32Array;
  /** Node of the longest proper suffix of each node that is a path too. */
  readonly #suffixes: Int32Array;
  /** Nearest node on the chain of suffixes, the node itself included, at which an entry ends. */
  readonly #endings: Int32Array;
  /** Paths of the Chinese characters of triggers (tier 2). */
  readonly #sequences = new Trie();
  readonly #sequenceEnds: Int32Array;
  /** Paths of the Chinese runs of triggers (tier 3). */
  readonly #runs = new Trie();
  readonly #runEnds: Int32Array;

  /** @param rows in list order; blank triggers never hit */
  constructor(rows: readonly TriggerRow[]) {
    const exact = new Map<number, number>();
    const sequences = new Map<number, number>();
    const runs = new Map<number, number>();
    for (const { trigger, skill } of rows) {
      const points = codePoints(fold(trigger));
      const node = this.#exact.add(points);
      if (points.length === 0 || exact.has(node)) continue;
      const at = this.#entries.length;
      this.#entries.push({ trigger, skill, length: points.length, isWord: isWord(trigger) });
      exact.set(node, at);
      const parts = looseParts(trigger);
      if (parts.length === 0) continue;
      this.#keepLongest(sequences, this.#sequences.add(parts.flat()), at);
      if (parts.length > 1) {
        const path = parts.flatMap((part, index) => index === 0 ? part : [SEPARATOR, ...part]);
        this.#keepLongest(runs, this.#runs.add(path), at);
      }
    }
    this.#exactEnds = asEnds(exact, this.#exact.size);
    this.#sequenceEnds = asEnds(sequences, this.#sequences.size);
    this.#runEnds = asEnds(runs, this.#runs.size);
    this.#suffixes = suffixesOf(this.#exact);
    this.#endings = new Int32Array(this.#exact.size).fill(NO_NODE);
    for (const node of byDepth(this.#exact)) {
      this.#endings[node] = this.#exactEnds[node]! >= 0
        ? node
        : this.#endings[this.#suffixes[node]!]!;
    }
  }

  /** Number of different triggers. */
  get size(): number {
    return this.#entries.length;
  }

  /** The trigger that a message holds, or null. Tiers 2 and 3 count only where tier 1 has none. */
  match(text: string): TriggerHit | null {
    if (this.#entries.length === 0) return null;
    const message = codePoints(fold(text));
    const exact = this.#matchExact(message);
    if (exact >= 0) return this.#hit(exact, 1);
    const sequence = this.#matchSequence(message);
    const run = this.#matchRuns(message);
    // A trigger found in both is one of tier 2: tier 3 is asked only where tier 2 fails (EE-16).
    return run >= 0 && this.#isLonger(run, sequence)
      ? this.#hit(run, 3)
      : sequence >= 0
      ? this.#hit(sequence, 2)
      : null;
  }

  #hit(at: number, tier: TriggerHit["tier"]): TriggerHit {
    const { trigger, skill } = this.#entries[at]!;
    return { trigger, skill, tier };
  }

  /** EE-12, EE-13: longest, then leftmost, then first in the list. */
  #matchExact(message: Uint32Array): number {
    let best = -1;
    let node = ROOT_NODE;
    for (let at = 0; at < message.length; at++) {
      const symbol = message[at]!;
      let next = this.#exact.child(node, symbol);
      while (next === NO_NODE && node !== ROOT_NODE) {
        node = this.#suffixes[node]!;
        next = this.#exact.child(node, symbol);
      }
      node = next === NO_NODE ? ROOT_NODE : next;
      // Endings come longest first; two of them at one place differ in length.
      for (let end = this.#endings[node]!; end !== NO_NODE;) {
        const found = this.#exactEnds[end]!;
        const { length, isWord } = this.#entries[found]!;
        // Of two that are equally long, the one found first starts first.
        if (best >= 0 && length <= this.#entries[best]!.length) break;
        if (!isWord || standsAlone(message, at + 1 - length, at + 1)) {
          best = found;
          break;
        }
        end = this.#endings[this.#suffixes[end]!]!;
      }
    }
    return best;
  }

  /**
   * EE-15: each character at its first place behind the one before. That place depends on the path
   * alone, so that every node is visited at most once.
   */
  #matchSequence(message: Uint32Array): number {
    let best = -1;
    const seen = new Set<number>();
    const visit = (node: number, at: number): void => {
      const end = this.#sequenceEnds[node]!;
      if (end >= 0 && this.#isLonger(end, best)) best = end;
      const last = Math.min(message.length - 1, at + MAX_GAP + 1);
      for (let next = at + 1; next <= last; next++) {
        const child = this.#sequences.child(node, message[next]!);
        if (child !== NO_NODE && isFirst(message, at + 1, next)) visit(child, next);
      }
    };
    for (let at = 0; at < message.length; at++) {
      const symbol = message[at]!;
      if (!isCjk(symbol) || seen.has(symbol)) continue;
      seen.add(symbol);
      const child = this.#sequences.child(ROOT_NODE, symbol);
      if (child !== NO_NODE) visit(child, at);
    }
    return best;
  }

  /** EE-16: the runs of a trigger with at most three characters between them, no line end among these. */
  #matchRuns(message: Uint32Array): number {
    if (this.#runs.size === 1) return -1;
    let best = -1;
    const visited = new Set<number>();
    /** @param at the next character to read */
    const visit = (node: number, at: number): void => {
      for (let current = node;; at++) {
        const end = this.#runEnds[current]!;
        if (end >= 0 && this.#isLonger(end, best)) best = end;
        const behind = this.#runs.child(current, SEPARATOR);
        if (behind !== NO_NODE) skip(behind, at);
        if (at >= message.length) return;
        current = this.#runs.child(current, message[at]!);
        if (current === NO_NODE) return;
      }
    };
    const skip = (node: number, at: number): void => {
      const key = node * (message.length + 1) + at;
      if (visited.has(key)) return;
      visited.add(key);
      for (let gap = 0; gap <= MAX_GAP && at + gap < message.length; gap++) {
        visit(node, at + gap);
        if (message[at + gap] === NEWLINE) break;
      }
    };
    for (let at = 0; at < message.length; at++) if (isCjk(message[at]!)) visit(ROOT_NODE, at);
    return best;
  }

  /** EE-17: whether one entry comes before another, −1 being none. */
  #isLonger(one: number, other: number): boolean {
    if (other < 0) return true;
    const difference = this.#entries[one]!.length - this.#entries[other]!.length;
    return difference > 0 || (difference === 0 && one < other);
  }

  #keepLongest(ends: Map<number, number>, node: number, at: number): void {
    if (this.#isLonger(at, ends.get(node) ?? -1)) ends.set(node, at);
  }
}

/** Case and surrounding blanks do not count (EE-11, EE-12). */
function fold(text: string): string {
  // Whether a sigma is the last letter of its word is not the same in a trigger and in a message.
  return text.trim().toLowerCase().replaceAll("ς", "σ");
}

function codePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at)!;
    if (point > 0xffff) at++;
    points[count++] = point;
  }
  return points.subarray(0, count);
}

function isWord(trigger: string): boolean {
  const text = trigger.trim();
  return [...text].length <= MAX_WORD_CHARACTERS && !BLANK.test(text) && ASCII_LETTER.test(text) &&
    text.search(CJK_RUN) < 0;
}

/** The runs that tiers 2 and 3 look for; none where they do not look for the trigger (EE-14). */
function looseParts(trigger: string): number[][] {
  if (ASCII_LETTER.test(trigger)) return [];
  const runs = trigger.match(CJK_RUN) ?? [];
  return runs.join("").length < MIN_CJK_CHARACTERS ? [] : runs.map((run) => [...codePoints(run)]);
}

function isCjk(point: number): boolean {
  return point >= 0x4e00 && point <= 0x9fff;
}

/** Whether the character at `at` has not stood before, from `start` on. */
function isFirst(message: Uint32Array, start: number, at: number): boolean {
  for (let before = start; before < at; before++) if (message[before] === message[at]) return false;
  return true;
}

function standsAlone(message: Uint32Array, start: number, end: number): boolean {
  return !(start > 0 && isWordPoint(message[start - 1]!)) &&
    !(end < message.length && isWordPoint(message[end]!));
}

/** `[a-z0-9_]`; messages are in lower case here. */
function isWordPoint(point: number): boolean {
  return (point >= 97 && point <= 122) || (point >= 48 && point <= 57) || point === 95;
}

function asEnds(ends: ReadonlyMap<number, number>, size: number): Int32Array {
  const array = new Int32Array(size).fill(-1);
  for (const [node, at] of ends) array[node] = at;
  return array;
}

/** Nodes of a trie without the root, parents' levels first. */
function byDepth(trie: Trie): number[] {
  const depths = new Int32Array(trie.size);
  for (let node = 1; node < trie.size; node++) depths[node] = depths[trie.parentOf(node)]! + 1;
  return Array.from({ length: trie.size - 1 }, (_, at) => at + 1)
    .sort((one, other) => depths[one]! - depths[other]!);
}

/** The failure links of the automaton. */
function suffixesOf(trie: Trie): Int32Array {
  const suffixes = new Int32Array(trie.size);
  for (const node of byDepth(trie)) {
    const parent = trie.parentOf(node);
    if (parent === ROOT_NODE) continue;
    const symbol = trie.symbolOf(node);
    let from = suffixes[parent]!;
    let found = trie.child(from, symbol);
    while (found === NO_NODE && from !== ROOT_NODE) {
      from = suffixes[from]!;
      found = trie.child(from, symbol);
    }
    suffixes[node] = found === NO_NODE ? ROOT_NODE : found;
  }
  return suffixes;
}
