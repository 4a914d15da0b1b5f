/**
 * What each part of a preset is worth, as Markdown: `bun scripts/ablation.ts`. Runs `eval_all.ts` once
 * with everything and once without each part; figures are nDCG@10 in points.
 * Options: `--preset NAME` (default `default`).
 */
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ABLATABLE_PARTS } from "../lib/rank/mod.ts";
import { parseArgs } from "../lib/runtime/mod.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const { preset } = parseArgs({
  options: { preset: { type: "string", default: "default" } },
}).values;

interface SetFigures {
  name: string;
  measures: { ndcg: { value: number } };
}

function run(without?: string): Map<string, number> {
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      "scripts/eval_all.ts",
      "--preset",
      preset,
      "--json",
      ...(without ? ["--without", without] : []),
    ],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`eval_all failed${without ? ` without ${without}` : ""}`);
  const { sets } = JSON.parse(stdout) as { sets: SetFigures[] };
  return new Map(sets.map(({ name, measures }) => [name, 100 * measures.ndcg.value]));
}

const all = run();
const names = [...all.keys()];
console.log(`| part switched off | ${names.join(" | ")} |`);
console.log(`| --- | ${names.map(() => "---:").join(" | ")} |`);
console.log(`| nothing | ${names.map((name) => all.get(name)!.toFixed(1)).join(" | ")} |`);
for (const { name, description } of ABLATABLE_PARTS(preset)) {
  const without = run(name);
  const cells = names.map((set) => {
    const change = without.get(set)! - all.get(set)!;
    return Math.abs(change) < 0.05 ? "0" : (change > 0 ? "+" : "−") + Math.abs(change).toFixed(1);
  });
  console.log(`| ${name}: ${description} | ${cells.join(" | ")} |`);
}
