/** What came before a message, given to `query` and `explain` (DESIGN §5, issue 8). */
import { test } from "node:test";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { makeHome, skillText } from "../helpers/home.ts";
import { program } from "./program.ts";

const jsonLines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const BLOCK = 'Skills that may fit (load with skill_view("name") before acting; ignore if unfit):';

const home = makeHome({
  "skills/data/plot/SKILL.md": skillText("plot", "Draw bar charts and histograms from a table."),
  "skills/mail/post/SKILL.md": skillText("post", "Write and send letters to somebody."),
  "skills/home/lamps/SKILL.md": skillText("lamps", "Switch lamps on and off in every room."),
  "loaded.jsonl": jsonLines(
    { user: "hello", assistant: "Hi." },
    { user: "draw a histogram", loaded: ["data/plot"] },
  ),
  "shown.jsonl": jsonLines(
    { role: "user", content: "hello", api_content: "hello" },
    { role: "user", content: "draw it", api_content: `draw it\n\n${BLOCK}\n- plot: Draw.` },
    { role: "assistant", content: "Done." },
  ),
  "two.jsonl": jsonLines(
    { id: "one", turns: [{ user: "draw a histogram", loaded: ["data/plot"] }] },
    { id: "two", turns: [{ user: "hello" }] },
  ),
  "plain.txt": "draw a histogram\n[System: note]\n",
});

const MESSAGE = "draw bar charts and histograms from a table";

function injected(...argv: string[]): string[] {
  const { code, out, error } = program([
    "query",
    MESSAGE,
    "--home",
    home,
    "--preset",
    "default",
    "--json",
    ...argv,
  ]);
  assertEquals([code, error], [0, ""]);
  return JSON.parse(out).injected;
}

const history = (file: string) => ["--history", join(home, file)];

test("query leaves out what the transcript shows as loaded or shown", () => {
  assertEquals(injected(), ["data/plot"]);
  assertEquals(injected(...history("loaded.jsonl")), []);
  assertEquals(injected(...history("shown.jsonl")), []);
});

test("query takes a plain history for messages alone: nothing is known of what was shown", () => {
  assertEquals(injected(...history("plain.txt")), ["data/plot"]);
});

test("query --session names the conversation of a transcript and remembers nothing itself", () => {
  assertEquals(injected(...history("two.jsonl"), "--session", "one"), []);
  assertEquals(injected(...history("two.jsonl"), "--session", "two"), ["data/plot"]);
  assertEquals(injected("--session", "s"), ["data/plot"]);
  assertEquals(injected("--session", "s"), ["data/plot"]);
});

test("query says why a fitting skill is left out, and explain its policy", () => {
  const argv = [MESSAGE, "--home", home, "--preset", "default", ...history("loaded.jsonl")];
  const query = program(["query", ...argv]).out;
  assertStringIncludes(
    query,
    "\ndata/plot is left out: loaded in this conversation.\n" +
      "Nothing would be shown to the agent: every skill that fits is in the conversation.\n",
  );
  assertStringIncludes(
    program(["explain", ...argv]).out,
    "\n4 Policy\n  ○ data/plot: loaded in this conversation\n",
  );
});

test("query is silent for pasted material alone, as a hook is", () => {
  const input = "12:00:01 INFO draw bar charts\n12:00:02 INFO draw histograms\n";
  const { out } = program(["query", "-", "--home", home, "--preset", "default"], { input });
  assertEquals(
    out,
    "Nothing would be shown to the agent: the message holds pasted material alone.\n",
  );
});

test("query says what is wrong with a transcript", () => {
  const errorOf = (file: string, content: string) => {
    const path = join(makeHome({ [file]: content }), file);
    const { code, error } = program(["query", "x", "--home", home, "--history", path]);
    return `${code} ${error}`;
  };
  assertEquals(
    errorOf("a.jsonl", '{"user":"a"}\n{'),
    "1 skill-retrieval: --history: line 2 is not valid JSON.\n",
  );
  assertEquals(
    errorOf("b.jsonl", jsonLines({ turns: [] }, { turns: [] })),
    "1 skill-retrieval: --history holds 2 conversations; name one of them with --session.\n",
  );
});
