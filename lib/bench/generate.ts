/**
 * Made-up skills in any number, for sizes no home at hand has.
 *
 * Every skill has a real one as its topic. A word is new, or was made up before, or comes from the
 * topic, or from all texts. The chance of a new one is that of a Pitman–Yor process, d·V/n after n words
 * of which V are distinct, so that the dictionary grows with the collection as it does in real ones; the
 * topic makes words of one skill repeat, which a draw from all texts alone would not.
 */
import { randomIntegers } from "../eval/mod.ts";
import type { BenchSkill } from "./types.ts";
import type { WordedPart, WordModel } from "./word_model.ts";

/** Mean characters of a body (DESIGN §7: ~9 KB). */
const MEAN_BODY_CHARACTERS = 9_000;
/**
 * Share of the known words of a skill that its topic supplies. Tuned on the shared home `library`: as
 * many skills made up in its words have 427 distinct words a body, the real ones 413.
 */
const TOPIC_SHARE = 0.85;
/** Shortest made-up word: shorter ones would often be real. */
const MIN_INVENTED_CHARACTERS = 6;
/** Words a line of a body. */
const LINE_WORDS = 12;
/** Words made up before that can occur again. */
const MAX_REMEMBERED = 1 << 20;
/** Any fixed state: the same model and size give the same skills. */
const SEED = [0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89] as const;

/** Makes skills one after the other; the first n of a longer run are those of a run of n. */
export function* generateSkills(model: WordModel, size: number): Generator<BenchSkill> {
  const writer = new WordWriter(model);
  const names = new Set<string>();
  for (let at = 0; at < size; at++) {
    const topic = writer.below(model.names.length);
    const description = writer.text(model.descriptions, topic, descriptionWords(model, topic));
    const length = MEAN_BODY_CHARACTERS * (0.5 + writer.fraction());
    yield {
      name: uniqueName(model, writer, topic, names),
      description: description.join(" "),
      body: body(writer, model, topic, length),
      triggers: [],
      tags: [],
    };
  }
}

function descriptionWords({ descriptions: { offsets } }: WordModel, topic: number): number {
  return offsets[topic + 1]! - offsets[topic]!;
}

function body(writer: WordWriter, model: WordModel, topic: number, length: number): string {
  const lines: string[] = [];
  for (let characters = 0; characters < length;) {
    const line = writer.text(model.bodies, topic, LINE_WORDS).join(" ");
    lines.push(line);
    characters += line.length + 1;
  }
  return `${lines.join("\n")}\n`;
}

/** Half the parts of the topic's name and half of another's; made longer until nobody has it. */
function uniqueName(
  model: WordModel,
  writer: WordWriter,
  topic: number,
  taken: Set<string>,
): string {
  const other = model.names[writer.below(model.names.length)]!.split("-");
  const own = model.names[topic]!.split("-");
  const parts = [
    ...own.slice(0, Math.ceil(own.length / 2)),
    ...other.slice(Math.floor(other.length / 2)),
  ];
  while (taken.has(parts.join("-"))) {
    const more = model.names[writer.below(model.names.length)]!.split("-");
    parts.push(more[writer.below(more.length)]!);
  }
  const name = parts.join("-");
  taken.add(name);
  return name;
}

/** Draws words; remembers how many there were and which it made up. */
class WordWriter {
  readonly #model: WordModel;
  readonly #next = randomIntegers(SEED);
  readonly #invented: string[] = [];
  /** Words so far: those the model was trained on and those drawn. */
  #written: number;
  /** Distinct ones among them. */
  #distinct: number;
  /** Drawn ones among them that are no words of the model. */
  #foreign = 0;

  constructor(model: WordModel) {
    this.#model = model;
    this.#written = model.bodies.words.length + model.descriptions.words.length;
    this.#distinct = model.distinct;
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** A number from 0 to below 1. */
  fraction(): number {
    return this.#next() / 2 ** 32;
  }

  /** Words in the manner of one part of a topic. */
  text(part: WordedPart, topic: number, count: number): string[] {
    return Array.from({ length: count }, () => this.#word(part, topic));
  }

  #word(part: WordedPart, topic: number): string {
    const newShare = (this.#model.growth * this.#distinct) / this.#written;
    const foreignShare = this.#foreign / this.#written;
    this.#written++;
    const draw = this.fraction();
    if (draw < newShare) return this.#invent();
    if (draw < newShare + foreignShare) {
      this.#foreign++;
      return this.#invented[this.below(this.#invented.length)]!;
    }
    return this.fraction() < TOPIC_SHARE ? this.#ofTopic(part, topic) : this.#ofAll(part);
  }

  #ofTopic({ words, offsets }: WordedPart, topic: number): string {
    const start = offsets[topic]!;
    return this.#model.spellings[words[start + this.below(offsets[topic + 1]! - start)]!]!;
  }

  #ofAll({ words }: WordedPart): string {
    return this.#model.spellings[words[this.below(words.length)]!]!;
  }

  /** Halves of words put together. */
  #invent(): string {
    let word = "";
    while (word.length < MIN_INVENTED_CHARACTERS) word += this.#half("front") + this.#half("back");
    this.#distinct++;
    this.#foreign++;
    const place = this.#invented.length < MAX_REMEMBERED
      ? this.#invented.length
      : this.below(MAX_REMEMBERED);
    this.#invented[place] = word;
    return word;
  }

  /** Half of a word, its letters only; a digit where it has none. */
  #half(side: "front" | "back"): string {
    const letters = this.#ofAll(this.#model.bodies).replace(/\P{L}+/gu, "");
    const middle = Math.ceil(letters.length / 2);
    if (letters === "") return String(this.below(10));
    return side === "front" ? letters.slice(0, middle) : letters.slice(middle);
  }
}
