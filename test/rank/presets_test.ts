import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { readSettings } from "../../lib/config/mod.ts";
import { presetFor } from "../../lib/rank/mod.ts";

/** The preset under settings of a config file. */
function preset(config: Record<string, unknown>) {
  const { settings } = readSettings({ options: {}, environment: () => undefined, config });
  const { createModel, ...plain } = presetFor(settings);
  return { ...plain, readsBody: createModel().readsBody };
}

test("presetFor() gives default: fields, a gate, up to 6 of 12 skills (DESIGN §6)", () => {
  assertEquals(preset({ preset: "default" }), {
    name: "default",
    layers: ["fields"],
    dense: true,
    pool: 12,
    inject: 6,
    gate: true,
    repeats: false,
    triggers: "user",
    endsAtTrigger: false,
    autoload: "off",
    block: "default",
    compactStyle: "inline",
    uncaptured: "allow",
    readsBody: true,
  });
});

test("presetFor() gives bm25: the compat ranking, no gate, 6 skills (DESIGN §6, SR-2)", () => {
  assertEquals(preset({ preset: "bm25" }), {
    name: "bm25",
    layers: ["bm25"],
    dense: false,
    pool: 6,
    inject: 6,
    gate: false,
    repeats: true,
    triggers: "off",
    endsAtTrigger: false,
    autoload: "off",
    block: "bm25",
    compactStyle: "lines",
    uncaptured: "first",
    readsBody: false,
  });
});

test("presetFor() gives eagle-eye: five layers, two gates, 5 skills (EE-61, EE-71)", () => {
  assertEquals(preset({ preset: "eagle-eye" }), {
    name: "eagle-eye",
    layers: ["text", "synonyms"],
    dense: true,
    pool: 15,
    inject: 5,
    gate: true,
    repeats: false,
    triggers: "on",
    endsAtTrigger: true,
    autoload: "clean",
    block: "eagle-eye",
    compactStyle: "inline",
    uncaptured: "allow",
    readsBody: true,
  });
});

test("presetFor() reads HERMES_SKILL_RETRIEVAL_TOP_K in eagle-eye alone (EE-61, EE-82)", () => {
  const inject = (preset: string, topK: string) => {
    const { settings, warnings } = readSettings({
      options: { preset },
      environment: (name) => name === "HERMES_SKILL_RETRIEVAL_TOP_K" ? topK : undefined,
    });
    return [presetFor(settings).inject, warnings.length];
  };
  assertEquals(inject("eagle-eye", "3"), [3, 0]);
  assertEquals(inject("eagle-eye", "many"), [5, 1]);
  assertEquals(inject("default", "3"), [6, 0]);
});

test("presetFor() is default where no preset is named", () => {
  assertEquals(preset({}).name, "default");
});

test("presetFor() never injects more than the pool holds (SR-2)", () => {
  const sizes = (config: Record<string, unknown>) => {
    const { pool, inject } = preset(config);
    return [pool, inject];
  };
  assertEquals(sizes({ top_k: 4 }), [4, 4]);
  assertEquals(sizes({ top_k: 4, inject_k: 9 }), [4, 4]);
  assertEquals(sizes({ top_k: 9, inject_k: 3 }), [9, 3]);
  assertEquals(sizes({ inject_k: 3 }), [12, 3]);
  assertEquals(sizes({ top_k: 20 }), [20, 20]);
});

test("presetFor() lets the settings switch the gate, the style and the first turn", () => {
  assertEquals(preset({ gate: "off" }).gate, false);
  assertEquals(preset({ preset: "bm25", gate: "on" }).gate, true);
  const changed = preset({ compact_style: "lines", uncaptured: "never" });
  assertEquals([changed.compactStyle, changed.uncaptured], ["lines", "never"]);
});
