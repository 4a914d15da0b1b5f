/**
 * Brings the middle column of docs/spec-coverage.md up to date: the tests and bench lines that cite each
 * rule and case. Fails where one has neither a citation nor a remark.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs", "spec-coverage.md");

const cited = new Map<string, Set<string>>();
for (const folder of ["test", "lib/bench"]) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
    if (!/\.(ts|py)$/.test(file)) continue;
    const text = readFileSync(join(root, folder, file), "utf8");
    // Lists shorten later numbers (`SR-A013, A015`); those of other specifications (`CT-A001`) are not meant.
    for (const [id] of text.matchAll(/\bSR-\d+\b|(?<!\b(?!SR)[A-Z]+-)\b(?:A\d{3}|E\d{1,2})\b/g)) {
      const name = id.startsWith("A") ? `SR-${id}` : id;
      cited.set(
        name,
        (cited.get(name) ?? new Set()).add(`${folder}/${file.replaceAll("\\", "/")}`),
      );
    }
  }
}

const missing: string[] = [];
const rows = readFileSync(page, "utf8").replace(
  /^\| (SR-A?\d+|E\d+) \| .*? \| (.*)\|$/gm,
  (_row, id: string, remark: string) => {
    const files = [...cited.get(id) ?? []].sort().map((file) => `\`${file}\``).join(", ");
    if (files === "" && remark.trim() === "") missing.push(id);
    return `| ${id} | ${files || "–"} | ${remark}|`;
  },
);
writeFileSync(page, rows);
if (missing.length > 0) console.error(`Neither cited nor explained: ${missing.join(", ")}`);
process.exitCode = missing.length > 0 ? 1 : 0;
