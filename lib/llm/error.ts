/**
 * Why a model service gave nothing usable.
 */
import type { HttpFailure } from "../runtime/mod.ts";

/** No usable answer. The message names host and reason, and never a key, a question or an answer. */
export class LlmError extends Error {
  override readonly name = "LlmError";
  /** `answer`: the service answered something that is no completion. */
  readonly reason: HttpFailure | "answer";
  /** Status of the answer, where it was refused for its status. */
  readonly status: number | null;
  constructor(reason: LlmError["reason"], message: string, status: number | null = null) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}
