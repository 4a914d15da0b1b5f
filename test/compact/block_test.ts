import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { blockNames, parseBlock } from "../../lib/compact/mod.ts";
import { blockOf } from "./blocks.ts";

test("parseBlock() returns null without a complete block (SR-A078)", () => {
  assertEquals(parseBlock("no block"), null);
  assertEquals(parseBlock("<available_skills>\n  a:\n    - b: c\n"), null);
  assertEquals(parseBlock("</available_skills>\n<available_skills>\n"), null);
  assertEquals(parseBlock("<available_skills_list>\n</available_skills>"), null);
});

test("parseBlock() reads every kind of line (contract §11)", () => {
  const text = blockOf(
    "  data-science: Notebooks, plots: and more",
    "    - plot-helper: Make charts from CSV files",
    "    - vendor:demo: Has a colon in its name",
    "    - bare-skill",
    "  mlops/training:",
    "    - axolotl: [project] Fine-tune models with YAML configs and multi-GPU su...",
    "    - broken: first line",
    "second line of a block scalar",
    "  org:acme:",
    "    - deploy: [org-shared: by laptop] Ship it",
    "  social-media [names only]: tweet, xurl",
  );
  assertEquals(parseBlock(text), {
    form: "full",
    start: 0,
    end: text.length,
    openingTag: "<available_skills>",
    categories: [
      {
        label: "data-science",
        skills: [
          { name: "plot-helper", description: "Make charts from CSV files" },
          { name: "vendor:demo", description: "Has a colon in its name" },
          { name: "bare-skill", description: "" },
        ],
        demoted: null,
      },
      {
        label: "mlops/training",
        skills: [
          {
            name: "axolotl",
            description: "[project] Fine-tune models with YAML configs and multi-GPU su...",
          },
          { name: "broken", description: "first line" },
        ],
        demoted: null,
      },
      {
        label: "org:acme",
        skills: [{ name: "deploy", description: "[org-shared: by laptop] Ship it" }],
        demoted: null,
      },
      {
        label: "social-media",
        skills: [],
        demoted: {
          line: "social-media [names only]: tweet, xurl",
          names: ["tweet", "xurl"],
        },
      },
    ],
    style: null,
    names: [
      "plot-helper",
      "vendor:demo",
      "bare-skill",
      "axolotl",
      "broken",
      "deploy",
      "tweet",
      "xurl",
    ],
    problem: null,
  });
});

test("parseBlock() accepts attributes on the tag and keeps them (SR-61)", () => {
  const block = parseBlock(
    "a\n<available_skills mode=inline count=71>\n  x:\n    - y: z\n</available_skills>",
  );
  assertEquals(block?.openingTag, "<available_skills mode=inline count=71>");
  assertEquals([block?.start, block?.end, block?.form], [2, 77, "full"]);
});

test("parseBlock() takes the first of two blocks (SR-61)", () => {
  const text = `${blockOf("  a:", "    - one: 1st")}\n${blockOf("  b:", "    - two: 2nd")}`;
  assertEquals(parseBlock(text)?.names, ["one"]);
});

test("parseBlock() is not misled by prose and descriptions that mention the tags", () => {
  const text = "Notes: `<available_skills>` … `</available_skills>` is rewritten.\n" +
    blockOf("  a:", "    - one: shortens <available_skills> … </available_skills>", "    - two: b");
  assertEquals(parseBlock(text)?.names, ["one", "two"]);
});

test("parseBlock() finds tags inside a line when there are no others (SR-61)", () => {
  assertEquals(parseBlock("x <available_skills>\n  a:\n    - b: c</available_skills> y")?.names, [
    "b",
  ]);
});

test("parseBlock() reads CRLF line ends", () => {
  const block = parseBlock(
    "<available_skills>\r\n  a: A\r\n    - b: c\r\n    - d\r\n</available_skills>\r\n",
  );
  assertEquals([block?.form, block?.names], ["full", ["b", "d"]]);
});

test("parseBlock() keeps wrapped descriptions out of the names (SR-69, E30, E34)", () => {
  const block = parseBlock(blockOf(
    "  tools: first line of the category",
    "- a list item at the margin",
    "   - one that is indented otherwise",
    "    - demo: Does things:",
    "- first: item",
    "      Use when: asked",
    "not a category: at the margin",
    "",
    "    - other: Another.",
  ));
  assertEquals(block?.categories.map(({ label }) => label), ["tools"]);
  assertEquals(block?.names, ["demo", "other"]);
});

test("parseBlock() reports a line before the first category", () => {
  for (
    const line of ["Pick one of these:", "    - demo: Does things", "- demo: Does things", "tools:"]
  ) {
    const block = parseBlock(blockOf(line, "  tools: A", "    - other: B"));
    assertEquals(block?.form, "unknown");
    assertEquals(
      block?.problem,
      `line 2 of the <available_skills> block stands before the first category: "${line.trim()}"`,
    );
  }
});

test("parseBlock() reports a category with a bare count and does not know the names", () => {
  for (const lines of [["  tools: 12"], ["  tools: (12 skills)"], ["  tools:", "    12"]]) {
    const block = parseBlock(blockOf("  data:", "    - demo: A", ...lines));
    assertEquals([block?.form, block?.names], ["unknown", null]);
  }
  assertEquals(
    parseBlock(blockOf("  tools: 12"))?.problem,
    'line 2 of the <available_skills> block has a count in place of its skills: "tools: 12"',
  );
});

test("parseBlock() reports a nested tag and still captures the rows", () => {
  for (const tag of ["<skill name='x'>", "<available_skills>", "</group>", "<br/>"]) {
    const block = parseBlock(
      blockOf("  tools: A", "    - demo: B", `    ${tag}`, "    - other: C"),
    );
    assertEquals([block?.form, block?.names], ["unknown", ["demo", "other"]]);
    assertEquals(
      block?.problem,
      `line 4 of the <available_skills> block is a nested tag: ${JSON.stringify(tag)}`,
    );
  }
});

test("parseBlock() takes angle brackets that are no tag for text", () => {
  const block = parseBlock(
    blockOf("  a:", "    - b: c", "<https://example.org>", "<3 and < 4", "    - d: e"),
  );
  assertEquals([block?.form, block?.names], ["full", ["b", "d"]]);
});

test("blockNames() captures a names-only block (SR-62, E31, SR-A086)", () => {
  assertEquals(
    blockNames(
      blockOf("  tools:", "    - demo", "    - vendor:demo", "  devops [names only]: docker, k8s"),
    ),
    ["demo", "vendor:demo", "docker", "k8s"],
  );
  assertEquals(blockNames(blockOf("- demo", "- vendor:demo")), ["demo", "vendor:demo"]);
});

test("blockNames() lists a name of two categories once and skips empty ones (SR-67, E35)", () => {
  assertEquals(blockNames(blockOf("  x:", "    - a-b: c", "  y:", "    - a-b: d")), ["a-b"]);
  assertEquals(blockNames(blockOf("  x:", "    - : only text", "    -", "    - a-b: c")), ["a-b"]);
});

test("blockNames() reads a block that a predecessor compacted, whole labels (SR-65)", () => {
  const text = blockOf(
    "<!-- skill-retrieval:compact -->",
    "  org:acme:",
    "    - vendor:demo",
    "    - ends-in-colon:",
    "  devops [names only]: docker, k8s",
  );
  assertEquals(parseBlock(text)?.style, "lines");
  assertEquals(blockNames(text), ["vendor:demo", "ends-in-colon:", "docker", "k8s"]);
});
