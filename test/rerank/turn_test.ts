/** Judged turns over the real hook server and the real retriever. */
import { test } from "node:test";
import * as fs from "node:fs";
import { join } from "@std/path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { HookServer } from "../../lib/hermes/mod.ts";
import { createRetriever } from "../../lib/rank/mod.ts";
import type { AbRecord } from "../../lib/rerank/mod.ts";
import { monotonicMs } from "../../lib/runtime/mod.ts";
import { makeHome, skillText } from "../helpers/home.ts";
import { type Answerer, answerJson, withLoopback } from "../helpers/loopback.ts";
import { jevAnswerer, jevBody, jevVariables, KEY } from "./_jev_server.ts";

const INDEX = `<available_skills>
  tools:
    - bar-chart: Plot bar charts
    - pie-chart: Plot pie charts
</available_skills>`;

/** Three skills about charts among others. */
function chartHome(): string {
  const skill = (name: string, text: string) => ({
    [`skills/tools/${name}/SKILL.md`]: skillText(name, text),
  });
  return makeHome({
    ...skill("bar-chart", "Plot a chart with bars from a table"),
    ...skill("pie-chart", "Plot a chart as a pie from a table"),
    ...skill("line-chart", "Plot a chart with lines from a table"),
    ...skill("mail", "Send mail to people"),
    ...skill("calendar", "Plan meetings"),
    ...skill("archive", "Pack and unpack files"),
  });
}

/** A hook server whose environment has the given variables. */
function hookServer(variables: Record<string, string>) {
  const log: string[] = [];
  const environment = (name: string) => variables[name];
  const server = new HookServer({
    retriever: createRetriever(environment, { resident: false }),
    version: "1.2.3",
    environment,
    homeSettings: () => ({}),
    now: monotonicMs,
    log: (level, message) => log.push(`${level} ${message}`),
    onShutdown: () => {},
  });
  const call = async (method: string, params: Record<string, unknown>) => {
    const answer = await server.handle(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    const { result, error } = JSON.parse(answer!);
    assertEquals(error, undefined);
    return result;
  };
  const turn = async (home: string, session: string, message: string): Promise<string> =>
    (await call("pre_llm_call", {
      home,
      session_id: session,
      user_message: message,
      is_first_turn: true,
      platform: "cli",
    }))?.context ?? "";
  return { call, turn, log };
}

/** Names of the skills in a block, in its order. */
function shown(block: string): string[] {
  return [...block.matchAll(/(bar|pie|line)-chart(?=\W)(?!\*\* \()/g)].map(([name]) => name)
    .filter((name, at, all) => all.indexOf(name) === at);
}

const records = (home: string) =>
  fs.readFileSync(join(home, "data/jev-trial/rerank_ab_log.jsonl"), "utf8").trim().split("\n")
    .map((line) => JSON.parse(line) as AbRecord);

const MESSAGE = "plot a chart from my table";

test("a judge reorders and filters what a turn shows, behind every preset (SR-80, SR-A121)", async () => {
  const given: Record<string, number> = { "pie-chart": 0.9, "line-chart": 0.7 };
  const judge = jevAnswerer((id) => given[id.split("/").at(-1)!] ?? 0.1);
  await withLoopback(judge, async ({ url, seen }) => {
    for (const preset of ["default", "bm25"]) {
      const home = chartHome();
      const { turn, log } = hookServer({
        ...jevVariables(`${url}/v1`),
        SKILL_RETRIEVAL_PRESET: preset,
        ...(preset === "bm25" ? { SKILL_RETRIEVAL_INJECT_K: "2" } : {}),
      });
      const block = await turn(home, "session-7", MESSAGE);
      assertEquals(shown(block), ["pie-chart", "line-chart"], `${preset}\n${block}`);
      const [record] = records(home);
      assertEquals([record!.session_id, record!.query], ["session-7", MESSAGE]);
      assertEquals(record!.injected_order.slice(0, 2).map((id) => id.split("/").at(-1)), [
        "pie-chart",
        "line-chart",
      ]);
      assertEquals(log.filter((line) => line.startsWith("WARNING")), []);
      const note = /<!-- jev rerank: applied, 318 tok, \d+ ms -->$/.test(block);
      assertEquals(note, preset === "bm25", "SR-83");
    }
    assert(seen.every((request) => !request.body.includes(KEY)));
  });
});

test("a judge that takes nothing as fitting silences a gated turn", async () => {
  await withLoopback(jevAnswerer(() => 0.1), async ({ url }) => {
    const home = chartHome();
    assertEquals(await hookServer(jevVariables(`${url}/v1`)).turn(home, "s", MESSAGE), "");
    assertEquals(records(home).length, 1);
  });
});

test("a turn that the gate keeps silent about asks nobody and writes nothing", async () => {
  await withLoopback(jevAnswerer(() => 0.9), async ({ url, seen }) => {
    const home = chartHome();
    const { turn } = hookServer(jevVariables(`${url}/v1`));
    assertEquals(await turn(home, "s", "zzz qqq"), "");
    assertEquals([seen.length, fs.existsSync(join(home, "data"))], [0, false]);
  });
});

/** Never answers a message that says so; everything else gets its answer. */
const slowOrNot: Answerer = (request, response) => {
  if (request.path === "/v1/systemone" && jevBody(request).state.user_query.includes("slowly")) {
    return;
  }
  return jevAnswerer((id) => id.endsWith("pie-chart") ? 0.9 : 0.4)(request, response);
};

test("no session waits for another's judge, whose turn answers within 3.2 s (SR-98, SR-110)", async () => {
  await withLoopback(slowOrNot, async ({ url, seen }) => {
    const home = chartHome();
    const { call, turn, log } = hookServer(jevVariables(`${url}/v1`));
    assertEquals((await call("initialize", { home })).deadlines_ms.pre_llm_call, 3_300);
    const finished: string[] = [];
    const startMs = monotonicMs();
    let slowMs = 0;
    const slow = turn(home, "slow", `${MESSAGE} slowly`).then((block) => {
      finished.push("slow turn");
      slowMs = monotonicMs() - startMs;
      return block;
    });
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const compacted = await call("llm_request", { home, session_id: "slow", text: INDEX });
    assertStringIncludes(JSON.stringify(compacted), "skill-retrieval:compact");
    finished.push("compaction of the slow session");
    assertEquals(shown(await turn(home, "quick", MESSAGE))[0], "pie-chart");
    finished.push("quick turn");
    const block = await slow;
    assertEquals(finished, ["compaction of the slow session", "quick turn", "slow turn"]);
    assert(shown(block).length > 0, "the ranking's own order is shown");
    assert(slowMs < 3_200, `${slowMs} ms`);
    const [, late] = records(home);
    assertEquals([late!.session_id, late!.jev_order], ["slow", null]);
    assertEquals(late!.fallback_reason, "TimeoutError: no complete answer in time");
    assertEquals(log.filter((line) => line.startsWith("WARNING")).length, 1);
  });
});

test("a judge that refuses leaves the block as it is without a judge (SR-93)", async () => {
  await withLoopback((_, response) => answerJson(response, {}, 500), async ({ url }) => {
    for (const preset of ["default", "bm25"]) {
      const variables = { SKILL_RETRIEVAL_PRESET: preset };
      const home = chartHome();
      const plain = await hookServer(variables).turn(home, "s", MESSAGE);
      assert(!fs.existsSync(join(home, "data")), "off makes no file (SR-96, SR-A103)");
      const refused = await hookServer({ ...variables, ...jevVariables(`${url}/v1`) })
        .turn(home, "s", MESSAGE);
      assertEquals(refused, plain);
      assertEquals(records(home)[0]!.fallback_reason, "HTTP 500 {}");
    }
  });
});
