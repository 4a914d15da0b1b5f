import { test } from "node:test";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { AwaitedEmbedder, ImmediateEmbedder } from "../../lib/rank/mod.ts";
import { LibraryVectors, VectorsError } from "../../lib/rank/library_vectors.ts";
import { VectorCache } from "../../lib/rank/vector_cache.ts";
import { meaningVector } from "../helpers/embeddings.ts";
import { makeHome } from "../helpers/home.ts";

const vectorOf = (text: string) => Float32Array.from(meaningVector(text));

/** An embedder that notes what it was asked. */
function awaited(change: Partial<AwaitedEmbedder> = {}) {
  const asked: string[][] = [];
  const embedder: AwaitedEmbedder = {
    immediate: false,
    name: "m at h",
    identity: "m",
    batchSize: 4,
    embed(texts) {
      asked.push([...texts]);
      return Promise.resolve(texts.map(vectorOf));
    },
    ...change,
  };
  return { embedder, asked };
}

const immediate: ImmediateEmbedder = {
  immediate: true,
  name: "table",
  identity: "t",
  embed: (texts) => texts.map(vectorOf),
};

const skill = (path: string, description: string) => ({ path, name: path, description });

/** Sees skills without bodies. */
function seeAll(vectors: LibraryVectors, descriptions: Record<string, string>): void {
  for (const [path, text] of Object.entries(descriptions)) vectors.see(skill(path, text), "");
}

test("LibraryVectors.build() asks in batches, names and the beginning of bodies as views (EE-51)", async () => {
  const { embedder, asked } = awaited();
  const vectors = new LibraryVectors(embedder, null);
  vectors.see(skill("a", "pdf"), `  ${"x".repeat(800)}`);
  seeAll(vectors, { b: "photo", c: "song" });
  assertEquals([vectors.missing, vectors.size], [3, 3]);
  await vectors.build();
  assertEquals(asked, [["a\npdf", `a\npdf\n${"x".repeat(700)}`, "b\nphoto"], ["c\nsong"]]);
  assertEquals(vectors.missing, 0);
  const index = vectors.indexFor([{ path: "c" }, { path: "a" }])!;
  assertEquals(index.rank(vectorOf("a song"), 1)[0]!.position, 0);
  assertEquals(index.rank(vectorOf("a document"), 1)[0]!.position, 1);
});

test("LibraryVectors.indexFor() gives none while a vector is missing, and one index a selection", async () => {
  const vectors = new LibraryVectors(awaited().embedder, null);
  const skills = [{ path: "a" }];
  assertEquals(vectors.indexFor(skills), null);
  seeAll(vectors, { a: "pdf" });
  assertEquals(vectors.indexFor(skills), null);
  await vectors.build();
  assertEquals(vectors.indexFor(skills) === vectors.indexFor(skills), true);
  assertEquals(vectors.indexFor([{ path: "a" }, { path: "b" }]), null);
});

test("LibraryVectors embeds only what has changed (EE-54)", async () => {
  const { embedder, asked } = awaited();
  const vectors = new LibraryVectors(embedder, null);
  seeAll(vectors, { a: "pdf", b: "photo" });
  await vectors.build();
  asked.length = 0;
  seeAll(vectors, { a: "pdf", b: "song" });
  vectors.forget("a");
  vectors.see({ path: "moved", name: "a", description: "pdf" }, "");
  await vectors.build();
  assertEquals(asked, [["b\nsong"]]);
  assertEquals(vectors.indexFor([{ path: "moved" }, { path: "b" }])?.size, 2);
});

test("LibraryVectors asks nothing for what the cache holds (EE-54)", async () => {
  const home = makeHome();
  const skills = { a: "pdf", b: "photo" };
  const first = awaited();
  const before = new LibraryVectors(first.embedder, new VectorCache(home, "m"));
  seeAll(before, skills);
  await before.build();
  const second = awaited();
  const after = new LibraryVectors(second.embedder, new VectorCache(home, "m"));
  seeAll(after, { ...skills, c: "song" });
  assertEquals(after.missing, 1);
  await after.build();
  assertEquals(second.asked, [["c\nsong"]]);
  const paths = [{ path: "a" }, { path: "b" }];
  assertEquals(
    [...after.indexFor(paths)!.similarities(vectorOf("pdf"))],
    [...before.indexFor(paths)!.similarities(vectorOf("pdf"))],
  );
  const other = new LibraryVectors(
    awaited({ identity: "n" }).embedder,
    new VectorCache(home, "n"),
  );
  seeAll(other, skills);
  assertEquals(other.missing, 2);
});

test("LibraryVectors.build() keeps what was made before a failure", async () => {
  const home = makeHome();
  const vectors = new LibraryVectors(
    awaited({
      batchSize: 2,
      embed: (texts) =>
        texts[0]!.startsWith("b")
          ? Promise.reject(new Error("broken"))
          : Promise.resolve(texts.map(vectorOf)),
    }).embedder,
    new VectorCache(home, "m"),
  );
  seeAll(vectors, { a: "pdf", b: "photo" });
  await assertRejects(() => vectors.build(), Error, "broken");
  assertEquals(vectors.missing, 1);
  assertEquals(new VectorCache(home, "m").read().size, 1);
});

test("LibraryVectors.build() runs once however often it is called", async () => {
  const { embedder, asked } = awaited();
  const vectors = new LibraryVectors(embedder, null);
  seeAll(vectors, { a: "pdf" });
  await Promise.all([vectors.build(), vectors.build()]);
  assertEquals(asked.length, 1);
});

test("LibraryVectors refuses vectors of another length with a sentence that says what to do", async () => {
  let extra: number[] = [];
  const vectors = new LibraryVectors(
    awaited({
      embed: (texts) =>
        Promise.resolve(texts.map((text) => Float32Array.of(...meaningVector(text), ...extra))),
    }).embedder,
    null,
  );
  seeAll(vectors, { a: "pdf" });
  await vectors.build();
  extra = [1];
  seeAll(vectors, { b: "photo" });
  await assertRejects(
    () => vectors.build(),
    VectorsError,
    "m at h gives vectors of 6 numbers where it gave 5 before; name the new model in " +
      "HERMES_EMBEDDING_MODEL",
  );
});

test("LibraryVectors.buildNow() stops when its time is up", () => {
  const vectors = new LibraryVectors(immediate, null);
  seeAll(vectors, Object.fromEntries("abcdef".split("").map((path) => [path, "pdf"])));
  assertEquals([vectors.buildNow(0), vectors.missing], [false, 2]);
  assertEquals([vectors.buildNow(0), vectors.missing], [true, 0]);
});

test("LibraryVectors.save() keeps vectors of a table too; a folder that refuses costs nothing", async () => {
  const home = makeHome({ file: "" });
  const vectors = new LibraryVectors(immediate, new VectorCache(home, "t"));
  seeAll(vectors, { a: "pdf" });
  vectors.buildNow(Infinity);
  await vectors.save();
  assertEquals(new VectorCache(home, "t").read().size, 1);
  const refused = new LibraryVectors(immediate, new VectorCache(`${home}/file`, "t"));
  seeAll(refused, { a: "pdf" });
  refused.buildNow(Infinity);
  await refused.save();
  assertEquals(refused.missing, 0);
});

test("LibraryVectors takes each kind of embedder in its own way", () => {
  assertThrows(() => new LibraryVectors(awaited().embedder, null).buildNow(1), TypeError);
  assertThrows(() => new LibraryVectors(immediate, null).build(), TypeError);
});
