/**
 * What went wrong on the way to a judge, in words that are the same for the same trouble, so that a
 * report can count them.
 */
import type { HttpFailure } from "../runtime/mod.ts";
import { JudgeError } from "./types.ts";

/** Characters of a refusal that the log keeps (SR-93). */
const KEPT_CHARACTERS = 120;

const PROBLEMS: Record<HttpFailure, string> = {
  aborted: "TimeoutError: no complete answer in time",
  timeout: "TimeoutError: no complete answer in time",
  denied: "PermissionError: this process may not open the connection",
  host: "HostError: not a host that may be spoken to",
  network: "ConnectionError: the connection failed",
  redirect: "RedirectError: a redirect is not followed",
  status: "HTTP error",
  "too-large": "SizeError: the answer is too large",
  url: "URLError: SKILL_RETRIEVAL_RERANK_BASE_URL must be https, or http on this machine",
};

/** Why no answer came. */
export function httpProblem(reason: HttpFailure, host: string): JudgeError {
  return new JudgeError(`${PROBLEMS[reason]} (${host})`, PROBLEMS[reason]);
}

/**
 * An answer with a status that means failure. The log keeps the beginning of the body, from which a
 * key that the service repeats is taken out first (SR-97); people are told the status alone.
 */
export function httpStatusError(status: number, body: string, apiKey: string): JudgeError {
  const kept = [...body.replaceAll(apiKey, "***").replace(/\s+/g, " ").trim()]
    .slice(0, KEPT_CHARACTERS).join("");
  return new JudgeError(`HTTP ${status}`, `HTTP ${status} ${kept}`.trim());
}
