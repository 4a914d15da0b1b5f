import { test } from "node:test";
import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { blockNames, compactText, requestTexts, rewriteRequest } from "../../lib/compact/mod.ts";
import { blockOf } from "./blocks.ts";

const BLOCK = blockOf("  tools: Useful", "    - demo: Does things", "    - other: Does more");
const compact = (text: string) => {
  const result = compactText(text, { style: "lines", topK: 6 });
  return result.changed ? result.text : null;
};
const COMPACTED = compact(BLOCK)!;

test("requestTexts() lists the texts of every request shape in order (SR-60)", () => {
  assertEquals(
    requestTexts({
      system: [{ type: "text", text: "s0" }, { type: "image" }, { text: "s1" }],
      messages: [
        { role: "developer", content: [{ type: "text", text: "m0" }, { type: "text", text: 7 }] },
        { role: "system", content: "second message" },
      ],
      instructions: "i",
      input: [{ role: "system", content: "input" }],
    }),
    ["i", "m0", "s0", "s1"],
  );
  assertEquals(requestTexts({ system: "s", messages: [{ role: "system", content: "m" }] }), [
    "m",
    "s",
  ]);
});

test("requestTexts() finds nothing in what is no request", () => {
  for (
    const request of [
      null,
      undefined,
      "text",
      7,
      [],
      {},
      { messages: [] },
      { messages: "x" },
      { messages: [null] },
      { messages: [{ role: "user", content: BLOCK }] },
      { messages: [{ role: "system", content: { text: "x" } }] },
      { system: 7, instructions: ["x"] },
      { system: [null, ["x"], { text: null }] },
    ]
  ) assertEquals(requestTexts(request), []);
});

test("requestTexts() gives the names of the first text with a block (SR-67)", () => {
  const request = {
    instructions: "no block",
    messages: [{ role: "system", content: BLOCK }],
    system: blockOf("  a:", "    - late: A"),
  };
  assertEquals(requestTexts(request).map(blockNames).find((names) => names !== null), [
    "demo",
    "other",
  ]);
});

test("rewriteRequest() assigns a chat request's messages and nothing below (SR-A081)", () => {
  const system = { role: "system", content: BLOCK };
  const user = { role: "user", content: BLOCK };
  const messages = [system, user];
  const tools = [{ type: "function" }];
  const request = { model: "m", messages, tools };
  const result = rewriteRequest(request, compact);
  assertStrictEquals(result, request);
  assertEquals(request.messages, [{ role: "system", content: COMPACTED }, user]);
  assertStrictEquals(request.messages[1], user);
  assertStrictEquals(request.tools, tools);
  assertEquals(messages, [{ role: "system", content: BLOCK }, user]);
  assertEquals(system, { role: "system", content: BLOCK });
});

test("rewriteRequest() keeps the parts of a cached chat prompt (contract §3.2)", () => {
  const cache_control = { type: "ephemeral" };
  const fixed = { type: "text", text: "static", cache_control };
  const request: Record<string, unknown> = {
    messages: [{ role: "system", content: [fixed, { type: "text", text: BLOCK, cache_control }] }],
  };
  rewriteRequest(request, compact);
  assertEquals(request, {
    messages: [{
      role: "system",
      content: [fixed, { type: "text", text: COMPACTED, cache_control }],
    }],
  });
});

test("rewriteRequest() rewrites instructions and the system message alike (SR-A082)", () => {
  const request = {
    instructions: BLOCK,
    messages: [{ role: "developer", content: BLOCK }],
    prompt_cache_key: "k",
  };
  rewriteRequest(request, compact);
  assertEquals(request, {
    instructions: COMPACTED,
    messages: [{ role: "developer", content: COMPACTED }],
    prompt_cache_key: "k",
  });
});

test("rewriteRequest() keeps cache_control of an Anthropic request (SR-A083)", () => {
  const cache_control = { type: "ephemeral" };
  const part = { type: "text", text: BLOCK, cache_control };
  const request = { system: [part], messages: [{ role: "user", content: "hi" }] };
  rewriteRequest(request, compact);
  assertEquals(request.system, [{ type: "text", text: COMPACTED, cache_control }]);
  assertStrictEquals(request.system[0]!.cache_control, cache_control);
  assertEquals(part.text, BLOCK);
});

test("rewriteRequest() rewrites Bedrock blocks and a plain system string (contract §3.2)", () => {
  const bedrock = { modelId: "m", system: [{ text: BLOCK }], messages: [] };
  rewriteRequest(bedrock, compact);
  assertEquals(bedrock, { modelId: "m", system: [{ text: COMPACTED }], messages: [] });
  const plain = { system: `intro\n\n${BLOCK}` };
  rewriteRequest(plain, compact);
  assertEquals(plain, { system: `intro\n\n${COMPACTED}` });
});

test("rewriteRequest() returns null for a request without block and for its own result (SR-62, SR-66, SR-A078)", () => {
  assertEquals(rewriteRequest({ messages: [{ role: "system", content: "plain" }] }, compact), null);
  assertEquals(rewriteRequest(null, compact), null);
  const request = { instructions: BLOCK };
  rewriteRequest(request, compact);
  assertEquals(rewriteRequest(request, compact), null);
  assertEquals(request, { instructions: COMPACTED });
});

test("rewriteRequest() leaves the request whole when a rewrite fails halfway (SR-68, SR-A089)", () => {
  const request = { instructions: BLOCK, system: "fails" };
  const failing = (text: string) => {
    if (text === "fails") throw new Error("no");
    return compact(text);
  };
  assertThrows(() => rewriteRequest(request, failing), Error, "no");
  assertEquals(request, { instructions: BLOCK, system: "fails" });
});
