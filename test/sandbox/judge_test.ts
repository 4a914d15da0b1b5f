/** A judge that is on, in processes with rights of their own: commands, both hooks, evaluation. */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { test } from "node:test";
import process from "node:process";
import { join } from "@std/path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { RUNTIME_ARGUMENTS } from "../cli/program.ts";
import { makeHome, skillText } from "../helpers/home.ts";
import { withLoopback } from "../helpers/loopback.ts";
import { jevAnswerer, jevVariables } from "../rerank/_jev_server.ts";

const MESSAGE = "plot a chart from my table";
const judge = jevAnswerer((id) => id.endsWith("pie-chart") ? 0.9 : 0.1);

function chartHome(): string {
  const skill = (name: string, text: string) => ({
    [`skills/${name}/SKILL.md`]: skillText(name, text),
  });
  return makeHome({
    ...skill("bar-chart", "Plot a chart with bars from a table"),
    ...skill("pie-chart", "Plot a chart as a pie from a table"),
    ...skill("mail", "Send mail to people"),
    ...skill("calendar", "Plan meetings"),
  });
}

/** Runs a command while this process answers as the judge. */
function run(
  args: readonly string[],
  { input = "", variables, cwd }: {
    input?: string;
    variables: Record<string, string>;
    cwd?: string;
  },
): Promise<{ code: number | null; out: string; error: string }> {
  const { PATH = "", HOME = "", DENO_DIR = "" } = process.env;
  const child = spawn(process.execPath, [...RUNTIME_ARGUMENTS, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH, HOME, ...(DENO_DIR === "" ? {} : { DENO_DIR }), NO_COLOR: "1", ...variables },
  });
  let out = "";
  let error = "";
  child.stdout.on("data", (chunk) => out += chunk);
  child.stderr.on("data", (chunk) => error += chunk);
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, error })));
}

const lines = (path: string) => fs.readFileSync(path, "utf8").trim().split("\n").length;

test("query asks the judge and writes its log, also over folders and in a new folder (SR-101)", async () => {
  await withLoopback(judge, async ({ url }) => {
    const home = chartHome();
    const active = makeHome();
    const root = ["--root", join(home, "skills")];
    const calls = [
      [["--home", home], {}, join(home, "data/jev-trial/rerank_ab_log.jsonl")],
      [root, { HERMES_HOME: active }, join(active, "data/jev-trial/rerank_ab_log.jsonl")],
      [
        ["--home", home],
        { SKILL_RETRIEVAL_RERANK_LOG: "logs/ab.jsonl" },
        join(home, "logs/ab.jsonl"),
      ],
    ] as const;
    for (const [target, more, log] of calls) {
      // The second time the folder is there already.
      for (const count of [1, 2]) {
        const { code, out, error } = await run(["query", ...target, "--json", MESSAGE], {
          variables: jevVariables(`${url}/v1`, more),
        });
        assertEquals([code, error], [0, ""]);
        const { injected, rerank } = JSON.parse(out);
        assertEquals([injected, rerank.applied], [["pie-chart"], true]);
        assertEquals(lines(log), count);
      }
    }
    assert(!fs.existsSync(join(home, "skills/data")));
  });
});

test("a log among other files is rotated by rights to its own files alone (SR-8)", async () => {
  await withLoopback(judge, async ({ url }) => {
    const home = chartHome();
    const folder = makeHome({ "other.txt": "kept" });
    const log = join(folder, "ab.jsonl");
    fs.writeFileSync(log, "x".repeat(5_000_001));
    const { code, error } = await run(["query", "--home", home, MESSAGE], {
      variables: jevVariables(`${url}/v1`, { SKILL_RETRIEVAL_RERANK_LOG: log }),
    });
    assertEquals([code, error], [0, ""]);
    assertEquals(fs.readdirSync(folder).toSorted(), ["ab.jsonl", "ab.jsonl.1", "other.txt"]);
    assertEquals(lines(log), 1);
  });
});

test("serve and hook let the judge reorder their turns", async () => {
  await withLoopback(judge, async ({ url }) => {
    const home = chartHome();
    const variables = jevVariables(`${url}/v1`);
    const call = (id: number, method: string, params: unknown) =>
      `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
    const served = await run(["serve"], {
      variables,
      input: call(1, "initialize", { protocol: 1, home }) +
        ["a", "b"].map((session_id, at) =>
          call(at + 2, "pre_llm_call", { home, session_id, user_message: MESSAGE })
        ).join(""),
    });
    assertEquals([served.code, served.error.includes("WARNING")], [0, false], served.error);
    const blocks = served.out.trim().split("\n").map((line) => JSON.parse(line))
      .filter(({ id }) => id > 1).map(({ result }) => result.context as string);
    assertEquals(blocks.length, 2);
    const hooked = await run(["hook", "--home", home], {
      variables,
      input: JSON.stringify({
        hook_event_name: "pre_llm_call",
        session_id: "s",
        extra: {
          user_message: MESSAGE,
        },
      }),
    });
    assertEquals([hooked.code, hooked.error], [0, ""]);
    for (const text of [...blocks, hooked.out]) {
      assertStringIncludes(text, "pie-chart");
      assert(!text.includes("bar-chart"), text);
    }
    assertEquals(lines(join(home, "data/jev-trial/rerank_ab_log.jsonl")), 3);
  });
});

test("eval judges a corpus, and keeps a log in the working directory where one is named", async () => {
  await withLoopback(judge, async ({ url }) => {
    const skill = (id: string, description: string) =>
      `${JSON.stringify({ id, name: id, description })}\n`;
    const folder = makeHome({
      "corpus.jsonl": skill("bar-chart", "Plot a chart with bars from a table") +
        skill("pie-chart", "Plot a chart as a pie from a table") +
        skill("mail", "Send mail to people"),
      "queries.jsonl": `${JSON.stringify({ id: "1", query: MESSAGE, gold: ["pie-chart"] })}\n`,
    });
    const { code, out, error } = await run(
      ["eval", "--corpus", "corpus.jsonl", "--queries", "queries.jsonl", "--json", "--run", "run"],
      {
        cwd: folder,
        variables: jevVariables(`${url}/v1`, {
          SKILL_RETRIEVAL_RERANK_LOG: "ab.jsonl",
          HERMES_HOME: makeHome(),
        }),
      },
    );
    assertEquals([code, error], [0, ""], out);
    assertStringIncludes(fs.readFileSync(join(folder, "run"), "utf8"), '["pie-chart"');
    assertEquals(lines(join(folder, "ab.jsonl")), 1);
  });
});

test("report reads the logs it was told to and writes its page, and nothing else", async () => {
  await withLoopback(judge, async ({ url }) => {
    const home = chartHome();
    const variables = jevVariables(`${url}/v1`);
    await run(["query", "--home", home, MESSAGE], { variables });
    const page = join(makeHome(), "new", "page.html");
    const { code, out, error } = await run(["report", "--home", home, "--html", page], {
      variables: {},
    });
    assertEquals([code, error, fs.existsSync(page)], [0, "", true]);
    assertStringIncludes(out, "1 applied");
  });
});
