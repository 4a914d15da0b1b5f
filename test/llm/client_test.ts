import { test } from "node:test";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  DirectoryCache,
  jsonFromAnswer,
  Limiter,
  LlmClient,
  type LlmClientOptions,
  LlmError,
  MemoryCache,
} from "../../lib/llm/mod.ts";
import { FileAccess, joinPath } from "../../lib/runtime/mod.ts";
import { makeHome } from "../helpers/home.ts";
import { answerJson, type Loopback, withLoopback } from "../helpers/loopback.ts";

const KEY = "sk-very-secret";

/** A client of the server that waits no time between attempts and notes how long it would have. */
function client(
  server: Loopback,
  options: LlmClientOptions = {},
): { llm: LlmClient; delaysMs: number[] } {
  const delaysMs: number[] = [];
  const llm = new LlmClient(
    { baseUrl: `${server.url}/v1`, apiKey: KEY, model: "model-1" },
    {
      timeoutMs: 5_000,
      random: () => 0.5,
      wait: (delayMs) => {
        delaysMs.push(delayMs);
        return Promise.resolve();
      },
      ...options,
    },
  );
  return { llm, delaysMs };
}

function completion(content: unknown): unknown {
  return {
    choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 30, completion_tokens: 4 },
  };
}

const QUESTION = { system: "You sort.", user: "What fits? é" };

/** The error of a chat that must fail, checked to tell no secret. */
async function failure(llm: LlmClient, request = {}): Promise<LlmError> {
  const error = await assertRejects(
    () => llm.chat({ ...QUESTION, ...request }),
    LlmError,
  ) as LlmError;
  assert(!`${error.message}${error.stack}`.includes(KEY));
  return error;
}

test("LlmClient.chat() sends system, user, temperature, format and key, and counts tokens", async () => {
  await withLoopback((_, response) => answerJson(response, completion("hello")), async (server) => {
    const { llm } = client(server);
    const answer = await llm.chat({ ...QUESTION, temperature: 0, json: true });
    assertEquals(answer, { text: "hello", promptTokens: 30, completionTokens: 4, cached: false });
    const [seen] = server.seen;
    assertEquals([seen!.method, seen!.path], ["POST", "/v1/chat/completions"]);
    assertEquals(seen!.headers.authorization, `Bearer ${KEY}`);
    assertEquals(JSON.parse(seen!.body), {
      model: "model-1",
      temperature: 0,
      messages: [
        { role: "system", content: "You sort." },
        { role: "user", content: "What fits? é" },
      ],
      response_format: { type: "json_object" },
    });
    assertEquals(llm.usage, {
      calls: 1,
      cachedCalls: 0,
      retries: 0,
      failures: 0,
      promptTokens: 30,
      completionTokens: 4,
    });
  });
});

test("LlmClient.chat() sends no key where there is none, and no format where none is asked", async () => {
  await withLoopback((_, response) => answerJson(response, completion("x")), async (server) => {
    const llm = new LlmClient({ baseUrl: server.url, apiKey: null, model: "m" });
    await llm.chat(QUESTION);
    const [seen] = server.seen;
    assertEquals(seen!.headers.authorization, undefined);
    assertEquals(JSON.parse(seen!.body).response_format, undefined);
    assertEquals(JSON.parse(seen!.body).temperature, 0.3);
  });
});

test("LlmClient.chat() tries again on 429, 5xx and a broken connection, with growing pauses", async () => {
  const statuses = [429, 503, 0];
  await withLoopback((_, response) => {
    const status = statuses.shift();
    if (status === 0) {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.destroy());
    } else if (status === undefined) answerJson(response, completion("at last"));
    else answerJson(response, { error: { message: KEY } }, status);
  }, async (server) => {
    const { llm, delaysMs } = client(server);
    assertEquals((await llm.chat(QUESTION)).text, "at last");
    assertEquals(delaysMs, [250, 500, 1000]);
    assertEquals([llm.usage.calls, llm.usage.retries, llm.usage.failures], [1, 3, 0]);
  });
});

test("LlmClient.chat() gives up after its retries, and at once on other statuses", async () => {
  let status = 500;
  await withLoopback(
    (_, response) => answerJson(response, { error: KEY }, status),
    async (server) => {
      const { llm } = client(server, { maxRetries: 2 });
      const first = await failure(llm);
      assertEquals([first.reason, first.status, server.seen.length], ["status", 500, 3]);
      status = 401;
      assertEquals((await failure(llm)).status, 401);
      assertEquals(server.seen.length, 4);
      assertEquals(llm.usage.failures, 2);
    },
  );
});

test("LlmClient.chat() honours Retry-After in seconds and as a date, and refuses a long one", async () => {
  const values = ["2", new Date(Date.now() + 30_000).toUTCString(), "3600"];
  await withLoopback((_, response) => {
    response.writeHead(429, { "retry-after": values.shift()! });
    response.end();
  }, async (server) => {
    const { llm, delaysMs } = client(server, { maxRetries: 5 });
    assertEquals((await failure(llm)).status, 429);
    assertEquals(delaysMs.length, 2);
    assertEquals(delaysMs[0], 2000);
    assert(delaysMs[1]! > 25_000 && delaysMs[1]! <= 30_000, String(delaysMs[1]));
  });
});

test("LlmClient.chat() asks again without a format where the service refuses it, and remembers", async () => {
  await withLoopback(({ body }, response) => {
    if ("response_format" in JSON.parse(body)) answerJson(response, {}, 400);
    else answerJson(response, completion('{"a":1}'));
  }, async (server) => {
    const { llm } = client(server);
    for (let round = 0; round < 2; round++) {
      assertEquals((await llm.chat({ ...QUESTION, json: true })).text, '{"a":1}');
    }
    assertEquals(server.seen.length, 3);
  });
});

test("LlmClient.chat() says that an answer is no completion", async () => {
  let next = 0;
  const answers = ["<html>", "{}", "null", '{"choices":[]}', '{"choices":[{"message":null}]}'];
  answers.push(JSON.stringify(completion(null)), JSON.stringify(completion("  ")));
  await withLoopback(
    (_, response) => void response.end(answers[next++]),
    async (server) => {
      const { llm } = client(server);
      for (const _ of answers) assertEquals((await failure(llm)).reason, "answer");
      assertEquals(server.seen.length, answers.length);
    },
  );
});

test("LlmClient.chat() keeps answers by content, in memory and in a directory", async () => {
  const home = makeHome({});
  const directory = joinPath(home, "cache");
  const files = new FileAccess({ read: [], write: [directory] });
  for (const cache of [new MemoryCache(), new DirectoryCache(files, directory)]) {
    await withLoopback(
      (_, response) => answerJson(response, completion("kept")),
      async (server) => {
        const { llm } = client(server, { cache });
        await llm.chat(QUESTION);
        const again = await llm.chat({ ...QUESTION, signal: new AbortController().signal });
        assertEquals(again, { text: "kept", promptTokens: 30, completionTokens: 4, cached: true });
        for (
          const other of [
            { user: "Else" },
            { system: "Else" },
            { temperature: 1 },
            { json: true },
          ]
        ) assertEquals((await llm.chat({ ...QUESTION, ...other })).cached, false);
        assertEquals(server.seen.length, 5);
        assertEquals([llm.usage.calls, llm.usage.cachedCalls], [5, 1]);
      },
    );
  }
});

test("DirectoryCache outlives its process, and a directory that refuses is no failure", () => {
  const home = makeHome({ "in-the-way": "a file" });
  const files = new FileAccess({ read: [], write: [home] });
  const directory = joinPath(home, "cache");
  new DirectoryCache(files, directory).set("abcd", "text");
  assertEquals(new DirectoryCache(files, directory).get("abcd"), "text");
  const refused = new DirectoryCache(files, joinPath(home, "in-the-way"));
  refused.set("abcd", "text");
  assertEquals(refused.get("abcd"), null);
});

test("LlmClient keeps no failed answer", async () => {
  const statuses = [400, 200];
  await withLoopback(
    (_, response) => answerJson(response, completion("good"), statuses.shift()!),
    async (server) => {
      const { llm } = client(server, { cache: new MemoryCache() });
      await failure(llm);
      assertEquals((await llm.chat(QUESTION)).cached, false);
      assertEquals((await llm.chat(QUESTION)).cached, true);
    },
  );
});

test("LlmClient keeps the calls of all clients of one limiter below its places", async () => {
  let running = 0;
  let most = 0;
  await withLoopback((_, response) => {
    most = Math.max(most, ++running);
    setTimeout(() => {
      running--;
      answerJson(response, completion("x"));
    }, 20);
  }, async (server) => {
    const limiter = new Limiter(3);
    const clients = [client(server, { limiter }).llm, client(server, { limiter }).llm];
    await Promise.all(Array.from({ length: 12 }, (_, at) => clients[at % 2]!.chat(QUESTION)));
    assertEquals([most, server.seen.length], [3, 12]);
  });
});

test("LlmClient.chat() is called off while in flight, in line and between attempts", async () => {
  await withLoopback(({ body }, response) => {
    if (body.includes("busy")) answerJson(response, {}, 503);
  }, async (server) => {
    const stop = new AbortController();
    const { llm } = client(server, { limiter: new Limiter(1) });
    const inFlight = failure(llm, { signal: stop.signal });
    const inLine = failure(llm, { signal: stop.signal });
    setTimeout(() => stop.abort(), 40);
    for (const error of [await inFlight, await inLine]) assertEquals(error.reason, "aborted");
    assertEquals(server.seen.length, 1);

    const later = new AbortController();
    const patient = new LlmClient({ baseUrl: server.url, apiKey: null, model: "m" }, {
      random: () => 1,
    });
    const waiting = failure(patient, { user: "busy", signal: later.signal });
    setTimeout(() => later.abort(), 60);
    assertEquals((await waiting).reason, "aborted");
    assertEquals(server.seen.length, 2);
  });
});

test("LlmClient.chat() ends at its timeout without another attempt", async () => {
  await withLoopback(() => {}, async (server) => {
    const { llm } = client(server, { timeoutMs: 80 });
    assertEquals((await failure(llm)).reason, "timeout");
    assertEquals(server.seen.length, 1);
  });
});

test("LlmClient speaks to https or to this machine, and follows no redirect", async () => {
  assertThrows(() => new LlmClient({ baseUrl: "http://example.org", apiKey: KEY, model: "m" }));
  await withLoopback((_, response) => {
    response.writeHead(302, { location: "https://example.org/" });
    response.end();
  }, async (server) => assertEquals((await failure(client(server).llm)).reason, "redirect"));
});

test("LlmClient.embeddings() orders vectors by their index (EE-50)", async () => {
  await withLoopback(
    (_, response) =>
      answerJson(response, {
        data: [{ index: 1, embedding: [3, 4] }, { index: 0, embedding: [1, 2.5] }],
        usage: { prompt_tokens: 7 },
      }),
    async (server) => {
      const { llm } = client(server);
      const vectors = await llm.embeddings(["a", "b"]);
      assertEquals(vectors, [Float32Array.of(1, 2.5), Float32Array.of(3, 4)]);
      const [seen] = server.seen;
      assertEquals(seen!.path, "/v1/embeddings");
      assertEquals(JSON.parse(seen!.body), { model: "model-1", input: ["a", "b"] });
      assertEquals(llm.usage.promptTokens, 7);
      assertEquals(await llm.embeddings([]), []);
      assertEquals(server.seen.length, 1);
    },
  );
});

test("LlmClient.embeddings() refuses missing, doubled, ragged and unreadable vectors", async () => {
  const good = { index: 0, embedding: [1, 2] };
  const answers: unknown[] = [
    {},
    { data: [good] },
    { data: [good, good] },
    { data: [good, { index: 2, embedding: [1, 2] }] },
    { data: [good, { index: 1, embedding: [1] }] },
    { data: [good, { index: 1, embedding: [] }] },
    { data: [good, { index: 1, embedding: [1, "2"] }] },
    { data: [good, { index: 1, embedding: [1, null] }] },
    { data: [good, null] },
  ];
  const left = [...answers];
  await withLoopback((_, response) => answerJson(response, left.shift()), async (server) => {
    const { llm } = client(server);
    for (const _ of answers) {
      const error = await assertRejects(
        () => llm.embeddings(["a", "b"]),
        LlmError,
        "the model service",
      ) as LlmError;
      assertEquals(error.reason, "answer");
    }
  });
});

test("jsonFromAnswer() finds JSON in fences and between sentences", () => {
  for (
    const text of [
      '{"a":[1,"}"]}',
      ' \n```json\n{"a":[1,"}"]}\n```\n',
      'Here [as asked] it is: {"a":[1,"}"]} — done.',
      '{not json} {"a":[1,"}"]}',
      'The set {x} holds "{": {"a":[1,"}"]}',
    ]
  ) assertEquals(jsonFromAnswer(text), { a: [1, "}"] }, text);
  assertEquals(jsonFromAnswer("so: [1, 2]"), [1, 2]);
  for (const text of ["", "no", '"text"', "3", '{"a":', "[[[[".repeat(5000)]) {
    assertEquals(jsonFromAnswer(text), undefined);
  }
});
