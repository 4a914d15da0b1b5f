import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import process from "node:process";
import { join } from "@std/path";
import { assertEquals } from "@std/assert";
import { NO_FACTS, planHome } from "../../lib/catalog/mod.ts";
import { readSettings } from "../../lib/config/mod.ts";
import { createRetriever } from "../../lib/rank/mod.ts";

const ROOT = join(import.meta.dirname!, "../..");
const SUFFIX = process.platform === "win32" ? ".exe" : "";
const EXECUTABLE = join(ROOT, "dist", `skill-retrieval${SUFFIX}`);
const HOME = join(ROOT, "fixtures", "home");
/** Hits compared for each message. */
const TOP = 10;

/** Why the executable cannot be compared with the sources, or false. */
const skip = skipReason();
if (skip !== false) console.warn(`Skipped: ${skip}`);

function skipReason(): string | false {
  if (!fs.existsSync(EXECUTABLE)) return "dist/skill-retrieval is missing: deno task build";
  const built = fs.statSync(EXECUTABLE).mtimeMs;
  const newer = fs.readdirSync(join(ROOT, "lib"), { recursive: true, encoding: "utf8" })
    .find((path) => fs.statSync(join(ROOT, "lib", path)).mtimeMs > built);
  return newer !== undefined && `dist/skill-retrieval is older than lib/${newer}: deno task build`;
}

const QUERIES = [
  "Review the diff before I merge it",
  "write unit tests for the parser",
  "my container exits with code 137",
  "resize these photos to 800 pixels",
  "turn the recording into text",
  "summarise the paper in two paragraphs",
  "send an invoice to the client, due in 30 days",
  "restore last night's backup",
  "turn off the lights in the kitchen",
  "/docker-debug",
  "fill the PDF form, then mail it to the team",
  "sort my mail but don't use the weekly digest",
  "databsae backpu",
  "帮我写这周的周报",
  "报税要准备哪些材料",
  "写一篇小红书笔记",
  "出張の経費を精算して",
  "取引先へのメールを書いて",
  "로그에서 오류를 찾아줘",
  "hello!",
];

/** What is compared of an answer: ids with scores and confidences as JSON prints them. */
interface Answer {
  decision: string;
  confidence: number | null;
  injected: string[];
  results: { id: string; score: number; confidence: number | null }[];
}

/** What the executable prints. */
function printed(preset: string, text: string): Answer {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(SKILL_RETRIEV|HERMES)/.test(name)),
  );
  const { stdout, stderr } = spawnSync(
    EXECUTABLE,
    ["query", "--json", "--home", HOME, "--preset", preset, "--top", `${TOP}`, text],
    { cwd: tmpdir(), encoding: "utf8", env: inherited },
  );
  assertEquals(stderr, "");
  const { decision, confidence, injected, results } = JSON.parse(stdout) as Answer;
  return {
    decision,
    confidence,
    injected,
    results: results.map(({ id, score, confidence }) => ({ id, score, confidence })),
  };
}

/** What this process ranks. */
function ranked(preset: string, text: string): Answer {
  const plan = planHome({ home: HOME, cwd: null, environment: () => undefined });
  const { settings } = readSettings({
    options: { preset },
    environment: () => undefined,
    config: plan.settings,
  });
  const retriever = createRetriever(() => undefined, { resident: false });
  const { outcome } = retriever.rank({
    home: HOME,
    cwd: null,
    text,
    earlier: [],
    session: NO_FACTS,
    settings,
  }, TOP);
  return {
    decision: outcome.decision,
    confidence: outcome.confidence,
    injected: outcome.injected,
    results: outcome.results.slice(0, TOP)
      .map(({ id, score, confidence }) => ({ id, score, confidence })),
  };
}

for (const preset of ["default", "bm25"]) {
  test(
    `query of the executable prints the very scores of this runtime: ${preset}`,
    { skip },
    () => {
      for (const text of QUERIES) {
        assertEquals([text, printed(preset, text)], [text, ranked(preset, text)]);
      }
    },
  );
}
