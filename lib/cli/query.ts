import { createRetriever, type RankOutcome } from "../rank/mod.ts";
import {
  environment,
  FileAccess,
  readAllInput,
  resolvePath,
  terminalColumns,
  writeOut,
} from "../runtime/mod.ts";
import { type Arguments, type Command, CommandError, UsageError, warn } from "./command.ts";
import { cutDisplay, displayWidth, padDisplay, type Paint, paintFor } from "./paint.ts";
import { requestFor, targetOf } from "./target.ts";

/** Hits printed when `--top` is not given. */
const DEFAULT_TOP = 10;
/** Largest history file read, in bytes. */
const MAX_HISTORY_BYTES = 8 * 1024 * 1024;

/** `query`: which skills fit a message. */
export const queryCommand: Command = {
  name: "query",
  summary: "Rank the skills for a message and say which would be shown to the agent",
  usage: "TEXT   (- reads the text from standard input)",
  options: [
    { name: "top", value: "N", help: `hits to print (default ${DEFAULT_TOP})` },
    {
      name: "history",
      value: "FILE",
      help: "earlier messages of the user, oldest first, one a line",
    },
  ],
  run(args) {
    const text = textOf(args);
    const top = topOf(args);
    const target = targetOf(args);
    for (const warning of target.reading.warnings) warn(args, warning);
    const retriever = createRetriever(environment, { resident: false });
    const { outcome, poolSize, warnings } = retriever.rank(
      requestFor(target, text, historyOf(args)),
      top,
    );
    for (const warning of warnings) warn(args, warning);
    const results = outcome.results.slice(0, top);
    writeOut(
      args.has("json")
        ? `${JSON.stringify(asDocument(text, { ...outcome, results }), null, 2)}\n`
        : asText(text, { ...outcome, results }, poolSize, paintFor(args)),
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

/** Earlier messages of `--history`. @throws {CommandError} when the file cannot be read */
export function historyOf(args: Arguments): string[] {
  const path = args.value("history");
  if (path === undefined) return [];
  const absolute = resolvePath(path);
  try {
    return new FileAccess({ read: [absolute] }).readText(absolute, MAX_HISTORY_BYTES)
      .split(/\r?\n/).filter((line) => line.trim() !== "");
  } catch (error) {
    throw new CommandError(`--history: ${(error as Error).message}.`);
  }
}

/** The JSON document of DESIGN §5. */
function asDocument(query: string, outcome: RankOutcome): unknown {
  const { preset, decision, confidence, injected, results, layers, degraded, elapsedMs } = outcome;
  return {
    query,
    preset,
    decision,
    confidence,
    injected,
    results: results.map((hit, at) => ({
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
    })),
    layers,
    degraded,
    elapsed_ms: Math.round(elapsedMs * 1_000) / 1_000,
  };
}

function asText(query: string, outcome: RankOutcome, poolSize: number, paint: Paint): string {
  const { results, injected, confidence } = outcome;
  const shown = new Set(injected);
  const lines: string[] = [];
  const columns = Math.max(60, terminalColumns());
  const nameWidth = Math.min(36, Math.max(0, ...results.map(({ id }) => displayWidth(id))));
  results.forEach((hit, at) => {
    const mark = shown.has(hit.id) ? paint.green("●") : paint.dim("○");
    const rank = String(at + 1).padStart(String(results.length).length);
    const name = padDisplay(cutDisplay(hit.id, nameWidth), nameWidth);
    const figure = hit.confidence === null
      ? hit.score.toFixed(3).padStart(7)
      : `${Math.round(hit.confidence * 100)} %`.padStart(5);
    const head = ` ${mark} ${rank}  `;
    const room = columns - nameWidth - 18;
    lines.push(
      `${head}${paint.bold(name)}  ${figure}  ${cutDisplay(oneLine(hit.description), room)}`,
    );
    if (hit.why !== "") lines.push(`      ${paint.dim(cutDisplay(hit.why, columns - 6))}`);
  });
  const sure = confidence === null ? "" : ` (confidence ${Math.round(confidence * 100)} %)`;
  const verdict = injected.length > 0
    ? `${injected.length} of ${poolSize} visible skills would be shown to the agent${sure}, marked ●.`
    : `Nothing would be shown to the agent: ${
      results.length === 0
        ? `none of ${poolSize} visible skills shares a term with “${
          cutDisplay(oneLine(query), 60)
        }”`
        : `no skill fits well enough${sure}`
    }.`;
  return `${lines.join("\n")}${lines.length > 0 ? "\n\n" : ""}${verdict}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
