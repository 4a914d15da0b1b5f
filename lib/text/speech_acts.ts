/**
 * What a message does when it names no task of its own: it leans on what was said before, or it asks
 * for knowledge.
 */

/** Pronouns and words that stand for something said earlier; "make it a PDF" names a new thing. */
const ANAPHORA =
  /\bit\b(?!\s+(?:a|an|into|as|to)\b)|\b(?:this|that|these|those)\s+(?:one|time)\b|\b(?:do|try)\s+(?:that|this)\b|\bthe\s+same\b|\banother\s+one\b|[它这那]个也|一样|同样|同じ(?:よう|こと|もの)|똑같이|같은\s*(?:걸|것|방식)/iu;
/** Words that compare with what is there. */
const COMPARATIVES =
  "better|bigger|bolder|brighter|cheaper|cleaner|clearer|closer|colder|cooler|darker|" +
  "deeper|earlier|easier|faster|friendlier|funnier|higher|kinder|larger|later|lighter|longer|louder|" +
  "lower|narrower|neater|nicer|older|politer|quieter|safer|sharper|shorter|simpler|slower|smaller|" +
  "smoother|softer|stronger|thicker|thinner|tighter|warmer|wider";
/** A comparison and nothing else: "shorter please", "a bit more formal". */
const COMPARISON = new RegExp(
  "^\\W*(?:(?:a\\s+(?:bit|little)|even|much|make\\s+(?:it|them)|now)\\s+)*" +
    `(?:(?:more|less)\\s+\\p{L}+|${COMPARATIVES})(?:\\s+please)?\\W*$`,
  "iu",
);

/** A question for the meaning of a word or for a fact of the world: it wants an answer, not a tool. */
const KNOWLEDGE = new RegExp(
  [
    /\bwhat\s+(?:does|do|did)\b.{1,60}\bmean\b/,
    /\bwhat(?:\s+is|\s+are|\s+was|['’]s)\s+the\s+(?:meaning|definition|capital|population|origin|history)\s+of\b/,
    /\b(?:explain|tell\s+me)\s+what\s+(?:an?\s+)?\p{L}+\s+(?:is|are|means?)\b/u,
    /\bhow\s+many\s+\p{L}+\s+(?:are\s+there|exist|have|has|use|speak|live)\b/u,
    /\bwho\s+(?:invented|discovered|wrote|painted|founded)\b/,
    /是什么意思|什么叫|的首都|(?:谁|誰)(?:发明|發明|写)/,
    /(?:の|って(?:いう)?|とは)\s*(?:どういう)?意味|とは(?:何|なん)|の首都/,
    /무슨\s*(?:뜻|의미)|뜻이\s*뭐|의?\s*수도(?:가|는)\s/,
  ].map(({ source }) => source).join("|"),
  "iu",
);

/** What a message is for, as far as that bears on how much evidence a skill needs. */
export type SpeechAct = "task" | "follow-up" | "knowledge";

/**
 * Tells a question of knowledge and a message that leans on what was said before from a task.
 * @param isContinued whether anything was said before
 */
export function speechActOf(message: string, isContinued: boolean): SpeechAct {
  if (KNOWLEDGE.test(message)) return "knowledge";
  return isContinued && (ANAPHORA.test(message) || COMPARISON.test(message)) ? "follow-up" : "task";
}
