/**
 * The process around the program: arguments, environment, standard streams, clock, platform.
 */
import process from "node:process";
import { Buffer } from "node:buffer";
import * as fs from "node:fs";

/** Variables handed over by the side that may read them, or null where this is that side. */
let handedOver: Readonly<Record<string, string>> | null = null;

/** From now on these are the only environment variables. For a worker, which may read none itself. */
export function useEnvironment(variables: Readonly<Record<string, string>>): void {
  handedOver = variables;
}

/** Value of an environment variable, or undefined when it is unset or may not be read. */
export function environment(name: string): string | undefined {
  if (handedOver !== null) return Object.hasOwn(handedOver, name) ? handedOver[name] : undefined;
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
}

/** Names of the environment variables that are set; none where they may not be listed. */
export function environmentNames(): string[] {
  if (handedOver !== null) return Object.keys(handedOver);
  try {
    return Object.keys(process.env);
  } catch {
    return [];
  }
}

/** Arguments after the program's own name. */
export function programArguments(): string[] {
  return process.argv.slice(2);
}

/** `linux`, `darwin`, `win32` or `android`, as Node names systems. */
export function platform(): string {
  return process.platform;
}

/** `x64`, `arm64`, … */
export function architecture(): string {
  return process.arch;
}

/** Name and version of the runtime, e.g. `bun 1.4.5`. */
export function runtimeName(): string {
  const bun = (globalThis as { Bun?: { version: string } }).Bun;
  if (bun !== undefined) return `bun ${bun.version}`;
  const deno = (globalThis as { Deno?: { version: { deno: string } } }).Deno;
  if (deno !== undefined) return `deno ${deno.version.deno}`;
  return `node ${process.versions.node}`;
}

/** Path of the running executable. */
export function executablePath(): string {
  return process.execPath;
}

/** The working directory. */
export function workingDirectory(): string {
  return process.cwd();
}

/** Milliseconds from an arbitrary start, monotonic, with fraction. */
export function monotonicMs(): number {
  return performance.now();
}

/** Milliseconds since 1970 (wall clock). */
export function wallClockMs(): number {
  return Date.now();
}

/** Bytes of resident memory of this process. */
export function residentBytes(): number {
  return process.memoryUsage().rss;
}

/** Writes text to standard output. */
export function writeOut(text: string): void {
  writeAll(1, text);
}

/** Writes text to standard error. */
export function writeError(text: string): void {
  writeAll(2, text);
}

/** Whether standard output is a terminal. */
export function outIsTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** Columns of the terminal on standard output, 80 when it is none. */
export function terminalColumns(): number {
  return process.stdout.columns ?? 80;
}

/** Whether standard input is a terminal. */
export function inIsTerminal(): boolean {
  return process.stdin.isTTY === true;
}

/** All of standard input as bytes, read until its end. */
export function readAllInput(): Uint8Array {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  for (;;) {
    let count: number;
    try {
      count = fs.readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === "EAGAIN") {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        continue;
      }
      if (code === "EOF") break;
      throw error;
    }
    if (count === 0) break;
    chunks.push(Buffer.from(chunk.subarray(0, count)));
  }
  return Buffer.concat(chunks);
}

/**
 * Calls `onChunk` for every piece of standard input and `onEnd` once at its end.
 */
export function watchInput(onChunk: (bytes: Uint8Array) => void, onEnd: () => void): void {
  process.stdin.on("data", onChunk);
  process.stdin.on("end", onEnd);
  process.stdin.on("error", onEnd);
}

let beforeExit: (code: number) => void = () => {};

/** Says who is told when `exitNow` ends this thread: in a worker that is not the whole process. */
export function onExitNow(told: (code: number) => void): void {
  beforeExit = told;
}

/** Ends the process at once with an exit code. */
export function exitNow(code: number): never {
  beforeExit(code);
  process.exit(code);
}

/** The exit code the process will end with once nothing is left to do. */
export function setExitCode(code: number): void {
  process.exitCode = code;
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  let at = 0;
  while (at < bytes.length) {
    try {
      at += fs.writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === "EAGAIN") continue;
      if (code === "EPIPE") exitNow(0);
      throw error;
    }
  }
}

export { parseArgs } from "node:util";

/** Whether this is the compiled executable, not sources run by Deno or Bun. */
export function isStandalone(): boolean {
  const deno = (globalThis as { Deno?: { build: { standalone?: boolean } } }).Deno;
  if (deno !== undefined) return deno.build.standalone === true;
  return /[/\\](?:\$bunfs|~BUN)[/\\]/.test(import.meta.url);
}
