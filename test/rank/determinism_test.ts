import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { test } from "node:test";
import { join } from "@std/path";
import { assertEquals } from "@std/assert";
import { NO_FACTS } from "../../lib/catalog/mod.ts";
import { readSettings } from "../../lib/config/mod.ts";
import { createRetriever, type Query } from "../../lib/rank/mod.ts";

/**
 * SHA-256 of all rankings below. A wanted change of a ranking, the gate or the lexicon changes them:
 * then the new values, which both runtimes must print alike, are written here.
 */
const HASHES = {
  default: "7eca10aa1ca7a7dac27534c25a4e1251813a3d50b972f13830228d6fd09aafb9",
  bm25: "97eaaad7fca0ff7d7e09f8642e5309a7bbcee6146ba60a6d1b61b2e300921e15",
} as const;

const FIXTURES = join(import.meta.dirname!, "../../fixtures");
const ROOTS = ["home", "cjk"].map((name) => join(FIXTURES, name, "skills"));

/** Every message of the fixtures; those of a conversation with the turns before. */
const QUERIES: readonly Query[] = fs.readdirSync(FIXTURES).toSorted().flatMap((folder) =>
  fs.readdirSync(join(FIXTURES, folder)).filter((name) => name.endsWith(".jsonl")).toSorted()
    .flatMap((name) => queriesOf(fs.readFileSync(join(FIXTURES, folder, name), "utf8")))
);

function queriesOf(lines: string): Query[] {
  return lines.split("\n").filter((line) => line !== "").flatMap((line): Query[] => {
    const { query, turns } = JSON.parse(line);
    if (turns === undefined) return [{ text: query, earlier: [] }];
    const texts: string[] = turns.map((turn: { user: unknown }) =>
      typeof turn.user === "string" ? turn.user : JSON.stringify(turn.user)
    );
    return texts.map((text, at) => ({ text, earlier: texts.slice(0, at) }));
  });
}

const view = new DataView(new ArrayBuffer(8));

/** The 64 bits of a number. */
function bitsOf(value: number | null): string {
  if (value === null) return "-";
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

/** Hash of the full rankings of all messages, and how many hits they have. */
function hashOf(preset: keyof typeof HASHES): { hash: string; hits: number } {
  const { settings } = readSettings({
    options: { preset },
    environment: () => undefined,
    config: {},
  });
  const retriever = createRetriever(() => undefined, { resident: false });
  const home = ROOTS[0]!;
  const request = { home, roots: ROOTS, cwd: null, text: "", earlier: [], session: NO_FACTS };
  const { index, skills } = retriever.visible({ ...request, settings }, [], []);
  const limits = { results: skills.length, pool: 12, inject: 6, gate: preset === "default" };
  const hash = createHash("sha256");
  let count = 0;
  for (const query of QUERIES) {
    const { hits, injected, confidence } = index.rank(query, limits);
    for (const hit of hits) {
      const { id } = skills[hit.position]!;
      hash.update(`${id}\t${bitsOf(hit.score)}\t${bitsOf(hit.confidence)}\n`);
    }
    hash.update(`${bitsOf(confidence)}\t${injected.join()}\n`);
    count += hits.length;
  }
  return { hash: hash.digest("hex"), hits: count };
}

for (const preset of ["default", "bm25"] as const) {
  test(`FieldsIndex and Bm25Index rank the fixtures bit for bit alike on every runtime: ${preset}`, () => {
    const { hash, hits } = hashOf(preset);
    assertEquals(QUERIES.length > 500 && hits > QUERIES.length, true);
    assertEquals(hash, HASHES[preset]);
  });
}
