import { rerankLogPath } from "../rank/mod.ts";
import {
  abReport,
  type AbTurn,
  type DamagedLine,
  oldGeneration,
  parseAbLog,
  reportLines,
  reportPage,
} from "../rerank/mod.ts";
import {
  environment,
  FileAccess,
  FileError,
  NO_RIGHTS,
  resolvePath,
  writeOut,
} from "../runtime/mod.ts";
import { type Arguments, type Command, CommandError, warn } from "./command.ts";
import { counted } from "./paint.ts";
import { type Target, targetOf } from "./target.ts";

/** Longest log that is read; a log that this program writes stays below 10 MB. */
const MAX_LOG_BYTES = 256 * 1024 * 1024;
/** Damaged lines that are named. */
const NAMED_LINES = 5;

/** `report`: what a judge has changed, and at what price. */
export const reportCommand: Command = {
  name: "report",
  summary: "Sum up the log of a rerank judge: what it changed, how fast, at what price",
  usage: "[FILE…]",
  options: [{
    name: "html",
    value: "FILE",
    access: "write",
    help: "write the report as a page for a browser",
  }],
  touches: ["settings"],
  rights: (args, target) => ({ ...NO_RIGHTS, read: candidatesOf(namedLogs(args), target!) }),
  run(args) {
    const { files, turns, damaged } = readLogs(args);
    const report = abReport(turns);
    if (damaged.length > 0) warn(args, damagedSentence(damaged));
    const page = args.value("html");
    if (page !== undefined && turns.length > 0) {
      const path = resolvePath(page);
      orCommandError(() =>
        new FileAccess({ read: [], write: [path] }).writeText(
          path,
          reportPage({ report, turns, files, damagedLines: damaged.length }),
          // It quotes what users wrote, as the log does.
          0o600,
        )
      );
    }
    if (args.has("json")) {
      writeOut(`${JSON.stringify({ files, damaged, ...report }, null, 2)}\n`);
    } else if (turns.length === 0) {
      writeOut(`There are no records${files.length === 0 ? " yet" : ` in ${files.join(", ")}`}.\n`);
    } else {
      const lines = [...files.map((file) => `${"log".padEnd(14)}${file}`), ...reportLines(report)];
      writeOut(`${lines.join("\n")}\n`);
      if (page !== undefined) writeOut(`\nThe page is in ${page}.\n`);
    }
    return 0;
  },
};

/** All logs that are meant, old generations before the files that followed them. */
function readLogs(args: Arguments): { files: string[]; turns: AbTurn[]; damaged: DamagedLine[] } {
  const named = namedLogs(args);
  const candidates = candidatesOf(named, targetOf(args));
  const access = new FileAccess({ read: candidates });
  const files: string[] = [];
  const turns: AbTurn[] = [];
  const damaged: DamagedLine[] = [];
  for (const path of candidates) {
    const isThere = orCommandError(() => access.status(path) !== null);
    if (!isThere) {
      if (named.includes(path)) throw new CommandError(`There is no log ${path}.`);
      continue;
    }
    const reading = parseAbLog(orCommandError(() => access.readText(path, MAX_LOG_BYTES)), path);
    files.push(path);
    turns.push(...reading.turns);
    damaged.push(...reading.damaged);
  }
  return { files, turns, damaged };
}

function namedLogs(args: Arguments): string[] {
  return args.positionals.map((path) => resolvePath(path));
}

/** Where logs may lie: each that is named, else the home's, after its old generation. */
function candidatesOf(named: readonly string[], target: Target): string[] {
  const paths = named.length > 0 ? named : [defaultLog(target)];
  return [...new Set(paths.flatMap((path) => [oldGeneration(path), path]))];
}

function defaultLog({ home, roots, reading: { settings } }: Target): string {
  return rerankLogPath({ home, ...(roots === undefined ? {} : { roots }), settings }, environment);
}

function damagedSentence(damaged: readonly DamagedLine[]): string {
  const named = damaged.slice(0, NAMED_LINES).map(({ file, line }) => `${file}:${line}`).join(", ");
  const more = damaged.length - NAMED_LINES;
  return `${counted(damaged.length, "line")} left out, since they are no records: ${named}` +
    (more > 0 ? ` and ${more} more` : "");
}

function orCommandError<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof FileError) throw new CommandError(`${error.message}.`);
    throw error;
  }
}
