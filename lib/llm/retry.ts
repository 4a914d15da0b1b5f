/**
 * When a failed call is tried again.
 */
import type { LlmError } from "./error.ts";

/** Pause before the first retry, in milliseconds; it doubles with each further one. */
const BASE_DELAY_MS = 500;
/** Longest pause of our own making, in milliseconds. */
const MAX_DELAY_MS = 20_000;
/** Longest pause that a server may ask for, in milliseconds; a longer one is a refusal. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Whether the same request may succeed later: too many, the server's fault, a broken connection. */
export function isTransient({ reason, status }: LlmError): boolean {
  return reason === "network" || status === 429 || (status ?? 0) >= 500;
}

/**
 * Milliseconds to wait before a retry: what the server asks for, else exponential back-off with full
 * jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempt retries made so far
 * @param retryAfterMs what the server asked for, or null
 * @param random 0…1
 * @returns null when the server asks for more patience than there is
 */
export function retryDelayMs(
  attempt: number,
  retryAfterMs: number | null,
  random: number,
): number | null {
  if (retryAfterMs !== null) return retryAfterMs > MAX_RETRY_AFTER_MS ? null : retryAfterMs;
  return random * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
}

/**
 * Milliseconds that a `Retry-After` header asks for (seconds or a date, RFC 9110 §10.2.3), or null
 * when it is absent or unreadable.
 * @param nowMs wall clock
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const timeMs = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(timeMs) ? null : Math.max(0, timeMs - nowMs);
}

/** Waits. Rejects with the signal's reason when it is called off. */
export function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, delayMs);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
