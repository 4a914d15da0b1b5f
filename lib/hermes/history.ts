/**
 * What a conversation's history proves (DESIGN §6): what the user said earlier, which skills were
 * loaded, which blocks of ours it holds. Histories come from hosts and may hold anything.
 */
import { loadsShownIn, withoutBlocks } from "../inject/mod.ts";
import { excerptOf } from "./excerpt.ts";
import { messageText, userText } from "./message.ts";
import { isObject } from "./protocol.ts";

/** Earlier user turns that are looked at. */
const MAX_EARLIER_TURNS = 40;

/**
 * What the user asked before this turn, oldest first, as it would be ranked by. Hosts include the
 * current message as the last user item (contract §2.3), so one that says the same is left out.
 * @param message the message of this turn: a string or content parts
 */
export function earlierTurns(history: readonly unknown[], message: unknown): string[] {
  const turns = rows(history, "user").flatMap((row) =>
    userText(withoutBlocks(messageText(row.content))) ?? []
  );
  if (turns.at(-1) === userText(message)) turns.pop();
  return turns.slice(-MAX_EARLIER_TURNS).flatMap((text) => excerptOf(text) ?? []);
}

/** Paths of the skills that `skill_view` returned and whose results are still in the history. */
export function loadedPaths(history: readonly unknown[]): string[] {
  const calls = new Set<unknown>();
  for (const row of rows(history, "assistant")) {
    if (!Array.isArray(row.tool_calls)) continue;
    for (const call of row.tool_calls) {
      if (isObject(call) && isObject(call.function) && call.function.name === "skill_view") {
        calls.add(call.id);
      }
    }
  }
  return rows(history, "tool").flatMap((row) => {
    const isView = row.name === "skill_view" || row.tool_name === "skill_view" ||
      (row.tool_call_id !== undefined && calls.has(row.tool_call_id));
    return isView ? skillViewResult(messageText(row.content)).path ?? [] : [];
  });
}

/**
 * Loads in the blocks of ours that were sent, or null where the history does not keep what was sent
 * (its rows carry no `api_content`: Hermes ≤ 0.21).
 */
export function shownLoads(history: readonly unknown[]): string[] | null {
  const users = rows(history, "user");
  const sent = users.map((row) => row.api_content).filter((text) => typeof text === "string");
  if (sent.length === 0) return null;
  // A turn with an image keeps the block as a text part of its content instead.
  const parts = users.filter((row) => Array.isArray(row.content))
    .flatMap((row) => (row.content as unknown[]).filter(isObject).map((part) => part.text))
    .filter((text) => typeof text === "string");
  return [...new Set([...sent, ...parts].flatMap(loadsShownIn))];
}

/**
 * What a `skill_view` result says (hermes-real §3.4): the path by which the skill is recognised, and
 * whether the skill was refused. Views of other files of a skill, and results that a compaction
 * shortened, say nothing.
 */
export function skillViewResult(result: string): { path: string | null; refused: boolean } {
  let value: unknown;
  try {
    value = JSON.parse(result);
  } catch {
    return { path: null, refused: false };
  }
  if (!isObject(value)) return { path: null, refused: false };
  if (value.success === false) return { path: null, refused: true };
  if (typeof value.skill_dir === "string" && value.file === undefined) {
    return { path: `${value.skill_dir.replaceAll("\\", "/")}/SKILL.md`, refused: false };
  }
  return { path: typeof value.path === "string" ? value.path : null, refused: false };
}

function rows(history: readonly unknown[], role: string): Record<string, unknown>[] {
  return history.filter((row): row is Record<string, unknown> =>
    isObject(row) && row.role === role
  );
}
