import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { injectedHits, newHits, type SessionMemory } from "../../lib/inject/mod.ts";
import { hit } from "../hermes/fakes.ts";

const none = new Set<string>();
const loadsOf = (memory: Partial<SessionMemory>, ...hits: ReturnType<typeof hit>[]) =>
  newHits(hits, { shown: none, loaded: none, ...memory }).map(({ load }) => load);

test("injectedHits() takes what the gate let through, in its order", () => {
  const results = [hit("a/x"), hit("a/y"), hit("a/z")];
  const outcome = {
    preset: "default",
    results,
    decision: "inject" as const,
    confidence: 0.5,
    injected: ["a/z", "a/x", "gone"],
    layers: [],
    degraded: [],
    elapsedMs: 0,
  };
  assertEquals(injectedHits(outcome).map(({ id }) => id), ["a/z", "a/x"]);
});

test("newHits() leaves out what was shown, by its load or its label", () => {
  const weird = hit("a/w", "", { load: "weird: name" });
  assertEquals(loadsOf({ shown: new Set(["x", "weird"]) }, hit("a/x"), hit("a/y"), weird), ["y"]);
});

test("newHits() recognises loaded skills by relative path, absolute path and linked root", () => {
  const skill = hit("cat/x");
  for (
    const path of [
      "cat/x/SKILL.md",
      "/home/skills/cat/x/SKILL.md",
      "/real/place/cat/x/SKILL.md",
      "x",
    ]
  ) assertEquals(loadsOf({ loaded: new Set([path]) }, skill), [], path);
  assertEquals(loadsOf({ loaded: new Set(["other/x/SKILL.md"]) }, skill), ["x"]);
  const windows = hit("cat/x", "", { path: "C:\\h\\skills\\cat\\x\\SKILL.md" });
  assertEquals(loadsOf({ loaded: new Set(["C:/h/skills/cat/x/SKILL.md"]) }, windows), []);
});

test("newHits() does not take a common directory name in another root for the skill", () => {
  const skill = hit("x");
  assertEquals(loadsOf({ loaded: new Set(["/elsewhere/x/SKILL.md"]) }, skill), ["x"]);
});
