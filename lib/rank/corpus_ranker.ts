/**
 * The pipeline over a corpus file instead of a home, for `eval` and `bench`.
 */
import { homePath } from "../catalog/mod.ts";
import { readSettings } from "../config/mod.ts";
import { environment as ofProcess, workingDirectory } from "../runtime/mod.ts";
import type { DenseTurn } from "./dense.ts";
import { CorpusVectors } from "./corpus_vectors.ts";
import { hasDenseSource, openDenseSource } from "./dense_source.ts";
import { EAGLE_EYE_PARTS } from "./eagle_eye_model.ts";
import { FIELDS_PARTS } from "./fields_parts.ts";
import { eagleEyeOptions, presetFor } from "./presets.ts";
import { triggeredIn, triggersOver } from "./trigger_layer.ts";
import { triggeredAlone, triggeredFirst } from "./triggered_answer.ts";
import { readUserLexicon } from "./user_lexicon.ts";

/** One skill of a corpus file. */
export interface CorpusSkill {
  id: string;
  name: string;
  description: string;
  body?: string;
  triggers?: string[];
  tags?: string[];
}

/** What the pipeline says to one message over a corpus. */
export interface CorpusAnswer {
  /** At most 100 ids, before gate and K. */
  ranked: string[];
  /** Ids after gate and K. */
  injected: string[];
  confidence: number | null;
}

/** Hits in a ranking that evaluation looks at (DESIGN §5). */
const RANKED = 100;

/** A preset over a fixed corpus. */
export interface CorpusRanker {
  name: string;
  /** What was wrong with files that the preset reads. */
  warnings: readonly string[];
  /** @param earlier earlier user turns, oldest first */
  rank(text: string, earlier: readonly string[]): Promise<CorpusAnswer>;
}

/**
 * Builds a preset's index over a corpus. There is no home, so a relative `SKILL_RETRIEVAL_LEXICON` is
 * looked for in the working directory.
 * @param options `without`: name of one of `ABLATABLE_PARTS` to switch off; `environment` reads a
 * variable (default: of this process)
 */
export function createCorpusRanker(
  corpus: readonly CorpusSkill[],
  options: {
    preset: string;
    without?: string;
    environment?: (name: string) => string | undefined;
  },
): CorpusRanker {
  const environment = options.environment ?? ofProcess;
  const { settings } = readSettings({ options: { preset: options.preset }, environment });
  const preset = presetFor(settings);
  const warnings: string[] = [];
  const model = preset.createModel({
    lexicon: () => {
      if (settings.lexicon === null) return null;
      const path = homePath(settings.lexicon, workingDirectory(), environment);
      const { lexicon, warning } = readUserLexicon(path);
      if (warning !== null) warnings.push(warning);
      return lexicon;
    },
    eagleEye: eagleEyeOptions(settings),
    without: new Set(options.without === undefined ? [] : [options.without]),
  });
  const documents = corpus.map((skill) => {
    const body = skill.body ?? "";
    const source = {
      id: skill.id,
      name: skill.name,
      description: skill.description,
      triggers: skill.triggers ?? [],
      tags: skill.tags ?? [],
    };
    return model.analyse(source, body);
  });
  const index = model.index(documents);
  const vectors = preset.dense && hasDenseSource(settings)
    ? new CorpusVectors(openDenseSource(settings, workingDirectory(), environment), corpus)
    : null;
  // There is no home, so that only the skills' own triggers can be there.
  const triggers = preset.triggers === "on"
    ? triggersOver(corpus.map((skill) => ({ ...skill, triggers: skill.triggers ?? [] })), [], "on")
    : null;
  const limits = { results: RANKED, pool: preset.pool, inject: preset.inject, gate: preset.gate };
  return {
    name: preset.name,
    warnings,
    async rank(text, earlier) {
      const dense: DenseTurn | undefined = await vectors?.read(text);
      const query = { text, earlier, ...(dense === undefined ? {} : { dense }) };
      const triggered = triggers && triggeredIn(triggers, corpus, text);
      const { hits, injected, confidence } = triggered === null
        ? index.rank(query, limits)
        : preset.endsAtTrigger
        ? triggeredAlone(triggered.position)
        : triggeredFirst(index.rank(query, limits), triggered.position, limits);
      return {
        ranked: hits.map(({ position }) => corpus[position]!.id),
        injected: injected.map((position) => corpus[position]!.id),
        confidence,
      };
    },
  };
}

/** Parts of a preset that can be switched off to see what each is worth. */
export function ABLATABLE_PARTS(preset: string): readonly { name: string; description: string }[] {
  return preset === "default" ? FIELDS_PARTS : preset === "eagle-eye" ? EAGLE_EYE_PARTS : [];
}
