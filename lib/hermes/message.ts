/**
 * What the user really said: text out of content parts, without what the host put there.
 */
import { isObject } from "./protocol.ts";

/** Beginnings of messages that the host sends in the user's name (EE-70). */
const HOST_MESSAGE_STARTS = ["[System", "[ASYNC DELEGATION", "Review the conversation above"];
const REPLY_START = "[Replying to";
const REPLY_END = '"]';

/**
 * Text of a message (SR-10): a list is flattened, strings are taken, objects contribute `text`, else
 * a non-empty `caption`; images and everything else are skipped. The parts are joined by blanks.
 */
export function messageText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part: unknown) => {
    if (typeof part === "string") return part;
    if (!isObject(part)) return [];
    if (typeof part.text === "string" && part.text !== "") return part.text;
    return typeof part.caption === "string" && part.caption !== "" ? part.caption : [];
  }).join(" ");
}

/**
 * Whether nothing is to be said to a message (EE-70).
 * @param starts beginnings separated by `|`, or null (`SKILL_RETRIEVAL_IGNORE`)
 */
export function isIgnored(text: string, starts: string | null): boolean {
  return starts !== null &&
    starts.split("|").some((start) => start.trim() !== "" && text.startsWith(start.trim()));
}

/**
 * The user's own words in a message, or null where there are none: the message is blank, or it is
 * the host's. The head `[Replying to "…"]` that gateways put before a reply is cut off.
 */
export function userText(content: unknown): string | null {
  let text = messageText(content).trim();
  if (text.startsWith(REPLY_START)) {
    const end = text.indexOf(REPLY_END);
    if (end >= 0) text = text.slice(end + REPLY_END.length).trim();
  }
  if (text === "" || HOST_MESSAGE_STARTS.some((start) => text.startsWith(start))) return null;
  return text;
}
