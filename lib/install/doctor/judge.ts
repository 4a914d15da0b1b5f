/**
 * Is the remote judge set up, does it answer, and can its log be written?
 */
import { dirname } from "@std/path";
import { readSettings } from "../../config/mod.ts";
import { rerankLogPath } from "../../rank/mod.ts";
import { type JudgeEndpoint, judgeEndpoint } from "../../rerank/mod.ts";
import { FileAccess, HttpAccess, HttpError, httpHost, mayAccess } from "../../runtime/mod.ts";
import { type Environment, type Finding, findingsOf } from "./finding.ts";

/** Variables of the judge (SR-4 to SR-7). */
export const JUDGE_VARIABLES = ["", "_PROVIDER", "_MODEL", "_BASE_URL", "_CANDIDATES", "_LOG"]
  .map((part) => `SKILL_RETRIEVAL_RERANK${part}`);
const WAIT_MS = 5_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Examines the judge. @param online whether it may be asked */
export async function examineJudge(
  home: string,
  environment: Environment,
  online: boolean,
): Promise<Finding[]> {
  const { ok, note, error } = findingsOf("judge");
  const { settings } = readSettings({ environment });
  const endpoint = judgeEndpoint(settings, environment);
  if (endpoint === null) return [ok("No remote judge is on; nothing is sent.")];
  const { name, apiKey, missingKey } = endpoint;
  const findings = [
    missingKey !== null
      ? error(`Judge ${name} is on, but no key is set.`, `Set ${missingKey}.`)
      : apiKey !== null
      ? ok(`Judge ${name} is on, and a key is set.`)
      // A model of one's own may ask for no key.
      : ok(`Judge ${name} is on; it is asked without a key.`),
  ];
  if (!online) {
    findings.push(
      note("Whether the judge can be reached was not tried.", "Run doctor --online."),
    );
  } else if (endpoint.baseUrl !== "") findings.push(await examineReach(endpoint));
  return [...findings, examineLog(rerankLogPath({ home, settings }, environment))];
}

async function examineReach({ baseUrl, apiKey }: JudgeEndpoint): Promise<Finding> {
  const { ok, error } = findingsOf("judge");
  try {
    const host = httpHost(baseUrl);
    const { status, elapsedMs } = await new HttpAccess([host]).send({
      method: "GET",
      url: `${baseUrl}/models`,
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      timeoutMs: WAIT_MS,
      maxResponseBytes: MAX_ANSWER_BYTES,
    });
    if (status === 401 || status === 403) {
      return error(`${host} does not accept the key (HTTP ${status}).`, "Check the key.");
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
function examineLog(path: string): Finding {
  const { ok, error } = findingsOf("log");
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
