/**
 * What vectors cost, as Markdown: `bun scripts/dense_bench.ts`, on a machine that is otherwise quiet.
 *
 * Options: `--table FILE` (default: what docs/dense.md makes), `--home DIR` (default
 * `../shared/homes/library`), `--queries FILE`. Loading is measured in fresh processes.
 */
import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import process from "node:process";
import { join, resolve } from "@std/path";
import { percentiles, sample, timed } from "../lib/bench/mod.ts";
import { CatalogStore, NO_FACTS, planHome } from "../lib/catalog/mod.ts";
import { readSettings } from "../lib/config/mod.ts";
import { parseQueries, readTextFiles } from "../lib/eval/mod.ts";
import { LibraryVectors } from "../lib/rank/library_vectors.ts";
import { createDenseIndex, createRetriever, presetFor, quantise } from "../lib/rank/mod.ts";
import { StaticTable } from "../lib/rank/static_table.ts";
import { readStaticTable } from "../lib/rank/static_table_file.ts";
import { FileAccess, parseArgs, withTemporaryDirectory, writeOut } from "../lib/runtime/mod.ts";
import { VectorCache } from "../lib/rank/vector_cache.ts";

const shared = resolve(import.meta.dirname!, "../../shared");
const { values } = parseArgs({
  options: {
    table: {
      type: "string",
      default: join(homedir(), ".cache/skill-retrieval/tables/skills.skrtable"),
    },
    home: { type: "string", default: join(shared, "homes/library") },
    queries: { type: "string", default: join(shared, "bench/fastskills_zh.queries.jsonl") },
    once: { type: "boolean", default: false },
  },
});
const FRESH_PROCESSES = 11;
const SECONDS = 1;

function loadTable(): StaticTable {
  return new StaticTable(readStaticTable(resolve(values.table)));
}

/** Milliseconds of loading and of the first message, in a fresh process. */
function freshProcess(): [number, number] {
  const { stdout, status } = spawnSync(process.execPath, [
    import.meta.filename!,
    "--once",
    "--table",
    values.table,
  ], { encoding: "utf8" });
  if (status !== 0) throw new Error("a fresh process could not load the table");
  return JSON.parse(stdout);
}

async function main(): Promise<void> {
  const table = loadTable();
  const access = new FileAccess({ read: [resolve(values.queries)] });
  const [file] = readTextFiles(access, [[resolve(values.queries), values.queries]]);
  const texts = parseQueries(file!).entries.map(({ query }) => query);
  const fresh = Array.from({ length: FRESH_PROCESSES }, freshProcess);
  const vectors = new LibraryVectors(table, null);
  const skills: { path: string }[] = [];
  const plan = planHome({ home: resolve(values.home), cwd: null, environment: () => undefined });
  new CatalogStore(plan).refresh({
    onRead(skill, body) {
      vectors.see(skill, body);
      skills.push(skill);
    },
  });
  const buildMs = timed(() => vectors.buildNow(Infinity));
  const recallMs = await recall(table, plan);
  const index = vectors.indexFor(skills)!;
  const all = texts.map((text) => table.vectorOf(text));
  const repeated = (work: (run: number) => unknown) => {
    const ask = (run: number) => timed(() => work(run));
    sample(ask, { seconds: SECONDS / 2, minimumRuns: texts.length });
    return sample(ask, { seconds: SECONDS, minimumRuns: texts.length });
  };
  const at = <Value>(list: readonly Value[], run: number) => list[run % list.length]!;
  const pair = (times: number[]) => {
    const { p50, p99 } = percentiles(times);
    return [p50, p99];
  };
  const home = resolve(values.home);
  const { settings } = readSettings({ environment: () => undefined });
  const visible = createRetriever(() => undefined, { resident: false }).visible(
    { home, cwd: null, text: "", earlier: [], session: NO_FACTS, settings },
    [],
    [],
  );
  const visibleVectors = vectors.indexFor(visible.skills)!;
  const preset = presetFor(settings);
  const limits = { ...preset, results: preset.pool };
  const few = createDenseIndex(all.slice(0, 200).map(quantise));
  const rows: [string, number[]][] = [
    ["load the table, in a fresh process", pair(fresh.map(([load]) => load))],
    ["first message of a fresh process", pair(fresh.map(([, first]) => first))],
    ["vector of a message", pair(repeated((run) => table.vectorOf(at(texts, run))))],
    [
      `cosines with ${index.size} skills`,
      pair(repeated((run) => index.similarities(at(all, run)))),
    ],
    ["cosines with 200 skills", pair(repeated((run) => few.similarities(at(all, run))))],
    [
      "query of preset `default` without vectors",
      pair(repeated((run) => visible.index.rank({ text: at(texts, run), earlier: [] }, limits))),
    ],
    [
      "… with vectors, that of the message included",
      pair(repeated((run) => {
        const text = at(texts, run);
        const dense = { index: visibleVectors, vector: table.vectorOf(text) };
        return visible.index.rank({ text, earlier: [], dense }, limits);
      })),
    ],
    [`vectors of ${index.size} skills, two views each`, [buildMs]],
    ["the same from the cache in the home, hashes included", [recallMs]],
  ];
  writeOut(
    "| step | p50, ms | p99, ms |\n| --- | ---: | ---: |\n" +
      rows.map(([label, [middle, high]]) => `| ${label} | ${inMs(middle)} | ${inMs(high)} |\n`)
        .join(""),
  );
}

/** Milliseconds of a process that finds all vectors in the cache. */
function recall(table: StaticTable, plan: ReturnType<typeof planHome>): Promise<number> {
  const read: [{ path: string; name: string; description: string }, string][] = [];
  new CatalogStore(plan).refresh({ onRead: (skill, body) => void read.push([skill, body]) });
  return withTemporaryDirectory(async (directory) => {
    const vectorsOf = () => new LibraryVectors(table, new VectorCache(directory, "bench"));
    const writer = vectorsOf();
    for (const [skill, body] of read) writer.see(skill, body);
    writer.buildNow(Infinity);
    await writer.save();
    return timed(() => {
      const reader = vectorsOf();
      for (const [skill, body] of read) reader.see(skill, body);
      if (reader.missing > 0) throw new Error("the cache lacks vectors");
    });
  });
}

function inMs(value: number | undefined): string {
  if (value === undefined) return "";
  return value >= 10 ? value.toFixed(0) : value.toFixed(value >= 1 ? 1 : 3);
}

if (values.once) {
  let table: StaticTable;
  const load = timed(() => table = loadTable());
  const first = timed(() => table!.vectorOf("把上个月的发票整理成 spreadsheet"));
  writeOut(JSON.stringify([load, first]));
} else {
  await main();
}
