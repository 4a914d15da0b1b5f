/**
 * Which model service is spoken to, and with whose key.
 */

/** A service that speaks the OpenAI protocol. */
export interface LlmEndpoint {
  /** Everything before `/chat/completions`, without a slash at its end. */
  baseUrl: string;
  /** Sent as a bearer token, or null where the service asks for none. */
  apiKey: string | null;
  model: string;
}

/** The public service, spoken to when a key but no base URL is set. */
const DEFAULT_BASE_URL = "https://api.openai.com/v1";
/** CT-90. */
const DEFAULT_MODEL = "gpt-4o";

/**
 * The endpoint that the environment names (CT-90; an empty variable counts as unset), or null when
 * it names neither a key nor a base URL.
 * @param environment reads a variable
 */
export function llmEndpoint(
  environment: (name: string) => string | undefined,
): LlmEndpoint | null {
  const first = (...names: string[]) =>
    names.map((name) => environment(name)?.trim() ?? "").find((value) => value !== "") ?? null;
  const apiKey = first("SKILL_RETRIEVER_LLM_API_KEY", "OPENAI_API_KEY");
  const baseUrl = first("SKILL_RETRIEVER_LLM_BASE_URL", "OPENAI_BASE_URL");
  if (apiKey === null && baseUrl === null) return null;
  return {
    baseUrl: (baseUrl ?? DEFAULT_BASE_URL).replace(/\/+$/, ""),
    apiKey,
    model: first("SKILL_RETRIEVER_LLM_MODEL", "OPENAI_MODEL") ?? DEFAULT_MODEL,
  };
}
