import { resolve } from "@std/path";
import { defaultHome } from "../catalog/mod.ts";
import { answerHook, HookInputError } from "../hermes/mod.ts";
import { createPlanner } from "../rank/mod.ts";
import {
  environment,
  FileAccess,
  FileError,
  inIsTerminal,
  readAllInput,
  writeOut,
} from "../runtime/mod.ts";
import { type Arguments, type Command, CommandError, UsageError, warn } from "./command.ts";
import { createConfinedRetriever } from "./confined_retriever.ts";

/** Longest transcript that is read. */
const MAX_TRANSCRIPT_BYTES = 64 * 1024 * 1024;

/** `hook`: one shell-hook event on standard input, one answer on standard output. */
export const hookCommand: Command = {
  name: "hook",
  summary: "Answer one shell-hook event of Hermes or Claude Code (event on standard input)",
  usage: "[EVENT] < event.json",
  options: [],
  touches: ["turns"],
  async run(args) {
    if (inIsTerminal()) {
      throw new UsageError(
        "hook reads an event from standard input; pipe one in: skill-retrieval hook < event.json",
      );
    }
    const input = new TextDecoder().decode(readAllInput());
    const preset = args.value("preset");
    const planner = createPlanner(environment);
    const retriever = createConfinedRetriever({ planner, resident: false });
    try {
      const { output, warnings } = await answerHook(input, {
        retriever,
        environment: (name) =>
          name === "SKILL_RETRIEVAL_PRESET" && preset !== undefined ? preset : environment(name),
        hermesHome: resolve(args.value("home") ?? defaultHome(environment)),
        homeSettings: (home) => planner(home, null).settings,
        userHome: environment("HOME") ?? environment("USERPROFILE") ?? null,
        roots: args.values("root").map((root) => resolve(root)),
        readTranscript: (path) => readTranscriptFile(args, path),
      });
      for (const warning of warnings) warn(args, warning);
      writeOut(output);
      return 0;
    } catch (error) {
      if (error instanceof HookInputError) throw new CommandError(error.message);
      throw error;
    } finally {
      retriever.end?.();
    }
  },
};

/** The text of a transcript, or null: a turn is not lost because of it. */
function readTranscriptFile(args: Arguments, path: string): string | null {
  try {
    const file = resolve(path);
    return new FileAccess({ read: [file] }).readText(file, MAX_TRANSCRIPT_BYTES);
  } catch (error) {
    // A new conversation has no transcript yet.
    if (error instanceof FileError && error.reason === "missing") return null;
    warn(args, `the transcript was not read: ${(error as Error).message}`);
    return null;
  }
}
