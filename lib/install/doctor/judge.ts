/**
 * Is the remote judge set up, does it answer, and can its log be written?
 */
import { dirname, isAbsolute, join } from "@std/path";
import { FileAccess, HttpAccess, HttpError, httpHost, mayAccess } from "../../runtime/mod.ts";
import { type Environment, type Finding, findingsOf } from "./finding.ts";

/** Variables of the judge (SR-4 to SR-7). */
export const JUDGE_VARIABLES = ["", "_PROVIDER", "_MODEL", "_BASE_URL", "_CANDIDATES", "_LOG"]
  .map((part) => `SKILL_RETRIEVAL_RERANK${part}`);
/** Where each provider is asked, and with which key (SR-5, SR-6). */
const PROVIDERS: Record<string, { baseUrl: string; keys: readonly string[] }> = {
  typesafe: { baseUrl: "https://api.typesafe.ai/v1", keys: ["TYPESAFE_API_KEY", "TYPESAFE_KEY"] },
  openrouter: { baseUrl: "https://openrouter.ai/api/v1", keys: ["OPENROUTER_API_KEY"] },
};
/** A language model as judge (CT-90). */
const LLM = {
  baseUrl: "https://api.openai.com/v1",
  keys: ["SKILL_RETRIEVER_LLM_API_KEY", "OPENAI_API_KEY"],
};
const LLM_BASE_VARIABLES = ["SKILL_RETRIEVER_LLM_BASE_URL", "OPENAI_BASE_URL"];
/** SR-7, below the home. */
const LOG = ["data", "jev-trial", "rerank_ab_log.jsonl"];
const WAIT_MS = 5_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Examines the judge. @param online whether it may be asked */
export async function examineJudge(
  home: string,
  environment: Environment,
  online: boolean,
): Promise<Finding[]> {
  const { ok, note } = findingsOf("judge");
  const judge = first(environment, ["SKILL_RETRIEVAL_RERANK"])?.toLowerCase();
  if (judge !== "jev" && judge !== "llm") return [ok("No remote judge is on; nothing is sent.")];
  const provider = first(environment, ["SKILL_RETRIEVAL_RERANK_PROVIDER"])?.toLowerCase();
  const { baseUrl, keys } = judge === "llm"
    ? LLM
    : PROVIDERS[provider ?? ""] ?? PROVIDERS["typesafe"]!;
  const url = first(environment, [
    "SKILL_RETRIEVAL_RERANK_BASE_URL",
    ...(judge === "llm" ? LLM_BASE_VARIABLES : []),
  ]) ?? baseUrl;
  const key = first(environment, keys);
  const findings = examineKey(judge, url === baseUrl, key, keys);
  if (online) findings.push(await examineReach(url.replace(/\/+$/, ""), key, keys));
  else {findings.push(
      note("Whether the judge can be reached was not tried.", "Run doctor --online."),
    );}
  return [...findings, examineLog(home, environment)];
}

function examineKey(
  judge: string,
  isPublic: boolean,
  key: string | null,
  keys: readonly string[],
): Finding[] {
  const { ok, error } = findingsOf("judge");
  if (key !== null) return [ok(`Judge ${judge} is on, and a key is set.`)];
  // A model of one's own may ask for no key.
  if (judge === "llm" && !isPublic) return [ok("Judge llm is on; it is asked without a key.")];
  return [error(`Judge ${judge} is on, but no key is set.`, `Set ${keys[0]}.`)];
}

async function examineReach(
  baseUrl: string,
  key: string | null,
  keys: readonly string[],
): Promise<Finding> {
  const { ok, error } = findingsOf("judge");
  try {
    const host = httpHost(baseUrl);
    const { status, elapsedMs } = await new HttpAccess([host]).send({
      method: "GET",
      url: `${baseUrl}/models`,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      timeoutMs: WAIT_MS,
      maxResponseBytes: MAX_ANSWER_BYTES,
    });
    if (status === 401 || status === 403) {
      return error(`${host} does not accept the key (HTTP ${status}).`, `Check ${keys[0]}.`);
    }
    if (status >= 500) {
      return error(`${host} is in trouble (HTTP ${status}).`, "Try again later.");
    }
    return ok(`${host} answers after ${Math.round(elapsedMs)} ms.`);
  } catch (problem) {
    if (!(problem instanceof HttpError)) throw problem;
    return error(
      `The judge cannot be reached: ${problem.message}.`,
      "Check the network, a proxy, and SKILL_RETRIEVAL_RERANK_BASE_URL; turns go on without it.",
    );
  }
}

/** Whether the log can be written, found out without writing. */
function examineLog(home: string, environment: Environment): Finding {
  const { ok, error } = findingsOf("log");
  const named = first(environment, ["SKILL_RETRIEVAL_RERANK_LOG"]);
  const user = environment("HOME") ?? environment("USERPROFILE") ?? "~";
  const expanded = named?.replace(/^~(?=[\\/]|$)/, user);
  const path = expanded === undefined
    ? join(home, ...LOG)
    : isAbsolute(expanded)
    ? expanded
    : join(home, expanded);
  // The file, or the nearest folder that is there and in which the rest would be made.
  for (let place = path;; place = dirname(place)) {
    const files = new FileAccess({ read: [place] });
    let kind: string | null;
    try {
      kind = files.status(place)?.kind ?? null;
    } catch {
      kind = "unreadable";
    }
    if (kind === null && dirname(place) !== place) continue;
    const fits = kind === (place === path ? "file" : "directory");
    return fits && mayAccess(files, place, "write") ? ok(`The log ${path} can be written.`) : error(
      `The log ${path} cannot be written (${place}).`,
      "Change the permissions, or name another file in SKILL_RETRIEVAL_RERANK_LOG.",
    );
  }
}

/** The first of some variables that is not blank, or null. */
function first(environment: Environment, names: readonly string[]): string | null {
  return names.map((name) => environment(name)?.trim() ?? "").find((value) => value !== "") ?? null;
}
