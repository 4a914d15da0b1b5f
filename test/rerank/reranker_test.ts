import { test } from "node:test";
import * as fs from "node:fs";
import { join } from "@std/path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type AbRecord, type RerankAnswer, Reranker } from "../../lib/rerank/mod.ts";
import { makeHome } from "../helpers/home.ts";
import { type Answerer, answerJson, withLoopback } from "../helpers/loopback.ts";
import { jevAnswerer, jevBody, jevVariables, KEY, settingsOf } from "./_jev_server.ts";

/** Skills s0, s1, … */
function skills(count: number): { id: string; description: string }[] {
  return Array.from({ length: count }, (_, at) => ({ id: `s${at}`, description: `Skill ${at}.` }));
}

const ids = (count: number) => skills(count).map(({ id }) => id);

/** Asks once and gives the answer with the log's records; no output may hold the key (SR-97). */
async function judged(
  variables: Record<string, string>,
  request: { count: number; text?: string; timeoutMs?: number; sessionId?: string },
): Promise<RerankAnswer & { records: AbRecord[]; log: string }> {
  const log = join(makeHome(), "data", "ab.jsonl");
  const answer = await new Reranker((name) => variables[name]).rerank({
    shortlist: skills(request.count),
    text: request.text ?? "plot a chart",
    sessionId: request.sessionId ?? "session-1",
    settings: settingsOf(variables),
    logPath: log,
    timeoutMs: request.timeoutMs ?? 3_000,
  });
  const lines = fs.existsSync(log) ? fs.readFileSync(log, "utf8") : "";
  assert(!`${JSON.stringify(answer)}${lines}`.includes(KEY));
  const records = lines.split("\n").slice(0, -1).map((line) => JSON.parse(line) as AbRecord);
  return { ...answer, records, log };
}

test("Reranker.rerank() takes the judge's order and writes a record (SR-100, SR-A107, SR-A108)", async () => {
  const given = [.4, .5, .6, .7, .8, .9];
  await withLoopback(jevAnswerer((id) => given[Number(id.slice(1))]!), async (server) => {
    const { outcome, warnings, records, log } = await judged(jevVariables(`${server.url}/v1`), {
      count: 6,
      text: "plot a “chart”",
    });
    const order = ["s5", "s4", "s3", "s0", "s1", "s2"];
    assertEquals([outcome!.applied, outcome!.order, warnings], [true, order, []]);
    assertEquals(records.length, 1);
    const [record] = records;
    assertEquals(Object.keys(record!), [
      "ts",
      "session_id",
      "query",
      "bm25_order",
      "jev_order",
      "injected_order",
      "jev_probs",
      "input_tokens",
      "latency_ms",
      "fallback_reason",
      "rank1_flip",
    ]);
    assert(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(record!.ts));
    assert(Math.abs(Date.parse(record!.ts) - Date.now()) < 60_000);
    assert(record!.latency_ms > 0);
    assertEquals({ ...record, ts: "", latency_ms: 0 }, {
      ts: "",
      session_id: "session-1",
      query: "plot a “chart”",
      bm25_order: ids(6),
      jev_order: order,
      injected_order: order,
      jev_probs: { s0: .4, s1: .5, s2: .6, s3: .7, s4: .8, s5: .9 },
      input_tokens: 318,
      latency_ms: 0,
      fallback_reason: null,
      rank1_flip: true,
    });
    assert(/^[\x20-\x7e\n]*$/.test(fs.readFileSync(log, "utf8")));
    assertEquals(fs.statSync(log).mode & 0o777, 0o600);
  });
});

test("Reranker.rerank() sends twelve skills at most, the rest stays behind (SR-90, SR-A115, E40)", async () => {
  await withLoopback(jevAnswerer(() => 0.5), async (server) => {
    const variables = jevVariables(`${server.url}/v1/`);
    const { outcome, records } = await judged(variables, { count: 20 });
    assertEquals(Object.keys(jevBody(server.seen[0]!).state.skills), ids(12));
    assertEquals(outcome!.order, ids(20));
    assertEquals([records[0]!.rank1_flip, records[0]!.injected_order], [false, ids(20)]);
    const two = { ...variables, SKILL_RETRIEVAL_RERANK_CANDIDATES: "2" };
    await judged(two, { count: 4 });
    assertEquals(Object.keys(jevBody(server.seen[1]!).state.skills), ["s0", "s1"]);
  });
  await withLoopback(jevAnswerer((id) => id === "s1" ? 0.9 : 0.1), async (server) => {
    const variables = jevVariables(`${server.url}/v1`, { SKILL_RETRIEVAL_RERANK_CANDIDATES: "2" });
    const { outcome } = await judged(variables, { count: 4 });
    assertEquals(outcome!.order, ["s1", "s0", "s2", "s3"]);
  });
});

test("Reranker.rerank() sends the model, the key, and a message without commands (SR-7, SR-91, SR-A118)", async () => {
  await withLoopback(jevAnswerer(() => 0.5), async (server) => {
    const base = jevVariables(`${server.url}/v1`);
    await judged(base, { count: 2, text: "delete everything now" });
    assertEquals(jevBody(server.seen[0]!).state.user_query, "now");
    assertEquals(jevBody(server.seen[0]!).model, "jev-latest");
    assertEquals(server.seen[0]!.headers.authorization, `Bearer ${KEY}`);
    await judged({
      ...base,
      SKILL_RETRIEVAL_RERANK_PROVIDER: "openrouter",
      SKILL_RETRIEVAL_RERANK_MODEL: "jev-2",
      OPENROUTER_API_KEY: ` or-${KEY} `,
    }, { count: 2 });
    assertEquals(server.seen[1]!.headers.authorization, `Bearer or-${KEY}`);
    assertEquals(jevBody(server.seen[1]!).model, "jev-2");
    // Blank counts as absent, then the old name holds.
    const { TYPESAFE_API_KEY: _, ...rest } = base;
    await judged({ ...rest, TYPESAFE_API_KEY: "  ", TYPESAFE_KEY: KEY }, { count: 2 });
    assertEquals(server.seen[2]!.headers.authorization, `Bearer ${KEY}`);
  });
});

test("Reranker.rerank() asks nobody without a key, a shortlist or a judge (SR-6, SR-A110 to SR-A112, SR-A119)", async () => {
  await withLoopback(jevAnswerer(() => 0.5), async (server) => {
    const { TYPESAFE_API_KEY: _, ...keyless } = jevVariables(`${server.url}/v1`);
    const { outcome, records, warnings } = await judged(keyless, { count: 3 });
    assertEquals([outcome!.applied, outcome!.order], [false, ids(3)]);
    assertEquals([records[0]!.fallback_reason, records[0]!.jev_order], ["missing_key", null]);
    assertEquals([records[0]!.input_tokens, records[0]!.latency_ms], [0, 0]);
    assert(!("rank1_flip" in records[0]!));
    assertStringIncludes(warnings[0]!, "TYPESAFE_API_KEY");
    for (const count of [0, 1]) {
      const nothing = await judged(jevVariables(`${server.url}/v1`), { count });
      assertEquals([nothing.outcome, nothing.warnings, nothing.records], [null, [], []]);
    }
    const off = await judged(
      { ...jevVariables(`${server.url}/v1`), SKILL_RETRIEVAL_RERANK: "off" },
      { count: 3 },
    );
    assertEquals([off.outcome, off.warnings, off.records], [null, [], []]);
    assertEquals(server.seen, []);
  });
});

test("Reranker.rerank() speaks only https, or http on this machine (SR-A110)", async () => {
  for (const url of ["http://judge.example/v1", "ftp://127.0.0.1/v1", "nonsense", "file:///etc"]) {
    const { outcome, records } = await judged(jevVariables(url), { count: 2 });
    assertEquals(outcome!.applied, false);
    assertStringIncludes(records[0]!.fallback_reason!, "URLError");
  }
});

test("Reranker.rerank() keeps its order where the log cannot be written, and tells once (SR-A113)", async () => {
  const home = makeHome({ "file": "" });
  await withLoopback(jevAnswerer((id) => id === "s1" ? 0.9 : 0.1), async (server) => {
    const variables = jevVariables(`${server.url}/v1`);
    const reranker = new Reranker((name) => variables[name]);
    const ask = () =>
      reranker.rerank({
        shortlist: skills(2),
        text: "plot",
        sessionId: "",
        settings: settingsOf(variables),
        logPath: join(home, "file", "log"),
        timeoutMs: 3_000,
      });
    const [first, second] = [await ask(), await ask()];
    assertEquals([first.outcome!.order, second.outcome!.order], [["s1", "s0"], ["s1", "s0"]]);
    assertEquals([first.warnings.length, second.warnings.length], [1, 0]);
    assertStringIncludes(first.warnings[0]!, "the rerank log is not written");
  });
});

test("Reranker.rerank() tells the same trouble once a minute (SR-93)", async () => {
  await withLoopback((_, response) => answerJson(response, {}, 500), async (server) => {
    const variables = jevVariables(`${server.url}/v1`);
    const reranker = new Reranker((name) => variables[name]);
    const told: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { warnings } = await reranker.rerank({
        shortlist: skills(2),
        text: "plot",
        sessionId: "",
        settings: settingsOf(variables),
        logPath: null,
        timeoutMs: 3_000,
      });
      told.push(warnings.length);
    }
    assertEquals(told, [1, 0, 0]);
  });
});

/** A chat service that answers with a text. */
function chatAnswerer(content: string): Answerer {
  return (_, response) =>
    answerJson(response, {
      choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }],
      usage: { prompt_tokens: 77, completion_tokens: 9 },
    });
}

const LLM = { SKILL_RETRIEVAL_RERANK: "llm", SKILL_RETRIEVER_LLM_API_KEY: KEY };

test("Reranker.rerank() asks a chat model in one call with judge llm (SR-4)", async () => {
  const content = 'Here:\n```json\n{"1": 0.1, "2": 0.5, "3": "0.8"}\n```';
  await withLoopback(chatAnswerer(content), async (server) => {
    const variables = { ...LLM, SKILL_RETRIEVER_LLM_BASE_URL: `${server.url}/v1` };
    const { outcome, records } = await judged(variables, { count: 3 });
    assertEquals([outcome!.judge, outcome!.applied, outcome!.order], [
      "llm",
      true,
      ["s2", "s1", "s0"],
    ]);
    assertEquals([records[0]!.input_tokens, records[0]!.jev_probs], [77, {
      s0: 0.1,
      s1: 0.5,
      s2: 0.8,
    }]);
    assertEquals(server.seen.map(({ path }) => path), ["/v1/chat/completions"]);
  });
});

test("Reranker.rerank() with judge llm fails as softly, without a retry (SR-93)", async () => {
  for (
    const [content, reason] of [
      ['{"1": 0.1, "2": 0.5}', "missing answer for s2"],
      ['{"1": 0.1, "2": 0.5, "3": 3}', "out-of-range probability for s2"],
      ['{"1": 0.1, "2": 0.5, "3": "high"}', "non-numeric probability for s2"],
      ["I cannot judge skills.", "JSON"],
    ] as const
  ) {
    await withLoopback(chatAnswerer(content), async (server) => {
      const variables = { ...LLM, SKILL_RETRIEVER_LLM_BASE_URL: `${server.url}/v1` };
      const { outcome, records } = await judged(variables, { count: 3 });
      assertEquals([outcome!.applied, outcome!.order], [false, ids(3)]);
      assertStringIncludes(records[0]!.fallback_reason!, reason);
      assertEquals(server.seen.length, 1);
    });
  }
  await withLoopback((_, response) => answerJson(response, {}, 503), async (server) => {
    const variables = { ...LLM, SKILL_RETRIEVER_LLM_BASE_URL: `${server.url}/v1` };
    const { records } = await judged(variables, { count: 3 });
    assertEquals([records[0]!.fallback_reason, server.seen.length], ["HTTP 503", 1]);
  });
});
