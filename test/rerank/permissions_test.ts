/** What a judge that is off, and one that is on, ask of the machine: Deno keeps account of it. */
import { test } from "node:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "@std/path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SUPERVISOR_FLAGS } from "../../lib/runtime/mod.ts";
import { makeHome, skillText } from "../helpers/home.ts";
import { jevVariables } from "./_jev_server.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const options = {
  skip: "Deno" in globalThis ? false : "only Deno can forbid a process network and writing",
};
/** Flags of a process that may read and nothing else. */
const READING = ["--no-prompt", "--allow-read", "--allow-env", "--allow-sys"];
/** Files that make a home known. */
const KNOWING = /[\\/](?:config\.yaml|plugins|skills)$/;

/** What a process asked for. */
interface Asked {
  permission: string;
  /** Null where it is given away, or asked for as a whole. */
  value: string | null;
}

/** Asks a message of a process with some flags. */
function asked(variables: Record<string, string>, flags: readonly string[]) {
  const home = makeHome({
    "skills/bar-chart/SKILL.md": skillText("bar-chart", "Plot a chart with bars from a table"),
    "skills/pie-chart/SKILL.md": skillText("pie-chart", "Plot a chart as a pie from a table"),
    "skills/mail/SKILL.md": skillText("mail", "Send mail to people"),
  });
  const audit = join(makeHome(), "audit.jsonl");
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    "run",
    ...flags,
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
  const account = fs.readFileSync(audit, "utf8").trim().split("\n")
    .map((line) => JSON.parse(line) as Asked);
  const values = (kind: string) =>
    account.flatMap(({ permission, value }) =>
      permission === kind && value !== null ? [value] : []
    );
  const made = fs.existsSync(join(home, "data"));
  return { home, status, stdout, stderr, made, values };
}

test("a judge that is off asks neither for network nor log (SR-96, SR-A103)", options, () => {
  for (const flags of [READING, SUPERVISOR_FLAGS]) {
    const { status, stdout, stderr, made, values } = asked({}, flags);
    assertEquals([status, stderr, made], [0, "", false]);
    const document = JSON.parse(stdout);
    assertEquals([document.results.length, "rerank" in document], [2, false]);
    assert(values("read").length > 0, "the account is kept");
    assertEquals(values("net"), []);
    assertEquals([...values("read"), ...values("write")].filter(ofLog), []);
  }
});

test("a judge that is on asks for its host and its log alone (SR-93)", options, () => {
  const variables = jevVariables("http://127.0.0.1:54321/v1");
  const { home, status, stdout, stderr, made, values } = asked(variables, SUPERVISOR_FLAGS);
  const document = JSON.parse(stdout);
  assertEquals([status, document.results.length, document.rerank.applied], [0, 2, false]);
  assertStringIncludes(stderr, "the connection failed");
  assertEquals(made, true, "the log is written");
  assert(values("net").length > 0);
  assertEquals(values("net").filter((place) => !place.includes("127.0.0.1:54321")), []);
  // Deno accounts looks at a file under writing too.
  const written = values("write").filter((path) =>
    path !== home && path.startsWith(home) && !KNOWING.test(path)
  );
  assertEquals(written.filter((path) => !ofLog(path)), []);
  assert(written.some(ofLog));
});

test("a process without the rights of a judge that is on says which it takes", options, () => {
  const { status, stdout, stderr } = asked(jevVariables("http://127.0.0.1:54321/v1"), READING);
  assertEquals([status, stdout], [1, ""]);
  assertEquals(
    stderr,
    "skill-retrieval: Deno was started with fewer rights than this takes; use " +
      `${SUPERVISOR_FLAGS.join(" ")}.\n`,
  );
});

function ofLog(path: string): boolean {
  return path.includes("jev-trial");
}
