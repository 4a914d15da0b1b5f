import { test } from "node:test";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeHome, skillText } from "../helpers/home.ts";
import { program } from "./program.ts";

const FILE = "data/skill-retrieval/triggers.yaml";

const home = makeHome({
  "skills/office/deck-maker/SKILL.md": skillText(
    "deck-maker",
    "Makes slides.",
    "triggers: [slides]",
  ),
  "skills/tools/charts/SKILL.md": skillText("charts", "Plot charts from CSV data."),
  [FILE]:
    "triggers:\n  - {trigger: 做PPT, skill: deck-maker}\n  - {trigger: 1}\nautoload: [deck-maker]\n",
});

test("triggers generate prints a file with what is there, and names bad entries (EE-85)", () => {
  const { code, out, error } = program(["triggers", "generate", "--home", home]);
  assertEquals(code, 0);
  assertEquals(
    out.split("\n").filter((line) => !line.includes("#")),
    [
      "triggers:",
      '  - {trigger: "做PPT", skill: "office/deck-maker"}',
      '  - {trigger: "slides", skill: "office/deck-maker"}',
      '  - {trigger: "deck-maker", skill: "office/deck-maker"}',
      'autoload: ["deck-maker"]',
      "",
    ],
  );
  assertStringIncludes(error, `${FILE}:3: a row must hold both trigger and skill`);
});

test("triggers generate takes nothing from a file inside a folder given by --root", () => {
  const { out } = program(["triggers", "generate", "--json", "--root", home]);
  const { triggers, autoload } = JSON.parse(out);
  assertEquals(triggers.map(({ origin }: { origin: string }) => origin), ["skill", "name"]);
  assertEquals(autoload, []);
  const asked = program(["query", "帮我做PPT", "--json", "--root", home]);
  assertEquals(JSON.parse(asked.out).decision, "silent");
});

test("triggers refuses other words with exit code 2", () => {
  for (const words of [[], ["check"], ["generate", "x"]]) {
    assertEquals(program(["triggers", ...words]).code, 2);
  }
});

test("query names the trigger that put a skill first", () => {
  const { out } = program(["query", "帮我做PPT", "--home", home, "--quiet"]);
  assertStringIncludes(out, 'matches "做PPT" in its trigger');
  assertStringIncludes(
    out,
    'office/deck-maker comes first by the hard trigger "做PPT" of your triggers.yaml ' +
      "(tier 1: as it stands).",
  );
  const { trigger, injected, layers, confidence } = JSON.parse(
    program(["query", "帮我做一个PPT，做PPT", "--home", home, "--quiet", "--json"]).out,
  );
  assertEquals(trigger, { id: "office/deck-maker", trigger: "做PPT", tier: 1, from: "user" });
  assertEquals(injected, ["office/deck-maker"]);
  assertEquals(layers, ["triggers", "fields"]);
  assertEquals(confidence, 0.95);
});

test("explain names the trigger, and whether the text is handed over", () => {
  const ask = (autoload: string) =>
    program(["explain", "做PPT", "--home", home, "--quiet"], {
      variables: { SKILL_RETRIEVAL_AUTOLOAD: autoload },
    }).out;
  const off = ask("off");
  assertStringIncludes(off, 'office/deck-maker comes first by the hard trigger "做PPT"');
  assertEquals(off.includes("handed over"), false);
  assertStringIncludes(ask("list"), "office/deck-maker is not loaded at once: its text is empty");
});
