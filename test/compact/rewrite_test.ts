import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { compactOptions, type CompactStyle, compactText } from "../../lib/compact/mod.ts";
import { blockOf } from "./blocks.ts";

const SENTINEL = "<!-- skill-retrieval:compact -->";
const NOTE =
  "The skill-retrieval plugin describes up to 6 fitting skills after the user's message of each turn. " +
  "Where it describes none, pick a skill by its name above and load it with skill_view(name).";

/** The block that a block of these lines becomes; the note after it is checked and removed. */
function compacted(style: CompactStyle, ...lines: string[]): string[] {
  const result = compactText(blockOf(...lines), { style, topK: 6 });
  if (!result.changed) throw new Error(`unchanged: ${result.reason}`);
  assertEquals(result.text.endsWith(`\n</available_skills>\n\n${NOTE}`), true);
  const [open, sentinel, ...rest] = result.text.split("\n");
  assertEquals([open, sentinel], ["<available_skills>", SENTINEL]);
  return rest.slice(0, rest.indexOf("</available_skills>"));
}

function unchanged(text: string): [string, string[] | null] {
  const result = compactText(text, { style: "lines", topK: 6 });
  return result.changed ? ["changed", result.names] : [result.reason, result.names];
}

test("compactText() keeps labels with colons and demoted lines (SR-63, SR-64, E29)", () => {
  const lines = [
    "  data-science: Notebooks, plots: and more",
    "    - plot-helper: Make charts from CSV files",
    "    - vendor:demo: Has a colon",
    "    - bare-skill",
    "  social-media [names only]: tweet, xurl",
  ];
  assertEquals(compacted("lines", ...lines), [
    "  data-science:",
    "    - plot-helper",
    "    - vendor:demo",
    "    - bare-skill",
    "  social-media [names only]: tweet, xurl",
  ]);
  assertEquals(compacted("inline", ...lines), [
    "  data-science: plot-helper, vendor:demo, bare-skill",
    "  social-media [names only]: tweet, xurl",
  ]);
});

test("compactText() drops wrapped lines of a skill (SR-63, E30, SR-A075)", () => {
  const lines = [
    "  tools:",
    "    - demo: Does things.",
    "      Use when: asked",
    "",
    "    - other: Another.",
  ];
  assertEquals(compacted("lines", ...lines), ["  tools:", "    - demo", "    - other"]);
  assertEquals(compacted("inline", ...lines), ["  tools: demo, other"]);
  assertEquals(
    compacted("lines", "  a:", "    - deep-research: one", "      two: 2", "      three"),
    ["  a:", "    - deep-research"],
  );
});

test("compactText() leaves a names-only block alone (SR-62, E31, SR-A086, SR-A088)", () => {
  assertEquals(
    unchanged(
      blockOf("  tools:", "    - demo", "    - vendor:demo", "  devops [names only]: docker, k8s"),
    ),
    ["names-only", ["demo", "vendor:demo", "docker", "k8s"]],
  );
  assertEquals(unchanged(blockOf("  tools:", "    - demo", "    - vendor:demo")), [
    "names-only",
    ["demo", "vendor:demo"],
  ]);
});

test("compactText() drops the description of a category without described skills (E32, SR-A087)", () => {
  assertEquals(compacted("lines", "  tools: A category description", "    - demo"), [
    "  tools:",
    "    - demo",
  ]);
});

test("compactText() keeps qualified categories and names (E33, SR-A085)", () => {
  assertEquals(
    compacted("lines", "  org:acme: Shared", "    - deploy: [org-shared: by laptop] Ship it"),
    ["  org:acme:", "    - deploy"],
  );
  assertEquals(
    compacted(
      "lines",
      "  org:acme: Shared org skills",
      "    - vendor:demo: Useful work: keep the tail",
    ),
    ["  org:acme:", "    - vendor:demo"],
  );
  assertEquals(compacted("inline", "  plugin:", "    - manifest:skill: From a plugin"), [
    "  plugin: manifest:skill",
  ]);
});

test("compactText() drops stray lines, with and without a colon (SR-69, E34)", () => {
  const lines = [
    "  mlops:",
    "    - broken: first line",
    "second line",
    "third: with colon",
    "    - ok: fine",
  ];
  assertEquals(compacted("lines", ...lines), ["  mlops:", "    - broken", "    - ok"]);
  assertEquals(compacted("inline", ...lines), ["  mlops: broken, ok"]);
});

test("compactText() drops rows without a name (E35)", () => {
  const lines = ["  x:", "    - : only text", "    -", "    - a-b: c"];
  assertEquals(compacted("lines", ...lines), ["  x:", "    - a-b"]);
  assertEquals(compacted("inline", ...lines), ["  x: a-b"]);
});

test("compactText() keeps the category of a name with a comma in line form", () => {
  assertEquals(
    compacted("inline", "  a:", "    - this, that: T", "    - other: O", "  b:", "    - c: C"),
    ["  a:", "    - this, that", "    - other", "  b: c"],
  );
});

test("compactText() keeps a category without skills beside one that has some", () => {
  assertEquals(compacted("inline", "  a: nothing here", "  b:", "    - c: C"), ["  a:", "  b: c"]);
});

test("compactText() leaves its own output alone in both styles (SR-66, SR-A080)", () => {
  const lines = ["  a: A", "    - this, that: T", "  b:", "    - c: C", "  d [names only]: e, f"];
  for (const style of ["lines", "inline"] as const) {
    const once = compactText(blockOf(...lines), { style, topK: 6 });
    for (const second of ["lines", "inline"] as const) {
      assertEquals(compactText(once.changed ? once.text : "", { style: second, topK: 9 }), {
        changed: false,
        reason: "compacted",
        names: ["this, that", "c", "e", "f"],
        problem: null,
      });
    }
  }
});

test("compactText() reports what it leaves alone (SR-62, SR-A078)", () => {
  assertEquals(unchanged("nothing here"), ["no-block", null]);
  assertEquals(unchanged(blockOf()), ["empty", []]);
  assertEquals(unchanged(blockOf("  tools: only a category")), ["empty", []]);
  assertEquals(unchanged(blockOf("  tools: 12")), ["unknown", null]);
  assertEquals(unchanged(blockOf("Choose:", "  tools:", "    - demo: A")), ["unknown", ["demo"]]);
});

test("compactText() changes nothing outside the block but the note (SR-65)", () => {
  const before = "\uFEFFhead\r\n\t \n\u2028 ";
  const after = " tail\r\n\r\n  x: not a category\n";
  const text = `${before}\n${blockOf("  a:", "    - b: c")}${after}`;
  const result = compactText(text, { style: "inline", topK: 6 });
  assertEquals(
    result.changed && result.text,
    `${before}\n${blockOf(SENTINEL, "  a: b")}${after}\n${NOTE}`,
  );
});

test("compactText() appends the note after a blank line, once, with the number (SR-65)", () => {
  const block = blockOf("  a:", "    - b: c");
  const tail = (text: string, topK: number) => {
    const result = compactText(text, { style: "lines", topK });
    return result.changed && result.text.slice(result.text.indexOf("</available_skills>") + 19);
  };
  assertEquals(tail(block, 6), `\n\n${NOTE}`);
  assertEquals(tail(`${block}\n`, 6), `\n\n${NOTE}`);
  assertEquals(tail(`${block}\n\n`, 6), `\n\n${NOTE}`);
  assertEquals(tail(block, 3), `\n\n${NOTE.replace("6", "3")}`);
  assertEquals(tail(`${block}\n\n${NOTE}`, 9), `\n\n${NOTE}`);
});

test("compactText() keeps the attributes of the tag (SR-61)", () => {
  const text = "<available_skills count=1>\n  a:\n    - b: c\n</available_skills>";
  const result = compactText(text, { style: "inline", topK: 6 });
  assertEquals(
    result.changed && result.text,
    `<available_skills count=1>\n${SENTINEL}\n  a: b\n</available_skills>\n\n${NOTE}`,
  );
});

test("compactOptions() follows the preset unless a setting says otherwise (SR-1, SR-65)", () => {
  const unset = { preset: "default", compactStyle: null, topK: null, injectK: null };
  assertEquals(compactOptions(unset), { style: "inline", topK: 6 });
  assertEquals(compactOptions({ ...unset, topK: 12, injectK: 4 }), { style: "inline", topK: 4 });
  assertEquals(compactOptions({ ...unset, topK: 2 }), { style: "inline", topK: 2 });
  const bm25 = { ...unset, preset: "bm25" };
  assertEquals(compactOptions(bm25), { style: "lines", topK: 6 });
  assertEquals(compactOptions({ ...bm25, topK: 8, injectK: 4, compactStyle: "inline" }), {
    style: "inline",
    topK: 8,
  });
});
