/**
 * What a client has asked and what it cost.
 */
export interface LlmUsage {
  /** Requests answered by the service. */
  calls: number;
  /** Requests answered from the cache. */
  cachedCalls: number;
  /** Requests sent again after a transient failure. */
  retries: number;
  /** Requests that gave no answer in the end. */
  failures: number;
  /** Tokens sent, as the service counts them. */
  promptTokens: number;
  /** Tokens received, as the service counts them. */
  completionTokens: number;
}

/** Nothing asked yet. */
export function noUsage(): LlmUsage {
  return {
    calls: 0,
    cachedCalls: 0,
    retries: 0,
    failures: 0,
    promptTokens: 0,
    completionTokens: 0,
  };
}

/** Tokens in the `usage` of an answer; 0 where the service does not count. */
export function tokensOf(
  answer: unknown,
): { promptTokens: number; completionTokens: number } {
  const usage = (answer as { usage?: Record<string, unknown> } | null)?.usage;
  const count = (value: unknown) =>
    typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
  return {
    promptTokens: count(usage?.prompt_tokens),
    completionTokens: count(usage?.completion_tokens),
  };
}
