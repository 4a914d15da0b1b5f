/**
 * The clauses of a message that asks for several things.
 */

/** Words and marks that join two requests; 并 and 再 are none in 合并 or 再生. */
const JOINT =
  /(?:[,;，；、。]|\.(?=\s))?\s*\b(?:and\s+then|and\s+also|and|then|after\s+that|afterwards|also|plus)\b\s*|[;；。，]|[,.](?=\s)|(?:然后|接着|并且|(?<![合归吞兼])并(?![行发列购非不])|(?<![不一])再(?![生次见])|同时|以及|之后|最后)|(?:して|た後|てから|それから|そして)(?:、|\s)*|(?:하고|한\s*다음|한\s*뒤|그리고|그다음)\s+/iu;

/** A clause of fewer characters says nothing of its own (CJK characters count double). */
const MIN_CLAUSE_WIDTH = 6;
/** A message with more clauses is prose, not a list of requests. */
const MAX_CLAUSES = 4;
/** Longer messages are read as a whole. */
const MAX_MESSAGE_CHARACTERS = 400;

/** The clauses of a message, or none when it is a single request or too long to be a list of them. */
export function clausesOf(message: string): string[] {
  if (message.length > MAX_MESSAGE_CHARACTERS) return [];
  const clauses = message.split(JOINT).map((clause) => clause.trim())
    .filter((clause) => width(clause) >= MIN_CLAUSE_WIDTH);
  return clauses.length < 2 || clauses.length > MAX_CLAUSES ? [] : clauses;
}

function width(text: string): number {
  let units = 0;
  for (const character of text) units += character.charCodeAt(0) >= 0x2e80 ? 2 : 1;
  return units;
}
