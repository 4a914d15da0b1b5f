import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { loadsShownIn, renderBlock, withoutBlocks } from "../../lib/inject/mod.ts";

const hit = (load: string, description: string) => ({
  id: load,
  load,
  name: load,
  description,
  category: "",
  source: "local",
  path: "",
  score: 1,
  confidence: null,
  why: "",
  evidence: [],
});

test("renderBlock() lays eagle-eye's block out and says where vectors are missing (EE-72, EE-A044)", () => {
  const layout = { block: "eagle-eye", tool: "skill_view", maxCharacters: 2_000 } as const;
  const hits = [hit("deck-maker", "Makes decks."), hit("plain", "")];
  const whole = renderBlock(hits, layout)!.text;
  assertEquals(
    whole,
    "## Skill Retrieval Hint\n" +
      '[These skills may fit the message. Load one with skill_view("name"), or ignore them.]\n\n' +
      "- **deck-maker** — Makes decks.\n- **plain**",
  );
  const degraded = renderBlock(hits, { ...layout, isDegraded: true })!.text;
  assertEquals(
    degraded.split("\n")[0],
    "## Skill Retrieval Hint (Degraded: semantic search unavailable)",
  );
  for (const text of [whole, degraded]) {
    assertEquals(loadsShownIn(`hello\n\n${text}\n`), ["deck-maker", "plain"]);
    assertEquals(withoutBlocks(`hello\n\n${text}`).trim(), "hello");
  }
});
