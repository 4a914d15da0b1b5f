import { test } from "node:test";
import { assertEquals, assertNotEquals } from "@std/assert";
import { join } from "@std/path";
import { defaultHome, planHome, planIsStale, planRoots } from "../../lib/catalog/mod.ts";
import { linkInHome, makeHome, removeFromHome, writeHomeFile } from "../helpers/home.ts";

type Variables = Record<string, string>;

function planOf(
  home: string,
  variables: Variables = {},
  cwd: string | null = null,
  system = "linux",
) {
  return planHome({ home, cwd, environment: (name) => variables[name], system });
}

/** Roots as `source path`, the home's own path left out. */
function rootsOf(home: string, variables: Variables = {}, cwd: string | null = null): string[] {
  return planOf(home, variables, cwd).roots.map(({ source, path }) =>
    `${source} ${path.replace(`${home}/`, "")}`
  );
}

test("defaultHome() takes HERMES_HOME, else the place of the system (DESIGN §2)", () => {
  const from = (variables: Variables, system: string) =>
    defaultHome((name) => variables[name], system);
  assertEquals(from({ HERMES_HOME: "/opt/data", HOME: "/h" }, "linux"), "/opt/data");
  assertEquals(from({ HERMES_HOME: "~/x", HOME: "/h" }, "linux"), "/h/x");
  assertEquals(from({ HERMES_HOME: "  ", HOME: "/h" }, "darwin"), join("/h", ".hermes"));
  assertEquals(from({ LOCALAPPDATA: "/l", HOME: "/h" }, "win32"), join("/l", "hermes"));
});

test("planHome() gives the local root of a home without a config and names the problem", () => {
  const home = makeHome({ "hermes-agent/skills/a/SKILL.md": "" });
  const plan = planOf(home);
  assertEquals(plan.roots, [{ path: join(home, "skills"), source: "local" }]);
  assertEquals(plan.problems, [{
    path: join(home, "config.yaml"),
    reason: "there is no config; nothing is disabled or enabled by it",
  }]);
});

test("planHome() takes an empty config as one that says nothing (SR-A028)", () => {
  const plan = planOf(makeHome({ "config.yaml": "" }));
  assertEquals([plan.disabled, plan.problems], [[], []]);
});

test("planHome() survives a malformed config with nothing disabled (SR-29)", () => {
  for (
    const text of [
      "skills: [a",
      "- a\n",
      "skills: 5\nplugins: [x]\n",
      "skills:\n  disabled: {a: b}\n",
    ]
  ) {
    assertEquals(planOf(makeHome({ "config.yaml": text })).disabled, []);
  }
  const [problem] = planOf(makeHome({ "config.yaml": "skills: [a" })).problems;
  assertEquals(problem!.reason.startsWith("the config is no valid YAML ("), true);
});

test("planHome() reads disabled skills as list, text and stringified list (contract §5.6)", () => {
  const disabled = (value: string) =>
    planOf(makeHome({ "config.yaml": `skills:\n  disabled: ${value}\n` })).disabled;
  assertEquals(disabled("[a, ' b ', 5]"), ["a", "b", "5"]);
  assertEquals(disabled("a"), ["a"]);
  assertEquals(disabled(`'["a", "b"]'`), ["a", "b"]);
  assertEquals(disabled(`"['a', 'b']"`), ["a", "b"]);
  assertEquals(disabled(`'[a'`), ["[a"]);
  assertEquals(disabled("yes"), []);
});

test("planHome() reads platform_disabled by platform (SR-29)", () => {
  const home = makeHome({
    "config.yaml": "skills:\n  platform_disabled:\n    telegram: [a]\n    cli: '[\"b\"]'\n",
  });
  assertEquals(planOf(home).platformDisabled, { telegram: ["a"], cli: ["b"] });
});

test("planHome() orders roots and expands ~, $VAR, ${VAR} and relative paths (contract §5.3)", () => {
  const home = makeHome({
    "config.yaml":
      "skills:\n  create_dir: made\n  external_dirs: [~/a, $BASE/b, '${BASE}/c', d, $UNSET/e, skills, ~/a]\n",
    "user/a/": "",
    "base/b/": "",
  });
  assertEquals(rootsOf(home, { HOME: `${home}/user`, BASE: `${home}/base` }), [
    "local skills",
    "created made",
    "external user/a",
    "external base/b",
    "external base/c",
    "external d",
    "external $UNSET/e",
  ]);
});

test("planHome() takes external_dirs that is one text, and resolves links of roots once", () => {
  const home = makeHome({
    "config.yaml": "skills:\n  external_dirs: link\n  create_dir: real\n",
    "real/": "",
  });
  linkInHome(home, "link", "real");
  assertEquals(rootsOf(home), ["local skills", "created real"]);
});

test("planHome() puts the folders of a trusted project first", () => {
  const home = makeHome({
    "config.yaml": "skills:\n  trusted_project_dirs: [$P]\n",
    "project/.git/": "",
    "project/.hermes/skills/": "",
    "project/.agents/skills/": "",
    "project/deep/er/": "",
  });
  const project = join(home, "project");
  const variables = { P: project, HOME: "/nowhere" };
  assertEquals(rootsOf(home, variables, join(project, "deep", "er")), [
    "project project/.hermes/skills",
    "project project/.agents/skills",
    "local skills",
  ]);
  assertEquals(rootsOf(home, variables, null), ["local skills"]);
  assertEquals(rootsOf(home, { ...variables, HOME: project }, project), ["local skills"]);
  assertEquals(rootsOf(home, { P: join(home, "other") }, project), ["local skills"]);
  writeHomeFile(
    home,
    "config.yaml",
    "skills:\n  project_discovery: no\n  trusted_project_dirs: [$P]\n",
  );
  assertEquals(rootsOf(home, variables, project), ["local skills"]);
});

test("planHome() finds plugins by manifest, one category deep, and marks the enabled ones", () => {
  const home = makeHome({
    "config.yaml": "plugins:\n  enabled: [alpha, cat/two, idle]\n  disabled: [idle]\n",
    "plugins/one/plugin.yaml": "name: alpha\n",
    "plugins/cat/two/plugin.yml": "version: 1\n",
    "plugins/idle/plugin.yaml": "name: idle\n",
    "plugins/broken/plugin.yaml": "name: [x\n",
    "plugins/bare/skills/a/SKILL.md": "",
    "plugins/.hidden/plugin.yaml": "name: hidden\n",
    "plugins/__pycache__/plugin.yaml": "name: cache\n",
  });
  const plan = planOf(home);
  assertEquals(
    plan.roots.slice(1).map(({ path, plugin, pluginEnabled }) => [
      path.replace(`${home}/plugins/`, ""),
      plugin,
      pluginEnabled,
    ]),
    [["broken/skills", "broken", false], ["cat/two/skills", "two", true], [
      "idle/skills",
      "idle",
      false,
    ], ["one/skills", "alpha", true]],
  );
  assertEquals(plan.problems.map(({ path }) => path), [join(home, "plugins/broken/plugin.yaml")]);
});

test("planHome() reads this program's own settings from the config", () => {
  const home = makeHome({
    "config.yaml":
      "plugins:\n  entries:\n    skill-retrieval:\n      settings: {top_k: 6, preset: bm25, compact: no}\n",
  });
  assertEquals(planOf(home).settings, { top_k: 6, preset: "bm25", compact: false });
});

test("planHome() finds the active environments and Termux (contract §5.6)", () => {
  const home = makeHome({ "config.yaml": "" });
  const kanban = makeHome({ "config.yaml": "platform_toolsets:\n  cli: [kanban]\n" });
  assertEquals(planOf(home).environments.includes("kanban"), false);
  assertEquals(planOf(home, { HERMES_KANBAN_TASK: "1" }).environments.includes("kanban"), true);
  assertEquals(planOf(kanban).environments.includes("kanban"), true);
  assertEquals(
    planOf(home, { KUBERNETES_SERVICE_HOST: "h" }).environments.includes("docker"),
    true,
  );
  assertEquals([planOf(home).termux, planOf(home, { TERMUX_VERSION: "1" }).termux], [false, true]);
  const android = planOf(home, {}, null, "android");
  assertEquals([android.system, android.termux], ["linux", true]);
});

test("planIsStale() sees a changed config, a new plugin and a new manifest (SR-51)", () => {
  const home = makeHome({ "config.yaml": "" });
  let plan = planOf(home);
  const steps: [string, string][] = [
    ["config.yaml", "skills: {}\n"],
    ["plugins/", ""],
    ["plugins/a/", ""],
    ["plugins/a/plugin.yaml", "name: a\n"],
    ["plugins/a/plugin.yaml", "name: abc\n"],
  ];
  for (const [path, content] of steps) {
    assertEquals(planIsStale(plan), false, path);
    writeHomeFile(home, path, content);
    assertEquals(planIsStale(plan), true, path);
    plan = planOf(home);
  }
  removeFromHome(home, "config.yaml");
  assertEquals(planIsStale(plan), true);
});

test("planRoots() plans over given folders with nothing disabled", () => {
  const plan = planRoots(["/a", "/b/../c"], () => undefined);
  assertEquals(plan.roots, [{ path: "/a", source: "given" }, { path: "/c", source: "given" }]);
  assertEquals([plan.home, plan.disabled, plan.problems, planIsStale(plan)], [null, [], [], false]);
  assertNotEquals(plan.system, "");
});
