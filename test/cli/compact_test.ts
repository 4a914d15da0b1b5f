import { test } from "node:test";
import { assertEquals, assertRejects } from "@std/assert";
import { parseArguments } from "../../lib/cli/command.ts";
import { compactCommand, compactOutput, statsText } from "../../lib/cli/compact.ts";
import { paintFor } from "../../lib/cli/paint.ts";
import { compactionStats, compactText } from "../../lib/compact/mod.ts";

const HEAD = "\uFEFFPrompt\r\n<available_skills>\n";
const PROMPT = `${HEAD}  tools: Useful\n    - demo: Does things\n    - other: Does more\n` +
  "</available_skills>\nend\r\n";
const NAMES_ONLY = "<available_skills>\n  tools:\n    - demo\n</available_skills>";

function run(
  input: string | Uint8Array,
  argv: string[] = [],
  variables: Record<string, string> = {},
  config: Record<string, unknown> = {},
) {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const args = parseArguments(compactCommand, argv);
  return compactOutput(bytes, args, (name) => variables[name], config);
}

/** The block of an output, without sentinel and tags. */
function blockLines(text: string): string[] {
  return text.slice(HEAD.length, text.indexOf("\n</available_skills>")).split("\n").slice(1);
}

test("compactOutput() compacts in the style of option, environment, config, preset (DESIGN §5)", async () => {
  const lines = ["  tools:", "    - demo", "    - other"];
  const inline = ["  tools: demo, other"];
  const style = async (argv: string[], variables = {}, config = {}) =>
    blockLines((await run(PROMPT, argv, variables, config)).text);
  assertEquals(await style(["--preset", "bm25"]), lines);
  assertEquals(await style(["--preset", "default"]), inline);
  assertEquals(await style(["--preset", "bm25"], {}, { compact_style: "inline" }), inline);
  assertEquals(
    await style([], { SKILL_RETRIEVAL_COMPACT_STYLE: "lines" }, { compact_style: "inline" }),
    lines,
  );
  assertEquals(
    await style(["--style", "inline"], { SKILL_RETRIEVAL_COMPACT_STYLE: "lines" }),
    inline,
  );
});

test("compactOutput() keeps byte order mark and line ends outside the block (SR-65)", async () => {
  const { text, warnings } = await run(PROMPT, ["--style", "inline"], {
    SKILL_RETRIEVAL_PRESET: "bm25",
    SKILL_RETRIEVAL_TOP_K: "4",
  });
  assertEquals(
    text,
    `${HEAD}<!-- skill-retrieval:compact -->\n  tools: demo, other\n</available_skills>\nend\r\n\n` +
      "The skill-retrieval plugin describes up to 4 fitting skills after the user's message of " +
      "each turn. Where it describes none, pick a skill by its name above and load it with " +
      "skill_view(name).",
  );
  assertEquals(warnings, []);
});

test("compactOutput() passes other texts through and says why", async () => {
  assertEquals(await run("plain"), {
    text: "plain",
    warnings: ["there is no <available_skills> block; the text is unchanged."],
  });
  assertEquals(await run(NAMES_ONLY), {
    text: NAMES_ONLY,
    warnings: ["the <available_skills> block has no descriptions; the text is unchanged."],
  });
  const unknown = "<available_skills>\n  tools: 12\n</available_skills>";
  assertEquals(await run(unknown), {
    text: unknown,
    warnings: [
      "line 2 of the <available_skills> block has a count in place of its skills: " +
      '"tools: 12"; the text is unchanged.',
    ],
  });
});

test("compactOutput() returns its own output unchanged (SR-66, SR-A080)", async () => {
  const { text } = await run(PROMPT);
  assertEquals(await run(text), {
    text,
    warnings: ["the <available_skills> block is compacted already; the text is unchanged."],
  });
});

test("compactOutput() obeys the compaction switch (SR-3, SR-A073, SR-A080)", async () => {
  const isOn = async (value: string) =>
    (await run(PROMPT, [], { SKILL_RETRIEVAL_COMPACT: value })).text !== PROMPT;
  for (const value of ["", "1", "true", "yes", "on", " ON ", "nonsense"]) {
    assertEquals([value, await isOn(value)], [value, true]);
  }
  for (const value of ["0", "false", "no", "off", " Off "]) {
    assertEquals([value, await isOn(value)], [value, false]);
  }
});

test("compactOutput() obeys the disable switches (DESIGN §5)", async () => {
  for (
    const name of [
      "SKILL_RETRIEVAL_DISABLE",
      "HERMES_DISABLE_SKILL_RETRIEVAL",
      "SKILL_RETRIEVER_DISABLE",
    ]
  ) {
    assertEquals(await run(PROMPT, [], { [name]: "1" }), {
      text: PROMPT,
      warnings: [
        "compaction is off (SKILL_RETRIEVAL_COMPACT or a disable switch); the text is unchanged.",
      ],
    });
  }
});

test("compactOutput() prints one JSON document (DESIGN §5)", async () => {
  const { text } = await run(PROMPT, ["--json", "--style", "lines"]);
  const { text: rewritten, ...document } = JSON.parse(text);
  assertEquals(document, { changed: true, reason: null, style: "lines", names: ["demo", "other"] });
  assertEquals(blockLines(rewritten), ["  tools:", "    - demo", "    - other"]);
  assertEquals(JSON.parse((await run("plain", ["--json"])).text), {
    changed: false,
    reason: "no-block",
    style: null,
    names: null,
    text: "plain",
  });
  const off = await run("plain", ["--json"], { SKILL_RETRIEVAL_COMPACT: "off" });
  assertEquals(JSON.parse(off.text).reason, "off");
});

test("compactOutput() prints a table of what is saved (issue 3)", async () => {
  const prompt = `<available_skills>\n  tools: Useful\n${
    "    - demo: Does things\n".repeat(60)
  }</available_skills>`;
  const { text } = await run(prompt, ["--stats", "--style", "inline", "--color", "never"]);
  assertEquals(text.split("\n").map((line) => line.trim().split(/ {2,}/)), [
    ["style inline", "before", "after", "saved"],
    ["block, characters", "1,494", "439", "70.6 %"],
    ["block, tokens (o200k)", "435", "141", "67.6 %"],
    ["whole prompt, characters", "1,494", "630", "57.8 %"],
    ["whole prompt, tokens (o200k)", "435", "182", "58.2 %"],
    ["names", "1", "1"],
    ["categories", "1", "1"],
    [""],
    ["An average turn's hints (three skills) add 37 tokens."],
    [""],
  ]);
});

test("statsText() says that tokens are not counted where there is no tokenizer (issue 3)", () => {
  const compaction = compactText(PROMPT, { style: "lines", topK: 6 });
  const stats = compactionStats(PROMPT, compaction, null)!;
  const paint = paintFor(parseArguments(compactCommand, ["--color", "never"]));
  const text = statsText(stats, "lines", paint);
  assertEquals(
    text.split("\n").map((line) => line.trim().split(/ {2,}/)).slice(1, 3),
    [["block, characters", "101", "103", "-2.0 %"], ["block, tokens (o200k)", "–", "–", "–"]],
  );
  assertEquals(
    text.split("\n").at(-2),
    "The tokenizer (npm package gpt-tokenizer) is not available, so tokens are not counted. " +
      "An average turn's hints add 121 characters.",
  );
});

test("compactOutput() prints the figures as JSON (issue 3)", async () => {
  const { text } = await run(PROMPT, ["--stats", "--json", "--style", "lines"]);
  const document = JSON.parse(text);
  assertEquals(Object.keys(document), [
    "changed",
    "reason",
    "style",
    "names",
    "encoding",
    "before",
    "after",
    "injection",
  ]);
  assertEquals(document.before.names, 2);
  assertEquals(document.encoding, "o200k");
});

test("compactOutput() refuses what is not UTF-8, and measures no text without block", async () => {
  await assertRejects(
    () => run(new Uint8Array([0x61, 0xff, 0x62])),
    Error,
    "Standard input is not UTF-8 text",
  );
  await assertRejects(() => run("plain", ["--stats"]), Error, "no <available_skills> block");
});

test("compactOutput() warns of a bad setting and goes on (SR-1)", async () => {
  const { warnings } = await run(PROMPT, [], { SKILL_RETRIEVAL_COMPACT_STYLE: "wide" });
  assertEquals(warnings, [
    'SKILL_RETRIEVAL_COMPACT_STYLE="wide" is none of inline, lines; using the default: lines in preset bm25, else inline',
  ]);
});

test("compactCommand refuses wrong usage with a sentence", async () => {
  const refused = (argv: string[], sentence: string) =>
    assertRejects(
      async () => await compactCommand.run(parseArguments(compactCommand, argv)),
      Error,
      sentence,
    );
  await refused(["--style", "wide"], '--style must be one of inline, lines, not "wide".');
  await refused(["prompt.txt"], "compact takes no argument");
});
