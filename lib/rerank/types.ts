/**
 * Plain data between the ranking, a judge and the log.
 */

/** A judge by the value of `SKILL_RETRIEVAL_RERANK`. */
export type JudgeName = "jev" | "llm";

/** A skill that a judge is asked about. */
export interface Candidate {
  id: string;
  description: string;
}

/** What a judge is asked. */
export interface Question {
  /** The user's message as it is sent: never empty, see `queryToSend`. */
  query: string;
  /** In the order of the ranking; ids are unique. */
  candidates: readonly Candidate[];
  /** What is left of the turn's patience, in milliseconds. */
  timeoutMs: number;
}

/** What a judge answered. */
export interface Judgement {
  /** Probability that each candidate fits the message, 0…1, in the order of the candidates. */
  probabilities: number[];
  /** 0 where the service does not count. */
  inputTokens: number;
}

/** Asks about a shortlist. Rejects with a `JudgeError`. */
export type Judge = (question: Question) => Promise<Judgement>;

/** A judge gave nothing usable. */
export class JudgeError extends Error {
  override readonly name = "JudgeError";
  /** What the A/B log says (SR-93); may quote what the service answered. */
  readonly reason: string;
  /** @param message for people: never holds a key, the message of the user, or what was answered */
  constructor(message: string, reason = message) {
    super(message);
    this.reason = reason;
  }
}

/** What came of asking a judge about one ranking. */
export interface RerankOutcome {
  judge: JudgeName;
  applied: boolean;
  /** Why the order is the ranking's own, for people; null where the judge's holds. */
  problem: string | null;
  /** Ids of the whole shortlist, best first. */
  order: string[];
  /** Probability by id of the candidates; null where the judge's answer does not hold. */
  probabilities: Record<string, number> | null;
  inputTokens: number;
  /** From the request to the end of the answer; 0 where none was sent. */
  latencyMs: number;
}
