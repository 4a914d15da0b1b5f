/**
 * Does the program that the shim would start answer it, and are both of one version?
 */
import { LineProgram, VERSION } from "../../runtime/mod.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Longest wait for an answer, far beyond what a start takes. */
const WAIT_MS = 10_000;
/** Longest wait for the end of the program, which finishes what it has begun. */
const END_MS = 2_000;

/** Who is to talk with whom. */
export interface HandshakeOptions {
  home: string;
  /** Absolute path of the program, or null where none was found. */
  program: string | null;
  /** What the installed shim says of itself; nulls where it cannot be read. */
  shim: { version: string | null; protocol: number | null };
}

/** Starts the program's server, introduces a home over pipes as the shim does, and ends it. */
export async function examineHandshake(options: HandshakeOptions): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf("handshake");
  const { home, program, shim } = options;
  if (program === null) {
    return [
      error(
        "The program is neither beside the plugin, nor on PATH, nor named by SKILL_RETRIEVAL_BIN.",
        "Run install of the built program.",
      ),
    ];
  }
  const startMs = performance.now();
  let answer: Record<string, unknown>;
  try {
    answer = await introduce(program, home, shim.protocol ?? 1);
  } catch (problem) {
    return [
      error(
        `${program} does not answer: ${(problem as Error).message}.`,
        `Run ${program} --version; if that fails it is for another system, or damaged: install again.`,
      ),
    ];
  }
  const version = typeof answer["version"] === "string" ? answer["version"] : "unknown";
  const elapsedMs = Math.round(performance.now() - startMs);
  const findings = [ok(`${program} (${version}) answers the shim after ${elapsedMs} ms.`)];
  if (shim.version !== null && shim.version !== version) {
    findings.push(
      warning(
        `The shim is of version ${shim.version}, the program of version ${version}.`,
        "Run skill-retrieval install, and restart Hermes.",
      ),
    );
  } else if (version !== VERSION) {
    findings.push(
      warning(
        `Hermes uses version ${version}, and this program is ${VERSION}.`,
        "Run install of the newer one, and restart Hermes.",
      ),
    );
  }
  return findings;
}

/** The result of `initialize` (DESIGN §6). */
async function introduce(
  program: string,
  home: string,
  protocol: number,
): Promise<Record<string, unknown>> {
  const server = new LineProgram(program, ["serve"]);
  try {
    const parameters = { client: "doctor", protocol, home };
    server.send(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: parameters }),
    );
    const message = JSON.parse(await within(WAIT_MS, server.nextLine(), "it took too long"));
    if (message?.error !== undefined) throw new Error(String(message.error.message));
    if (typeof message?.result !== "object" || message.result === null) {
      throw new Error("what it says is no answer");
    }
    await within(END_MS, server.end(), "").catch(() => {});
    return message.result as Record<string, unknown>;
  } finally {
    server.kill();
  }
}

async function within<Result>(
  limitMs: number,
  work: Promise<Result>,
  problem: string,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(problem)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
