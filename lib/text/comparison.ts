/**
 * Questions that weigh two things against each other ("Python vs Java for web dev?"): they ask for an
 * opinion, and nothing is to be done.
 */

/** Longest such question, in characters; longer messages say what is to be done with the answer. */
const MAX_CHARACTERS = 80;

/** How the four languages put it. */
const COMPARISONS: readonly RegExp[] = [
  /\b(?:vs\.?|versus)\s+\S/iu,
  /\b(?:is|are|which is) .*\bbetter\b.*\bor\b/iu,
  /还是[^。！]+[？?]?\s*$/u,
  /(?:どちら|どっち)(?:が|の|を|に)?[^。！]*[？?]?\s*$/u,
  /(?:나을까|좋을까|나아|어느 ?(?:것|쪽)이)[^.!]*[？?]?\s*$/u,
];

/** Whether a message is nothing but such a question. */
export function isComparison(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= MAX_CHARACTERS && !/[\n。!！]|\. /u.test(trimmed) &&
    COMPARISONS.some((pattern) => pattern.test(trimmed));
}
