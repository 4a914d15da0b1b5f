import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { type SpeechAct, speechActOf } from "../../lib/text/mod.ts";

/** Checks that every message is read as an act, said as the first thing or later. */
function check(act: SpeechAct, isContinued: boolean, messages: readonly string[]): void {
  for (const message of messages) {
    assertEquals([message, speechActOf(message, isContinued)], [message, act]);
  }
}

const FOLLOW_UPS = [
  "do the same for the other folder",
  "make it 20 pages",
  "and now this one",
  "another one",
  "longer",
  "a bit shorter please",
  "more formal",
  "make it less technical",
  "同じようにして",
  "똑같이 해줘",
  "给这个也加上",
];

test("speechActOf() hears that a message leans on what was said before", () => {
  check("follow-up", true, FOLLOW_UPS);
});

test("speechActOf() hears no follow-up where nothing was said before", () => {
  check("task", false, FOLLOW_UPS);
});

test("speechActOf() hears a task in a message that names a new thing", () => {
  check("task", true, [
    "make it a PDF",
    "turn it into slides",
    "vacuum the hallway",
    "draw a chart of the costs",
    "water",
    "order more paper for the printer",
    "把这份合同翻译成英文",
    "この契約書を要約して",
  ]);
});

test("speechActOf() hears a question of knowledge, also in the middle of a conversation", () => {
  for (const isContinued of [false, true]) {
    check("knowledge", isContinued, [
      "what does idempotent mean?",
      "What is the meaning of this word",
      "What's the capital of Peru?",
      "explain what a monad is",
      "how many languages are there?",
      "who invented the telephone?",
      "幂等是什么意思",
      "冪等とは何ですか",
      "べき等ってどういう意味？",
      "멱등이 무슨 뜻이야?",
    ]);
  }
});

test("speechActOf() hears a task in a question about one's own things", () => {
  check("task", false, [
    "what does the report say?",
    "how many rows are in costs.csv?",
    "who mailed me yesterday?",
    "what's the status of my build?",
    "explain this stack trace",
  ]);
});
