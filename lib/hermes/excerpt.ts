/**
 * What of a message is worth ranking by. A message is words, or material that was pasted, or both.
 * What is to be done stands in the words: code that sends mail is no request to send mail, and the
 * lines of a log say more about the log than about what is wanted of it.
 */
import { type MessageLine, messageLines } from "./material.ts";

/** Longest text that is ranked by, in UTF-16 code units. */
export const MAX_EXCERPT = 4_000;
/** Of a message longer than this, only as much of its head and tail is looked at. */
const MAX_MESSAGE = 512 * 1_024;
/** Shares of an excerpt: words at the beginning, requests in the middle, words at the end. */
const HEAD = 1_600;
const REQUESTS = 1_000;
const TAIL = 1_300;
/** From this many lines on, of which at most this share are words, a message is a long paste … */
const LONG_PASTE_LINES = 40;
const MOST_STRAY_WORDS = 0.1;
/** … whose first and last lines may be the user's. */
const EDGE_LINES = 5;

/**
 * The words of a message, shortened where they are many, or null where it holds material alone.
 * Takes time linear in the text; the result has at most `MAX_EXCERPT` code units.
 */
export function excerptOf(message: string): string | null {
  const text = message.length <= MAX_MESSAGE
    ? message
    : `${message.slice(0, MAX_MESSAGE / 2)}\n${message.slice(-MAX_MESSAGE / 2)}`;
  const lines = messageLines(text);
  const words = lines.some(({ kind }) => kind === "material") ? wordsOf(lines) : text;
  if (words === "") return null;
  return words.length <= MAX_EXCERPT ? words : shortened(words);
}

/** Head and tail of a text, and the requests between them. */
function shortened(words: string): string {
  const head = cutHead(words, HEAD);
  const tail = cutTail(words, TAIL);
  const between = words.slice(head.length, words.length - tail.length);
  return [head, requestsIn(between, REQUESTS), tail].filter((part) => part !== "").join("\n");
}

/** The first sentences of a text that ask for something, up to a length. */
function requestsIn(text: string, maxLength: number): string {
  const found: string[] = [];
  let length = 0;
  for (const [sentence] of text.matchAll(SENTENCES)) {
    if (!isRequest(sentence)) continue;
    length += sentence.length + 1;
    if (length > maxLength) break;
    found.push(sentence.trim());
  }
  return found.join("\n");
}

/** Sentences; one without an end is cut, so that each is looked at within a fixed time. */
const SENTENCES = /[^.!?。！？\n]{1,400}[.!?。！？]*/g;

/** Phrases with which people ask, in the languages the lexicon knows. */
const REQUESTS_BY_FORM: readonly RegExp[] = [
  /\b(?:please|pls|can you|could you|would you|help me|i (?:need|want) (?:you to|to|a|an)|i'd like|let's|your task|make sure)\b/i,
  /^\s*(?:how (?:do|can|to)|what (?:is|are|does)|why (?:is|are|does|do))\b.*\?/i,
  /请|帮我|麻烦你|能不能|怎么|为什么/,
  /ください|お願い|してほしい|教えて|ですか|ますか/,
  /해 ?줘|해 ?주세요|부탁|알려 ?줘|어떻게|할까요/,
];

function isRequest(sentence: string): boolean {
  return REQUESTS_BY_FORM.some((form) => form.test(sentence));
}

/** The words among pasted lines. */
function wordsOf(lines: readonly MessageLine[]): string {
  const isLongPaste = lines.length >= LONG_PASTE_LINES &&
    lines.filter(({ kind }) => kind === "words").length <= MOST_STRAY_WORDS * lines.length;
  return lines.filter(({ kind, text }, at) =>
    kind === "words" &&
    // A line of a log that looks like a sentence is a part of the log, unless it asks for something.
    (!isLongPaste || at < EDGE_LINES || at >= lines.length - EDGE_LINES || isRequest(text))
  ).map(({ text }) => text).join("\n");
}

/** The beginning of a text, cut at a blank or a line end where there is one near. */
function cutHead(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  const blank = cut.search(/\s\S*$/);
  return blank > maxLength / 2 ? cut.slice(0, blank) : cut;
}

/** The end of a text, cut likewise. */
function cutTail(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(-maxLength);
  const blank = cut.search(/\s/);
  return blank >= 0 && blank < maxLength / 2 ? cut.slice(blank) : cut;
}
