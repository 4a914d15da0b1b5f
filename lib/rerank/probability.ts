/**
 * Reading a probability that a service answered (SR-92).
 */
import { JudgeError } from "./types.ts";

/**
 * The probability for a candidate: a number from 0 to 1, or a text of one.
 * @throws {JudgeError}
 */
export function probabilityOf(value: unknown, id: string): number {
  const number = typeof value === "number"
    ? value
    : typeof value === "string" && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)
    ? Number(value)
    : NaN;
  if (Number.isNaN(number)) throw answerError("non-numeric probability for", id);
  if (number < 0 || number > 1) throw answerError("out-of-range probability for", id);
  return number;
}

/** Why an answer about a candidate is unusable, in the words of SR-93. */
export function answerError(what: string, id: string): JudgeError {
  return new JudgeError(`${what} ${id}`);
}
