import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { llmEndpoint } from "../../lib/llm/mod.ts";

function endpoint(values: Record<string, string>) {
  return llmEndpoint((name) => values[name]);
}

test("llmEndpoint() takes the first name that is set, an empty one counting as unset (CT-90)", () => {
  assertEquals(
    endpoint({
      SKILL_RETRIEVER_LLM_API_KEY: "own",
      OPENAI_API_KEY: "general",
      SKILL_RETRIEVER_LLM_BASE_URL: "https://models.example/v1/",
      OPENAI_BASE_URL: "https://other.example",
      SKILL_RETRIEVER_LLM_MODEL: "m1",
      OPENAI_MODEL: "m2",
    }),
    { baseUrl: "https://models.example/v1", apiKey: "own", model: "m1" },
  );
  assertEquals(
    endpoint({
      SKILL_RETRIEVER_LLM_API_KEY: " ",
      OPENAI_API_KEY: " general ",
      SKILL_RETRIEVER_LLM_BASE_URL: "",
      OPENAI_BASE_URL: "https://other.example",
      SKILL_RETRIEVER_LLM_MODEL: "",
      OPENAI_MODEL: "m2",
    }),
    { baseUrl: "https://other.example", apiKey: "general", model: "m2" },
  );
});

test("llmEndpoint() has a default for base URL and model, and is null without key and base URL", () => {
  assertEquals(endpoint({ OPENAI_API_KEY: "k" }), {
    baseUrl: "https://api.openai.com/v1",
    apiKey: "k",
    model: "gpt-4o",
  });
  assertEquals(endpoint({ OPENAI_BASE_URL: "http://127.0.0.1:8080/v1" }), {
    baseUrl: "http://127.0.0.1:8080/v1",
    apiKey: null,
    model: "gpt-4o",
  });
  assertEquals(endpoint({ OPENAI_MODEL: "m", OPENAI_API_KEY: "" }), null);
});
