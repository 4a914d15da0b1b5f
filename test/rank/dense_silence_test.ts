/** Questions that no skill serves: vectors make nobody speak who is silent without. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { test } from "node:test";
import { join } from "@std/path";
import { assertEquals } from "@std/assert";
import { NO_FACTS } from "../../lib/catalog/mod.ts";
import { readSettings } from "../../lib/config/mod.ts";
import { createRetriever } from "../../lib/rank/mod.ts";
import { sharedPath } from "../helpers/home.ts";

const QUESTIONS = [
  "What should I eat for dinner?",
  "How's the weather?",
  "Python vs Java for web dev?",
  "What is the meaning of life?",
  "晚饭吃什么好？",
  "今天天气怎么样？",
  "做网站开发用 Python 还是 Java？",
  "人生的意义是什么？",
  "夕食は何を食べればいい？",
  "天気はどうですか？",
  "Web開発にはPythonとJavaのどちらがいい？",
  "人生の意味は何ですか？",
  "저녁으로 뭘 먹을까?",
  "날씨 어때?",
  "웹 개발에 Python이 나을까 Java가 나을까?",
  "인생의 의미는 무엇인가요?",
];

const table = join(homedir(), ".cache/skill-retrieval/tables/skills.skrtable");

/** Messages for which skills would be shown, with the first of them. */
async function spoken(skills: string, variables: Record<string, string>): Promise<string[]> {
  const { settings } = readSettings({ environment: (variable) => variables[variable] });
  const retriever = createRetriever(() => undefined, { resident: false });
  const lines: string[] = [];
  for (const text of QUESTIONS) {
    const { outcome } = await retriever.answer({
      home: skills,
      // Given as a root, so that nothing is written to the home.
      roots: [skills],
      cwd: null,
      text,
      earlier: [],
      session: NO_FACTS,
      settings,
    }, 5);
    assertEquals(outcome.degraded, []);
    if (outcome.decision === "inject") lines.push(`${text} → ${outcome.injected[0]}`);
  }
  return lines;
}

for (const name of ["hermes", "library"]) {
  const skills = sharedPath(`homes/${name}/skills`);
  test(
    `eagle-eye is silent to general questions over homes/${name}, with and without vectors (EE-A024)`,
    {
      skip: skills === null,
      timeout: 120_000,
    },
    async () => {
      const preset = { SKILL_RETRIEVAL_PRESET: "eagle-eye" };
      assertEquals(await spoken(skills!, preset), []);
      if (existsSync(table)) {
        assertEquals(await spoken(skills!, { ...preset, SKILL_RETRIEVAL_VECTORS: table }), []);
      }
    },
  );

  test(`A static table makes no more general questions speak over homes/${name}`, {
    skip: skills === null || !existsSync(table),
    timeout: 120_000,
  }, async () => {
    const before = await spoken(skills!, {});
    const after = await spoken(skills!, { SKILL_RETRIEVAL_VECTORS: table });
    assertEquals(after.filter((line) => !before.includes(line)), []);
  });
}
