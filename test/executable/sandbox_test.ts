/** The executables, each as its compiler makes it, on a home that wants out; and an audit by strace. */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { test } from "node:test";
import process from "node:process";
import { join } from "@std/path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { LineProgram } from "../../lib/runtime/mod.ts";
import {
  auditedCalls,
  beyond,
  readCalls,
  trace,
  traceEmpty,
  whyNoAudit,
} from "../../scripts/audit_files.ts";
import { makeHome, writeHomeFile } from "../helpers/home.ts";

const ROOT = join(import.meta.dirname!, "../..");
const SUFFIX = process.platform === "win32" ? ".exe" : "";
const HOME = join(ROOT, "fixtures", "home");
const BUN = join(ROOT, "dist", `skill-retrieval${SUFFIX}`);
/** Words that stand in files outside of the home alone. */
const CANARY = "xylophonecanary";

/** Executables with what makes them. */
const EXECUTABLES = [
  [BUN, "deno task build"],
  [join(ROOT, "dist", `skill-retrieval-deno${SUFFIX}`), "deno task compile"],
] as const;

for (const [executable, task] of EXECUTABLES) {
  const skip = fs.existsSync(executable) ? false : `${executable} is missing: ${task}`;
  if (skip !== false) console.warn(`Skipped: ${skip}`);

  test(`${task}: info --permissions finds everything outside denied`, { skip }, () => {
    const { status, stdout } = spawnSync(
      executable,
      ["info", "--permissions", "--json", "--home", HOME],
      { encoding: "utf8" },
    );
    const { attempts } = JSON.parse(stdout) as { attempts: { denied: boolean }[] };
    assertEquals([status, attempts.map(({ denied }) => denied)], [0, [true, true, true]]);
  });

  test(`${task}: serve reads nothing that a hostile home leads to, and a root that is added`, {
    skip,
  }, async () => {
    const outside = makeHome({
      "canary.md": `---\nname: canary\ndescription: ${CANARY} secret\n---\n`,
      "added/tune/SKILL.md": "---\nname: tune\ndescription: Tune a grand piano\n---\n",
    });
    const home = makeHome({
      "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Merge PDF files\n---\n",
      "skills/canary/": "",
    });
    fs.symlinkSync(join(outside, "canary.md"), join(home, "skills/canary/SKILL.md"));
    const server = new LineProgram(executable, ["serve", "--quiet"]);
    const ask = async (id: number, message: string) => {
      const params = { home, session_id: "s", user_message: message, is_first_turn: true };
      server.send(JSON.stringify({ jsonrpc: "2.0", id, method: "pre_llm_call", params }));
      return (JSON.parse(await server.nextLine()).result as { context: string } | null)?.context;
    };
    assertEquals(await ask(1, `${CANARY} secret`), undefined);
    assertEquals(await ask(2, "tune my grand piano"), undefined);
    writeHomeFile(home, "config.yaml", `skills:\n  external_dirs: ["${outside}/added"]\n`);
    assertStringIncludes((await ask(3, "tune my grand piano"))!, "- tune: Tune a grand piano");
    await server.end();
  });
}

const noAudit = whyNoAudit();
const skip = noAudit !== false
  ? `no audit: ${noAudit}`
  : fs.existsSync(BUN)
  ? false
  : `${BUN} is missing: deno task build`;
if (skip !== false) console.warn(`Skipped: ${skip}`);

test(
  "by default the executable opens no socket, writes nothing, and reads the home alone (strace)",
  { skip },
  () => {
    const empty = traceEmpty();
    for (const [args, input] of auditedCalls(HOME)) {
      const touched = trace(BUN, args, input);
      assert(touched.opened.some((path) => path.startsWith(HOME)), args[0]);
      assertEquals(
        [args[0], beyond(touched, empty, [HOME, BUN])],
        [args[0], { opened: [], changed: [], sockets: [] }],
      );
    }
  },
);

test("readCalls() and beyond() see a file outside, a write and a socket", () => {
  const touched = readCalls([
    '12 openat(AT_FDCWD, "/home/me/.ssh/id", O_RDONLY|O_CLOEXEC) = 3',
    '12 openat(AT_FDCWD, "/home/me/skills/a", O_RDONLY) = 3',
    '12 openat(AT_FDCWD, "/home/me/skills/b", O_WRONLY|O_CREAT, 0644) = 3',
    '12 unlink("/home/me/skills/c") = 0',
    '12 openat(AT_FDCWD, "/etc/localtime", O_RDONLY) = 3',
    "12 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 4",
    "12 +++ exited with 0 +++",
  ].join("\n"));
  const found = beyond(touched, { opened: [], changed: [], sockets: [] }, ["/home/me/skills"]);
  assertEquals(found.opened, ["/home/me/.ssh/id"]);
  assertEquals(found.changed.length, 2);
  assertEquals(found.sockets.length, 1);
});
