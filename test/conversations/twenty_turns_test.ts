/** One longer conversation through `replay`: what it costs, and that nothing is lost by saving. */
import { test } from "node:test";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { program } from "../cli/program.ts";
import { fixtureConversations, HOME, problemOf } from "./fixtures.ts";

const FILE = join(HOME, "../twenty_turns.jsonl");

/** Most tokens that may be shown, as a share of what preset `bm25` shows (issue 8). */
const MOST_TOKENS = 0.25;

const replayed = (...options: string[]) =>
  program(["replay", FILE, "--home", HOME, "--preset", "default", ...options]);

test("replay shows at most a quarter of the tokens of bm25 and loses no turn", () => {
  const { code, out, error } = replayed("--stats", "--json");
  assertEquals([code, error], [0, ""]);
  const rows = out.trimEnd().split("\n").map((line) => JSON.parse(line));
  const { stats } = rows.pop();
  const [{ expectations }] = fixtureConversations("twenty_turns.jsonl") as [
    ReturnType<typeof fixtureConversations>[number],
  ];
  assertEquals(rows.length, 20);
  assertEquals(
    rows.flatMap(({ turn, injected }, at) => {
      const problem = problemOf(injected, expectations[at]!);
      return problem === null ? [] : `turn ${turn} ${problem}`;
    }),
    [],
  );
  assertEquals([stats.encoding, stats.preset, stats.compared_preset], ["o200k", "default", "bm25"]);
  assertEquals(stats.ratio, stats.tokens / stats.compared_tokens);
  assert(stats.ratio <= MOST_TOKENS, `${stats.tokens} of ${stats.compared_tokens} tokens`);
});

test("replay prints every turn with what was shown or why nothing was", () => {
  const { code, out } = replayed("--stats", "--color", "never");
  assertEquals(code, 0);
  const lines = out.split("\n");
  assertEquals(lines[0], "Conversation twenty-turns");
  assertEquals(
    lines[1],
    "   1  Scrape the web pages of shop.example.com and extract all listings",
  );
  assertMatch(lines[2]!, /^ {6}● web\/web-scraper +\d+ % {2}matches ".*$/);
  assertStringIncludes(out, "\n      ○ mail/mail-send: loaded in this conversation\n");
  assertStringIncludes(out, "\n      ○ data/chart-maker: shown before, and the topic was not left");
  assertStringIncludes(out, "\n      silent: no skill ");
  assertMatch(
    out,
    /\nTokens shown \(o200k\) +default +bm25 +ratio\ntotal +\d+ +\d+ +\d+\.\d %\n$/,
  );
});

test("replay says what is wrong with a transcript", () => {
  const run = (input: string) => {
    const { code, error } = program(["replay", "-", "--home", HOME], { input });
    return `${code} ${error.trim()}`;
  };
  assertEquals(run("{}"), `1 skill-retrieval: -: line 1: ${EXPECTED}.`);
  assertEquals(run("\n"), "1 skill-retrieval: - holds no message of a user.");
  assertEquals(run('{"user":"hi"}\n{'), "1 skill-retrieval: -: line 2 is not valid JSON.");
  const missing = program(["replay", "missing.jsonl", "--home", HOME]);
  assertEquals(missing.code, 1);
  assertMatch(missing.error, /^skill-retrieval: The transcript cannot be read: .*\.\n$/);
  assertEquals(program(["replay", "--home", HOME]).code, 2);
});

const EXPECTED =
  'expected a turn {"user": …}, a conversation {"turns": […]} or a message {"role": …}';
