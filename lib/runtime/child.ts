/**
 * Other programs: run to their end, or kept and spoken to line by line.
 */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { mayStartPrograms } from "./permissions.ts";
import { monotonicMs } from "./process.ts";

/** Most bytes of output kept of a program that is run to its end. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** What a program did that was run to its end. */
export interface ProgramRun {
  /** Exit code, or null when a signal ended it. */
  exitCode: number | null;
  /** Its standard output. */
  output: string;
  /** Its standard error. */
  errors: string;
  /** Milliseconds from before its start to after its end. */
  elapsedMs: number;
}

/** A program could not be started, or ended where an answer was awaited. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";
}

/**
 * Runs a program without a shell and waits for its end. It inherits the environment.
 * @param path absolute path, or a name that is looked up on PATH
 * @param input text for its standard input
 * @throws {ProgramError} when it cannot be started
 */
export function runProgram(path: string, args: readonly string[], input = ""): ProgramRun {
  requireStart(path);
  const startMs = monotonicMs();
  const { status, stdout, stderr, error } = spawnSync(path, [...args], {
    input,
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
  });
  const elapsedMs = monotonicMs() - startMs;
  if (error !== undefined) throw cannotRun(path, error);
  return { exitCode: status, output: stdout, errors: stderr, elapsedMs };
}

/** A running program that reads and writes lines. Its standard error is discarded. */
export class LineProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: string[] = [];
  readonly #waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  readonly #ended: Promise<void>;
  #failure: Error | null = null;

  /**
   * Starts a program without a shell; it inherits the environment. A failed start is reported by the
   * first `nextLine`.
   * @throws {ProgramError} when this process may start none
   * @param path absolute path, or a name that is looked up on PATH
   */
  constructor(path: string, args: readonly string[]) {
    requireStart(path);
    this.#child = spawn(path, [...args], { windowsHide: true });
    this.#child.stderr.resume();
    // A write to a program that has just ended is reported by its end.
    this.#child.stdin.on("error", () => {});
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#lines.push(line);
      else next.resolve(line);
    });
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => resolve(this.#fail(cannotRun(path, error))));
      this.#child.on("close", () => resolve(this.#fail(new ProgramError(`${path} has ended`))));
    });
  }

  /** Writes one line to its standard input. */
  send(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /** The next line of its standard output. Rejects with a `ProgramError` when there will be none. */
  nextLine(): Promise<string> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Closes its standard input and waits for its end. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }

  /** Ends it without waiting for what is in flight. */
  kill(): void {
    this.#child.kill();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}

function requireStart(path: string): void {
  if (!mayStartPrograms()) {
    throw new ProgramError(`${path} cannot be run: this command may start no other program`);
  }
}

function cannotRun(path: string, error: Error): ProgramError {
  const code = (error as { code?: string }).code;
  const reason = code === "ENOENT" ? "there is no such program" : error.message;
  return new ProgramError(`${path} cannot be run: ${reason}`);
}
