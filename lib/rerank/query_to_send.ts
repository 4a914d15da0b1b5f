/**
 * The user's message as a judge may read it: short, on one line, without sentences that pass for a
 * command to the judge (SR-95).
 */
import { oneLine } from "../inject/mod.ts";

/** SR-8 */
const MAX_CHARACTERS = 2_000;
/** Of a longer text only the beginning is looked at, so that a huge paste costs nothing. */
const WINDOW = 20_000;

/**
 * Openings that address whoever reads the text (SR-95). The colon forms need no blank after the
 * colon, and a polite word may stand before.
 */
const COMMAND = String.raw`(?:please,?\s+)?(?:` + [
  String.raw`ignore\s+(?:all\s+)?(?:(?:previous|prior)\s+)?(?:instructions|prompts?|messages?)\b`,
  String.raw`disregard\s+(?:all\s+)?(?:instructions|prompts?|messages?)\b`,
  String.raw`system(?:\s+prompt)?\s*[:：]`,
  String.raw`you\s+are\s+now\b`,
  String.raw`new\s+(?:instructions|task)\s*[:：]`,
  String.raw`(?:delete|erase)\s+(?:everything|all)\b`,
  String.raw`forget\s+(?:everything|all|your)\b`,
  String.raw`override\s+(?:your\s+)?(?:instructions|rules)\b`,
].join("|") + ")";

const SENTENCE_START = String.raw`(?<=^|[.!?。！？\n]\s?)`;
const SENTENCE_END = String.raw`[^.!?。！？\n]*[.!?。！？\n]?`;

const COMMAND_SENTENCE = new RegExp(`${SENTENCE_START}${COMMAND}${SENTENCE_END}`, "giu");
const COMMAND_WORDS = new RegExp(`${SENTENCE_START}${COMMAND}`, "giu");

/**
 * What of a message is sent. Sentences that begin like a command go; where nothing else is left, only
 * the commanding words go, and where these are all there is, the message stays.
 * @returns at most 2,000 code points; empty for a blank message alone
 */
export function queryToSend(text: string): string {
  const lines = text.slice(0, WINDOW).replace(/\s+/gu, (gap) => gap.includes("\n") ? "\n" : " ")
    .trim();
  for (const pattern of [COMMAND_SENTENCE, COMMAND_WORDS]) {
    const rest = oneLine(lines.replace(pattern, ""));
    // Punctuation that is left over says nothing.
    if (/[\p{L}\p{N}]/u.test(rest)) return cutToSend(rest, MAX_CHARACTERS);
  }
  return cutToSend(oneLine(lines), MAX_CHARACTERS);
}

/** The first code points of a text. */
export function cutToSend(text: string, maxCharacters: number): string {
  return [...text.slice(0, maxCharacters * 2)].slice(0, maxCharacters).join("").trim();
}
