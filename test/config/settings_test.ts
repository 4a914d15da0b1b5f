import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  defaultInWords,
  isDisabled,
  readSettings,
  type Setting,
  SETTINGS,
  type Settings,
} from "../../lib/config/mod.ts";

const of = (variables: Record<string, string>) => (name: string) => variables[name];

function read(
  variables: Record<string, string> = {},
  options: Partial<Record<keyof Settings, string>> = {},
  config: Record<string, unknown> = {},
) {
  return readSettings({ options, environment: of(variables), config });
}

test("readSettings() leaves to the preset what nothing sets, without a warning", () => {
  const { settings: { preset: _, ...settings }, origins, warnings } = read();
  assertEquals(settings.topK, null);
  assertEquals(settings.injectK, null);
  assertEquals([settings.compact, settings.maxChars], [true, 2_000]);
  assertEquals(new Set(Object.values(origins)), new Set(["default"]));
  assertEquals(warnings, []);
});

test("readSettings() takes option over environment over config over default (DESIGN §5)", () => {
  const variables = { SKILL_RETRIEVAL_TOP_K: "3", SKILL_RETRIEVAL_PRESET: "bm25" };
  const config = { top_k: 4, preset: "default", inject_k: "2" };
  const all = read(variables, { topK: "5" }, config);
  assertEquals(
    [all.settings.topK, all.settings.injectK, all.settings.preset, all.settings.compact],
    [5, 2, "bm25", true],
  );
  assertEquals(
    [all.origins.topK, all.origins.injectK, all.origins.preset, all.origins.compact],
    ["option", "config", "environment", "default"],
  );
  assertEquals(read(variables, {}, config).settings.topK, 3);
  assertEquals(read({}, {}, config).settings.topK, 4);
});

for (const [text, topK] of [["6", 6], [" 12 ", 12], ["1", 1], ["+7", 7], ["007", 7]] as const) {
  test(`readSettings() reads ${JSON.stringify(text)} as a pool of ${topK} (SR-1)`, () => {
    const { settings, warnings } = read({ SKILL_RETRIEVAL_TOP_K: text });
    assertEquals([settings.topK, warnings], [topK, []]);
  });
}

test("readSettings() takes blank text as unset, silently (SR-1)", () => {
  for (const text of ["", "  ", "\t\n"]) {
    const variables = Object.fromEntries(
      Object.values(SETTINGS).map(({ variable }) => [variable, text]),
    );
    assertEquals(read(variables), read());
  }
});

for (const text of ["many", "6.0", "1e3", "0x10", "6 7", "六", "--1", "NaN"]) {
  test(`readSettings() warns of the pool ${JSON.stringify(text)} with variable, value and default (SR-1)`, () => {
    const { settings, origins, warnings } = read({ SKILL_RETRIEVAL_TOP_K: text });
    assertEquals([settings.topK, origins.topK], [null, "default"]);
    assertEquals(warnings, [
      `SKILL_RETRIEVAL_TOP_K=${JSON.stringify(text)} is not a whole number; ` +
      "using the default: 6 in preset bm25, else 12",
    ]);
  });
}

test("readSettings() warns that the pool must be at least 1 (SR-1)", () => {
  for (const text of ["0", "-3"]) {
    assertEquals(read({ SKILL_RETRIEVAL_TOP_K: text }).warnings, [
      `SKILL_RETRIEVAL_TOP_K="${text}" must be at least 1; ` +
      "using the default: 6 in preset bm25, else 12",
    ]);
  }
});

test("readSettings() warns of a bad INJECT_K and leaves it to TOP_K (SR-2)", () => {
  const { settings, warnings } = read({
    SKILL_RETRIEVAL_INJECT_K: "few",
    SKILL_RETRIEVAL_TOP_K: "4",
  });
  assertEquals([settings.topK, settings.injectK], [4, null]);
  assertEquals(warnings, [
    'SKILL_RETRIEVAL_INJECT_K="few" is not a whole number; ' +
    "using the default: SKILL_RETRIEVAL_TOP_K where it is set, else 6",
  ]);
});

test("readSettings() says which lower source stands in for a bad value", () => {
  const { settings, origins, warnings } = read(
    { SKILL_RETRIEVAL_TOP_K: "x" },
    { topK: "0" },
    { top_k: 4 },
  );
  assertEquals([settings.topK, origins.topK], [4, "config"]);
  assertEquals(warnings, [
    '--topK="0" must be at least 1; using settings.top_k=4',
    'SKILL_RETRIEVAL_TOP_K="x" is not a whole number; using settings.top_k=4',
  ]);
});

test("readSettings() reads COMPACT in any case, trimmed (SR-3, SR-A073)", () => {
  const isOn = (text: string) => read({ SKILL_RETRIEVAL_COMPACT: text }).settings.compact;
  for (const text of ["", " ", "1", "true", "yes", "on", " ON ", "True"]) {
    assertEquals([text, isOn(text)], [text, true]);
  }
  for (const text of ["0", "false", "no", "off", " Off ", "FALSE"]) {
    assertEquals([text, isOn(text)], [text, false]);
  }
  assertEquals(read().settings.compact, true);
});

test("readSettings() keeps compaction on for nonsense, with a warning (SR-3, SR-A073)", () => {
  const { settings, warnings } = read({ SKILL_RETRIEVAL_COMPACT: "nonsense" });
  assertEquals(settings.compact, true);
  assertEquals(warnings, [
    'SKILL_RETRIEVAL_COMPACT="nonsense" is none of 1, true, yes, on, 0, false, no, off; ' +
    "using the default: on",
  ]);
});

test("readSettings() takes YAML values of a config as text", () => {
  const { settings, warnings } = read({}, {}, { compact: false, top_k: 9, preset: null });
  assertEquals([settings.compact, settings.topK, warnings], [false, 9, []]);
  assertEquals(read({}, {}, { top_k: [1], compact: { on: true } }).warnings, [
    'settings.compact="[object Object]" is none of 1, true, yes, on, 0, false, no, off; ' +
    "using the default: on",
  ]);
});

test("readSettings() bounds integers from above", () => {
  const { settings, warnings } = read({ SKILL_RETRIEVAL_MAX_CHARS: "10000" });
  assertEquals(settings.maxChars, 2_000);
  assertEquals(warnings, [
    'SKILL_RETRIEVAL_MAX_CHARS="10000" must be at most 9900; using the default: 2000',
  ]);
});

test("readSettings() reads choices in any case and names them for a bad one", () => {
  assertEquals(read({ SKILL_RETRIEVAL_PRESET: " BM25 " }).settings.preset, "bm25");
  assertEquals(read({ SKILL_RETRIEVAL_UNCAPTURED: "perhaps" }).warnings, [
    'SKILL_RETRIEVAL_UNCAPTURED="perhaps" is none of allow, first, never; ' +
    "using the default: first in preset bm25, else allow",
  ]);
});

test("readSettings() ignores config keys it does not declare and reads no file (SR-6)", () => {
  const asked: string[] = [];
  readSettings({
    environment: (name) => void asked.push(name),
    config: { api_key: "x", TOP_K: 1, preset_: "bm25" },
  });
  assertEquals(asked, Object.values(SETTINGS).map(({ variable }) => variable));
});

test("readSettings() never throws and always yields values in range", () => {
  const anything = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const settings = Object.values(SETTINGS) as Setting[];
  fc.assert(
    fc.property(fc.array(anything, { minLength: 9, maxLength: 9 }), (values) => {
      const config = Object.fromEntries(
        settings.map(({ key }, at) => [key ?? "", values[at % values.length]]),
      );
      const { settings: { preset, topK, maxChars, compact } } = read({}, {}, config);
      assertEquals((SETTINGS.preset.type.values as readonly string[]).includes(preset), true);
      assertEquals(topK === null || topK >= 1, true);
      assertEquals(maxChars >= 200 && maxChars <= 9_900, true);
      assertEquals(typeof compact, "boolean");
    }),
  );
});

test("isDisabled() obeys each switch, 1, true or yes in any case (DESIGN §5)", () => {
  const names = [
    "SKILL_RETRIEVAL_DISABLE",
    "HERMES_DISABLE_SKILL_RETRIEVAL",
    "SKILL_RETRIEVER_DISABLE",
  ];
  for (const name of names) {
    for (const value of ["1", "true", "YES", " yes "]) {
      assertEquals([name, value, isDisabled(of({ [name]: value }))], [name, value, true]);
    }
    for (const value of ["", "0", "no", "off", "false", "2"]) {
      assertEquals([name, value, isDisabled(of({ [name]: value }))], [name, value, false]);
    }
  }
  assertEquals(isDisabled(of({})), false);
});

test("SETTINGS declares each variable and key once, with a sentence and a default that can be read", () => {
  const settings = Object.values(SETTINGS) as Setting[];
  const variables = settings.map(({ variable }) => variable);
  const keys = settings.flatMap(({ key }) => key ?? []);
  assertEquals(new Set(variables).size, variables.length);
  assertEquals(new Set(keys).size, keys.length);
  for (const setting of settings) {
    assertEquals([setting.variable, setting.description.endsWith(".")], [setting.variable, true]);
    const { fallback, variable } = setting;
    if (fallback !== null) assertEquals(read({ [variable]: fallback }).warnings, []);
    assertEquals(defaultInWords(setting) !== "", true);
  }
});

test("readSettings() reads the embedding service, a bad number with a warning (EE-82)", () => {
  const variables = {
    HERMES_EMBEDDING_BASE_URL: " http://localhost:8080/v1 ",
    HERMES_EMBEDDING_MODEL: "shibing624/text2vec-base-chinese-paraphrase",
    HERMES_EMBEDDING_BATCH_SIZE: "many",
  };
  const { settings, warnings } = read(variables);
  assertEquals(
    [settings.embeddingBaseUrl, settings.embeddingModel, settings.embeddingBatchSize],
    ["http://localhost:8080/v1", "shibing624/text2vec-base-chinese-paraphrase", 16],
  );
  assertEquals(warnings, [
    'HERMES_EMBEDDING_BATCH_SIZE="many" is not a whole number; using the default: 16',
  ]);
  const none = read().settings;
  assertEquals(
    [none.embeddingBaseUrl, none.vectors, none.embeddingModel],
    [null, null, "default"],
  );
  // A config cannot send skills to a host.
  const config = { embedding_base_url: "http://localhost:1", base_url: "http://localhost:1" };
  assertEquals(read({}, {}, config).settings.embeddingBaseUrl, null);
});
