/** What a judge that is off, and one that is on, ask of the machine: Deno keeps account of it. */
import { test } from "node:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "@std/path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makeHome, skillText } from "../helpers/home.ts";
import { jevVariables } from "./_jev_server.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const options = {
  skip: "Deno" in globalThis ? false : "only Deno can forbid a process network and writing",
};

/** What a process asked for. */
interface Asked {
  permission: string;
  value: string;
}

/** Answers a message in a process that may read and nothing else. */
function answered(variables: Record<string, string>) {
  const home = makeHome({
    "skills/bar-chart/SKILL.md": skillText("bar-chart", "Plot a chart with bars from a table"),
    "skills/pie-chart/SKILL.md": skillText("pie-chart", "Plot a chart as a pie from a table"),
    "skills/mail/SKILL.md": skillText("mail", "Send mail to people"),
  });
  const audit = join(makeHome(), "audit.jsonl");
  const before = fs.readdirSync(home, { recursive: true }).length;
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    "run",
    "--no-prompt",
    "--allow-read",
    "--allow-env",
    "--allow-sys",
    MAIN,
    "query",
    "--home",
    home,
    "--json",
    "plot a chart from my table",
  ], {
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DENO_DIR: process.env.DENO_DIR,
      DENO_AUDIT_PERMISSIONS: audit,
      ...variables,
    },
  });
  assertEquals(fs.readdirSync(home, { recursive: true }).length, before, "no file was made");
  const asked = fs.readFileSync(audit, "utf8").trim().split("\n")
    .map((line) => JSON.parse(line) as Asked);
  return { code: status, document: JSON.parse(stdout), stderr, asked };
}

/** Deno accounts looks at a file under writing too, so what counts is the place of the log. */
function looksAtLog(asked: readonly Asked[]): boolean {
  return asked.some(({ value }) => value.includes("jev-trial"));
}

function network(asked: readonly Asked[]): string[] {
  return asked.filter(({ permission }) => !["read", "write", "env", "sys"].includes(permission))
    .map(({ permission, value }) => `${permission} ${value}`);
}

test("a judge that is off asks neither for network nor log (SR-96, SR-A103)", options, () => {
  const { code, document, stderr, asked } = answered({});
  assertEquals([code, stderr], [0, ""]);
  assertEquals([document.results.length, "rerank" in document], [2, false]);
  assert(asked.some(({ permission }) => permission === "read"), "the account is kept");
  assertEquals([network(asked), looksAtLog(asked)], [[], false]);
});

test("a judge that is on asks for its host and its log alone (SR-93)", options, () => {
  const { code, document, stderr, asked } = answered(jevVariables("http://127.0.0.1:54321/v1"));
  assertEquals([code, document.results.length, document.rerank.applied], [0, 2, false]);
  assertStringIncludes(stderr, "this process may not open the connection");
  assertStringIncludes(stderr, "the rerank log is not written");
  const places = network(asked);
  assert(places.length > 0 && places.every((place) => /^net .*127\.0\.0\.1:54321/.test(place)));
  assert(looksAtLog(asked));
});
