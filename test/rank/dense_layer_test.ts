import * as fs from "node:fs";
import { test } from "node:test";
import { join } from "@std/path";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { NO_FACTS } from "../../lib/catalog/mod.ts";
import { readSettings } from "../../lib/config/mod.ts";
import { DenseSource, EmbeddingService, type LocalRetriever } from "../../lib/rank/mod.ts";
import { createRetriever, type RetrieverOptions } from "../../lib/rank/mod.ts";
import { type EmbeddingsServer, withEmbeddings } from "../helpers/embeddings.ts";
import { makeHome, skillText, writeHomeFile } from "../helpers/home.ts";
import { tableBytes } from "../helpers/static_table.ts";

const SKILLS = {
  "config.yaml": "",
  "skills/a/papers/SKILL.md": skillText("papers", "Take a document apart"),
  "skills/b/money/SKILL.md": skillText("money", "Write an invoice"),
  "skills/c/album/SKILL.md": skillText("album", "Sort a photo"),
};

/** A table in which 照片 is near `photo`. */
const TABLE = tableBytes([
  { text: "照片", score: -3, vector: [100, 0] },
  { text: "▁", score: -2, vector: [0, 0] },
  { text: "▁photo", score: -4, vector: [100, 5] },
  { text: "▁document", score: -4, vector: [0, 100] },
  { text: "▁invoice", score: -4, vector: [20, 100] },
]);

interface Asked {
  ids: string[];
  layers: string[];
  degraded: string[];
  warnings: string[];
}

/** Asks a retriever, waiting for what it waits for. */
async function ask(
  retriever: LocalRetriever,
  home: string,
  text: string,
  variables: Record<string, string>,
  preset = "default",
): Promise<Asked> {
  const { settings } = readSettings({
    options: { preset },
    environment: (name) => variables[name],
  });
  const { outcome, warnings } = await retriever.answer(
    { home, cwd: null, text, earlier: [], session: NO_FACTS, settings },
    10,
  );
  const { results, layers, degraded } = outcome;
  return { ids: results.map(({ name }) => name), layers, degraded, warnings };
}

/** A retriever and how to ask it, for one home and one service. */
function asking(home: string, server: EmbeddingsServer, options: RetrieverOptions) {
  const variables = { HERMES_EMBEDDING_BASE_URL: server.baseUrl };
  const retriever = createRetriever(() => undefined, options);
  return (text: string) => ask(retriever, home, text, variables);
}

const DATA = "data/skill-retrieval";
const LAYERS = { with: ["fields", "dense"], without: ["fields"] };
/** Words that no skill and no lexicon holds, with a meaning that the service knows. */
const PHOTO = "照片 zzyzx";

/** Waits until a condition holds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!await holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("LocalRetriever ranks by the service's vectors in a command, which waits (EE-50)", () =>
  withEmbeddings(async (server) => {
    const home = makeHome(SKILLS);
    const answer = await asking(home, server, { resident: false })(PHOTO);
    assertEquals([answer.ids[0], answer.layers], ["album", LAYERS.with]);
    assertEquals([answer.degraded, answer.warnings], [[], []]);
    const [skills, message] = server.inputs();
    assertEquals(skills!.toSorted(), [
      "album\nSort a photo",
      "money\nWrite an invoice",
      "papers\nTake a document apart",
    ]);
    assertEquals(message, [PHOTO]);
  }));

test("LocalRetriever in a resident process never waits for skills (EE-80)", () =>
  withEmbeddings(async (server) => {
    const home = makeHome(SKILLS);
    const asked = asking(home, server, { resident: true });
    const early = await asked(PHOTO);
    assertEquals(early.layers, LAYERS.without);
    assertEquals(early.degraded, ["dense: the vectors of 3 skills are being made"]);
    assertEquals(early.warnings, []);
    let answer = early;
    await until(async () => (answer = await asked(PHOTO)).degraded.length === 0);
    assertEquals([answer.ids[0], answer.layers], ["album", LAYERS.with]);
    writeHomeFile(home, "skills/c/album/SKILL.md", skillText("album", "Sort a song"));
    assertEquals((await asked(PHOTO)).degraded, ["dense: the vectors of 1 skill are being made"]);
  }));

test("LocalRetriever asks for no skill again in the next process (EE-54)", () =>
  withEmbeddings(async (server) => {
    const home = makeHome(SKILLS);
    await asking(home, server, { resident: false })(PHOTO);
    server.loopback.seen.length = 0;
    const answer = await asking(home, server, { resident: false, vectors: "elsewhere" })(PHOTO);
    assertEquals(answer.layers, LAYERS.with);
    assertEquals(server.inputs(), [[PHOTO]]);
  }));

test("LocalRetriever makes no vectors of skills in a hook, and says who does", () =>
  withEmbeddings(async (server) => {
    const options: RetrieverOptions = { resident: false, vectors: "elsewhere" };
    const answer = await asking(makeHome(SKILLS), server, options)(PHOTO);
    assertEquals(answer.degraded, [
      "dense: 3 skills without a vector; skill-retrieval query makes them",
    ]);
    assertEquals(server.inputs(), []);
  }));

test("LocalRetriever asks once for the vector of a text (EE-52)", () =>
  withEmbeddings(async (server) => {
    const asked = asking(makeHome(SKILLS), server, { resident: false });
    for (const text of [PHOTO, "song", PHOTO]) await asked(text);
    assertEquals(server.inputs().slice(1), [[PHOTO], ["song"]]);
  }));

test("LocalRetriever drops the layer with one warning where the service fails (EE-55, EE-83)", () =>
  withEmbeddings(async (server) => {
    server.behaviour.status = 500;
    const asked = asking(makeHome(SKILLS), server, { resident: false });
    const first = await asked("invoice");
    const reason = `${server.loopback.host} answers with status 500`;
    assertEquals(first, {
      ids: ["money"],
      layers: LAYERS.without,
      degraded: [`dense: ${reason}`],
      warnings: [`the dense layer is left out: ${reason}`],
    });
    assertEquals(await asked("invoice"), { ...first, warnings: [] });
    // Within 30 s nothing is tried again (EE-80).
    assertEquals(server.inputs().length, 1);
  }));

test("LocalRetriever in a resident process warns of a failed build at the next turn", () =>
  withEmbeddings(async (server) => {
    server.behaviour.status = 401;
    const asked = asking(makeHome(SKILLS), server, { resident: true });
    const answers: Asked[] = [];
    await until(async () => {
      answers.push(await asked("invoice"));
      return answers.at(-1)!.degraded[0]!.includes("401");
    });
    assertEquals(answers.flatMap(({ warnings }) => warnings).length, 1);
    assertEquals(new Set(answers.map(({ ids }) => ids.join())), new Set(["money"]));
  }));

test("LocalRetriever gives a turn without the layer when its message fails (EE-52)", () =>
  withEmbeddings(async (server) => {
    const asked = asking(makeHome(SKILLS), server, { resident: false });
    await asked("document");
    server.behaviour.status = 503;
    const answer = await asked("invoice");
    assertEquals([answer.ids, answer.layers], [["money"], LAYERS.without]);
    assertEquals((await asked("document")).layers, LAYERS.without);
  }));

test("LocalRetriever takes a message's vector of another length for a failure", () =>
  withEmbeddings(async (server) => {
    server.behaviour.vectorOf = (text) => text === "invoice" ? [1] : [1, 2];
    const answer = await asking(makeHome(SKILLS), server, { resident: false })("invoice");
    assertStringIncludes(answer.degraded[0]!, "gives 1 numbers for a message and 2 for a skill");
    assertEquals(answer.ids, ["money"]);
  }));

test("LocalRetriever takes answers that are no vectors for a failure", () =>
  withEmbeddings(async (server) => {
    server.behaviour.vectorOf = () => [];
    const { degraded, ids } = await asking(makeHome(SKILLS), server, { resident: false })(
      "invoice",
    );
    assertEquals([degraded.length, ids], [1, ["money"]]);
  }));

test("LocalRetriever drops the layer where no service listens, or its address is unusable", async () => {
  const home = makeHome(SKILLS);
  for (const baseUrl of ["http://127.0.0.1:9", "http://example.com/v1", "nonsense"]) {
    const retriever = createRetriever(() => undefined, { resident: false });
    const answer = await ask(retriever, home, "invoice", { HERMES_EMBEDDING_BASE_URL: baseUrl });
    assertEquals([answer.ids, answer.degraded.length], [["money"], 1]);
    assertEquals(answer.warnings.length, 1);
  }
});

test("LocalRetriever says no key, wherever the service fails", () =>
  withEmbeddings(async (server) => {
    server.behaviour.status = 401;
    const retriever = createRetriever(
      (name) => name === "HERMES_EMBEDDING_API_KEY" ? "k-secret" : undefined,
      { resident: false },
    );
    const variables = { HERMES_EMBEDDING_BASE_URL: server.baseUrl };
    const answer = await ask(retriever, makeHome(SKILLS), "invoice", variables);
    assertEquals(server.loopback.seen[0]!.headers.authorization, "Bearer k-secret");
    assertEquals(JSON.stringify(answer).includes("k-secret"), false);
  }));

test("LocalRetriever sends no Authorization without a key, and the model's name (EE-50)", () =>
  withEmbeddings(async (server) => {
    const variables = {
      HERMES_EMBEDDING_BASE_URL: `${server.baseUrl}/`,
      HERMES_EMBEDDING_MODEL: "shibing624/text2vec-base-chinese-paraphrase",
      HERMES_EMBEDDING_BATCH_SIZE: "2",
    };
    const retriever = createRetriever(() => undefined, { resident: false });
    await ask(retriever, makeHome(SKILLS), PHOTO, variables);
    const [first] = server.loopback.seen;
    assertEquals([first!.path, first!.headers.authorization], ["/v1/embeddings", undefined]);
    const { model, input } = JSON.parse(first!.body);
    assertEquals([model, input.length], ["shibing624/text2vec-base-chinese-paraphrase", 1]);
  }));

test("LocalRetriever takes no vectors in preset bm25", () =>
  withEmbeddings(async (server) => {
    const retriever = createRetriever(() => undefined, { resident: false });
    const variables = { HERMES_EMBEDDING_BASE_URL: server.baseUrl };
    const answer = await ask(retriever, makeHome(SKILLS), "invoice", variables, "bm25");
    assertEquals([answer.layers, answer.degraded], [["bm25"], []]);
    assertEquals(server.inputs(), []);
  }));

test("LocalRetriever ranks by a static table, named relative to the home", async () => {
  const home = makeHome({ ...SKILLS, "t.skrtable": TABLE });
  for (const options of [{ resident: true }, { resident: false }] satisfies RetrieverOptions[]) {
    const retriever = createRetriever(() => undefined, options);
    const answer = await ask(retriever, home, PHOTO, { SKILL_RETRIEVAL_VECTORS: "t.skrtable" });
    assertEquals([answer.ids[0], answer.layers], ["album", LAYERS.with]);
    assertEquals([answer.degraded, answer.warnings], [[], []]);
  }
});

test("LocalRetriever in a resident process makes vectors of many skills in the background", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `skills/x/s${at}/SKILL.md`,
      skillText(`s${at}`, `Read document ${at}`),
    ]),
  );
  const home = makeHome({ ...SKILLS, ...many, "t.skrtable": TABLE });
  const retriever = createRetriever(() => undefined, { resident: true });
  const asked = () => ask(retriever, home, PHOTO, { SKILL_RETRIEVAL_VECTORS: "t.skrtable" });
  assertEquals((await asked()).degraded, ["dense: the vectors of 43 skills are being made"]);
  let answer = await asked();
  await until(async () => (answer = await asked()).degraded.length === 0);
  assertEquals(answer.ids[0], "album");
});

test("LocalRetriever drops the layer with one warning where the table is none (EE-55)", async () => {
  const home = makeHome({ ...SKILLS, "t.skrtable": "no table" });
  for (const name of ["t.skrtable", "missing"]) {
    const retriever = createRetriever(() => undefined, { resident: false });
    const asked = () => ask(retriever, home, "invoice", { SKILL_RETRIEVAL_VECTORS: name });
    const answer = await asked();
    assertEquals([answer.ids, answer.layers], [["money"], LAYERS.without]);
    assertEquals(answer.warnings.length, 1);
    assertStringIncludes(answer.warnings[0]!, join(home, name));
    assertEquals((await asked()).warnings, []);
  }
});

test("LocalRetriever makes vectors anew where the cache is damaged (EE-54, EE-55)", () =>
  withEmbeddings(async (server) => {
    const home = makeHome(SKILLS);
    await asking(home, server, { resident: false })(PHOTO);
    const [cache] = fs.readdirSync(join(home, DATA));
    writeHomeFile(home, `${DATA}/${cache}`, "damaged");
    server.loopback.seen.length = 0;
    const answer = await asking(home, server, { resident: false })(PHOTO);
    assertEquals([answer.layers, answer.warnings], [LAYERS.with, []]);
    assertEquals(server.inputs().length, 2);
  }));

test("LocalRetriever keeps vectors in memory where the home takes none (EE-55)", () =>
  withEmbeddings(async (server) => {
    const home = makeHome({ ...SKILLS, data: "a file in the way" });
    const asked = asking(home, server, { resident: false });
    for (const text of [PHOTO, "song"]) {
      const { layers, warnings } = await asked(text);
      assertEquals([layers, warnings], [LAYERS.with, []]);
    }
    assertEquals(server.inputs().length, 3);
  }));

test("LocalRetriever writes nothing for folders that are no home", () =>
  withEmbeddings(async (server) => {
    const home = makeHome(SKILLS);
    const roots = [join(home, "skills")];
    const { settings } = readSettings({
      environment: (name) => name === "HERMES_EMBEDDING_BASE_URL" ? server.baseUrl : undefined,
    });
    const retriever = createRetriever(() => undefined, { resident: false });
    const { outcome } = await retriever.answer(
      { home: roots[0]!, roots, cwd: null, text: PHOTO, earlier: [], session: NO_FACTS, settings },
      10,
    );
    assertEquals(outcome.layers, LAYERS.with);
    assertEquals(
      fs.existsSync(join(home, "data")) || fs.existsSync(join(roots[0]!, "data")),
      false,
    );
  }));

test("LocalRetriever answers of no skill without asking a service", () =>
  withEmbeddings(async (server) => {
    const home = makeHome({ "config.yaml": "", "skills/": "" });
    const answer = await asking(home, server, { resident: false })(PHOTO);
    assertEquals([answer.ids, answer.degraded, server.inputs()], [[], [], []]);
  }));

test("LocalRetriever asks a service for no empty message, and for the beginning of a long one", () =>
  withEmbeddings(async (server) => {
    const asked = asking(makeHome(SKILLS), server, { resident: false });
    assertEquals((await asked(" \n")).degraded, []);
    await asked(`${"x".repeat(1_999)}😀`);
    assertEquals(server.inputs().slice(1), [[`${"x".repeat(1_999)}\ufffd`]]);
  }));

test("DenseSource leaves a failing service alone for 30 s, then asks again (EE-80)", () =>
  withEmbeddings(async (server) => {
    const { settings } = readSettings({ environment: () => undefined });
    let now = 0;
    const service = new EmbeddingService(server.baseUrl, settings, () => undefined);
    const source = new DenseSource(service, () => now);
    server.behaviour.status = 500;
    assertEquals(await source.queryVector("song", 1_000), null);
    assertStringIncludes(source.takeWarning()!, "status 500");
    now = 29_999;
    assertStringIncludes(source.problem!, "status 500");
    now = 30_000;
    assertEquals(source.problem, null);
    assertEquals(await source.queryVector("song", 1_000), null);
    // Still the same failure: it was told already.
    assertEquals([source.takeWarning(), source.problem !== null], [null, true]);
    now = 60_000;
    server.behaviour.status = 200;
    assertEquals((await source.queryVector("song", 1_000))?.length, 5);
    server.behaviour.status = 500;
    assertEquals(await source.queryVector("other", 1_000), null);
    assertStringIncludes(source.takeWarning()!, "status 500");
  }));

test("DenseSource gives up waiting for a message in time", () =>
  withEmbeddings(async (server) => {
    const { settings } = readSettings({ environment: () => undefined });
    server.behaviour.hangs = true;
    const source = new DenseSource(
      new EmbeddingService(server.baseUrl, settings, () => undefined),
    );
    assertEquals(await source.queryVector("song", 20), null);
    assertStringIncludes(source.problem!, "did not answer within 20 ms");
  }));

test("DenseSource keeps the vectors of 256 messages (EE-52)", () =>
  withEmbeddings(async (server) => {
    const { settings } = readSettings({ environment: () => undefined });
    const source = new DenseSource(
      new EmbeddingService(server.baseUrl, settings, () => undefined),
    );
    for (let at = 0; at < 257; at++) await source.queryVector(`message ${at}`, 5_000);
    server.loopback.seen.length = 0;
    await source.queryVector("message 256", 5_000);
    await source.queryVector("message 1", 5_000);
    assertEquals(server.inputs(), []);
    await source.queryVector("message 0", 5_000);
    assertEquals(server.inputs(), [["message 0"]]);
  }));

test("LocalRetriever gives preset eagle-eye vectors, and goes on without them (EE-55, EE-83)", () =>
  withEmbeddings(async (server) => {
    const variables = { HERMES_EMBEDDING_BASE_URL: server.baseUrl };
    const home = makeHome(SKILLS);
    const asked = (text: string) =>
      ask(
        createRetriever(() => undefined, { resident: false }),
        home,
        text,
        variables,
        "eagle-eye",
      );
    const fused = await asked(PHOTO);
    assertEquals([fused.ids[0], fused.layers.includes("dense")], ["album", true]);
    assertEquals(fused.degraded, []);
    server.behaviour.status = 500;
    const without = await asked("invoice");
    assertEquals([without.ids[0], without.layers.includes("dense")], ["money", false]);
    assertEquals([without.degraded.length, without.warnings.length], [1, 1]);
  }));
