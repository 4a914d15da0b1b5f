/**
 * The stages that need the executable: a process from its start, and a resident one over pipes.
 */
import { isObject } from "../hermes/mod.ts";
import { LineProgram, monotonicMs, ProgramError, runProgram } from "../runtime/mod.ts";
import { sample, sampleAsync } from "./sampling.ts";
import { measurement, memoryMeasurement } from "./stages.ts";
import type { Measurement } from "./types.ts";

/** Starts of a process, at least. */
const MINIMUM_STARTS = 5;
/** Turns of a server, at least. */
const MINIMUM_TURNS = 30;
/** Share of the time that is spent before, unmeasured. */
const WARM_UP_SHARE = 0.5;
/** Turns between two looks at the memory of a server. */
const TURNS_A_LOOK = 50;
/** Quick answers in a row after which a server is taken to be idle. */
const IDLE_ANSWERS = 20;
/**
 * Slowest quick answer in milliseconds. Bodies are analysed in slices of 5 ms without a pause, so a busy
 * server takes longer than this for about every second ping.
 */
const QUICK_MS = 2;
/** Milliseconds a server may take to become idle: twice the budget of the largest library. */
const IDLE_DEADLINE_MS = 70_000;

/**
 * Times `query` from the start of the process to its end.
 * @param where options that name the skills
 * @throws {ProgramError} when it cannot be run or fails
 */
export function measureColdStart(
  binary: string,
  where: readonly string[],
  preset: string,
  queries: readonly string[],
  seconds: number,
): Measurement {
  const values = sample((run) => {
    const text = queries[run % queries.length]!;
    const { exitCode, errors, elapsedMs } = runProgram(binary, [
      "query",
      "--json",
      "--quiet",
      "--preset",
      preset,
      ...where,
      "--",
      text,
    ]);
    if (exitCode !== 0) {
      throw new ProgramError(`${binary} query ended with ${exitCode}: ${errors.trim()}`);
    }
    return elapsedMs;
  }, { seconds, minimumRuns: MINIMUM_STARTS });
  return measurement("cold_start", preset, values);
}

/**
 * Times turns of `serve` over its pipes, each in a session of its own, and looks at its memory.
 * @param home absolute path
 * @throws {ProgramError} when it cannot be run or answers with an error
 */
export async function measureServe(
  binary: string,
  home: string,
  preset: string,
  queries: readonly string[],
  seconds: number,
): Promise<Measurement[]> {
  const program = new LineProgram(binary, ["serve", "--quiet", "--preset", preset]);
  try {
    const server = new ServerCalls(program);
    await server.call("initialize", { client: "bench", protocol: 1, home });
    await turnMs(server, home, queries[0]!, "first");
    await untilIdle(server);
    const ask = (kind: string) => (run: number) =>
      turnMs(server, home, queries[run % queries.length]!, `${kind}-${run}`);
    await sampleAsync(ask("warm-up"), { seconds: seconds * WARM_UP_SHARE });
    const memory: number[] = [];
    const turn = ask("turn");
    const turns = await sampleAsync(async (run) => {
      if (run % TURNS_A_LOOK === 0) memory.push(await residentBytesOf(server));
      return await turn(run);
    }, { seconds, minimumRuns: MINIMUM_TURNS });
    memory.push(await residentBytesOf(server));
    await program.end();
    return [
      measurement("serve_turn", preset, turns),
      memoryMeasurement("serve_memory", preset, memory),
    ];
  } finally {
    program.kill();
  }
}

/** JSON-RPC calls to a server, one after the other. */
class ServerCalls {
  readonly #program: LineProgram;
  #id = 0;

  constructor(program: LineProgram) {
    this.#program = program;
  }

  async call(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    this.#program.send(JSON.stringify({ jsonrpc: "2.0", id: ++this.#id, method, params }));
    const answer: unknown = JSON.parse(await this.#program.nextLine());
    if (!isObject(answer) || answer.error !== undefined) {
      throw new ProgramError(`serve answered ${method} with ${JSON.stringify(answer)}`);
    }
    return answer.result;
  }
}

/** Waits until a server has indexed its bodies and answers at once. */
async function untilIdle(server: ServerCalls): Promise<void> {
  const endMs = monotonicMs() + IDLE_DEADLINE_MS;
  for (let quick = 0; quick < IDLE_ANSWERS && monotonicMs() < endMs;) {
    const startMs = monotonicMs();
    await server.call("ping", {});
    quick = monotonicMs() - startMs < QUICK_MS ? quick + 1 : 0;
  }
}

async function turnMs(
  server: ServerCalls,
  home: string,
  message: string,
  session: string,
): Promise<number> {
  const parameters = {
    home,
    session_id: session,
    turn_id: "1",
    cwd: home,
    user_message: message,
    loaded: [],
    shown: [],
    is_first_turn: true,
    platform: "cli",
    model: "bench",
  };
  const startMs = monotonicMs();
  await server.call("pre_llm_call", parameters);
  return monotonicMs() - startMs;
}

async function residentBytesOf(server: ServerCalls): Promise<number> {
  const stats = await server.call("stats", {});
  const bytes = isObject(stats) ? stats.resident_bytes : null;
  if (typeof bytes !== "number") throw new ProgramError("serve does not tell its memory");
  return bytes;
}
