/** The dense layer with real vectors: an encoder behind `/embeddings`, and a table made from it. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { test } from "node:test";
import { join } from "@std/path";
import { assert, assertEquals } from "@std/assert";
import { NO_FACTS } from "../../lib/catalog/mod.ts";
import { readSettings } from "../../lib/config/mod.ts";
import { createCorpusRanker, createRetriever } from "../../lib/rank/mod.ts";
import { encoderPython, withEncoder } from "../../scripts/encoder.ts";
import { fixtureMessages, fixtureSkills } from "../helpers/fixture_corpus.ts";
import { makeHome, skillText } from "../helpers/home.ts";

const python = encoderPython();
const table = join(homedir(), ".cache/skill-retrieval/tables/skills.skrtable");

/** Chinese, Japanese and Korean messages over English skills without a lexicon: right ones in 5. */
async function foundAcrossLanguages(variables: Record<string, string>): Promise<number> {
  const ranker = createCorpusRanker(fixtureSkills("english"), {
    preset: "default",
    without: "lexicon",
    environment: (name) => variables[name],
  });
  let hits = 0;
  for (const [at, { query, gold }] of fixtureMessages("english/queries_native.jsonl").entries()) {
    // An encoder takes its time.
    if (at % 4 > 0) continue;
    const { ranked } = await ranker.rank(query, []);
    if (ranked.slice(0, 5).some((hit) => gold.includes(hit))) hits++;
  }
  return hits;
}

test("An encoder behind /embeddings finds skills across languages (EE-50)", {
  skip: python === null,
  timeout: 120_000,
}, async () => {
  await withEncoder(python!, async (baseUrl) => {
    const without = await foundAcrossLanguages({});
    const found = await foundAcrossLanguages({ HERMES_EMBEDDING_BASE_URL: baseUrl });
    assert(found >= 2 * without, `${without} without, ${found} with the encoder`);
  });
});

test("A static table finds skills across languages", { skip: !existsSync(table) }, async () => {
  const without = await foundAcrossLanguages({});
  const found = await foundAcrossLanguages({ SKILL_RETRIEVAL_VECTORS: table });
  assert(found >= 1.5 * without, `${without} without, ${found} with the table`);
});

test("LocalRetriever ranks a Korean message by an encoder, and keeps its vectors (EE-54)", {
  skip: python === null,
  timeout: 120_000,
}, async () => {
  await withEncoder(python!, async (baseUrl) => {
    const home = makeHome({
      "config.yaml": "",
      "skills/a/stillwater/SKILL.md": skillText("stillwater", "Guided meditation to calm down"),
      "skills/b/ledger/SKILL.md": skillText("ledger", "Keep the accounts of a small company"),
      "skills/c/shutter/SKILL.md": skillText("shutter", "Develop raw photographs"),
    });
    const { settings } = readSettings({
      environment: (name) => name === "HERMES_EMBEDDING_BASE_URL" ? baseUrl : undefined,
    });
    const ask = async () => {
      const retriever = createRetriever(() => undefined, { resident: false });
      const { outcome } = await retriever.answer(
        { home, cwd: null, text: "마음이 불안해요", earlier: [], session: NO_FACTS, settings },
        3,
      );
      return [outcome.results[0]?.name, outcome.layers, outcome.degraded];
    };
    assertEquals(await ask(), ["stillwater", ["fields", "dense"], []]);
    assertEquals(await ask(), ["stillwater", ["fields", "dense"], []]);
  });
});
