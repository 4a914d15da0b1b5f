import { test } from "node:test";
import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { parseTriggerFile } from "../../lib/rank/trigger_file.ts";

/** Rows as `trigger→skill`. */
const rowsOf = (text: string) =>
  parseTriggerFile(text).rows.map(({ trigger, skill }) => `${trigger}→${skill}`);

test("parseTriggerFile() reads a list of rows in every way YAML writes it (EE-20)", () => {
  const expected = ["做PPT→deck-maker", "root cause→debugging"];
  for (
    const text of [
      "triggers:\n  - {trigger: 做PPT, skill: deck-maker}\n  - {trigger: root cause, skill: debugging}\n",
      "triggers:\n- trigger: 做PPT\n  skill: deck-maker\n- skill: debugging\n  trigger: 'root cause'",
      'triggers: [{trigger: "做PPT", skill: deck-maker},\n  {trigger: root cause, skill: debugging}]',
      "- {trigger: 做PPT, skill: deck-maker}\n- {trigger: root cause, skill: debugging}",
      "---\r\n# mine\r\ntriggers:   # all\r\n\r\n    # one\r\n    -   trigger: 做PPT  # deck\r\n        skill: deck-maker\r\n    - {trigger: root cause, skill: debugging}\r\n",
    ]
  ) {
    assertEquals(rowsOf(text), expected, text);
    assertEquals(parseTriggerFile(text).problems, [], text);
  }
});

test("parseTriggerFile() reads a map of skills (EE-20)", () => {
  const expected = ["ppt→deck", "slides→deck", "bug→debug: it"];
  for (
    const text of [
      'triggers:\n  deck: [ppt, slides]\n  "debug: it": [bug]\n',
      'deck:\n  - ppt\n  - slides\n"debug: it":\n- bug\n',
      'triggers:\n  deck:\n  - ppt\n  - slides\n  "debug: it": bug',
      'triggers: {deck: [ppt, slides], "debug: it": [bug]}',
    ]
  ) {
    assertEquals(rowsOf(text), expected, text);
    assertEquals(parseTriggerFile(text).problems, [], text);
  }
});

test("parseTriggerFile() names the line of each bad row and keeps the others (EE-20)", () => {
  const { rows, problems } = parseTriggerFile([
    "triggers:",
    "  - {trigger: a1, skill: one}",
    "  - {trigger: only}",
    "  - {trigger: 12, skill: two}",
    "  - {trigger: [broken, skill: x",
    "",
    "  # fine again",
    "  - trigger: a2",
    "    skill: two",
    "  - trigger: a3",
    "    skill: [no]",
    `  - {trigger: ${"x".repeat(201)}, skill: y}`,
    "  - just text",
    "autoload: two",
  ].join("\n"));
  assertEquals(rows, [{ trigger: "a1", skill: "one" }, { trigger: "a2", skill: "two" }]);
  assertEquals(problems.map(({ line }) => line), [3, 4, 5, 10, 12, 13, 14]);
  assertEquals(problems[0]!.reason, "a row must hold both trigger and skill");
});

test("parseTriggerFile() names the line of a bad trigger inside a map (EE-20)", () => {
  const { rows, problems } = parseTriggerFile(
    "triggers:\n  deck:\n    - ppt\n    - 12\n    - 'open\n    - slides\n  plot: {a: b}\n  version: 1\n",
  );
  assertEquals(rows.map(({ trigger }) => trigger), ["ppt", "slides"]);
  assertEquals(problems.map(({ line }) => line), [4, 5, 7, 8]);
});

test("parseTriggerFile() reads the list of skills that may be loaded at once", () => {
  for (
    const text of ["autoload: [a, b/c]\ndeck: [ppt]", "deck: [ppt]\nautoload:\n  - a\n  - b/c"]
  ) {
    const { rows, autoload, problems } = parseTriggerFile(text);
    assertEquals(autoload, ["a", "b/c"]);
    assertEquals(rows.length, 1);
    assertEquals(problems, []);
  }
});

test("parseTriggerFile() takes an empty file for no rows", () => {
  for (const text of ["", "# nothing\n", "triggers:\n", "triggers: []\nautoload:\n", "---\n"]) {
    assertEquals(parseTriggerFile(text), { rows: [], autoload: [], problems: [] }, text);
  }
});

test("parseTriggerFile() executes nothing (EE-20)", () => {
  const { rows, problems } = parseTriggerFile("import os\nTRIGGERS = [('a', 'b')]\nos.system('x')");
  assertEquals(rows, []);
  assert(problems.length > 0);
});

test("parseTriggerFile() throws for no text and keeps lines within the file", () => {
  const unit = fc.constantFrom(
    ..."ab:- \n{}[],'\"#&*!|>\t做",
    "trigger: ",
    "skill: ",
    "triggers:\n",
  );
  fc.assert(fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
    const { rows, problems } = parseTriggerFile(text);
    const lines = text.split("\n").length;
    assert(problems.every(({ line, reason }) => line >= 1 && line <= lines && reason !== ""));
    assert(rows.every(({ trigger, skill }) => trigger.trim() !== "" && skill.trim() !== ""));
  }));
});
