/**
 * Hard triggers, many of them, over messages that hold none: all three tiers are run then.
 */
import { randomIntegers } from "../eval/mod.ts";
import { TriggerTable } from "../rank/mod.ts";
import { percentiles } from "./percentiles.ts";
import { sample, timed } from "./sampling.ts";
import type { Measurement } from "./types.ts";

const TRIGGERS = 10_000;
const MESSAGES = 64;
/** Characters of a message. */
const MESSAGE_CHARACTERS = 200;
/** Chinese characters that triggers and messages are made of: so few that many begin alike. */
const CHARACTERS = 800;
const FIRST_CHARACTER = 0x4e00;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const SEED = [10, 20, 30, 40] as const;

/** Milliseconds that a look for 10,000 triggers takes in a message of 200 characters. */
export function measureTriggers(seconds: number): Measurement {
  const next = randomIntegers([...SEED]);
  const below = (limit: number) => Math.floor(next() / 2 ** 32 * limit);
  const many = (count: number, make: () => string) => Array.from({ length: count }, make).join("");
  const han = (count: number) =>
    many(count, () => String.fromCodePoint(FIRST_CHARACTER + below(CHARACTERS)));
  const word = (count: number) => many(count, () => LETTERS[below(LETTERS.length)]!);
  const kinds = [
    () => han(3 + below(3)),
    () => `${han(2)} ${han(2)}`,
    () => word(5 + below(3)),
    () => `${word(6)} ${word(5)}`,
  ];
  const rows = Array.from({ length: TRIGGERS }, (_, skill) => ({
    trigger: kinds[skill % kinds.length]!(),
    skill,
  }));
  const table = new TriggerTable(rows);
  const messages = Array.from(
    { length: MESSAGES },
    (_, at) =>
      at % 2 === 0
        ? han(MESSAGE_CHARACTERS)
        : many(MESSAGE_CHARACTERS / 10, () => `${word(4)} ${han(4)} `).trim(),
  );
  const values = sample(
    (run) => timed(() => table.match(messages[run % messages.length]!)),
    { seconds, minimumRuns: messages.length },
  );
  return { stage: "triggers", preset: null, unit: "ms", figures: percentiles(values) };
}
