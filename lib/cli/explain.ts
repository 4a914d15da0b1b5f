import { hiddenReason } from "../catalog/mod.ts";
import type { TurnOutcome, TurnResult } from "../hermes/mod.ts";
import { lengthOf, severalLines } from "../inject/mod.ts";
import {
  createRetriever,
  type Hit,
  ln,
  presetFor,
  type SkillEvidence,
  type VisibleIndex,
} from "../rank/mod.ts";
import { type Band, bandOf, type RerankOutcome } from "../rerank/mod.ts";
import { environment, terminalColumns, writeOut } from "../runtime/mod.ts";
import { type Command, CommandError, warn } from "./command.ts";
import { padDisplay, type Paint, paintFor, wrapDisplay } from "./paint.ts";
import { HISTORY_OPTIONS, historyOf } from "./history.ts";
import { previewTurn } from "./preview.ts";
import { textOf, topOf, triggerDocument, triggerSentence } from "./query.ts";
import { rerankDocument, rerankSentence } from "./rerank.ts";
import { whySilent, WITHHELD } from "./silence.ts";
import { plannerOf, requestFor, targetOf } from "./target.ts";

/** What a judge says of a skill, in words. */
const BAND_WORDS: Record<Band, string> = {
  high: "fits",
  middle: "undecided",
  low: "does not fit",
};

/** Hits explained when `--top` is not given. */
const DEFAULT_HITS = 3;
/** Terms shown for a field. */
const SHOWN_TERMS = 8;
/** Fewest columns that the output is laid out for. */
const MIN_COLUMNS = 60;

/** What the gate reads off a skill, in words. */
const GATE_TERMS: Record<keyof SkillEvidence, string> = {
  description: "BM25 in name, tags and description",
  body: "BM25 in the body",
  whole: "BM25 in everything together",
  phrases: "adjacent words of the message, in name or description",
  third: "brought to the description by its third strongest word",
  synonyms: "brought to the description by synonyms",
  negativeOnly: "words that stand in its exclusions alone",
  relative: "score divided by that of the first skill (without unit)",
};

/** The evidence for one skill as the gate reads it. */
interface GateReading {
  id: string;
  /** ln(1+N), by which all evidence but `relative` is divided. */
  unit: number;
  evidence: SkillEvidence;
}

/** `explain`: the same run as `query`, step by step, with its numbers. */
export const explainCommand: Command = {
  name: "explain",
  summary: "Show step by step why skills were ranked, shown or left out for a message",
  usage: "TEXT   (- reads the text from standard input)",
  options: [
    { name: "skill", value: "ID", help: "explain this one, also when it is absent or low" },
    { name: "top", value: "N", help: `hits to explain (default ${DEFAULT_HITS})` },
    ...HISTORY_OPTIONS,
  ],
  touches: ["skills"],
  async run(args) {
    const text = textOf(args);
    const target = targetOf(args);
    for (const warning of target.reading.warnings) warn(args, warning);
    const history = historyOf(args);
    const request = requestFor(target, text, history.earlier);
    const retriever = createRetriever(environment, {
      resident: false,
      planner: plannerOf(target),
    });
    const { outcome: turn } = await previewTurn(retriever, target, text, history, DEFAULT_HITS);
    const judged = turn.ranking?.rerank;
    const warnings: string[] = [];
    const visible = retriever.visible(request, [], warnings);
    for (const warning of [...turn.warnings, ...warnings]) warn(args, warning);
    // The judge has spoken above; here is what it was asked about.
    const { outcome, autoload } = await retriever.answer(
      { ...request, settings: { ...request.settings, rerank: "off" } },
      Math.max(visible.skills.length, 1),
    );
    const query = { text, earlier: request.earlier };
    const described = visible.index.describeQuery(query);
    const { triggered } = outcome;
    const preset = presetFor(request.settings);
    const top = args.value("top") === undefined ? DEFAULT_HITS : topOf(args);
    const wanted = args.value("skill");
    const hits = wanted === undefined
      ? outcome.results.slice(0, top)
      : outcome.results.filter(({ id, name, load }) => [id, name, load].includes(wanted));
    const gate = gateReading(visible, text, wanted === undefined ? undefined : hits[0]?.id);
    const absent = wanted !== undefined && hits.length === 0 ? absence() : null;
    if (args.has("json")) {
      writeOut(
        `${
          JSON.stringify({
            query: described,
            ...outcome,
            ...(triggered === undefined ? {} : { triggered: triggerDocument(triggered) }),
            results: hits,
            gate,
            absent,
            ...(judged === undefined ? {} : { rerank: rerankDocument(judged) }),
          })
        }\n`,
      );
      return 0;
    }
    const paint = paintFor(args);
    const columns = Math.max(MIN_COLUMNS, terminalColumns());
    const lines = [
      paint.bold("1 Query"),
      ...described.terms.map(({ term, weight, from, documents }) =>
        `  ${padDisplay(from === undefined ? term : `${from} → ${term}`, 32)} weight ${
          weight.toFixed(2)
        }  in ${documents} of ${visible.skills.length} skills`
      ),
      ...described.notes.map((note) => `  ${note}`),
      "",
      `${paint.bold("2 Ranking")}  preset ${outcome.preset}, layers ${outcome.layers.join(", ")}`,
      ...(triggered === undefined ? [] : [`  ${triggerSentence(triggered)}`]),
      ...outcome.degraded.map((reason) => `  left out: ${reason}`),
      ...hits.flatMap((hit) => explainHit(hit, outcome.results.indexOf(hit) + 1, paint, columns)),
      ...(absent === null ? [] : [`  ${wanted}: ${absent}`]),
      "",
      `${paint.bold("3 Decision")}  ${outcome.decision}: gate ${
        preset.gate ? "on" : "off"
      }, pool ${preset.pool}, at most ${preset.inject} shown` +
      (outcome.confidence === null ? "" : `, confidence ${outcome.confidence.toFixed(3)}`),
      ...outcome.injected.map((id) => `  ${paint.green("●")} ${id}`),
      ...(gate === null ? [] : explainGate(gate, visible.skills.length, columns)),
      "",
      ...(judged === undefined ? [] : [...explainJudge(judged, paint), ""]),
      paint.bold(judged === undefined ? "4 Policy" : "5 Policy"),
      ...turn.withheld.map(({ hit, reason }) =>
        `  ${paint.dim("○")} ${hit.id}: ${WITHHELD[reason]}`
      ),
      ...(turn.shown.length === 0
        ? [`  nothing is shown: ${whySilent(turn)}`]
        : turn.shown.map(({ id }) => `  ${paint.green("●")} ${id}`)),
      ...(autoload === undefined
        ? []
        : [`  ${handOverSentence(turn, autoload, request.settings.autoloadMax)}`]),
      "",
    ];
    writeOut(lines.join("\n"));
    return 0;

    function absence(): string {
      const { catalog } = retriever.library(
        request.home,
        request.cwd,
        request.settings,
        request.roots,
      );
      const skill = catalog.skills.find(({ id, name, load }) => [id, name, load].includes(wanted!));
      if (skill === undefined) {
        const problem = catalog.problems.find(({ path }) => path.includes(wanted!));
        throw new CommandError(
          `There is no skill "${wanted}"` +
            (problem === undefined ? "." : `; but ${problem.path}: ${problem.reason}`),
        );
      }
      const reason = hiddenReason(skill, request.session, catalog.plan);
      return reason === null
        ? "shares no term with the message"
        : `is hidden and was not ranked: ${reason}`;
    }
  },
};

/** Whether the text of a triggered skill is handed over, and if not, why. */
function handOverSentence(
  { autoloaded }: TurnOutcome,
  { id, text, problem }: NonNullable<TurnResult["autoload"]>,
  maxCharacters: number,
): string {
  if (autoloaded !== null) return `the text of ${id} is handed over at once`;
  if (problem !== null) return problem;
  const length = lengthOf(severalLines(text ?? ""));
  return `${id} is not loaded at once: ` +
    (length > maxCharacters
      ? `its text has ${length} characters, more than SKILL_RETRIEVAL_AUTOLOAD_MAX`
      : "its text is in the conversation, or cannot be shown");
}

/** What the gate reads off a skill, or off the first one; null where no gate or no evidence is. */
function gateReading(
  { index, skills }: VisibleIndex,
  text: string,
  id: string | undefined,
): GateReading | null {
  const rows = index.gateEvidence?.(text, Math.max(skills.length, 1)) ?? [];
  const row = id === undefined ? rows[0] : rows.find(({ position }) => skills[position]!.id === id);
  return row === undefined ? null : {
    id: skills[row.position]!.id,
    unit: ln(1 + skills.length),
    evidence: row.evidence,
  };
}

function explainGate({ id, unit, evidence }: GateReading, count: number, columns: number) {
  const head = [
    ..."What the gate reads off".split(" "),
    id,
    ..."for this message alone, in units of".split(" "),
    `ln(1+${count}) = ${unit.toFixed(2)},`,
    ..."the weight of a word that one skill holds:".split(" "),
  ];
  return [
    ...wrapDisplay(head, columns - 2).map((line) => `  ${line}`),
    ...(Object.entries(GATE_TERMS) as [keyof SkillEvidence, string][]).map(([name, meaning]) =>
      `     ${name.padEnd(12)} ${evidence[name].toFixed(3).padStart(9)}   ${meaning}`
    ),
  ];
}

/** The judge's probabilities beside the places that the ranking had given. */
function explainJudge(judged: RerankOutcome, paint: Paint): string[] {
  const { order, probabilities } = judged;
  return [
    `${paint.bold("4 Judge")}  ${rerankSentence(judged)}`,
    ...(probabilities === null ? [] : order.map((id) => {
      const probability = probabilities[id];
      return probability === undefined
        ? `     not asked              ${id}`
        : `     ${probability.toFixed(2)}  ${BAND_WORDS[bandOf(probability)].padEnd(16)} ${id}`;
    })),
  ];
}

function explainHit(hit: Hit, rank: number, paint: Paint, columns: number): string[] {
  return [
    `  ${rank}. ${paint.bold(hit.id)}  score ${hit.score.toFixed(4)}` +
    (hit.confidence === null ? "" : `  confidence ${hit.confidence.toFixed(3)}`),
    ...wrapDisplay(hit.why.split(" "), columns - 5).map((line) => `     ${paint.dim(line)}`),
    ...hit.evidence.flatMap(({ field, score, terms }) => {
      const head = `     ${field.padEnd(12)} ${score.toFixed(4).padStart(9)}   `;
      const parts = terms.slice(0, SHOWN_TERMS).map(({ term, score, from }, at) =>
        `${from === undefined ? term : `${from} → ${term}`} ${score.toFixed(2)}` +
        (at + 1 < Math.min(terms.length, SHOWN_TERMS) ? "," : "")
      );
      if (terms.length === 0) parts.push("closeness in meaning, by vectors");
      if (terms.length > SHOWN_TERMS) parts.push(`and ${terms.length - SHOWN_TERMS} more`);
      return wrapDisplay(parts, columns - head.length).map((line, at) =>
        `${at === 0 ? head : " ".repeat(head.length)}${line}`
      );
    }),
  ];
}
