import { test } from "node:test";
import { assert, assertEquals } from "@std/assert";
import { createCorpusRanker } from "../../lib/rank/mod.ts";
import { fixtureMessages, fixtureSkills } from "../helpers/fixture_corpus.ts";

/** Hits that Hit@5 looks at. */
const DEPTH = 5;

/** Messages with a right skill among the first hits. */
interface Found {
  messages: number;
  hits: number;
  missed: string[];
}

/** By languages of message and skill, as in the ids of the messages: `en-ja` of `en-ja-001`. */
async function foundIn(home: string, path: string): Promise<Map<string, Found>> {
  const ranker = createCorpusRanker(fixtureSkills(home), { preset: "default" });
  const groups = new Map<string, Found>();
  for (const { id, query, gold } of fixtureMessages(path)) {
    const languages = id.replace(/-\d+$/, "");
    const group = groups.get(languages) ?? { messages: 0, hits: 0, missed: [] };
    const { ranked } = await ranker.rank(query, []);
    const isHit = ranked.slice(0, DEPTH).some((hit) => gold.includes(hit));
    group.messages++;
    if (isHit) group.hits++;
    else group.missed.push(id);
    groups.set(languages, group);
  }
  return groups;
}

/** Asserts the least Hit@5 over all messages and over those of each pair of languages. */
function assertFound(
  groups: ReadonlyMap<string, Found>,
  { languages, all, pair }: { languages: string[]; all: number; pair: number },
): void {
  assertEquals([...groups.keys()].toSorted(), languages);
  const total = { messages: 0, hits: 0, missed: [] as string[] };
  for (const { messages, hits, missed } of groups.values()) {
    total.messages += messages;
    total.hits += hits;
    total.missed.push(...missed);
  }
  const rows = [["all", total] as const, ...groups].map(([name, { messages, hits }]) =>
    `${name} ${hits} of ${messages} (${(100 * hits / messages).toFixed(1)} %)`
  );
  const report = `Hit@5 ${rows.join(", ")}; missed: ${total.missed.join(", ")}`;
  assert(total.hits >= all * total.messages, `below ${100 * all} %: ${report}`);
  for (const [name, { messages, hits }] of groups) {
    assert(hits >= pair * messages, `${name} below ${100 * pair} %: ${report}`);
  }
}

// The shares are the levels reached, less one message.

test("FieldsIndex.rank() finds Chinese, Japanese and Korean skills for English messages", async () => {
  assertFound(await foundIn("cjk", "cjk/queries_en.jsonl"), {
    languages: ["en-ja", "en-ko", "en-zh"],
    all: 0.92,
    pair: 0.87,
  });
});

test("FieldsIndex.rank() finds English skills for Chinese, Japanese and Korean messages", async () => {
  assertFound(await foundIn("english", "english/queries_native.jsonl"), {
    languages: ["ja-en", "ko-en", "zh-en"],
    all: 0.96,
    pair: 0.93,
  });
});

test("FieldsIndex.rank() finds Chinese, Japanese and Korean skills in their own languages", async () => {
  assertFound(await foundIn("cjk", "cjk/queries_native.jsonl"), {
    languages: ["ja", "ko", "zh"],
    all: 0.97,
    pair: 0.93,
  });
});
