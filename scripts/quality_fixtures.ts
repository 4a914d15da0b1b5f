/**
 * Hit@1 and Hit@5 on the written fixture homes, by language, as Markdown:
 * `bun scripts/quality_fixtures.ts`.
 */
import { createCorpusRanker } from "../lib/rank/mod.ts";
import { fixtureMessages, fixtureSkills } from "../test/helpers/fixture_corpus.ts";

const SETS = [
  ["English messages, CJK skills", "cjk", "cjk/queries_en.jsonl"],
  ["CJK messages, English skills", "english", "english/queries_native.jsonl"],
  ["CJK messages, CJK skills", "cjk", "cjk/queries_native.jsonl"],
] as const;

console.log("| set | language of the message | of the skill | messages | Hit@1 | Hit@5 |");
console.log("| --- | --- | --- | ---: | ---: | ---: |");
for (const [name, home, path] of SETS) {
  const skills = fixtureSkills(home);
  const languageOf = new Map(
    skills.map(({ id, description }) => [id, languageOfText(description)]),
  );
  const ranker = createCorpusRanker(skills, { preset: "default" });
  const groups = new Map<string, { count: number; first: number; five: number }>();
  for (const { query, gold, lang } of fixtureMessages(path)) {
    const key = `${lang} | ${languageOf.get(gold[0]!)}`;
    const group = groups.get(key) ?? { count: 0, first: 0, five: 0 };
    const rank = (await ranker.rank(query, [])).ranked.findIndex((id) => gold.includes(id));
    group.count++;
    if (rank === 0) group.first++;
    if (rank >= 0 && rank < 5) group.five++;
    groups.set(key, group);
  }
  for (const [key, { count, first, five }] of groups) {
    const percent = (hits: number) => (100 * hits / count).toFixed(0);
    console.log(`| ${name} | ${key} | ${count} | ${percent(first)} | ${percent(five)} |`);
  }
}

function languageOfText(text: string): string {
  if (/[\u3041-\u30ff]/.test(text)) return "ja";
  if (/[\uac00-\ud7a3]/.test(text)) return "ko";
  return /[\u4e00-\u9fff]/.test(text) ? "zh" : "en";
}
