import { createRetriever, type TriggeredSkill } from "../rank/mod.ts";
import { environment, readAllInput, terminalColumns, writeOut } from "../runtime/mod.ts";
import { type Arguments, type Command, UsageError, warn } from "./command.ts";
import { HISTORY_OPTIONS, historyOf } from "./history.ts";
import { cutDisplay, displayWidth, padDisplay, type Paint, paintFor } from "./paint.ts";
import { type Preview, previewTurn } from "./preview.ts";
import { rerankDocument, rerankSentence } from "./rerank.ts";
import { whySilent, WITHHELD } from "./silence.ts";
import { plannerOf, targetOf } from "./target.ts";

/** Hits printed when `--top` is not given. */
const DEFAULT_TOP = 10;

/** `query`: which skills fit a message. */
export const queryCommand: Command = {
  name: "query",
  summary: "Rank the skills for a message and say which would be shown to the agent",
  usage: "TEXT   (- reads the text from standard input)",
  options: [
    { name: "top", value: "N", help: `hits to print (default ${DEFAULT_TOP})` },
    ...HISTORY_OPTIONS,
  ],
  touches: ["skills"],
  async run(args) {
    const text = textOf(args);
    const top = topOf(args);
    const target = targetOf(args);
    const retriever = createRetriever(environment, {
      resident: false,
      planner: plannerOf(target),
    });
    const preview = await previewTurn(retriever, target, text, historyOf(args), top);
    for (const warning of [...target.reading.warnings, ...preview.outcome.warnings]) {
      warn(args, warning);
    }
    const { preset } = target.reading.settings;
    writeOut(
      args.has("json")
        ? `${JSON.stringify(asDocument(text, preset, preview, top), null, 2)}\n`
        : asText(preview, top, paintFor(args)),
    );
    return 0;
  },
};

/** The message: all arguments, see `textFrom`. @throws {UsageError} when there is none */
export function textOf(args: Arguments): string {
  return textFrom(args.positionals);
}

/** Words of the command line joined, or standard input for `-`. @throws {UsageError} for none */
export function textFrom(words: readonly string[]): string {
  if (words.length === 0) {
    throw new UsageError('Give the message as an argument, or "-" to read it from standard input.');
  }
  if (words.length === 1 && words[0] === "-") return new TextDecoder().decode(readAllInput());
  return words.join(" ");
}

/** Value of `--top`. @throws {UsageError} when it is no whole number from 1 to 1,000 */
export function topOf(args: Arguments): number {
  const text = args.value("top");
  if (text === undefined) return DEFAULT_TOP;
  const top = Number(text);
  if (!/^\d+$/.test(text) || top < 1 || top > 1_000) {
    throw new UsageError(`--top is a whole number from 1 to 1000, not "${text}".`);
  }
  return top;
}

/** The JSON document of DESIGN §5. */
function asDocument(
  query: string,
  preset: string,
  { outcome: { context, ranking, shown } }: Preview,
  top: number,
): unknown {
  return {
    query,
    preset,
    ...(ranking?.triggered === undefined ? {} : { trigger: triggerDocument(ranking.triggered) }),
    decision: context === null ? "silent" : "inject",
    confidence: ranking?.confidence ?? null,
    injected: shown.map(({ id }) => id),
    results: (ranking?.results ?? []).slice(0, top).map((hit, at) => ({
      rank: at + 1,
      id: hit.id,
      load: hit.load,
      name: hit.name,
      score: hit.score,
      confidence: hit.confidence,
      category: hit.category,
      description: hit.description,
      source: hit.source,
      path: hit.path,
      why: hit.why,
      ...(ranking?.rerank?.probabilities?.[hit.id] === undefined
        ? {}
        : { judged: ranking.rerank.probabilities[hit.id] }),
    })),
    layers: ranking?.layers ?? [],
    degraded: ranking?.degraded ?? [],
    ...(ranking?.rerank === undefined ? {} : { rerank: rerankDocument(ranking.rerank) }),
    elapsed_ms: Math.round((ranking?.elapsedMs ?? 0) * 1_000) / 1_000,
  };
}

/** The hard trigger that put a skill first, for JSON. */
export function triggerDocument({ id, trigger, tier, from }: TriggeredSkill): unknown {
  return { id, trigger, tier, from };
}

/** How the message holds a trigger. */
const TIERS: Record<TriggeredSkill["tier"], string> = {
  1: "as it stands",
  2: "its characters in order",
  3: "its parts in order",
};

/** The hard trigger that put a skill first, as a sentence. */
export function triggerSentence({ id, trigger, tier, from }: TriggeredSkill): string {
  const whose = from === "user" ? "of your triggers.yaml" : "of its own";
  return `${id} comes first by the hard trigger "${trigger}" ${whose} (tier ${tier}: ` +
    `${TIERS[tier]}).`;
}

function asText({ outcome, poolSize }: Preview, top: number, paint: Paint): string {
  const { ranking, shown, withheld } = outcome;
  const results = (ranking?.results ?? []).slice(0, top);
  const confidence = ranking?.confidence ?? null;
  const shownIds = new Set(shown.map(({ id }) => id));
  const lines: string[] = [];
  const columns = Math.max(60, terminalColumns());
  const nameWidth = Math.min(36, Math.max(0, ...results.map(({ id }) => displayWidth(id))));
  results.forEach((hit, at) => {
    const mark = shownIds.has(hit.id) ? paint.green("●") : paint.dim("○");
    const rank = String(at + 1).padStart(String(results.length).length);
    const name = padDisplay(cutDisplay(hit.id, nameWidth), nameWidth);
    // Hits far down are not judged; without a gate there is only the score.
    const figure = hit.confidence !== null
      ? `${Math.round(hit.confidence * 100)} %`.padStart(5)
      : confidence === null
      ? hit.score.toFixed(3).padStart(7)
      : "     ";
    const judged = ranking?.rerank?.probabilities?.[hit.id];
    const head = ` ${mark} ${rank}  `;
    const room = columns - nameWidth - 18;
    lines.push(
      `${head}${paint.bold(name)}  ${figure}  ${cutDisplay(oneLine(hit.description), room)}`,
    );
    const why = judged === undefined
      ? hit.why
      : `judged ${judged.toFixed(2)}${hit.why === "" ? "" : `; ${hit.why}`}`;
    if (why !== "") {
      const indent = " ".repeat(rank.length + 5);
      lines.push(`${indent}${paint.dim(cutDisplay(why, columns - indent.length))}`);
    }
  });
  const verdict = withheld.map(({ hit, reason }) => `${hit.id} is left out: ${WITHHELD[reason]}.`);
  if (ranking?.triggered !== undefined) verdict.unshift(triggerSentence(ranking.triggered));
  if (outcome.autoloaded !== null) {
    verdict.push(`The text of ${outcome.autoloaded.id} would be handed over at once.`);
  }
  if (shown.length > 0) {
    const sure = confidence === null ? "" : ` (confidence ${Math.round(confidence * 100)} %)`;
    verdict.push(
      `${shown.length} of ${poolSize} visible skills would be shown to the agent${sure}, marked ●.`,
    );
  } else verdict.push(`Nothing would be shown to the agent: ${whySilent(outcome)}.`);
  if (ranking?.rerank !== undefined) verdict.push(`${rerankSentence(ranking.rerank)}.`);
  return [...lines, ...(lines.length > 0 ? [""] : []), ...verdict, ""].join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
