import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { divideHits, injectedHits, type SessionMemory } from "../../lib/inject/mod.ts";
import { hit } from "../hermes/fakes.ts";

const NOTHING: SessionMemory = { shown: new Map(), loaded: new Set(), autoloaded: new Set() };

const loadsOf = (memory: Partial<SessionMemory>, ...hits: ReturnType<typeof hit>[]) =>
  divideHits(hits, { ...NOTHING, ...memory }).fresh.map(({ load }) => load);

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

test("divideHits() leaves out what was shown while its topic is current, by its label", () => {
  const weird = hit("a/w", "", { load: "weird: name" });
  const shown = new Map([
    ["x", { turn: 1, away: 0 }],
    ["weird", { turn: 1, away: 1 }],
    ["left", { turn: 1, away: 2 }],
  ]);
  const { fresh, withheld } = divideHits(
    [hit("a/x"), hit("a/y"), weird, hit("a/left")],
    { ...NOTHING, shown },
  );
  assertEquals(fresh.map(({ load }) => load), ["y", "left"]);
  assertEquals(withheld.map(({ hit, reason }) => [hit.load, reason]), [
    ["x", "shown"],
    ["weird: name", "shown"],
  ]);
});

test("divideHits() leaves out what was loaded, its topic left or not", () => {
  const { withheld } = divideHits([hit("a/x")], {
    ...NOTHING,
    shown: new Map([["x", { turn: 1, away: 9 }]]),
    loaded: new Set(["a/x/SKILL.md"]),
  });
  assertEquals(withheld.map(({ reason }) => reason), ["loaded"]);
});

test("divideHits() recognises loaded skills by relative path, absolute path and linked root", () => {
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

test("divideHits() does not take a common directory name in another root for the skill", () => {
  const skill = hit("x");
  assertEquals(loadsOf({ loaded: new Set(["/elsewhere/x/SKILL.md"]) }, skill), ["x"]);
});

test("divideHits() leaves out a skill whose text was handed over (EE-71)", () => {
  const memory = { ...NOTHING, autoloaded: new Set(["x"]) };
  assertEquals(divideHits([hit("a/x")], memory).withheld[0]!.reason, "loaded");
  assertEquals(divideHits([hit("a/x")], memory, "a/x").fresh, []);
});

test("divideHits() counts a skill whose text can be handed over as news after a hint (EE-71)", () => {
  const memory = { ...NOTHING, shown: new Map([["x", { turn: 1, away: 0 }]]) };
  assertEquals(divideHits([hit("a/x")], memory).fresh, []);
  assertEquals(divideHits([hit("a/x")], memory, "a/x").fresh, [hit("a/x")]);
});
