import { test } from "node:test";
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import {
  averageInjection,
  blockNames,
  compactionStats,
  compactText,
  loadTokenCounter,
  parseBlock,
} from "../../lib/compact/mod.ts";
import { hermesIsInstalled, renderHermesBlock } from "../helpers/hermes_block.ts";
import { sharedPath } from "../helpers/home.ts";
import { blockOf } from "./blocks.ts";

const TEXT = `Prompt.\n${
  blockOf(
    "  a: Category",
    "    - one: 12345",
    "    - two: 1234567",
    "    - three: 123456789012345678901234567890",
    "    - four: 123456",
    "    - five",
  )
}\n`;

test("loadTokenCounter() counts o200k tokens and takes special tokens for text", async () => {
  const countTokens = await loadTokenCounter();
  assert(countTokens !== null);
  assertEquals(countTokens(""), 0);
  assertEquals(countTokens("hello world"), 2);
  assertEquals(countTokens("<|endoftext|>"), 7);
});

test("averageInjection() shows the three skills nearest to the mean description (DESIGN §6)", () => {
  assertEquals(
    averageInjection(parseBlock(TEXT)!),
    'Skills that may fit (load with skill_view("name") before acting; ignore if unfit):\n' +
      "- one: 12345\n- two: 1234567\n- four: 123456",
  );
});

test("averageInjection() is the bare head for a block without descriptions", () => {
  assertEquals(
    averageInjection(parseBlock(blockOf("  a:", "    - b"))!),
    'Skills that may fit (load with skill_view("name") before acting; ignore if unfit):',
  );
});

test("compactionStats() compares block and prompt before and after", () => {
  const compaction = compactText(TEXT, { style: "inline", topK: 6 });
  const stats = compactionStats(TEXT, compaction, (text) => text.length);
  assertEquals(stats?.before, {
    block: { characters: 162, tokens: 162 },
    prompt: { characters: 171, tokens: 171 },
    names: 5,
    categories: 1,
  });
  assertEquals(stats?.after, {
    block: { characters: 104, tokens: 104 },
    prompt: { characters: 303, tokens: 303 },
    names: 5,
    categories: 1,
  });
});

test("compactionStats() counts code points, and no tokens without a tokenizer", () => {
  const text = blockOf("  a:", "    - b: 𝄞");
  const stats = compactionStats(text, compactText(text, { style: "lines", topK: 6 }), null);
  assertEquals(stats?.before.block, { characters: 54, tokens: null });
  assertEquals(stats?.injection.tokens, null);
});

test("compactionStats() compares a text that stays as it is with itself", () => {
  const text = blockOf("  a:", "    - b");
  const stats = compactionStats(text, compactText(text, { style: "lines", topK: 6 }), null);
  assertEquals(stats?.after, stats?.before);
  assertEquals(stats?.before.names, 1);
  assertEquals(stats?.before.categories, null);
  const none = compactText("x", { style: "lines", topK: 6 });
  assertEquals(compactionStats("x", none, null), null);
});

const skills = sharedPath("homes/hermes/skills");

test("compactText() brings the block of a real Hermes below its budget (issue 3)", {
  timeout: 60_000,
  skip: !hermesIsInstalled || skills === null,
}, async () => {
  const text = renderHermesBlock(skills!);
  const countTokens = (await loadTokenCounter())!;
  const names = blockNames(text)!;
  assertEquals(names.length, 193);
  for (const [style, budget] of [["inline", 950], ["lines", 1340]] as const) {
    const compaction = compactText(text, { style, topK: 6 });
    assert(compaction.changed);
    const stats = compactionStats(text, compaction, countTokens)!;
    assertEquals(stats.before.block, { characters: 18_342, tokens: 4_326 });
    assertLessOrEqual(stats.after.block.tokens!, budget);
    assertEquals(stats.after.categories, stats.before.categories);
    assertEquals(blockNames(compaction.text), names);
    const again = compactText(compaction.text, { style, topK: 6 });
    assertEquals(again.changed ? "changed" : again.reason, "compacted");
  }
});

test("compactText() keeps every name of a large library that a real Hermes renders (issue 3)", {
  timeout: 60_000,
  skip: !hermesIsInstalled || sharedPath("homes/library/skills") === null,
}, () => {
  const text = renderHermesBlock(sharedPath("homes/library/skills")!);
  const names = blockNames(text)!;
  assertEquals(names.length, 1_987);
  for (const style of ["inline", "lines"] as const) {
    const compaction = compactText(text, { style, topK: 6 });
    assert(compaction.changed);
    assertEquals(blockNames(compaction.text), names);
  }
});
