/**
 * Which judge is asked, where, and with whose key: settings and environment.
 */
import type { Settings } from "../config/mod.ts";
import { llmEndpoint } from "../llm/mod.ts";
import { HttpError } from "../runtime/mod.ts";
import { httpProblem } from "./http_problem.ts";
import { jevJudge } from "./jev.ts";
import { llmJudge } from "./llm_judge.ts";
import { type Judge, JudgeError, type JudgeName } from "./types.ts";

type Environment = (name: string) => string | undefined;

/** The settings that decide about judging. */
export type RerankSettings = Pick<
  Settings,
  "rerank" | "rerankProvider" | "rerankModel" | "rerankBaseUrl" | "rerankCandidates" | "rerankLog"
>;

/** Where Jev is asked, by who runs it (SR-5). */
export const JEV_BASE_URLS: Record<Settings["rerankProvider"], string> = {
  typesafe: "https://api.typesafe.ai/v1",
  openrouter: "https://openrouter.ai/api/v1",
};
/** SR-6: the first that is set; TYPESAFE_KEY is an old name. */
const KEY_VARIABLES: Record<Settings["rerankProvider"], readonly string[]> = {
  typesafe: ["TYPESAFE_API_KEY", "TYPESAFE_KEY"],
  openrouter: ["OPENROUTER_API_KEY"],
};
/** SR-7 */
const DEFAULT_JEV_MODEL = "jev-latest";

/** Where a judge is asked. */
export interface JudgeEndpoint {
  name: JudgeName;
  baseUrl: string;
  model: string;
  /** Never part of a message. */
  apiKey: string | null;
  /** The variable to set where a key is needed and none is there; null where all is well. */
  missingKey: string | null;
}

/** Where the judge of the settings is asked, or null where judging is off. */
export function judgeEndpoint(
  settings: RerankSettings,
  environment: Environment,
): JudgeEndpoint | null {
  if (settings.rerank === "off") return null;
  const { rerankBaseUrl, rerankModel } = settings;
  if (settings.rerank === "llm") {
    const endpoint = llmEndpoint((name) =>
      name === "SKILL_RETRIEVER_LLM_BASE_URL" && rerankBaseUrl !== null
        ? rerankBaseUrl
        : environment(name)
    );
    return {
      name: "llm",
      baseUrl: endpoint?.baseUrl ?? "",
      model: rerankModel ?? endpoint?.model ?? "",
      apiKey: endpoint?.apiKey ?? null,
      missingKey: endpoint === null ? "SKILL_RETRIEVER_LLM_API_KEY or OPENAI_API_KEY" : null,
    };
  }
  const { rerankProvider } = settings;
  const variables = KEY_VARIABLES[rerankProvider];
  const apiKey = variables.map((name) => environment(name)?.trim() ?? "")
    .find((value) => value !== "") ?? null;
  return {
    name: "jev",
    baseUrl: (rerankBaseUrl ?? JEV_BASE_URLS[rerankProvider]).replace(/\/+$/, ""),
    model: rerankModel ?? DEFAULT_JEV_MODEL,
    apiKey,
    missingKey: apiKey === null ? variables[0]! : null,
  };
}

/**
 * The judge behind an endpoint.
 * @throws {JudgeError} when no key is set, or the base URL may not be spoken to
 */
export function judgeAt(endpoint: JudgeEndpoint): Judge {
  const { name, baseUrl, model, apiKey, missingKey } = endpoint;
  if (missingKey !== null) {
    throw new JudgeError(`no key is set (${missingKey})`, "missing_key");
  }
  try {
    return name === "jev"
      ? jevJudge({ baseUrl, model, apiKey: apiKey! })
      : llmJudge({ baseUrl, model, apiKey });
  } catch (error) {
    if (error instanceof HttpError) throw httpProblem(error.reason, "the base URL");
    throw error;
  }
}
