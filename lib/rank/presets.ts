/**
 * The presets: named, fixed assemblies of rankers, gate and block.
 */
import type { Settings } from "../config/mod.ts";
import { createBm25Model } from "./bm25_model.ts";
import { createEagleEyeModel, type EagleEyeOptions } from "./eagle_eye_model.ts";
import { createFieldsModel } from "./fields_model.ts";
import type { ModelOptions, RankingModel } from "./model.ts";

/** A preset with everything that depends on nothing but its name. */
export interface Preset {
  name: string;
  /** Layers it runs, for `explain` and the JSON of `query`. */
  layers: readonly string[];
  /** Whether it takes vectors, where the settings name a source of them. */
  dense: boolean;
  /** Skills ranked for a turn (DESIGN §6). */
  pool: number;
  /** Skills injected at most (DESIGN §6). */
  inject: number;
  /** Whether the calibrated confidence decides (DESIGN §6). */
  gate: boolean;
  /**
   * Whether every turn says all that fits, to any text but the host's own. Otherwise pasted material
   * asks nothing, and what the session was shown or has loaded is not said again (DESIGN §6).
   */
  repeats: boolean;
  /** Which hard triggers count. */
  triggers: "on" | "user" | "off";
  /** Whether a hard trigger ends the retrieval (EE-19); otherwise its skill comes before the others. */
  endsAtTrigger: boolean;
  /** Which skills a hard trigger loads at once (EE-71). */
  autoload: "off" | "clean" | "list";
  /** Layout of the injected block. */
  block: "default" | "bm25" | "eagle-eye";
  compactStyle: "inline" | "lines";
  /** Whether to offer skills before the session's index was seen (DESIGN §6, SR-72). */
  uncaptured: "allow" | "first" | "never";
  createModel(options?: ModelOptions): RankingModel;
}

const PRESETS: Record<string, Preset> = {
  default: {
    name: "default",
    layers: ["fields"],
    dense: true,
    pool: 12,
    inject: 6,
    gate: true,
    repeats: false,
    triggers: "user",
    endsAtTrigger: false,
    autoload: "off",
    block: "default",
    compactStyle: "inline",
    uncaptured: "allow",
    createModel: createFieldsModel,
  },
  bm25: {
    name: "bm25",
    layers: ["bm25"],
    dense: false,
    pool: 6,
    inject: 6,
    gate: false,
    repeats: true,
    triggers: "off",
    endsAtTrigger: false,
    autoload: "off",
    block: "bm25",
    compactStyle: "lines",
    uncaptured: "first",
    createModel: createBm25Model,
  },
  "eagle-eye": {
    name: "eagle-eye",
    layers: ["text", "synonyms"],
    dense: true,
    pool: 15,
    inject: 5,
    gate: true,
    repeats: false,
    triggers: "on",
    endsAtTrigger: true,
    autoload: "clean",
    block: "eagle-eye",
    compactStyle: "inline",
    uncaptured: "allow",
    createModel: createEagleEyeModel,
  },
};

/** Found on ../shared/bench: from 0.5 to 2 all sets gain but A+ (docs/eagle-eye.md). */
const SAID_WEIGHT = 1;

/** Numbers and gates of preset `eagle-eye` under settings. */
export function eagleEyeOptions(settings: Settings): EagleEyeOptions {
  return {
    weights: {
      text: settings.textWeight,
      synonyms: settings.synonymWeight,
      dense: settings.denseWeight,
    },
    fusionK: settings.fusionK,
    keyWeights: { token: settings.synonymTokenWeight, phrase: settings.synonymPhraseWeight },
    saidWeight: SAID_WEIGHT,
    gate: settings.gate === "compat" ? "fixed" : "both",
    synonyms: settings.synonyms,
  };
}

/** The preset with the settings' overrides applied. `inject` never exceeds `pool` (SR-2). */
export function presetFor(settings: Settings): Preset {
  const preset = PRESETS[settings.preset]!;
  const pool = settings.topK ?? preset.pool;
  const ofOriginal = preset.name === "eagle-eye" ? settings.eagleEyeTopK : null;
  const inject = settings.injectK ?? ofOriginal ?? settings.topK ?? preset.inject;
  return {
    ...preset,
    pool,
    inject: Math.min(inject, pool),
    gate: settings.gate === null || settings.gate === "compat"
      ? preset.gate
      : settings.gate === "on",
    triggers: settings.triggers ?? preset.triggers,
    autoload: settings.autoload ?? preset.autoload,
    compactStyle: settings.compactStyle ?? preset.compactStyle,
    uncaptured: settings.uncaptured ?? preset.uncaptured,
  };
}
