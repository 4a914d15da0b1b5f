/**
 * Which of the hints in a conversation are still about what is being talked of. A hint need not be
 * given twice for one topic, but once the topic was left and comes back it may.
 */

/** A hint that stands in the conversation. */
export interface Showing {
  /** Turn in which it was given, counted from 1. */
  turn: number;
  /** Turns since it last fitted in which other skills did. */
  away: number;
}

/** Hints by the label of the skill (`shownLabel`). */
export type Showings = ReadonlyMap<string, Showing>;

/**
 * Turns about other skills after which a topic counts as left. One alone is an errand ("how much is
 * that in euros?"). Turns in which nothing fits (thanks, small talk, general questions) count for
 * nothing. Any value from 2 to 3 fits the written conversations (fixtures/conversations).
 */
export const TURNS_TO_LEAVE = 2;

/** Whether the topic of a hint was not left since. */
export function isCurrent(showing: Showing): boolean {
  return showing.away < TURNS_TO_LEAVE;
}

/**
 * Hints after one more turn.
 * @param fitting labels of the skills with evidence in this turn, shown or not
 * @param shown labels of the skills for which a hint was given
 * @param turn number of the turn
 */
export function showingsAfter(
  showings: Showings,
  fitting: ReadonlySet<string>,
  shown: readonly string[],
  turn: number,
): Map<string, Showing> {
  const after = new Map(showings);
  if (fitting.size > 0) {
    for (const [label, showing] of showings) {
      after.set(label, { ...showing, away: fitting.has(label) ? 0 : showing.away + 1 });
    }
  }
  for (const label of shown) after.set(label, { turn, away: 0 });
  return after;
}
