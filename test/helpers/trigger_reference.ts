/**
 * Hard triggers as the rules say them (EE-11…17), one trigger after the other: what the automaton is
 * compared with.
 */
import type { TriggerHit, TriggerRow } from "../../lib/rank/triggers.ts";

const CJK = /[\u4e00-\u9fff]/u;

/** EE-15: whether characters stand in order in a text, each at its first place behind the one before. */
export function isSubsequence(characters: readonly string[], text: string): boolean {
  if (characters.length === 1) return text.includes(characters[0]!);
  const message = [...text];
  let before = -1;
  for (const [at, character] of characters.entries()) {
    const place = message.indexOf(character, before + 1);
    if (place < 0 || (at > 0 && place - before - 1 > 3)) return false;
    before = place;
  }
  return true;
}

/** The hit by the rules, every trigger tried. */
export function matchByRules(rows: readonly TriggerRow[], text: string): TriggerHit | null {
  const query = text.trim().toLowerCase();
  const exact = rows.flatMap((row, order) => {
    const at = exactPlace(row.trigger.toLowerCase(), query);
    return at < 0 ? [] : { ...row, tier: 1 as const, at, order };
  });
  const loose = exact.length > 0 ? [] : rows.flatMap((row, order) => {
    const cjk = [...row.trigger].filter((character) => CJK.test(character));
    if (cjk.length < 2 || /[A-Za-z]/.test(row.trigger)) return [];
    if (isSubsequence(cjk, query)) return { ...row, tier: 2 as const, at: 0, order };
    const runs = row.trigger.match(/[\u4e00-\u9fff]+/gu)!;
    return runs.length > 1 && new RegExp(runs.join(".{0,3}"), "u").test(query)
      ? { ...row, tier: 3 as const, at: 0, order }
      : [];
  });
  const best =
    [...exact, ...loose].sort((one, other) =>
      [...other.trigger].length - [...one.trigger].length || one.at - other.at ||
      one.order - other.order
    )[0];
  return best === undefined ? null : { trigger: best.trigger, skill: best.skill, tier: best.tier };
}

function exactPlace(trigger: string, query: string): number {
  const isWord = [...trigger].length <= 8 && !/\s/.test(trigger) && /[a-z]/.test(trigger) &&
    !CJK.test(trigger);
  if (!isWord) return query.indexOf(trigger);
  const escaped = trigger.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return query.search(new RegExp(`(?<![a-z0-9_])${escaped}(?![a-z0-9_])`));
}
