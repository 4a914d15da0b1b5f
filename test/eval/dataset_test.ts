import { test } from "node:test";
import { assert, assertEquals } from "@std/assert";
import { resolve } from "@std/path";
import fc from "fast-check";
import { missingGold, parseCorpus, parseQueries, readTextFiles } from "../../lib/eval/mod.ts";
import { FileAccess } from "../../lib/runtime/mod.ts";
import { message, skill } from "./_fixtures.ts";

const BENCH = resolve(import.meta.dirname!, "../../../shared/bench");
const benchPresent = new FileAccess({ read: [BENCH] }).status(BENCH) !== null;

function lines(...rows: unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

test("parseCorpus() reads skills with their optional fields", () => {
  const corpus = parseCorpus([{
    path: "c",
    text: lines(
      { id: "a", name: "A", description: "does a", body: "# A", triggers: ["go a"], tags: ["t"] },
      { id: "b", name: "B", description: null, tags: [], licence: "MIT" },
    ),
  }]);
  assertEquals(corpus, {
    entries: [
      { id: "a", name: "A", description: "does a", body: "# A", triggers: ["go a"], tags: ["t"] },
      { id: "b", name: "B", description: "" },
    ],
    duplicates: 0,
    problems: [],
  });
});

test("parseCorpus() keeps the first of an id over all files and counts the later ones", () => {
  const first = lines({ id: "a", name: "first" }, { id: "a", name: "second" });
  const later = lines({ id: "a", name: "third" }, { id: "b", name: "b" });
  const corpus = parseCorpus([{ path: "1", text: first }, { path: "2", text: later }]);
  assertEquals(corpus.entries.map(({ name }) => name), ["first", "b"]);
  assertEquals(corpus.duplicates, 2);
});

test("parseCorpus() leaves out bad rows with a sentence that names file and line", () => {
  const text = "\uFEFF" +
    lines({ id: "a", name: "a" }) + "\r\n{oops\n[1]\n" +
    lines({ id: 7, name: "n" }, { id: "n" }, { id: "b", name: "b", tags: "one" }, {
      id: "c",
      name: "c",
      description: 3,
    });
  const corpus = parseCorpus([{ path: "dir/skills.jsonl", text }]);
  assertEquals(corpus.entries.map(({ id }) => id), ["a"]);
  assertEquals(corpus.problems, [
    "dir/skills.jsonl:3 is not valid JSON; the row is left out",
    "dir/skills.jsonl:4 is not a JSON object; the row is left out",
    'dir/skills.jsonl:5 needs a non-empty text in "id"; the row is left out',
    'dir/skills.jsonl:6 needs a non-empty text in "name"; the row is left out',
    'dir/skills.jsonl:7 needs a list of texts in "tags"; the row is left out',
    'dir/skills.jsonl:8 needs a text in "description"; the row is left out',
  ]);
});

test("parseQueries() reads every field of the contract", () => {
  const text = lines(
    {
      id: "1",
      query: "hi",
      gold: [],
      expect_none: true,
      lang: "en",
      kind: "none",
      sub: "greeting",
      source: "own",
    },
    { id: "2", query: "do b", gold: ["b", "b"], also: ["c"], history: ["do a"] },
    { id: "3", query: "not c", gold: [], forbidden: ["c"] },
  );
  assertEquals(parseQueries({ path: "q", text }).entries, [
    message("1", {
      query: "hi",
      expectNone: true,
      lang: "en",
      kind: "none",
      sub: "greeting",
      source: "own",
    }),
    message("2", { query: "do b", gold: ["b"], also: ["c"], history: ["do a"] }),
    message("3", { query: "not c", forbidden: ["c"] }),
  ]);
});

test("parseQueries() says what is wrong with a row", () => {
  const text = lines(
    { id: "1", query: "q" },
    { id: "2", query: "", gold: [] },
    { id: "3", query: "q", gold: ["a"], expect_none: true },
    { id: "4", query: "q", gold: [], expect_none: "yes" },
    { id: "5", query: "q", gold: [1] },
  );
  assertEquals(parseQueries({ path: "q", text }), {
    entries: [],
    duplicates: 0,
    problems: [
      'q:1 has no "gold"; write [] where no skill is right; the row is left out',
      'q:2 needs a non-empty text in "query"; the row is left out',
      'q:3 has both "gold" and "expect_none": true; remove one of them; the row is left out',
      'q:4 needs true or false in "expect_none"; the row is left out',
      'q:5 needs a list of texts in "gold"; the row is left out',
    ],
  });
});

test("parseQueries() accounts for every line of any text", () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", " ")),
    fc.json().map((text) => text.replaceAll("\n", " ")),
    fc.record({ id: fc.constantFrom("1", "2"), query: fc.string(), gold: fc.array(fc.string()) })
      .map((row) => JSON.stringify(row)),
  );
  fc.assert(fc.property(fc.array(line), (rows) => {
    const { entries, duplicates, problems } = parseQueries({ path: "q", text: rows.join("\n") });
    // A text that starts with a byte order mark loses it.
    const full = rows.join("\n").replace(/^\uFEFF/, "").split("\n");
    const counted = full.filter((row) => row.trim() !== "").length;
    assertEquals(entries.length + duplicates + problems.length, counted);
  }));
});

test("missingGold() counts messages and names each id once", () => {
  const queries = [
    message("1", { gold: ["a", "lost"] }),
    message("2", { gold: ["lost", "gone"] }),
    message("3", { gold: ["a"] }),
    message("4"),
  ];
  assertEquals(missingGold([skill("a")], queries), { queries: 2, ids: ["lost", "gone"] });
});

test("parseCorpus() and parseQueries() read the development sets without a problem", {
  skip: !benchPresent,
}, () => {
  const access = new FileAccess({ read: [BENCH] });
  const read = (name: string) => readTextFiles(access, [[resolve(BENCH, name), name]])[0]!;
  const corpus = parseCorpus([read("gate_dev.corpus.jsonl"), read("library_en.corpus.jsonl")]);
  const queries = parseQueries(read("gate_dev.queries.jsonl"));
  assertEquals([corpus.entries.length, corpus.duplicates], [2208, 8]);
  assertEquals([queries.entries.length, queries.duplicates], [717, 0]);
  assertEquals([...corpus.problems, ...queries.problems], []);
  assertEquals(missingGold(corpus.entries, queries.entries), { queries: 0, ids: [] });
  assert(queries.entries.every(({ source }) => source !== null));
});
