/** The command line contract of DESIGN §5, on the program as people run it. */
import * as fs from "node:fs";
import { test } from "node:test";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { PLUGIN_FILES } from "../../lib/install/mod.ts";
import { ln } from "../../lib/rank/mod.ts";
import { VERSION } from "../../lib/runtime/mod.ts";
import { makeHome, skillText } from "../helpers/home.ts";
import { program } from "./program.ts";

const home = makeHome({
  "config.yaml": "skills:\n  disabled: [secret]\n",
  "skills/data/plot/SKILL.md": skillText("plot", "Make charts from tables"),
  "skills/mail/send/SKILL.md": skillText("send", "Send charts by mail"),
  "skills/tools/secret/SKILL.md": skillText("secret", "Nobody sees these charts"),
  "skills/tools/broken/SKILL.md": "no front matter\n",
});
const BM25 = ["--home", home, "--preset", "bm25"];

/** Runs a command that must succeed without a word on standard error, and parses its document. */
function document(command: string, ...argv: string[]) {
  const { code, out, error } = program([command, "--json", ...argv]);
  assertEquals([code, error], [0, ""]);
  return JSON.parse(out);
}

test("query --json prints the document of DESIGN §5", () => {
  const { results, elapsed_ms, ...rest } = document("query", "make charts", ...BM25);
  assertEquals(rest, {
    query: "make charts",
    preset: "bm25",
    decision: "inject",
    confidence: null,
    injected: ["data/plot", "mail/send"],
    layers: ["bm25"],
    degraded: [],
  });
  assertEquals(typeof elapsed_ms, "number");
  const [{ score, ...first }, second] = results;
  assertEquals(first, {
    rank: 1,
    id: "data/plot",
    load: "plot",
    name: "plot",
    confidence: null,
    category: "data",
    description: "Make charts from tables",
    source: "local",
    path: `${home}/skills/data/plot/SKILL.md`,
    why: 'matches "make" and "charts" in its text',
  });
  assertEquals(score > second.score, true);
  assertEquals([second.rank, second.id, results.length], [2, "mail/send", 2]);
});

test("query prints the keys of its document in preset default too (DESIGN §5)", () => {
  const { results, ...rest } = document("query", "charts", "--home", home, "--preset", "default");
  assertEquals(Object.keys(rest), [
    "query",
    "preset",
    "decision",
    "confidence",
    "injected",
    "layers",
    "degraded",
    "elapsed_ms",
  ]);
  assertEquals(rest.preset, "default");
  assertEquals(results.map(({ rank }: { rank: number }) => rank), [1, 2]);
});

test("query cuts its results to --top and injects what the preset injects (DESIGN §5)", () => {
  const { results, injected } = document("query", "charts", "--top", "1", ...BM25);
  assertEquals([results.length, injected.length], [1, 2]);
});

test("query reads the message from standard input for a dash", () => {
  const { code, out } = program(["query", "-", "--json", ...BM25], { input: "make 图 charts\n" });
  assertEquals([code, JSON.parse(out).query], [0, "make 图 charts\n"]);
});

test("query joins its arguments and takes words behind two dashes as text", () => {
  const { query } = document("query", ...BM25, "--", "make", "--top");
  assertEquals(query, "make --top");
});

test("query exits 0 when nothing fits, also for an empty message", () => {
  for (const text of ["zzzqqq", ""]) {
    const { decision, injected, results } = document("query", text, ...BM25);
    assertEquals([decision, injected, results], ["silent", [], []]);
  }
  const { code, out, error } = program(["query", "zzzqqq", ...BM25]);
  assertEquals([code, error], [0, ""]);
  assertEquals(
    out,
    "Nothing would be shown to the agent: no visible skill shares a term with the message.\n",
  );
});

test("query reads --root instead of a home, where nothing is disabled", () => {
  const { injected } = document("query", "charts", "--root", `${home}/skills`, "--preset", "bm25");
  assertEquals(injected.toSorted(), ["data/plot", "mail/send", "tools/secret"]);
});

test("query warns of a bad setting on standard error alone, unless --quiet (SR-1)", () => {
  const variables = { SKILL_RETRIEVAL_TOP_K: "many" };
  const { code, out, error } = program(["query", "charts", "--json", ...BM25], { variables });
  assertEquals([code, JSON.parse(out).results.length], [0, 2]);
  assertEquals(
    error,
    'skill-retrieval: warning: SKILL_RETRIEVAL_TOP_K="many" is not a whole number; ' +
      "using the default: 6 in preset bm25, else 12\n",
  );
  assertEquals(program(["query", "charts", "--quiet", ...BM25], { variables }).error, "");
});

test("query says that a home has no skills and exits 0 (SR-44)", () => {
  const empty = makeHome({ "config.yaml": "", "skills/": "" });
  const { code, error } = program(["query", "x", "--home", empty, "--preset", "bm25"]);
  assertEquals(code, 0);
  assertEquals(error, "skill-retrieval: warning: No active skills found for BM25 index\n");
});

test("query paints for a terminal alone: --color over NO_COLOR over the terminal", () => {
  const painted = (argv: string[], variables = {}) =>
    program(["query", "charts", ...BM25, ...argv], { variables }).out.includes("\x1b[");
  assertEquals([painted([]), painted(["--color", "auto"])], [false, false]);
  assertEquals([painted(["--color", "always"]), painted(["--color", "never"])], [true, false]);
  const NO_COLOR = "1";
  assertEquals([painted([], { NO_COLOR }), painted(["--color", "always"], { NO_COLOR })], [
    false,
    true,
  ]);
});

const refusals: [string[], number, string][] = [
  [[], 2, ""],
  [["frobnicate"], 2, 'There is no command "frobnicate". Try skill-retrieval --help.'],
  [["constructor"], 2, 'There is no command "constructor". Try skill-retrieval --help.'],
  [["query"], 2, 'Give the message as an argument, or "-" to read it from standard input.'],
  [["query", "x", "--nope"], 2, "Unknown option '--nope'. Try --help."],
  [["query", "x", "--top", "0"], 2, '--top is a whole number from 1 to 1000, not "0".'],
  [["query", "x", "--top", "1.5"], 2, '--top is a whole number from 1 to 1000, not "1.5".'],
  [
    ["query", "x", "--json", "--color", "red"],
    2,
    '--color must be one of auto, always, never, not "red".',
  ],
  [["list", "stray"], 2, 'list takes no argument, but was given "stray".'],
  [["query", "x", "--home", "/no/such"], 1, "--home /no/such: there is no such directory."],
  [["list", "--root", "/no/such"], 1, "--root /no/such: there is no such directory."],
  [["query", "x", "--history", "/no/such"], 1, "--history: /no/such does not exist."],
  [["explain", "x", "--skill", "nobody", "--home", home], 1, 'There is no skill "nobody".'],
];

for (const [argv, expected, sentence] of refusals) {
  test(`skill-retrieval ${argv.join(" ").replace(home, "HOME")} exits ${expected} with a sentence`, () => {
    const { code, out, error } = program(argv);
    assertEquals([code, error], [
      expected,
      sentence === "" ? "" : `skill-retrieval: ${sentence}\n`,
    ]);
    // Without any command the overview is what a person wants to see.
    assertEquals(out.startsWith("skill-retrieval "), sentence === "");
  });
}

test("serve refuses an unknown preset before it serves (DESIGN §5)", () => {
  const { code, out, error } = program(["serve", "--preset", "nope"]);
  assertEquals([code, out], [2, ""]);
  assertStringIncludes(error, "skill-retrieval: --preset must be one of ");
});

test("skill-retrieval --help names every command, and each has its own help", () => {
  const { code, out } = program(["--help"]);
  const commands = [...out.matchAll(/^ {2}(\w+) {2,}\S/gm)].map((row) => row[1]!);
  assertEquals(code, 0);
  for (
    const needed of ["query", "explain", "list", "info", "serve", "hook", "compact", "install"]
  ) {
    assertEquals([needed, commands.includes(needed)], [needed, true]);
    const help = program([needed, "--help"]);
    assertEquals([help.code, help.error], [0, ""]);
    assertStringIncludes(help.out, `\nUsage: skill-retrieval ${needed} `);
    assertStringIncludes(help.out, "--home DIR");
  }
});

test("skill-retrieval --version prints version, runtime and target", () => {
  const { code, out } = program(["--version"]);
  assertEquals(code, 0);
  assertMatch(
    out,
    /^skill-retrieval \S+ \((bun|deno) [\d.]+, (linux|darwin|windows)-(x64|arm64)\)\n$/,
  );
  assertStringIncludes(out, ` ${VERSION} `);
});

test("explain --json gives the run of query with terms and evidence", () => {
  const { query, results, decision, absent } = document("explain", "make charts", ...BM25);
  assertEquals(
    query.terms.map(({ term, documents }: { term: string; documents: number }) => [
      term,
      documents,
    ]),
    [["make", 1], ["charts", 2]],
  );
  assertEquals([decision, absent], ["inject", null]);
  const [{ id, score, evidence }] = results;
  assertEquals([id, evidence[0].terms.length], ["data/plot", 2]);
  const [first, second] = evidence[0].terms;
  assertEquals(score.toFixed(9), (first.score + second.score).toFixed(9));
});

test("explain tells what the gate reads off the first skill, or off --skill, and the unit", () => {
  const inDefault = (...argv: string[]) =>
    document("explain", "make charts", "--home", home, "--preset", "default", ...argv);
  const { gate, results } = inDefault();
  assertEquals([gate.id, gate.unit], ["data/plot", ln(1 + 3)]);
  assertEquals(Object.keys(gate.evidence), [
    "description",
    "body",
    "whole",
    "phrases",
    "third",
    "synonyms",
    "negativeOnly",
    "relative",
  ]);
  const description = results[0].evidence[0];
  assertEquals(description.field, "description");
  assertEquals((gate.evidence.description * gate.unit).toFixed(9), description.score.toFixed(9));
  assertEquals(gate.evidence.relative, 1);
  assertEquals(inDefault("--skill", "send").gate.id, "mail/send");
  assertEquals(document("explain", "make charts", ...BM25).gate, null);
  assertEquals(
    document("explain", "zzzqqq", "--home", home, "--preset", "default").gate,
    null,
  );
  const { out } = program(["explain", "make charts", "--home", home, "--preset", "default"]);
  assertStringIncludes(
    out.replace(/\s+/g, " "),
    "What the gate reads off data/plot for this message alone, in units of ln(1+3) = 1.39, the " +
      "weight of a word that one skill holds: description 0.",
  );
  assertMatch(out, /\n {5}relative {9}1\.000 {3}score divided by that of the first skill/);
});

test("explain --skill says why a skill is hidden or shares nothing", () => {
  const reason = (skill: string) =>
    document("explain", "make charts", "--skill", skill, ...BM25).absent;
  assertEquals(
    reason("secret"),
    "is hidden and was not ranked: disabled in the config (skills.disabled: secret)",
  );
  assertEquals(reason("tools/broken"), "shares no term with the message");
});

test("explain prints its steps for a person", () => {
  const { code, out } = program(["explain", "make charts", ...BM25]);
  assertEquals(code, 0);
  assertMatch(out, /^1 Query\n/);
  assertMatch(
    out,
    /\n2 Ranking {2}preset bm25, layers bm25\n {2}1\. data\/plot {2}score \d\.\d{4}/,
  );
  assertMatch(out, /\n3 Decision {2}inject: gate off, pool 6, at most 6 shown\n {2}● data\/plot\n/);
});

test("list --json prints the document of DESIGN §5", () => {
  const { skills, problems, ...rest } = document("list", "--home", home);
  assertEquals(rest, {});
  assertEquals(skills[0], {
    id: "data/plot",
    load: "plot",
    name: "plot",
    description: "Make charts from tables",
    category: "data",
    source: "local",
    path: `${home}/skills/data/plot/SKILL.md`,
    visible: true,
    hidden_because: null,
  });
  assertEquals(
    skills.map(({ id, visible, hidden_because }: Record<string, unknown>) => [
      id,
      visible,
      hidden_because,
    ]).slice(1),
    [
      ["mail/send", true, null],
      ["tools/broken", true, null],
      ["tools/secret", false, "disabled in the config (skills.disabled: secret)"],
    ],
  );
  assertEquals(problems.map(({ path }: { path: string }) => path), [
    `${home}/skills/tools/broken/SKILL.md`,
  ]);
  const { skills: visible } = document("list", "--visible", "--home", home);
  assertEquals(visible.length, 3);
});

test("list prints aligned rows, reasons and counts, list --problems the oddities", () => {
  const { out } = program(["list", "--home", home]);
  const rows = out.trimEnd().split("\n");
  assertEquals(rows[0], "data/plot     Make charts from tables");
  assertStringIncludes(rows[3]!, "tools/secret  hidden: disabled in the config");
  assertEquals(rows.at(-1), "4 skills read, 3 visible, 1 hidden, 1 problem (list --problems).");
  const problems = program(["list", "--problems", "--home", home]).out.split("\n");
  assertEquals(problems[0], `${home}/skills/tools/broken/SKILL.md`);
  assertEquals(problems.at(-2), "1 problem in 4 skills.");
});

test("info --json tells roots, counts and where each setting comes from", () => {
  const configured = makeHome({
    "config.yaml":
      "plugins:\n  entries:\n    skill-retrieval:\n      settings:\n        inject_k: 2\n",
    "skills/a/SKILL.md": skillText("a", "d"),
  });
  const { code, out } = program(["info", "--json", "--home", configured, "--preset", "bm25"], {
    variables: { SKILL_RETRIEVAL_TOP_K: "4", SKILL_RETRIEVER_DISABLE: "yes" },
  });
  const { settings, runtime: _, version, warnings, ...rest } = JSON.parse(out);
  assertEquals([code, version, warnings], [0, VERSION, []]);
  assertEquals(rest, {
    home: configured,
    disabled: true,
    roots: [{ path: `${configured}/skills`, source: "local" }],
    skills: { read: 1, visible: 1, problems: 0 },
    dense: null,
    rerank: null,
  });
  const of = (name: string) =>
    settings.find(({ variable }: { variable: string }) => variable === `SKILL_RETRIEVAL_${name}`);
  assertEquals(
    ["PRESET", "TOP_K", "INJECT_K", "COMPACT"].map((name) => [of(name).value, of(name).origin]),
    [["bm25", "option"], [4, "environment"], [2, "config"], [true, "default"]],
  );
  assertEquals([of("GATE").value, of("GATE").origin], ["off", "default"]);
});

test("info says what the dense layer has to work with", () => {
  const denseLine = (variables: Record<string, string>) =>
    program(["info", "--home", home], { variables }).out.split("\n")
      .find((line) => line.startsWith("dense   "));
  assertEquals(
    denseLine({}),
    "dense   off: no table and no embedding service is set for this preset",
  );
  assertMatch(
    denseLine({
      HERMES_EMBEDDING_BASE_URL: "http://127.0.0.1:9/v1",
      HERMES_EMBEDDING_MODEL: "some-model",
    }) ?? "",
    /^dense {3}some-model at 127\.0\.0\.1:9, vectors of 0 of \d+ skills are kept; the others are/,
  );
  assertMatch(
    denseLine({ SKILL_RETRIEVAL_VECTORS: "missing.skrtable" }) ?? "",
    /^dense {3}left out: .*missing\.skrtable/,
  );
});

test("explain says which layer is left out, and why; the rest goes on", () => {
  const { code, out, error } = program(["explain", "--home", home, "anything"], {
    variables: { SKILL_RETRIEVAL_VECTORS: "missing.skrtable" },
  });
  assertEquals(code, 0);
  assertMatch(out, /preset default, layers fields\n {2}left out: dense: .*missing\.skrtable/);
  assertEquals(error.match(/the dense layer is left out/g)?.length, 1);
});

test("info takes the home from HERMES_HOME and says what the preset decides", () => {
  const { code, out } = program(["info"], { variables: { HERMES_HOME: home } });
  assertEquals(code, 0);
  assertStringIncludes(out, `\nhome    ${home}\n`);
  assertStringIncludes(out, "\nskills  4 read, 3 visible, 1 problem\n");
  assertMatch(out, /\nSKILL_RETRIEVAL_TOP_K +12 {2}\(default\)\n {2}How many skills are ranked /);
  assertMatch(out, /\nSKILL_RETRIEVAL_COMPACT +on {2}\(default\)\n/);
  assertMatch(out, /\nSKILL_RETRIEVAL_GATE +on {2}\(default\)\n/);
});

test("install completes a plugin folder and leaves a complete one alone", () => {
  const config = "model: {default: m}\n";
  const fresh = makeHome({ "config.yaml": config });
  const folder = `${fresh}/plugins/skill-retrieval`;
  const dry = program(["install", "--dry-run", "--quiet", "--home", fresh]);
  assertEquals([dry.code, dry.error, fs.readdirSync(fresh)], [0, "", ["config.yaml"]]);
  assertStringIncludes(dry.out, "+plugins:\n  +  enabled:\n  +    - skill-retrieval\n");
  const first = program(["install", "--json", "--quiet", "--home", fresh]);
  assertEquals([first.code, first.error], [0, ""]);
  assertEquals(JSON.parse(first.out), {
    homes: [{
      home: fresh,
      folder,
      written: ["plugin.yaml", "__init__.py", "SKILL.md"],
      executable: null,
      config: {
        path: `${fresh}/config.yaml`,
        changed: true,
        backup: `${fresh}/config.yaml.before-skill-retrieval`,
        problem: null,
        lines_by_hand: null,
      },
    }],
  });
  for (const [name, text] of Object.entries(PLUGIN_FILES)) {
    assertEquals(fs.readFileSync(`${folder}/${name}`, "utf8"), text);
  }
  fs.writeFileSync(`${folder}/plugin.yaml`, "changed");
  const again = program(["install", "--json", "--quiet", "--home", fresh]);
  assertEquals(JSON.parse(again.out).homes[0].written, ["plugin.yaml"]);
  const { code, out, error } = program(["install", "--home", fresh]);
  assertEquals(code, 0);
  assertEquals(
    out,
    `${folder}\n  is complete already.\n${fresh}/config.yaml\n  enables it already.\n`,
  );
  assertStringIncludes(error, "no executable was copied");

  const gone = program(["uninstall", "--json", "--home", fresh]);
  assertEquals([gone.code, gone.error], [0, ""]);
  assertEquals(JSON.parse(gone.out), {
    homes: [{
      home: fresh,
      folder,
      removed: ["SKILL.md", "__init__.py", "plugin.yaml"],
      kept: [],
      folder_gone: true,
      config: {
        path: `${fresh}/config.yaml`,
        changed: true,
        backup: null,
        problem: null,
        lines_by_hand: null,
      },
    }],
  });
  assertEquals(fs.readFileSync(`${fresh}/config.yaml`, "utf8"), config);
});

test("install --all-profiles goes into the root home and every profile", () => {
  const root = makeHome({ "profiles/work/config.yaml": "a: 1\n" });
  const { code } = program(["install", "--all-profiles", "--quiet", "--home", root]);
  assertEquals(code, 0);
  for (const home of [root, `${root}/profiles/work`]) {
    assertStringIncludes(fs.readFileSync(`${home}/config.yaml`, "utf8"), "- skill-retrieval\n");
    assertEquals(fs.existsSync(`${home}/plugins/skill-retrieval/plugin.yaml`), true);
  }
  assertEquals(program(["uninstall", "--all-profiles", "--home", root]).code, 0);
  assertEquals(fs.readFileSync(`${root}/profiles/work/config.yaml`, "utf8"), "a: 1\n");
});

test("install prints the lines for a config that it cannot edit, and exits 1", () => {
  const home = makeHome({ "config.yaml": "a: [\n" });
  const { code, error } = program(["install", "--quiet", "--home", home]);
  assertEquals(code, 1);
  assertStringIncludes(error, "config.yaml was left alone: it is no valid YAML (");
  assertStringIncludes(error, "Add by hand:\n\nplugins:\n  enabled:\n    - skill-retrieval\n");
});

test("install says that a plugin in plugins.disabled stays off, and exits 1", () => {
  const home = makeHome({ "config.yaml": "plugins:\n  disabled: [skill-retrieval]\n" });
  const { code, error } = program(["install", "--quiet", "--home", home]);
  assertEquals(code, 1);
  assertStringIncludes(error, "names skill-retrieval in plugins.disabled, which wins");
});

test("install names a home that is not there, and the executable that a shell hook needs", () => {
  const missing = program(["install", "--home", "/no/such/home"]);
  assertEquals([missing.code, missing.error], [
    1,
    "skill-retrieval: --home /no/such/home: there is no such directory.\n",
  ]);
  const hook = program(["install", "--shell-hook", "--home", makeHome()]);
  assertEquals(hook.code, 2);
  assertStringIncludes(hook.error, "--shell-hook names the executable, and these are the sources");
});

test("doctor exits 1 with findings that say what to do, as text and as JSON", () => {
  const { code, out, error } = program(["doctor", "--home", home]);
  assertEquals([code, error], [1, ""]);
  assertStringIncludes(out, `home ${home}, profile default\n`);
  assertMatch(
    out,
    /\nerror {4}\S.* does not enable the plugin\.\n {9}→ Run skill-retrieval install\.\n/,
  );
  assertMatch(out, /\n\d errors, \d warnings?, \d notes?\.\n$/);
  const json = program(["doctor", "--json", "--home", home]);
  assertEquals([json.code, json.error], [1, ""]);
  const { healthy, profile, version, findings } = JSON.parse(json.out);
  assertEquals([healthy, profile, version], [false, "default", VERSION]);
  const wrong = findings.find(({ check }: { check: string }) => check === "config");
  assertEquals(wrong, {
    check: "config",
    severity: "error",
    message: `${home}/config.yaml does not enable the plugin.`,
    advice: "Run skill-retrieval install.",
    details: [],
  });
  assertEquals(program(["doctor", "--root", home]).code, 2);
});

test("install says why it cannot write and exits 1", () => {
  const blocked = makeHome({ plugins: "a file where a folder must be" });
  const { code, out, error } = program(["install", "--home", blocked, "--quiet"]);
  assertEquals([code, out], [1, ""]);
  assertMatch(error, /^skill-retrieval: .*plugins.*\.\n$/);
});
