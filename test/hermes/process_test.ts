/** The commands `serve` and `hook` as processes of the runtime that runs the tests. */
import { spawn } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import process from "node:process";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { RUNTIME_ARGUMENTS } from "../cli/program.ts";

const home = fileURLToPath(new URL("../../fixtures", import.meta.url));

interface Run {
  code: number | null;
  out: string;
  error: string;
}

/** Runs a command; with `keepOpen` its input is not ended. */
function run(args: string[], input: string, keepOpen = false): Promise<Run> {
  const child = spawn(process.execPath, [...RUNTIME_ARGUMENTS, ...args], {
    env: { ...process.env, NO_COLOR: "1", SKILL_RETRIEVAL_PRESET: "bm25" },
  });
  let out = "";
  let error = "";
  child.stdout.on("data", (chunk) => out += chunk);
  child.stderr.on("data", (chunk) => error += chunk);
  child.stdin.write(input);
  if (!keepOpen) child.stdin.end();
  return new Promise((resolve) => {
    child.on("close", (code) => {
      child.stdin.destroy();
      resolve({ code, out, error });
    });
  });
}

const call = (id: number, method: string, params = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

test("serve answers every line, survives a broken one and exits 0 at the end of its input", async () => {
  const { code, out } = await run(
    ["serve"],
    `${call(1, "initialize", { protocol: 1, home })}{broken\n${call(2, "ping")}${call(3, "nope")}`,
  );
  const answers = out.trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(code, 0);
  assertEquals(
    answers.map(({ id, error }) => [id, error?.code ?? null])
      .toSorted((a, b) => a[0] - b[0]),
    [[null, -32700], [1, null], [2, null], [3, -32601]],
  );
});

test("serve ends after shutdown although its input stays open", async () => {
  const { code, out } = await run(["serve"], call(1, "shutdown"), true);
  assertEquals([code, out], [0, '{"jsonrpc":"2.0","id":1,"result":{}}\n']);
});

test("hook answers an event and exits 0, and refuses what is none with exit code 1", async () => {
  const event = { hook_event_name: "UserPromptSubmit", prompt: "zzzqqq", session_id: "s" };
  assertEquals(await run(["hook", "--root", home], JSON.stringify(event)), {
    code: 0,
    out: "",
    error: "",
  });
  const { code, out, error } = await run(["hook"], "no event");
  assertEquals([code, out], [1, ""]);
  assertStringIncludes(error, "standard input must hold one JSON object");
});
