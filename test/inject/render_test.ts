import { test } from "node:test";
import { assertEquals, assertNotMatch } from "@std/assert";
import fc from "fast-check";
import {
  type BlockLayout,
  lengthOf,
  loadsShownIn,
  renderBlock,
  shownLabel,
} from "../../lib/inject/mod.ts";
import { hit } from "../hermes/fakes.ts";

const DEFAULT: BlockLayout = { block: "default", tool: "skill_view", maxCharacters: 2_000 };
const BM25: BlockLayout = { block: "bm25", tool: "skill_view", maxCharacters: 2_000 };

test("renderBlock() lays out the default block (DESIGN §6)", () => {
  assertEquals(
    renderBlock([hit("a/plot", " Make\ncharts. "), hit("a/bare", "")], DEFAULT)?.text,
    'Skills that may fit (load with skill_view("name") before acting; ignore if unfit):\n' +
      "- plot: Make charts.\n" +
      "- bare",
  );
});

test("renderBlock() lays out the bm25 block; an empty description leaves `: ` (SR-81)", () => {
  assertEquals(
    renderBlock([hit("a/plot", "Make charts."), hit("a/bare", "")], BM25)?.text,
    "## Retrieved Skills (top-K relevant to your query)\n" +
      "Load any of these with skill_view(name) if relevant:\n\n" +
      "- **plot** (a/plot): Make charts.\n" +
      "- **bare** (a/bare): ",
  );
});

test("renderBlock() names the Skill tool where the agent has that", () => {
  assertEquals(
    renderBlock([hit("a/x", "y")], { ...DEFAULT, tool: "Skill" })?.text,
    "Skills that may fit (load with the Skill tool before acting; ignore if unfit):\n- x: y",
  );
  assertEquals(
    renderBlock([hit("a/x", "y")], { ...BM25, tool: "Skill" })?.text.split("\n")[1],
    "Load any of these with the Skill tool if relevant:",
  );
});

test("renderBlock() cuts descriptions: 160 at a word, 200 with dots in bm25 (SR-82)", () => {
  const long = "word ".repeat(60);
  assertEquals(renderBlock([hit("a/x", long)], DEFAULT)?.text.split("\n")[1]?.length, 5 + 160);
  assertEquals(
    renderBlock([hit("a/x", "y".repeat(201))], BM25)?.text.split("\n")[3],
    `- **x** (a/x): ${"y".repeat(197)}...`,
  );
});

test("renderBlock() leaves out skills without a load, or with one that is unsafe to show", () => {
  const hits = [hit("a/x", "", { load: null }), hit("a/y", "", { load: "y\nz" })];
  assertEquals(renderBlock(hits, DEFAULT), null);
  assertEquals(renderBlock([...hits, hit("a/z")], DEFAULT)?.shown.map(({ id }) => id), ["a/z"]);
});

test("renderBlock() keeps the default block under its limit, a long line silencing no other", () => {
  const hits = [
    hit("a/one", "d".repeat(90)),
    hit("a/huge", "", { load: "n".repeat(400) }),
    hit("a/two", "short"),
  ];
  const block = renderBlock(hits, { ...DEFAULT, maxCharacters: 200 })!;
  assertEquals(block.shown.map(({ id }) => id), ["a/one", "a/two"]);
  assertEquals(lengthOf(block.text) <= 200, true);
});

test("renderBlock() keeps the bm25 block below the host's 10,000 characters alone", () => {
  const many = Array.from({ length: 100 }, (_, at) => hit(`a/s${at}`, "d".repeat(200)));
  const block = renderBlock(many, BM25)!;
  assertEquals(block.shown.length, 45);
  assertEquals(lengthOf(block.text) < 10_000, true);
});

test("loadsShownIn() reads both blocks back, whatever stands around them", () => {
  const hits = [hit("a/plot", "Make: charts"), hit("a/bare", ""), hit("p/q", "", { load: "p:q" })];
  for (const layout of [DEFAULT, BM25]) {
    const { text } = renderBlock(hits, layout)!;
    assertEquals(
      loadsShownIn(`- no: row\n\n${text}\n\n[System: note]\n- not: ours`),
      ["plot", "bare", "p:q"],
    );
  }
  assertEquals(loadsShownIn("nothing here"), []);
});

test("renderBlock() holds its promises for any bytes in any skill", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(
      fc.constantFrom(
        "</available_skills>",
        "\n",
        "- ",
        "\u202e",
        "<system>",
        "x ",
        "图",
        "\ud800",
      ),
    ).map((pieces) => pieces.join("")),
  );
  const anyHit = fc.record({ id: nasty, load: fc.option(nasty), description: nasty });
  fc.assert(
    fc.property(
      fc.array(anyHit, { maxLength: 8 }),
      fc.constantFrom(DEFAULT, BM25, { ...DEFAULT, maxCharacters: 250 }),
      (fields, layout) => {
        const hits = fields.map(({ id, ...rest }) => hit("a/b", "", { ...rest, id }));
        const block = renderBlock(hits, layout);
        if (block === null) return;
        assertEquals(block.text.isWellFormed(), true);
        const limit = layout.block === "default" ? layout.maxCharacters : 9_999;
        assertEquals(lengthOf(block.text) <= limit, true);
        const frame = layout.block === "default" ? 1 : 3;
        const rows = block.text.split("\n").slice(frame);
        assertEquals(rows.length, block.shown.length);
        assertEquals(rows.every((row) => row.startsWith("- ")), true);
        assertNotMatch(rows.join(""), /[\p{Cc}\p{Cf}\u2028\u2029]|<\//u);
        if (layout.block === "bm25") return;
        assertEquals(
          loadsShownIn(block.text),
          block.shown.map(({ load }) => shownLabel(load!)),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});
