/**
 * `lexicon`: what the lexicon knows of a text, and whether a file of one's own is in order.
 */
import { homePath } from "../catalog/mod.ts";
import { MAX_LEXICON_BYTES, readUserLexicon } from "../rank/mod.ts";
import { environment, FileAccess, FileError, resolvePath, writeOut } from "../runtime/mod.ts";
import {
  checkUserLexicon,
  coverageOf,
  type CoveredPiece,
  type CoveredRun,
  type Gloss,
  Lexicon,
  LEXICON_LANGUAGES,
  type LexiconCheck,
  type LexiconEntry,
} from "../text/mod.ts";
import { type Arguments, type Command, CommandError, UsageError, warn } from "./command.ts";
import { counted, padDisplay, type Paint, paintFor } from "./paint.ts";
import { textFrom } from "./query.ts";
import { targetOf } from "./target.ts";

/** Terms named in a line of the report; the rest is counted. */
const LISTED_TERMS = 8;

/** `lexicon lookup TEXT` and `lexicon check FILE`. */
export const lexiconCommand: Command = {
  name: "lexicon",
  summary: "Show what the bilingual lexicon makes of a text, or check a lexicon of your own",
  usage: "lookup TEXT | check FILE",
  options: [],
  touches: ["skills", "arguments"],
  run(args) {
    const [action, ...rest] = args.positionals;
    if (action === "lookup") return lookup(args, rest);
    if (action === "check") return check(args, rest);
    throw new UsageError(
      action === undefined
        ? "Say what to do: lexicon lookup TEXT, or lexicon check FILE."
        : `lexicon knows lookup and check, not "${action}".`,
    );
  },
};

function lookup(args: Arguments, words: readonly string[]): number {
  const text = textFrom(words);
  const { home, reading } = targetOf(args);
  for (const warning of reading.warnings) warn(args, warning);
  const { lexicon: path } = reading.settings;
  const user = path === null ? null : readUserLexicon(homePath(path, home, environment));
  if (user !== null && user.warning !== null) warn(args, user.warning);
  const runs = coverageOf(text, new Lexicon(user?.lexicon ?? null));
  writeOut(
    args.has("json")
      ? `${JSON.stringify({ text, runs }, null, 2)}\n`
      : coverageText(runs, paintFor(args)),
  );
  return 0;
}

function check(args: Arguments, files: readonly string[]): number {
  const [path] = files;
  if (path === undefined || files.length > 1) {
    throw new UsageError("lexicon check takes one file: lexicon check FILE.");
  }
  const result = checkUserLexicon(readFile(path));
  writeOut(
    args.has("json")
      ? `${JSON.stringify(checkDocument(path, result), null, 2)}\n`
      : checkText(path, result, paintFor(args)),
  );
  return result.problems.length > 0 ? 1 : 0;
}

function readFile(path: string): string {
  const absolute = resolvePath(path);
  try {
    return new FileAccess({ read: [absolute] }).readText(absolute, MAX_LEXICON_BYTES);
  } catch (error) {
    if (error instanceof FileError) throw new CommandError(`${error.message}.`);
    throw error;
  }
}

function coverageText(runs: readonly CoveredRun[], paint: Paint): string {
  if (runs.length === 0) return "The text holds no words.\n";
  return runs.map(({ text, pieces }) =>
    `${paint.bold(text)}\n${pieces.map((piece) => pieceText(piece, paint)).join("")}`
  ).join("");
}

function pieceText({ text, kind, language, origin, glosses }: CoveredPiece, paint: Paint): string {
  const whose = origin === null ? "" : paint.dim(`  (${language}, ${origin})`);
  const meaning = glosses.length === 0 ? paint.dim(kind) : glosses.map(glossText).join(", ");
  return `  ${padDisplay(text, 16)}  ${meaning}${whose}\n`;
}

function glossText({ words, weight, same }: Gloss): string {
  return (same ? "= " : "") + words.join(" ") + (weight === 1 ? "" : ` ×${weight}`);
}

function checkDocument(file: string, { counts, builtIn, unreachable, problems }: LexiconCheck) {
  return { file, counts, built_in: builtIn, unreachable, problems };
}

function checkText(file: string, result: LexiconCheck, paint: Paint): string {
  const { problems, counts, builtIn, unreachable } = result;
  const total = LEXICON_LANGUAGES.reduce((sum, language) => sum + counts[language], 0);
  const languages = LEXICON_LANGUAGES.filter((language) => counts[language] > 0)
    .map((language) => `${counts[language]} ${language}`);
  return [
    ...problems.map(({ line, reason }) => paint.yellow(`${file}:${line}: ${reason}`)),
    `${counted(total, "term")}${languages.length === 0 ? "" : ` (${languages.join(", ")})`}, ` +
    `${counted(problems.length, "problem")}.`,
    ...without(builtIn, "Built in already, so without effect"),
    ...without(unreachable, "In no text as one piece, so without effect"),
    "",
  ].join("\n");
}

function without(entries: readonly LexiconEntry[], reason: string): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - LISTED_TERMS;
  const terms = entries.slice(0, LISTED_TERMS).map(({ term }) => term).join(", ");
  return [`${reason}: ${entries.length} (${terms}${more > 0 ? `, and ${more} more` : ""}).`];
}
