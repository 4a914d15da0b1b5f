/** A judge that misbehaves in every way that was thought of: the order stays, and the log says why. */
import { test } from "node:test";
import type * as http from "node:http";
import * as net from "node:net";
import * as zlib from "node:zlib";
import * as fs from "node:fs";
import { join } from "@std/path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type AbRecord, Reranker } from "../../lib/rerank/mod.ts";
import { makeHome } from "../helpers/home.ts";
import { type Answerer, startLoopback } from "../helpers/loopback.ts";
import { jevAnswer, jevVariables, KEY, settingsOf } from "./_jev_server.ts";

const SHORTLIST = ["a", "b"].map((id) => ({ id, description: `About ${id}.` }));
/**
 * What a case that never ends is given; the real limit is 3,000. Bun goes on inflating a bomb for a
 * while after it was called off, and the next request waits for that.
 */
const PATIENCE_MS = 1_500;

/** Answers with a body as JSON. */
function body(text: string, headers: http.OutgoingHttpHeaders = {}): Answerer {
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(text);
  };
}

function status(code: number, text = "", headers: http.OutgoingHttpHeaders = {}): Answerer {
  return (_, response) => {
    response.writeHead(code, headers);
    response.end(text);
  };
}

const good = JSON.stringify(jevAnswer({ a: 0.1, b: 0.9 }));
const answers = (a: unknown, b: unknown, more: Record<string, unknown> = {}) =>
  body(JSON.stringify(jevAnswer({ a, b, ...more })));
const BOMB = zlib.gzipSync(" ".repeat(50 * 1024 * 1024));
const MEGABYTE = "x".repeat(1024 * 1024);

/** Misbehaviour with what the log's reason must hold. */
const CASES: Record<string, [Answerer, string]> = {
  "no header ever": [() => {}, "TimeoutError"],
  "a body that never ends": [(_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(good.slice(0, 20));
  }, "TimeoutError"],
  "a body in drops": [(_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  }, "TimeoutError"],
  "a reset at once": [(_, response) => {
    response.destroy();
  }, "ConnectionError"],
  "a reset in the body": [(_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
    response.write(good.slice(0, 20), () => setTimeout(() => response.destroy(), 20));
  }, "ConnectionError"],
  "HTTP 400": [status(400, "bad request"), "HTTP 400 bad request"],
  "HTTP 401 that repeats the key": [status(401, `unknown key ${KEY}`), "HTTP 401 unknown key ***"],
  "HTTP 403": [status(403), "HTTP 403"],
  "HTTP 404": [status(404), "HTTP 404"],
  "HTTP 429 with a wish to wait": [status(429, "", { "retry-after": "1" }), "HTTP 429"],
  "HTTP 500 with a long page": [
    status(500, "<html>" + MEGABYTE.slice(0, 9_000)),
    `HTTP 500 <html>${"x".repeat(114)}`,
  ],
  "HTTP 503": [status(503), "HTTP 503"],
  "a redirect to another host": [
    status(302, "", { location: "http://127.0.0.2:9/v1/systemone" }),
    "RedirectError",
  ],
  "a redirect to itself": [status(307, "", { location: "/v1/systemone" }), "RedirectError"],
  "HTML": [body("<html>hello</html>", { "content-type": "text/html" }), "TypeError: the answer is"],
  "the right answer as plain text": [
    body(good, { "content-type": "text/plain" }),
    "TypeError: the answer is text/plain",
  ],
  "HTML that says it is JSON": [body("<html>hello</html>"), "SyntaxError"],
  "truncated JSON": [body(good.slice(0, -10)), "SyntaxError"],
  "an empty body": [body(""), "SyntaxError"],
  "NaN": [body('{"answers":{"rel_a":{"noul":NaN},"rel_b":{"noul":1}}}'), "SyntaxError"],
  "NaN as text": [answers("NaN", 0.9), "non-numeric probability for a"],
  "null": [answers(0.1, null), "non-numeric probability for b"],
  "a word": [answers(0.1, "high"), "non-numeric probability for b"],
  "probability 1.2": [answers(1.2, 0.9), "out-of-range probability for a"],
  "probability -0.1": [answers(0.1, -0.1), "out-of-range probability for b"],
  "a missing id": [body(JSON.stringify(jevAnswer({ a: 0.1 }))), "missing answer for b"],
  "no answers": [body('{"error":"overloaded"}'), "missing answer for a"],
  "a list of answers": [body('{"answers":[0.1,0.9]}'), "missing answer for a"],
  "an extra id": [answers(0.1, 0.9, { c: 0.5 }), "not asked"],
  "a duplicated id": [
    body('{"answers":{"rel_a":{"noul":0.1},"rel_b":{"noul":0.9},"rel_a":{"noul":0.8}}}'),
    "repeated answer for a",
  ],
  "50 MB": [(_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    let sent = 0;
    const more = () => {
      while (sent++ < 50 && !response.destroyed) {
        if (!response.write(MEGABYTE)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  }, "SizeError"],
  "50 MB by its header": [
    (_, response) => {
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": String(50 * 1024 * 1024),
      });
      response.write("{");
    },
    "SizeError",
  ],
  "a gzip bomb": [
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(BOMB);
    },
    "SizeError",
  ],
  "gzip that is none": [body(good, { "content-encoding": "gzip" }), "Error"],
};

/** Asks a judge at a base URL with little patience; gives the log's reason. */
async function reasonOf(baseUrl: string): Promise<string> {
  const log = join(makeHome(), "ab.jsonl");
  const variables = jevVariables(baseUrl);
  const { outcome, warnings } = await new Reranker((name) => variables[name]).rerank({
    shortlist: SHORTLIST,
    text: "plot a chart",
    sessionId: "s",
    settings: settingsOf(variables),
    logPath: log,
    timeoutMs: PATIENCE_MS,
  });
  assertEquals([outcome!.applied, outcome!.order], [false, ["a", "b"]]);
  assertEquals(warnings.length, 1);
  const text = fs.readFileSync(log, "utf8");
  assert(!`${text}${warnings.join()}`.includes(KEY));
  const record = JSON.parse(text) as AbRecord;
  assertEquals([record.jev_order, record.injected_order, record.jev_probs], [
    null,
    ["a", "b"],
    null,
  ]);
  assert(!warnings[0]!.includes("unknown key"));
  return record.fallback_reason!;
}

for (const [name, [answer, reason]] of Object.entries(CASES)) {
  test(`Reranker.rerank() falls back on ${name} (SR-93, SR-97)`, async () => {
    const server = await startLoopback(answer);
    try {
      const found = await reasonOf(`${server.url}/v1`);
      assertStringIncludes(found, reason);
      assert(found.length <= 200);
      assertEquals(server.seen.length, 1, "asked once");
    } finally {
      await server.close();
    }
  });
}

test("Reranker.rerank() falls back where nobody listens, or no HTTP is spoken (SR-93)", async () => {
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.resume();
    socket.end("220 mail.example ESMTP\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  assertStringIncludes(await reasonOf(`http://127.0.0.1:${port}/v1`), "ConnectionError");
  await new Promise((resolve) => server.close(resolve));
  assertStringIncludes(await reasonOf(`http://127.0.0.1:${port}/v1`), "ConnectionError");
});
