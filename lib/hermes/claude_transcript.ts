/**
 * What a Claude Code transcript proves. It is a file of JSON lines; only rows whose shape is known
 * are read, everything else is passed over.
 */
import { loadsShownIn } from "../inject/mod.ts";
import { messageText } from "./message.ts";
import { isObject } from "./protocol.ts";

/** How deep texts are looked for in a row. */
const MAX_DEPTH = 6;

/** The conversation as far as it concerns skills. */
export interface TranscriptFacts {
  /** What the user said, oldest first. */
  userTurns: string[];
  /** Names of the skills loaded with the Skill tool. */
  loaded: string[];
  /** Loads in the blocks of ours that the transcript holds. */
  shown: string[];
}

/** Reads a transcript. What a compaction removed from the conversation does not count. */
export function readTranscript(text: string): TranscriptFacts {
  let facts: TranscriptFacts = { userTurns: [], loaded: [], shown: [] };
  for (const line of text.split("\n")) {
    const row = parse(line);
    // Rows of sub-agents are another conversation.
    if (row === null || row.isSidechain === true) continue;
    if (row.subtype === "compact_boundary") {
      facts = { userTurns: [], loaded: [], shown: [] };
    } else if (row.type === "assistant") {
      facts.loaded.push(...skillCalls(row.message));
    } else {
      facts.shown.push(...textsIn(row, MAX_DEPTH).flatMap(loadsShownIn));
      if (row.type === "user" && row.isMeta !== true && isObject(row.message)) {
        const said = messageText(row.message.content).trim();
        if (said !== "") facts.userTurns.push(said);
      }
    }
  }
  return facts;
}

function skillCalls(message: unknown): string[] {
  if (!isObject(message) || !Array.isArray(message.content)) return [];
  return message.content.flatMap((part: unknown) => {
    if (!isObject(part) || part.type !== "tool_use" || part.name !== "Skill") return [];
    if (!isObject(part.input)) return [];
    const name = part.input.skill ?? part.input.command;
    return typeof name === "string" ? name : [];
  });
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth - 1));
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
