/**
 * Deno's sandbox: a worker that holds fewer rights than the process, and a process that gives its own
 * away. Bun has neither; there `confine` alone limits what is opened.
 */
import * as fs from "node:fs";
import { FileAccess, FileError } from "./files.ts";
import { HttpAccess, HttpError, httpHost } from "./http.ts";
import { denoPermissions, type Rights, SUPERVISOR_FLAGS } from "./permissions.ts";

/** Kinds of rights of a Deno process. */
export const RIGHT_KINDS = ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const;

/** A kind of rights. */
export type RightKind = typeof RIGHT_KINDS[number];

/** The part of `Deno` that is used here; its types are not there on Bun. */
interface DenoGlobal {
  permissions: {
    querySync(descriptor: { name: RightKind }): { state: string };
    revokeSync(descriptor: { name: RightKind }): { state: string };
  };
}

const deno = (globalThis as { Deno?: DenoGlobal }).Deno;

/** Whether this runtime can start a worker with fewer rights. */
export function hasSandbox(): boolean {
  return deno !== undefined;
}

/** Which kinds of rights this process holds; on Bun all, since nothing is withheld there. */
export function heldRights(): RightKind[] {
  if (deno === undefined) return [...RIGHT_KINDS];
  return RIGHT_KINDS.filter((name) => deno.permissions.querySync({ name }).state === "granted");
}

/** Gives rights of this process away for good. Without a sandbox nothing happens. */
export function dropRights(kinds: readonly RightKind[]): void {
  for (const name of kinds) deno?.permissions.revokeSync({ name });
}

/** A worker that has ended, by an error of its own or because it was ended. */
export class WorkerError extends Error {
  override readonly name = "WorkerError";
}

/** Who is told what a worker does. */
export interface WorkerListener {
  /** Takes a message of the worker. */
  onMessage: (message: unknown) => void;
  /** Called once when the worker has crashed. */
  onCrash: (error: WorkerError) => void;
}

/** A worker with rights of its own. Messages are plain data. */
export class SandboxWorker {
  readonly #worker: Worker;

  /**
   * Starts a worker; what it may not touch is refused by the runtime.
   * @param module address of its module, which is part of the program
   * @throws {WorkerError} when this process does not hold what it must hand on
   */
  constructor(module: URL, rights: Rights, { onMessage, onCrash }: WorkerListener) {
    const options = { type: "module", deno: { permissions: denoPermissions(rights) } };
    try {
      this.#worker = new Worker(module.href, options as WorkerOptions);
    } catch (error) {
      if ((error as Error).name !== "NotCapable") throw error;
      throw new WorkerError(
        `Deno was started with fewer rights than this takes; use ${SUPERVISOR_FLAGS.join(" ")}`,
      );
    }
    this.#worker.onmessage = ({ data }: MessageEvent) => onMessage(data);
    this.#worker.onerror = (event) => {
      // Unhandled, it would end the process.
      event.preventDefault();
      this.#worker.terminate();
      onCrash(new WorkerError(`the worker has crashed: ${event.message || "no reason given"}`));
    };
  }

  /** Sends plain data. */
  send(message: unknown): void {
    this.#worker.postMessage(message);
  }

  /** Ends it at once. */
  end(): void {
    this.#worker.terminate();
  }
}

/** The worker's end, as seen from inside. */
interface WorkerScope {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
}

/** Inside a worker: takes the messages of the process that started it. */
export function receiveMessages(onMessage: (message: unknown) => void): void {
  (globalThis as unknown as WorkerScope).onmessage = ({ data }) => onMessage(data);
}

/** Inside a worker: sends plain data to the process that started it. */
export function sendToParent(message: unknown): void {
  (globalThis as unknown as WorkerScope).postMessage(message);
}

/** What came of trying to do something that is not allowed. */
export interface Attempt {
  /** What was tried, e.g. `read /etc/passwd`. */
  what: string;
  isDenied: boolean;
}

/** An address on this machine at which nobody listens, so that nothing leaves it. */
const UNUSED_URL = "http://127.0.0.1:61234/";

/**
 * Tries to read, to write and to open a connection outside of the rights: with a sandbox past the
 * program's own rules, so that the runtime must refuse; without one by way of these rules, which are
 * all there is. Nothing is changed: what is opened for writing is opened without making it.
 * @param outside absolute path of a file outside of the rights
 */
export async function tryOutside(outside: string): Promise<Attempt[]> {
  const files = new FileAccess({ read: [outside], write: [outside] });
  const [read, write] = hasSandbox()
    ? ["r", "r+"].map((flags) => () => fs.closeSync(fs.openSync(outside, flags)))
    : [() => void files.status(outside), () => files.requireWrite(outside)];
  return [
    attempt(`read ${outside}`, read!),
    attempt(`write ${outside}`, write!),
    await attemptFetch(),
  ];
}

function attempt(what: string, action: () => void): Attempt {
  try {
    action();
  } catch (error) {
    return { what, isDenied: isDenial(error) };
  }
  return { what, isDenied: false };
}

async function attemptFetch(): Promise<Attempt> {
  const what = `fetch ${UNUSED_URL}`;
  try {
    if (hasSandbox()) await fetch(UNUSED_URL, { signal: AbortSignal.timeout(1_000) });
    else {
      await new HttpAccess([httpHost(UNUSED_URL)]).send({
        method: "GET",
        url: UNUSED_URL,
        timeoutMs: 1_000,
        maxResponseBytes: 1,
      });
    }
  } catch (error) {
    return { what, isDenied: isDenial(error) };
  }
  return { what, isDenied: false };
}

function isDenial(error: unknown): boolean {
  if (error instanceof FileError) return error.reason === "outside";
  if (error instanceof HttpError) return error.reason === "host";
  const { name, cause } = error as { name?: string; cause?: unknown };
  return name === "NotCapable" || (cause instanceof Error && isDenial(cause));
}
