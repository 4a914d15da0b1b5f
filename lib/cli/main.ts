/**
 * The command line: finds the command, reads its arguments, turns errors into sentences and exit
 * codes (0 done, 1 failed, 2 wrong usage).
 */
import {
  build,
  programArguments,
  runtimeName,
  setExitCode,
  VERSION,
  writeError,
  writeOut,
} from "../runtime/mod.ts";
import {
  type Arguments,
  type Command,
  CommandError,
  parseArguments,
  printHelp,
  UsageError,
} from "./command.ts";
import { callConfined } from "./confined.ts";

/**
 * Commands by name. Each is loaded when it is called, so that `hook` and `query` do not pay for the
 * others; the specifiers are literal so that both compilers and the sandbox see them.
 */
const COMMANDS: Record<string, () => Promise<Command>> = {
  query: async () => (await import("./query.ts")).queryCommand,
  explain: async () => (await import("./explain.ts")).explainCommand,
  list: async () => (await import("./list.ts")).listCommand,
  info: async () => (await import("./info.ts")).infoCommand,
  replay: async () => (await import("./replay.ts")).replayCommand,
  report: async () => (await import("./report.ts")).reportCommand,
  serve: async () => (await import("./serve.ts")).serveCommand,
  hook: async () => (await import("./hook.ts")).hookCommand,
  compact: async () => (await import("./compact.ts")).compactCommand,
  install: async () => (await import("./install.ts")).installCommand,
  uninstall: async () => (await import("./uninstall.ts")).uninstallCommand,
  doctor: async () => (await import("./doctor.ts")).doctorCommand,
  triggers: async () => (await import("./triggers.ts")).triggersCommand,
  synonyms: async () => (await import("./synonyms.ts")).synonymsCommand,
  lexicon: async () => (await import("./lexicon.ts")).lexiconCommand,
  eval: async () => (await import("./eval.ts")).evalCommand,
  bench: async () => (await import("./bench.ts")).benchCommand,
};

/** How a command is called once its arguments are read. */
export type Call = (command: Command, args: Arguments, argv: readonly string[]) => Promise<number>;

/** Runs the command line with the process's arguments and sets the exit code. */
export async function main(): Promise<void> {
  setExitCode(await run(programArguments(), callConfined));
}

/**
 * Runs one command line.
 * @param call calls the command; by default in this thread and with all its rights
 * @returns the exit code
 */
export async function run(
  argv: readonly string[],
  call: Call = async (command, args) => await command.run(args),
): Promise<number> {
  try {
    const [name, ...rest] = argv;
    if (name === undefined || name === "--help" || name === "-h" || name === "help") {
      writeOut(await overview());
      return name === undefined ? 2 : 0;
    }
    if (name === "--version" || name === "-V") {
      const { target, commit } = build();
      const parts = [runtimeName(), target, ...(commit === null ? [] : [`commit ${commit}`])];
      writeOut(`skill-retrieval ${VERSION} (${parts.join(", ")})\n`);
      return 0;
    }
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (load === undefined) {
      throw new UsageError(`There is no command "${name}". Try skill-retrieval --help.`);
    }
    const command = await load();
    if (rest.includes("--help")) {
      printHelp(command);
      return 0;
    }
    return await call(command, parseArguments(command, rest), argv);
  } catch (error) {
    if (error instanceof UsageError) {
      writeError(`skill-retrieval: ${error.message}\n`);
      return 2;
    }
    if (error instanceof CommandError) {
      writeError(`skill-retrieval: ${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

async function overview(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  return `skill-retrieval ${VERSION}: finds the few skills that fit a message.

Usage: skill-retrieval COMMAND [OPTIONS]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}\n`).join("")}
skill-retrieval COMMAND --help shows the options of a command.
`;
}
