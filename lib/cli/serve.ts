import { HookServer, type LogLevel, serveConnection } from "../hermes/mod.ts";
import { createPlanner } from "../rank/mod.ts";
import {
  environment,
  exitNow,
  monotonicMs,
  VERSION,
  watchInput,
  writeError,
  writeOut,
} from "../runtime/mod.ts";
import type { Command } from "./command.ts";
import { createConfinedRetriever } from "./confined_retriever.ts";

/** `serve`: the resident hook server on standard input and output. */
export const serveCommand: Command = {
  name: "serve",
  summary: "Answer an agent's hooks over standard input and output (JSON-RPC 2.0, one line each)",
  usage: "",
  options: [],
  touches: ["turns"],
  async run(args) {
    let stop: () => void = () => {};
    const stopped = new Promise<void>((resolve) => stop = resolve);
    // The shim hands these lines to Python's logging at the level they begin with.
    const log = (level: LogLevel, message: string) => {
      if (level === "ERROR" || !args.has("quiet")) {
        writeError(`${level} ${message.replace(/\s+/g, " ")}\n`);
      }
    };
    const planner = createPlanner(environment);
    const server = new HookServer({
      retriever: createConfinedRetriever({ planner, resident: true }),
      version: VERSION,
      environment: withPreset(args.value("preset")),
      homeSettings: (home) => planner(home, null).settings,
      now: monotonicMs,
      log,
      onShutdown: stop,
    });
    await serveConnection((line) => server.handle(line), { watchInput, write: writeOut }, stopped);
    // Open input would keep the process alive after a `shutdown`.
    exitNow(0);
  },
};

/** The environment, a given preset standing above it. */
function withPreset(preset: string | undefined): (name: string) => string | undefined {
  return (name) =>
    name === "SKILL_RETRIEVAL_PRESET" && preset !== undefined ? preset : environment(name);
}
