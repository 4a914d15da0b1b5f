import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readMessage, tooLongAnswer } from "../../lib/hermes/mod.ts";
import { fixture, hit } from "./fakes.ts";

/** Answer of a server without skills to a raw line. */
async function answerTo(line: string): Promise<unknown> {
  const answer = await fixture([]).server.handle(line);
  return answer === null ? null : JSON.parse(answer);
}

const failure = (id: unknown, code: number, message: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

test("readMessage() reads requests and notifications, with and without params", () => {
  assertEquals(readMessage('{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":1}}'), {
    kind: "request",
    id: 7,
    method: "ping",
    parameters: { a: 1 },
  });
  assertEquals(readMessage('{"jsonrpc":"2.0","method":"ping"}'), {
    kind: "notification",
    method: "ping",
    parameters: {},
  });
});

test("HookServer answers -32700 for a line that is no JSON, with its id where it can be read", async () => {
  const message = "the line is not valid JSON";
  assertEquals(await answerTo("{nonsense"), failure(null, -32700, message));
  assertEquals(
    await answerTo('{"jsonrpc":"2.0","id":12,"method":"pre_llm_call","params":{"home":"/h'),
    failure(12, -32700, message),
  );
  assertEquals(
    await answerTo('{"jsonrpc": "2.0", "method": "ping", "id": "a-b", "params": '),
    failure("a-b", -32700, message),
  );
  assertEquals(
    await answerTo('{"jsonrpc":"2.0","method":"m","params":{"id":3,"x"'),
    failure(null, -32700, message),
  );
});

test("HookServer answers -32600 for what is no request", async () => {
  assertEquals(
    await answerTo("[1]"),
    failure(null, -32600, "a message is one JSON object a line"),
  );
  assertEquals(await answerTo("3"), failure(null, -32600, "a message is one JSON object a line"));
  assertEquals(
    await answerTo('{"id":4,"method":"ping"}'),
    failure(4, -32600, 'a message carries "jsonrpc": "2.0"'),
  );
  assertEquals(
    await answerTo('{"jsonrpc":"2.0","id":4,"method":5}'),
    failure(4, -32600, "method must be a string"),
  );
  assertEquals(
    await answerTo('{"jsonrpc":"2.0","id":{},"method":"ping"}'),
    failure(null, -32600, "id must be a string, a number or null"),
  );
});

test("HookServer answers -32601 for an unknown method, inherited names included", async () => {
  assertEquals(
    await answerTo('{"jsonrpc":"2.0","id":1,"method":"nope"}'),
    failure(1, -32601, 'there is no method "nope"'),
  );
  assertEquals(
    await answerTo('{"jsonrpc":"2.0","id":1,"method":"toString"}'),
    failure(1, -32601, 'there is no method "toString"'),
  );
});

test("HookServer answers -32602 for wrong parameters and names them", async () => {
  assertEquals(
    await answerTo('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}'),
    failure(1, -32602, "params must be an object with named values"),
  );
  assertEquals(
    await answerTo('{"jsonrpc":"2.0","id":1,"method":"pre_llm_call","params":{}}'),
    failure(1, -32602, "home is required and must not be empty"),
  );
  assertEquals(
    await answerTo(
      '{"jsonrpc":"2.0","id":1,"method":"pre_llm_call","params":{"home":"/h","loaded":[1]}}',
    ),
    failure(1, -32602, "loaded must be a list of strings"),
  );
  assertEquals(
    await answerTo(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"home":"/h","protocol":2}}',
    ),
    failure(1, -32602, "protocol 2 is not spoken here, only 1"),
  );
});

test("HookServer never answers a notification, however wrong it is", async () => {
  assertEquals(await answerTo('{"jsonrpc":"2.0","method":"nope"}'), null);
  assertEquals(await answerTo('{"jsonrpc":"2.0","method":"block_seen","params":[]}'), null);
  assertEquals(await answerTo('{"jsonrpc":"2.0","method":"block_seen","params":{}}'), null);
  assertEquals(await answerTo('{"jsonrpc":"2.0","method":"pre_llm_call"}'), null);
});

test("HookServer ignores blank lines", async () => {
  assertEquals(await answerTo("  \r"), null);
});

test("HookServer answers -32603 when a method fails, and goes on", async () => {
  const { server, log, call } = fixture([hit("a/plot")]);
  const broken = await server.handle(
    '{"jsonrpc":"2.0","id":"x","method":"pre_llm_call","params":{"home":"/h","user_message":"explode"}}',
  );
  assertEquals(
    JSON.parse(broken!),
    failure("x", -32603, "pre_llm_call failed: the index is gone"),
  );
  assertEquals(log, ["ERROR pre_llm_call failed: the index is gone"]);
  assertEquals(await call("ping", {}), {});
});

test("tooLongAnswer() is an error with the id of the line", () => {
  assertEquals(
    JSON.parse(tooLongAnswer('{"jsonrpc":"2.0","id":3,"method":"x","params":{"text":"aaaa', 8)),
    failure(3, -32600, "the line is longer than 8 bytes"),
  );
});

test("HookServer survives 10,000 random and truncated lines and still answers the next request", async () => {
  const { server, call } = fixture([hit("a/plot")]);
  const methods = [
    "initialize",
    "pre_llm_call",
    "llm_request",
    "block_seen",
    "post_tool_call",
    "on_skill_lifecycle",
    "on_session_finalize",
    "on_session_reset",
    "subagent_start",
    "ping",
    "stats",
  ];
  const keys = [
    "home",
    "session_id",
    "user_message",
    "conversation_history",
    "loaded",
    "shown",
    "text",
    "names",
    "note",
    "tools",
    "tool_name",
    "args",
    "result",
    "settings",
    "action",
    "platform",
    "cwd",
  ];
  const message = fc.record({
    jsonrpc: fc.constant("2.0"),
    id: fc.oneof(fc.nat(), fc.string(), fc.constant(undefined)),
    method: fc.constantFrom(...methods),
    params: fc.dictionary(
      fc.constantFrom(...keys),
      fc.oneof(fc.string(), fc.constantFrom("/h", "skill_view"), fc.jsonValue()),
    ),
  });
  const line = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.json(),
    message.map((each) => JSON.stringify(each)),
    fc.tuple(message, fc.double({ min: 0, max: 1, noNaN: true })).map(([each, share]) => {
      const text = JSON.stringify(each);
      return text.slice(0, Math.floor(text.length * share));
    }),
  );
  await fc.assert(
    fc.asyncProperty(line, async (text) => {
      const answer = await server.handle(text);
      if (answer === null) return;
      const { jsonrpc, id, result, error } = JSON.parse(answer);
      assertEquals(jsonrpc, "2.0");
      assertEquals(id === undefined, false);
      assertEquals((result === undefined) !== (error === undefined), true);
      assertEquals(answer.includes("\n"), false);
    }),
    { numRuns: 10_000 },
  );
  assertEquals(await call("ping", {}), {});
});
