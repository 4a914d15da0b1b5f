/** The whole program on a home that wants out, on the runtime that runs the tests. */
import * as fs from "node:fs";
import { test } from "node:test";
import { join } from "@std/path";
import process from "node:process";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { LineProgram } from "../../lib/runtime/mod.ts";
import { program, RUNTIME_ARGUMENTS } from "../cli/program.ts";
import { makeHome, writeHomeFile } from "../helpers/home.ts";

/** Words that stand in files outside of the home alone. */
const CANARY = "xylophonecanary";

const skip = process.platform === "win32" && "links need rights on Windows";

/** A home whose skills lead out, and what it must not reach. */
function hostileHome(): { home: string; outside: string } {
  const outside = makeHome({
    "canary.md": `---\nname: canary\ndescription: ${CANARY} secret\n---\n${CANARY}\n`,
    "linked/inner/SKILL.md": "---\nname: inner\ndescription: Repair a broken violin\n---\n",
  });
  const home = makeHome({
    "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Merge PDF files\n---\n",
    "skills/passwd/": "",
    "skills/canary/": "",
    "skills/loop/": "",
  });
  fs.symlinkSync("/etc/passwd", join(home, "skills/passwd/SKILL.md"));
  fs.symlinkSync(join(outside, "canary.md"), join(home, "skills/canary/SKILL.md"));
  fs.symlinkSync(join(outside, "linked"), join(home, "skills/linked"));
  fs.symlinkSync("..", join(home, "skills/loop/up"));
  return { home, outside };
}

test(
  "a linked SKILL.md that leads outside is listed with a problem and not read, a linked folder is (DESIGN §8)",
  { skip },
  () => {
    const { home } = hostileHome();
    const { code, out } = program(["list", "--json", "--home", home]);
    assertEquals(code, 0);
    const { skills, problems } = JSON.parse(out) as {
      skills: { id: string; description: string }[];
      problems: { path: string }[];
    };
    const described = Object.fromEntries(skills.map(({ id, description }) => [id, description]));
    assertEquals(described["linked/inner"], "Repair a broken violin");
    assertEquals(described["pdf"], "Merge PDF files");
    for (const id of ["passwd", "canary"]) {
      assertEquals(described[id] ?? "", "");
      assert(problems.some(({ path }) => path === join(home, "skills", id, "SKILL.md")), id);
    }
    assert(!out.includes(CANARY) && !out.includes("root:"));
  },
);

test("query never finds what stands outside of the roots", { skip }, () => {
  const { home } = hostileHome();
  const { code, out } = program(["query", "--json", "--home", home, `${CANARY} secret`]);
  assertEquals([code, JSON.parse(out).results], [0, []]);
});

test(
  "serve sees a root that is added while it runs, and still nothing outside",
  { skip },
  async () => {
    const { home, outside } = hostileHome();
    writeHomeFile(
      outside,
      "added/tune/SKILL.md",
      "---\nname: tune\ndescription: Tune a grand piano\n---\n",
    );
    const server = new LineProgram(process.execPath, [...RUNTIME_ARGUMENTS, "serve", "--quiet"]);
    let id = 0;
    const ask = async (method: string, more: Record<string, unknown> = {}) => {
      const params = { home, session_id: "s", is_first_turn: id < 3, ...more };
      server.send(JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }));
      return JSON.parse(await server.nextLine()).result as { context: string } | null;
    };
    await ask("initialize", { protocol: 1 });
    assertEquals(await ask("pre_llm_call", { user_message: "tune my grand piano" }), null);
    writeHomeFile(home, "config.yaml", `skills:\n  external_dirs: ["${outside}/added"]\n`);
    const found = await ask("pre_llm_call", { user_message: "tune my grand piano" });
    assertStringIncludes(found!.context, "- tune: Tune a grand piano");
    // The session remembers, though another worker ranks: what was shown is not shown again.
    assertEquals(await ask("pre_llm_call", { user_message: "tune my grand piano" }), null);
    assertEquals(await ask("pre_llm_call", { user_message: `${CANARY} secret` }), null);
    await server.end();
  },
);

test("info --permissions states the rights and finds everything outside denied", () => {
  const home = makeHome({ "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: d\n---\n" });
  const { code, out } = program(["info", "--permissions", "--json", "--home", home]);
  const { enforced_by, supervisor, worker, attempts } = JSON.parse(out);
  assertEquals(code, 0);
  assertEquals(attempts.map(({ denied }: { denied: boolean }) => denied), [true, true, true]);
  assertEquals(worker, {
    read: [join(home, "skills"), join(home, "data/skill-retrieval")],
    write: [],
    hosts: [],
  });
  if ("Deno" in globalThis) {
    assertEquals(enforced_by, "deno");
    assertEquals(supervisor, {
      at_start: ["read", "write", "net", "env", "run", "sys"],
      while_serving: ["read", "env"],
      afterwards: [],
    });
  } else assertEquals(enforced_by, "guard");
});

test("eval writes the file of --run, and no command writes by default", () => {
  const folder = makeHome({
    "corpus.jsonl": '{"id":"a","name":"a","description":"Merge PDF files"}\n',
    "queries.jsonl": '{"id":"1","query":"merge PDF files","gold":["a"]}\n',
  });
  const [corpus, queries, out] = ["corpus.jsonl", "queries.jsonl", "out.jsonl"].map((name) =>
    join(folder, name)
  ) as [string, string, string];
  const { code, error } = program(["eval", "--corpus", corpus, "--queries", queries, "--run", out]);
  assertEquals([code, error], [0, ""]);
  assertStringIncludes(fs.readFileSync(out, "utf8"), '"a"');
  assertEquals(fs.readdirSync(folder).toSorted(), ["corpus.jsonl", "out.jsonl", "queries.jsonl"]);
});

test("doctor speaks to the judge that is on, with --online alone", () => {
  const home = makeHome({ "config.yaml": "", "skills/": "" });
  // At this port nobody listens.
  const url = "http://127.0.0.1:61234";
  const variables = { SKILL_RETRIEVAL_RERANK: "jev", SKILL_RETRIEVAL_RERANK_BASE_URL: url };
  const online = program(["doctor", "--online", "--json", "--home", home], { variables });
  assertStringIncludes(online.out, "The judge cannot be reached: the connection to");
  const offline = program(["doctor", "--json", "--home", home], { variables });
  assertStringIncludes(offline.out, "was not tried");
});

test(
  "install and uninstall work within their rights, also where the config is a link",
  { skip },
  () => {
    const config = "# mine\nplugins:\n  enabled: []\n";
    const elsewhere = makeHome({ "dotfiles/config.yaml": config });
    const home = makeHome({ "skills/": "" });
    fs.symlinkSync(join(elsewhere, "dotfiles/config.yaml"), join(home, "config.yaml"));
    const installed = program(["install", "--home", home]);
    assertEquals(installed.code, 0, installed.error);
    assertStringIncludes(fs.readFileSync(join(home, "config.yaml"), "utf8"), "skill-retrieval");
    assert(fs.existsSync(join(home, "plugins/skill-retrieval/__init__.py")));
    const uninstalled = program(["uninstall", "--home", home]);
    assertEquals(uninstalled.code, 0, uninstalled.error);
    assertEquals(fs.readFileSync(join(elsewhere, "dotfiles/config.yaml"), "utf8"), config);
    assert(fs.lstatSync(join(home, "config.yaml")).isSymbolicLink());
    assert(!fs.existsSync(join(home, "plugins/skill-retrieval")));
  },
);

test("install into every profile works within its rights", () => {
  const home = makeHome({ "config.yaml": "", "profiles/work/config.yaml": "" });
  const { code, error } = program(["install", "--all-profiles", "--home", home]);
  assertEquals(code, 0, error);
  for (const each of ["", "profiles/work/"]) {
    assert(fs.existsSync(join(home, `${each}plugins/skill-retrieval/plugin.yaml`)), each);
    assertStringIncludes(fs.readFileSync(join(home, `${each}config.yaml`), "utf8"), "enabled");
  }
});
