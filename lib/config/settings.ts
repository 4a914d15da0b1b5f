/**
 * Every setting, declared once. From this table come parsing, validation, `info` and the README's
 * section (`scripts/settings_table.ts`).
 *
 * Order of precedence: command-line option > environment > the home's config
 * (`plugins.entries.skill-retrieval.settings`) > default.
 */

/** How a setting's text is read. */
export type SettingType =
  | { kind: "integer"; minimum: number; maximum?: number }
  | { kind: "number"; minimum: number; maximum: number }
  | { kind: "flag" }
  /** `synonyms`: further words for a value. */
  | { kind: "choice"; values: readonly string[]; synonyms?: Readonly<Record<string, string>> }
  | { kind: "text" }
  | { kind: "path" };

/** One declared setting. */
export interface Setting {
  /** Environment variable. */
  variable: string;
  /** Key below `plugins.entries.skill-retrieval.settings`, or null where only the environment counts. */
  key: string | null;
  type: SettingType;
  /** Text of the default, or null where there is none of its own. */
  fallback: string | null;
  /** In words, what holds instead of a default of its own. @default "none" */
  derived?: string;
  /** One sentence for people. */
  description: string;
}

/** The table. Keep it sorted by the order in which a reader wants to meet the settings. */
export const SETTINGS = {
  preset: {
    variable: "SKILL_RETRIEVAL_PRESET",
    key: "preset",
    type: { kind: "choice", values: ["default", "bm25", "eagle-eye"] },
    fallback: "default",
    description: "Which assembly of rankers, gate and block is used.",
  },
  topK: {
    variable: "SKILL_RETRIEVAL_TOP_K",
    key: "top_k",
    type: { kind: "integer", minimum: 1 },
    fallback: null,
    derived: "6 in preset bm25, else 12",
    description: "How many skills are ranked for a turn (in preset eagle-eye 15).",
  },
  injectK: {
    variable: "SKILL_RETRIEVAL_INJECT_K",
    key: "inject_k",
    type: { kind: "integer", minimum: 1 },
    fallback: null,
    derived: "SKILL_RETRIEVAL_TOP_K where it is set, else 6",
    description:
      "How many skills are shown at most, never more than are ranked (in preset eagle-eye 5).",
  },
  eagleEyeTopK: {
    variable: "HERMES_SKILL_RETRIEVAL_TOP_K",
    key: null,
    type: { kind: "integer", minimum: 1 },
    fallback: null,
    derived: "5",
    description: "SKILL_RETRIEVAL_INJECT_K of preset eagle-eye, under the name of its original.",
  },
  compact: {
    variable: "SKILL_RETRIEVAL_COMPACT",
    key: "compact",
    type: { kind: "flag" },
    fallback: "on",
    description: "Whether the skill index of the request is rewritten to names only.",
  },
  compactStyle: {
    variable: "SKILL_RETRIEVAL_COMPACT_STYLE",
    key: "compact_style",
    type: { kind: "choice", values: ["inline", "lines"] },
    fallback: null,
    derived: "lines in preset bm25, else inline",
    description: "One line a category (inline), or one line a skill (lines).",
  },
  uncaptured: {
    variable: "SKILL_RETRIEVAL_UNCAPTURED",
    key: "uncaptured",
    type: { kind: "choice", values: ["allow", "first", "never"] },
    fallback: null,
    derived: "first in preset bm25, else allow",
    description:
      "Whether skills are offered before the session's index was seen: always, on the first turn only, never.",
  },
  gate: {
    variable: "SKILL_RETRIEVAL_GATE",
    key: "gate",
    type: { kind: "choice", values: ["on", "off", "compat"] },
    fallback: null,
    derived: "off in preset bm25, else on",
    description:
      "Whether the calibrated confidence decides what is shown; compat: in preset eagle-eye the fixed 0.015 alone, elsewhere as if unset.",
  },
  maxChars: {
    variable: "SKILL_RETRIEVAL_MAX_CHARS",
    key: "max_chars",
    type: { kind: "integer", minimum: 200, maximum: 9_900 },
    fallback: "2000",
    description: "Longest hint block, in characters (not in preset `bm25`).",
  },
  triggers: {
    variable: "SKILL_RETRIEVAL_TRIGGERS",
    key: "triggers",
    type: { kind: "choice", values: ["on", "user", "off"] },
    fallback: null,
    derived: "off in preset bm25, on in preset eagle-eye, else user",
    description:
      "Which hard triggers count: all (on), those of your triggers.yaml alone (user), none (off).",
  },
  autoload: {
    variable: "SKILL_RETRIEVAL_AUTOLOAD",
    key: "autoload",
    type: { kind: "choice", values: ["off", "clean", "list"] },
    fallback: null,
    derived: "clean in preset eagle-eye, else off",
    description:
      "Which skills a hard trigger loads at once: none (off), those in which the safety rules find nothing (clean), those listed below autoload in your triggers.yaml (list).",
  },
  autoloadMax: {
    variable: "SKILL_RETRIEVAL_AUTOLOAD_MAX",
    key: "autoload_max",
    type: { kind: "integer", minimum: 200, maximum: 9_000 },
    fallback: "8000",
    description: "Longest text of a skill that is loaded at once, in characters.",
  },
  ignore: {
    variable: "SKILL_RETRIEVAL_IGNORE",
    key: "ignore",
    type: { kind: "text" },
    fallback: null,
    description:
      "Beginnings of messages that nothing is said to, separated by |, besides those of the host's own messages.",
  },
  lexicon: {
    variable: "SKILL_RETRIEVAL_LEXICON",
    key: "lexicon",
    type: { kind: "path" },
    fallback: null,
    description: "A lexicon of your own (TSV or CC-CEDICT), below the built-in one in weight.",
  },
  synonyms: {
    variable: "SKILL_RETRIEVAL_SYNONYMS",
    key: "synonyms",
    type: { kind: "choice", values: ["on", "user", "off"] },
    fallback: "on",
    description:
      "Which synonyms preset eagle-eye uses: the dictionary and your synonyms.yaml (on), your file alone (user), none (off).",
  },
  textWeight: {
    variable: "SKILL_RETRIEVAL_TEXT_WEIGHT",
    key: "text_weight",
    type: { kind: "number", minimum: 0, maximum: 1 },
    fallback: "0.45",
    description: "Weight of the text layer of preset eagle-eye; 0 switches it off.",
  },
  synonymWeight: {
    variable: "SKILL_RETRIEVAL_SYNONYM_WEIGHT",
    key: "synonym_weight",
    type: { kind: "number", minimum: 0, maximum: 1 },
    fallback: "0.35",
    description: "Weight of its synonym layer; 0 switches it off.",
  },
  denseWeight: {
    variable: "SKILL_RETRIEVAL_DENSE_WEIGHT",
    key: "dense_weight",
    type: { kind: "number", minimum: 0, maximum: 1 },
    fallback: "0.2",
    description: "Weight of its dense layer, where vectors are there; 0 switches it off.",
  },
  fusionK: {
    variable: "SKILL_RETRIEVAL_FUSION_K",
    key: "fusion_k",
    type: { kind: "integer", minimum: 1, maximum: 10_000 },
    fallback: "60",
    description: "What its fusion adds to every rank.",
  },
  synonymTokenWeight: {
    variable: "SKILL_RETRIEVAL_SYNONYM_TOKEN",
    key: "synonym_token",
    type: { kind: "number", minimum: 0, maximum: 10 },
    fallback: "1",
    description: "Weight of a word of a synonym.",
  },
  synonymPhraseWeight: {
    variable: "SKILL_RETRIEVAL_SYNONYM_PHRASE",
    key: "synonym_phrase",
    type: { kind: "number", minimum: 0, maximum: 10 },
    fallback: "1.5",
    description: "Weight of a whole synonym.",
  },
  vectors: {
    variable: "SKILL_RETRIEVAL_VECTORS",
    key: "vectors",
    type: { kind: "path" },
    fallback: null,
    description: "A static table of word vectors (docs/dense.md); switches the dense layer on.",
  },
  embeddingBaseUrl: {
    variable: "HERMES_EMBEDDING_BASE_URL",
    key: null,
    type: { kind: "text" },
    fallback: null,
    description:
      "Everything before /embeddings of an OpenAI-compatible service (its key: HERMES_EMBEDDING_API_KEY); switches the dense layer on where no table does.",
  },
  embeddingModel: {
    variable: "HERMES_EMBEDDING_MODEL",
    key: "embedding_model",
    type: { kind: "text" },
    fallback: "default",
    description: "The model that the embedding service is asked for.",
  },
  embeddingBatchSize: {
    variable: "HERMES_EMBEDDING_BATCH_SIZE",
    key: "embedding_batch_size",
    type: { kind: "integer", minimum: 1, maximum: 2_048 },
    fallback: "16",
    description: "Texts in one request to the embedding service.",
  },
  rerank: {
    variable: "SKILL_RETRIEVAL_RERANK",
    key: null,
    type: {
      kind: "choice",
      values: ["off", "jev", "llm"],
      synonyms: { "0": "off", false: "off", no: "off" },
    },
    fallback: "off",
    description: "The remote judge that reorders and filters the shortlist.",
  },
  rerankProvider: {
    variable: "SKILL_RETRIEVAL_RERANK_PROVIDER",
    key: null,
    type: { kind: "choice", values: ["typesafe", "openrouter"] },
    fallback: "typesafe",
    description: "Who answers for judge `jev`.",
  },
  rerankModel: {
    variable: "SKILL_RETRIEVAL_RERANK_MODEL",
    key: null,
    type: { kind: "text" },
    fallback: null,
    derived: "jev-latest; with judge llm SKILL_RETRIEVER_LLM_MODEL",
    description: "The judge's model.",
  },
  rerankBaseUrl: {
    variable: "SKILL_RETRIEVAL_RERANK_BASE_URL",
    key: null,
    type: { kind: "text" },
    fallback: null,
    derived: "the provider's",
    description: "Where the judge is asked instead: https, or http on this machine.",
  },
  rerankCandidates: {
    variable: "SKILL_RETRIEVAL_RERANK_CANDIDATES",
    key: null,
    type: { kind: "integer", minimum: 1, maximum: 12 },
    fallback: "12",
    description: "How many of the ranked skills are sent to the judge at most.",
  },
  rerankLog: {
    variable: "SKILL_RETRIEVAL_RERANK_LOG",
    key: null,
    type: { kind: "path" },
    fallback: null,
    derived: "`data/jev-trial/rerank_ab_log.jsonl` in the home",
    description: "The file that gets a line for every judged message.",
  },
} as const satisfies Record<string, Setting>;

/** Switches that turn everything off, read at every turn. */
export const DISABLE_VARIABLES = [
  "SKILL_RETRIEVAL_DISABLE",
  "HERMES_DISABLE_SKILL_RETRIEVAL",
  "SKILL_RETRIEVER_DISABLE",
] as const;

/** Settings in force, parsed. `null` means "not set: the preset decides". */
export interface Settings {
  preset: string;
  topK: number | null;
  injectK: number | null;
  eagleEyeTopK: number | null;
  compact: boolean;
  compactStyle: "inline" | "lines" | null;
  uncaptured: "allow" | "first" | "never" | null;
  gate: "on" | "off" | "compat" | null;
  maxChars: number;
  triggers: "on" | "user" | "off" | null;
  autoload: "off" | "clean" | "list" | null;
  autoloadMax: number;
  ignore: string | null;
  lexicon: string | null;
  synonyms: "on" | "user" | "off";
  textWeight: number;
  synonymWeight: number;
  denseWeight: number;
  fusionK: number;
  synonymTokenWeight: number;
  synonymPhraseWeight: number;
  vectors: string | null;
  embeddingBaseUrl: string | null;
  embeddingModel: string;
  embeddingBatchSize: number;
  rerank: "off" | "jev" | "llm";
  rerankProvider: "typesafe" | "openrouter";
  rerankModel: string | null;
  rerankBaseUrl: string | null;
  rerankCandidates: number;
  rerankLog: string | null;
}

/** Where a value in force came from. */
export type SettingOrigin = "option" | "environment" | "config" | "default";

/** Result of reading all settings. */
export interface SettingsReading {
  settings: Settings;
  origins: Record<keyof Settings, SettingOrigin>;
  /** One sentence for each bad value: variable, value, what is used instead (SR-1). */
  warnings: string[];
}

type Sources = {
  /** Command-line options by setting name. */
  options?: Partial<Record<keyof Settings, string>>;
  /** Reads an environment variable. */
  environment: (name: string) => string | undefined;
  /** `plugins.entries.skill-retrieval.settings` of the home. */
  config?: Record<string, unknown>;
};

const ON = ["1", "true", "yes", "on"];
const OFF = ["0", "false", "no", "off"];

/**
 * Reads every setting from its sources; a bad value falls back with a warning and never fails.
 * Blank values count as unset (SR-1).
 */
export function readSettings(sources: Sources): SettingsReading {
  const warnings: string[] = [];
  const values: Record<string, unknown> = {};
  const origins: Record<string, SettingOrigin> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [keyof Settings, Setting][]) {
    const candidates: [SettingOrigin, string, string | undefined][] = [
      ["option", `--${name}`, sources.options?.[name]],
      ["environment", setting.variable, sources.environment(setting.variable)],
      ["config", `settings.${setting.key}`, configText(setting.key, sources.config)],
    ];
    const rejected: string[] = [];
    let value: unknown = undefined;
    let origin: SettingOrigin = "default";
    let used = `the default: ${defaultInWords(setting)}`;
    for (const [from, label, text] of candidates) {
      if (text === undefined || text.trim() === "") continue;
      const parsed = parseValue(setting.type, text.trim());
      if (typeof parsed === "object") {
        rejected.push(`${label}=${JSON.stringify(text)} ${parsed.problem}`);
        continue;
      }
      value = parsed;
      origin = from;
      used = `${label}=${text.trim()}`;
      break;
    }
    warnings.push(...rejected.map((problem) => `${problem}; using ${used}`));
    if (value === undefined && setting.fallback !== null) {
      value = parseValue(setting.type, setting.fallback);
    }
    values[name] = value ?? null;
    origins[name] = origin;
  }
  return {
    settings: values as unknown as Settings,
    origins: origins as Record<keyof Settings, SettingOrigin>,
    warnings,
  };
}

/** Whether one of the disable switches is on (1, true or yes, any case). */
export function isDisabled(environment: (name: string) => string | undefined): boolean {
  return DISABLE_VARIABLES.some((name) =>
    ["1", "true", "yes"].includes((environment(name) ?? "").trim().toLowerCase())
  );
}

function configText(
  key: string | null,
  config: Record<string, unknown> | undefined,
): string | undefined {
  if (key === null || config === undefined) return undefined;
  const value = config[key];
  return value === undefined || value === null ? undefined : String(value);
}

/** What holds where nothing is set, for people. */
export function defaultInWords({ fallback, derived }: Setting): string {
  return fallback ?? derived ?? "none";
}

function parseValue(
  type: SettingType,
  text: string,
): number | boolean | string | { problem: string } {
  switch (type.kind) {
    case "integer": {
      if (!/^[+-]?\d+$/.test(text)) return { problem: "is not a whole number" };
      const value = Number(text);
      if (value < type.minimum) return { problem: `must be at least ${type.minimum}` };
      if (type.maximum !== undefined && value > type.maximum) {
        return { problem: `must be at most ${type.maximum}` };
      }
      return value;
    }
    case "number": {
      if (!/^\+?(?:\d+\.?\d*|\.\d+)$/.test(text)) return { problem: "is not a number" };
      const value = Number(text);
      if (value < type.minimum) return { problem: `must be at least ${type.minimum}` };
      if (value > type.maximum) return { problem: `must be at most ${type.maximum}` };
      return value;
    }
    case "flag": {
      const lower = text.toLowerCase();
      if (ON.includes(lower)) return true;
      if (OFF.includes(lower)) return false;
      return { problem: `is none of ${[...ON, ...OFF].join(", ")}` };
    }
    case "choice": {
      const lower = text.toLowerCase();
      const value = type.synonyms?.[lower] ?? lower;
      if (type.values.includes(value)) return value;
      return { problem: `is none of ${type.values.join(", ")}` };
    }
    case "path":
    case "text":
      return text;
  }
}
