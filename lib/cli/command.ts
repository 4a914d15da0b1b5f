/**
 * What a sub-command is, and how its arguments are read.
 */
import { SETTINGS } from "../config/mod.ts";
import { parseArgs, type Rights, terminalColumns, writeError, writeOut } from "../runtime/mod.ts";
import { wrapDisplay } from "./paint.ts";
import type { Target } from "./target.ts";

/**
 * What a command touches besides standard input and output. Its rights are made from this, the values
 * of its options and its arguments (`rights.ts`), and hold for that one call.
 *
 * - `settings`: the config of the home, which is read before its rights are made.
 * - `skills`: that, and roots and knowledge files of the home or the folders given, and what the options use
 *   that are on.
 * - `arguments`: reads files named as arguments.
 * - `surroundings`: looks around the machine and starts programs.
 * - `services`: with `--online`, speaks to the services of the options that are on.
 * - `temporary`: keeps files in the system's place for temporary ones.
 * - `turns`: learns only while it runs which homes it serves; it is a supervisor of its own.
 */
export type Touch =
  | "settings"
  | "skills"
  | "arguments"
  | "surroundings"
  | "services"
  | "temporary"
  | "turns";

/** One option of a command. */
export interface OptionSpec {
  /** Long name without dashes. */
  name: string;
  /** Placeholder of its value (`DIR`), or undefined for a switch. */
  value?: string;
  /** The only values it takes. @default any */
  choices?: readonly string[];
  /** Whether it may be given several times. @default false */
  repeatable?: boolean;
  /** What is done with the file or folder it names. @default it names none */
  access?: "read" | "write";
  /** One line of help. */
  help: string;
}

/** Arguments after parsing. */
export interface Arguments {
  /** Positional arguments in order. */
  positionals: string[];
  /** Whether a switch was given. */
  has(name: string): boolean;
  /** Value of an option (the last one given), or undefined. */
  value(name: string): string | undefined;
  /** All values of a repeatable option. */
  values(name: string): string[];
}

/** One sub-command: thin, it parses, calls the library and prints. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Positional part of the usage line, e.g. `TEXT`; empty for a command that takes none. */
  usage: string;
  options: readonly OptionSpec[];
  /** What it touches; empty for a command that reads standard input and prints. */
  touches: readonly Touch[];
  /** What it touches besides, where that takes more than a word. @default nothing */
  rights?: (args: Arguments, target: Target | null) => Rights;
  /** Runs the command. @returns the exit code; throws `UsageError` for wrong usage (2), `CommandError` for a request that failed (1) */
  run(args: Arguments): number | Promise<number>;
}

/** Wrong usage: the message names the option and the fix. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A well-formed request that failed: the message says what and what to do. Exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Options every command understands (DESIGN §5). */
export const COMMON_OPTIONS: readonly OptionSpec[] = [
  // What is read in these two is up to `Touch`.
  { name: "home", value: "DIR", help: "Hermes home (default: HERMES_HOME, else ~/.hermes)" },
  { name: "root", value: "DIR", repeatable: true, help: "read skills below DIR instead of a home" },
  {
    name: "preset",
    value: "NAME",
    choices: SETTINGS.preset.type.values,
    help: `ranking preset (${SETTINGS.preset.type.values.join(", ")})`,
  },
  { name: "json", help: "print one JSON document" },
  { name: "quiet", help: "print no warnings" },
  {
    name: "color",
    value: "WHEN",
    choices: ["auto", "always", "never"],
    help: "auto, always or never",
  },
  { name: "help", help: "show this help" },
];

/**
 * Reads the arguments of a command.
 * @throws {UsageError} for an unknown option, a missing or unknown value, or an argument where the
 * command takes none
 */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const specs = [...command.options, ...COMMON_OPTIONS];
  let parsed: {
    values: Record<string, string | boolean | (string | boolean)[] | undefined>;
    positionals: string[];
  };
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      strict: true,
      options: Object.fromEntries(
        specs.map((spec) => [
          spec.name,
          {
            type: spec.value === undefined ? "boolean" as const : "string" as const,
            multiple: spec.repeatable === true,
          },
        ]),
      ),
    }) as typeof parsed;
  } catch (error) {
    throw new UsageError(`${firstSentence((error as Error).message)} Try --help.`);
  }
  const values = (name: string): string[] => {
    const value = parsed.values[name];
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map(String);
  };
  if (command.usage === "" && parsed.positionals.length > 0) {
    throw new UsageError(
      `${command.name} takes no argument, but was given "${parsed.positionals[0]}".`,
    );
  }
  for (const { name, choices } of specs) {
    const unknown = choices && values(name).find((value) => !choices.includes(value));
    if (unknown !== undefined) {
      throw new UsageError(`--${name} must be one of ${choices!.join(", ")}, not "${unknown}".`);
    }
  }
  return {
    positionals: parsed.positionals,
    has: (name) => parsed.values[name] !== undefined,
    value: (name) => values(name).at(-1),
    values,
  };
}

function firstSentence(message: string): string {
  const first = message.split(/\n|(?<=')\. /)[0] ?? message;
  return first.endsWith(".") ? first : `${first}.`;
}

/** Prints help of one command. */
export function printHelp(command: Command): void {
  const rows = [...command.options, ...COMMON_OPTIONS].map((spec) => [
    `  --${spec.name}${spec.value === undefined ? "" : ` ${spec.value}`}`,
    spec.help,
  ]);
  const width = Math.max(...rows.map(([left]) => left!.length)) + 2;
  const room = Math.max(60, terminalColumns()) - width;
  writeOut(
    `${command.summary}\n\nUsage: skill-retrieval ${command.name} ${command.usage || "[OPTIONS]"}` +
      "\n\nOptions:\n" +
      rows.flatMap(([left, right]) =>
        wrapDisplay(right!.split(" "), room).map((line, at) =>
          `${(at === 0 ? left! : "").padEnd(width)}${line}\n`
        )
      ).join(""),
  );
}

/** Prints a warning unless `--quiet` was given. */
export function warn(args: Arguments, message: string): void {
  if (!args.has("quiet")) writeError(`skill-retrieval: warning: ${message}\n`);
}
