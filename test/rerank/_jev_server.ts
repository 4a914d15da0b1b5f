/** A loopback server that answers as Jev does, and the settings that point to it. */
import { readSettings, type Settings } from "../../lib/config/mod.ts";
import { type Answerer, answerJson, type SeenRequest } from "../helpers/loopback.ts";

/** The body of a request to Jev (SR-91). */
export interface JevBody {
  state: { user_query: string; skills: Record<string, string> };
  model: string;
  questions: Record<string, {
    type: string;
    instructions: string;
    criteria: { true: string; false: string };
  }>;
}

/** The body of a request. */
export function jevBody(request: SeenRequest): JevBody {
  return JSON.parse(request.body) as JevBody;
}

/** The answer document of SR-92 for probabilities by id. */
export function jevAnswer(probabilities: Record<string, unknown>, inputTokens = 318): unknown {
  return {
    model: "jev-1.13.0",
    answers: Object.fromEntries(
      Object.entries(probabilities).map(([id, noul]) => [`rel_${id}`, { type: "noul", noul }]),
    ),
    usage: { input_tokens: inputTokens, output_tokens: 34 },
  };
}

/** Answers every request with the probability that `judge` gives each candidate. */
export function jevAnswerer(judge: (id: string, body: JevBody) => number): Answerer {
  return (request, response) => {
    const refusal = refusalOf(request);
    if (refusal !== null) return answerJson(response, { error: refusal }, 400);
    const body = jevBody(request);
    const ids = Object.keys(body.questions).map((key) => key.slice("rel_".length));
    answerJson(response, jevAnswer(Object.fromEntries(ids.map((id) => [id, judge(id, body)]))));
  };
}

/** What is wrong with a request, or null: the real service takes nothing else. */
function refusalOf({ method, path, headers, body }: SeenRequest): string | null {
  if (method !== "POST" || path !== "/v1/systemone") return `${method} ${path}`;
  if (!/^Bearer \S+$/.test(headers.authorization ?? "")) return "authorization";
  if (headers["content-type"] !== "application/json") return "content-type";
  const { state, model, questions } = JSON.parse(body) as JevBody;
  if (typeof state.user_query !== "string" || state.user_query === "") return "user_query";
  if (typeof model !== "string") return "model";
  const asked = Object.keys(questions).map((key) => key.slice("rel_".length));
  if (JSON.stringify(asked) !== JSON.stringify(Object.keys(state.skills))) return "questions";
  return Object.values(questions).every(({ type }) => type === "noul") ? null : "type";
}

/** A key that no output may hold. */
export const KEY = "ts-very-secret-key";

/** The variables that ask a judge at a base URL. */
export function jevVariables(
  baseUrl: string,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    SKILL_RETRIEVAL_RERANK: "jev",
    SKILL_RETRIEVAL_RERANK_BASE_URL: baseUrl,
    TYPESAFE_API_KEY: KEY,
    ...more,
  };
}

/** Settings under some variables. */
export function settingsOf(variables: Record<string, string>): Settings {
  return readSettings({ environment: (name) => variables[name] }).settings;
}
