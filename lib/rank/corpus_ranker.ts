/**
 * The pipeline over a corpus file instead of a home, for `eval` and `bench`.
 */
import { homePath } from "../catalog/mod.ts";
import { readSettings } from "../config/mod.ts";
import { RERANK_LIMIT_MS, Reranker } from "../rerank/mod.ts";
import { environment as ofProcess, workingDirectory } from "../runtime/mod.ts";
import type { DenseTurn } from "./dense.ts";
import { CorpusVectors } from "./corpus_vectors.ts";
import { hasDenseSource, openDenseSource } from "./dense_source.ts";
import { EAGLE_EYE_PARTS } from "./eagle_eye_model.ts";
import { FIELDS_PARTS } from "./fields_parts.ts";
import { judgedInjection } from "./judged.ts";
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
  warnings: string[];
  /** @param earlier earlier user turns, oldest first */
  rank(text: string, earlier: readonly string[]): Promise<CorpusAnswer>;
}

/**
 * Builds a preset's index over a corpus. There is no home, so a relative `SKILL_RETRIEVAL_LEXICON` is
 * looked for in the working directory, and a judge's log is kept only where
 * `SKILL_RETRIEVAL_RERANK_LOG` names one.
 * @param options `without`: name of one of `ABLATABLE_PARTS` to switch off; `environment` reads a
 * variable, of this process unless given
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
  const reranker = new Reranker(environment);
  const logPath = settings.rerankLog &&
    homePath(settings.rerankLog, workingDirectory(), environment);
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
      const ranking = hits.map(({ position }) => corpus[position]!);
      const ranked = ranking.map(({ id }) => id);
      const passed = injected.map((position) => corpus[position]!.id);
      if (settings.rerank === "off" || passed.length === 0) {
        return { ranked, injected: passed, confidence };
      }
      const answer = await reranker.rerank({
        shortlist: ranking.slice(0, preset.pool),
        text,
        sessionId: "eval",
        settings,
        logPath,
        timeoutMs: RERANK_LIMIT_MS,
      });
      warnings.push(...answer.warnings);
      const { outcome } = answer;
      if (outcome === null || !outcome.applied) return { ranked, injected: passed, confidence };
      return {
        ranked: [...outcome.order, ...ranked.slice(outcome.order.length)],
        injected: judgedInjection(passed, outcome, preset),
        confidence,
      };
    },
  };
}

/** Parts of a preset that can be switched off to see what each is worth. */
export function ABLATABLE_PARTS(preset: string): readonly { name: string; description: string }[] {
  return preset === "default" ? FIELDS_PARTS : preset === "eagle-eye" ? EAGLE_EYE_PARTS : [];
}
