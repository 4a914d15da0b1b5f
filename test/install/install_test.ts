import * as fs from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { InstallConflict } from "../../lib/install/config_file.ts";
import {
  allProfiles,
  carryOutInstall,
  carryOutUninstall,
  executableName,
  folderAround,
  planInstall,
  planUninstall,
  PLUGIN_FILES,
  profileOf,
} from "../../lib/install/mod.ts";
import { linkInHome, makeHome, writeHomeFile } from "../helpers/home.ts";
import { config } from "./configs.ts";

const CONFIG = "# mine\nmodel:\n  default: m   # fast\nplugins:\n  enabled: [other]\n";
const FOLDER = "plugins/skill-retrieval";
const BACKUP = "config.yaml.before-skill-retrieval";

function install(home: string, executable: string | null = null, shellHook = false) {
  const plan = planInstall({ home, executable, shellHook });
  carryOutInstall(plan);
  return plan;
}

function uninstall(home: string) {
  const plan = planUninstall(home);
  return { plan, removal: carryOutUninstall(plan) };
}

const read = (home: string, path = "config.yaml") => fs.readFileSync(`${home}/${path}`, "utf8");
/** Every file of a home below a folder, with its content. */
const snapshot = (home: string) =>
  Object.fromEntries(
    fs.readdirSync(home, { recursive: true, encoding: "utf8" }).toSorted()
      .filter((path) => fs.statSync(`${home}/${path}`).isFile())
      .map((path) => [path, fs.readFileSync(`${home}/${path}`).toString("base64")]),
  );

test("install and uninstall leave a home byte by byte as it was", () => {
  const home = makeHome({
    "config.yaml": CONFIG,
    "data/skill-retrieval/synonyms.yaml": "a: [b]\n",
  });
  const program = makeHome({ "skill-retrieval": "the program" });
  const before = snapshot(home);
  const plan = install(home, `${program}/skill-retrieval`);
  assertEquals(plan.files, [...Object.keys(PLUGIN_FILES), executableName()]);
  assertEquals(read(home), CONFIG.replace("[other]", "[other, skill-retrieval]"));
  assertEquals(read(home, BACKUP), CONFIG);
  assertEquals(read(home, `${FOLDER}/${executableName()}`), "the program");
  assertEquals(fs.statSync(`${home}/${FOLDER}/${executableName()}`).mode & 0o777, 0o755);
  const { removal } = uninstall(home);
  assertEquals(removal, { isGone: true, running: [] });
  assertEquals(snapshot(home), before);
});

test("planInstall() finds nothing to do where all is in place, and a newer program", () => {
  const home = makeHome({ "config.yaml": CONFIG });
  const program = makeHome({ "skill-retrieval": "one" });
  install(home, `${program}/skill-retrieval`);
  const again = install(home, `${program}/skill-retrieval`);
  assertEquals([again.files, again.source, again.config!.before === again.config!.after], [
    [],
    null,
    true,
  ]);
  writeHomeFile(program, "skill-retrieval", "two");
  assertEquals(install(home, `${program}/skill-retrieval`).files, [executableName()]);
  assertEquals(read(home, `${FOLDER}/${executableName()}`), "two");
  // The backup is still what the config was before all of this.
  assertEquals(read(home, BACKUP), CONFIG);
});

test("uninstall takes out our entry alone where the config was changed meanwhile", () => {
  const home = makeHome({ "config.yaml": "model: {default: m}\n" });
  install(home);
  writeHomeFile(home, "config.yaml", read(home).replace("default: m", "default: n"));
  uninstall(home);
  assertEquals(read(home), "model: {default: n}\n");
  assertEquals(fs.existsSync(`${home}/${BACKUP}`), false);
});

test("install makes a config where there is none, and uninstall takes it away", () => {
  const home = makeHome();
  install(home);
  assertStringIncludes(read(home), "plugins:\n  enabled:\n    - skill-retrieval\n");
  assertEquals(fs.statSync(`${home}/config.yaml`).mode & 0o777, 0o600);
  uninstall(home);
  assertEquals(fs.existsSync(`${home}/config.yaml`), false);
  install(home);
  fs.appendFileSync(`${home}/config.yaml`, "model: x\n");
  uninstall(home);
  const left = read(home);
  assert(left.endsWith("\nmodel: x\n") && !left.includes("plugins"), left);
});

test("install keeps the mode of the config, and follows a link to it", () => {
  const dotfiles = makeHome({ "hermes.yaml": CONFIG });
  fs.chmodSync(`${dotfiles}/hermes.yaml`, 0o640);
  const home = makeHome();
  linkInHome(home, "config.yaml", `${dotfiles}/hermes.yaml`);
  install(home);
  assert(fs.lstatSync(`${home}/config.yaml`).isSymbolicLink());
  assertStringIncludes(read(dotfiles, "hermes.yaml"), "[other, skill-retrieval]");
  for (const path of [`${dotfiles}/hermes.yaml`, `${home}/${BACKUP}`]) {
    assertEquals(fs.statSync(path).mode & 0o777, 0o640);
  }
  uninstall(home);
  assert(fs.lstatSync(`${home}/config.yaml`).isSymbolicLink());
  assertEquals(read(dotfiles, "hermes.yaml"), CONFIG);
  assertEquals(fs.readdirSync(dotfiles), ["hermes.yaml"]);
});

test("install writes the files and leaves a config to a person that it cannot edit", () => {
  const link = makeHome();
  linkInHome(link, "config.yaml", "nowhere.yaml");
  const texts: [string, string][] = [
    [makeHome({ "config.yaml": "a: [\n" }), "no valid YAML"],
    [makeHome({ "config.yaml": new Uint8Array([0x61, 0x3a, 0x20, 0xff]) }), "no UTF-8"],
    [makeHome({ "config.yaml": "plugins: yes\n" }), '"plugins" in it holds no keys'],
    [link, "leads nowhere"],
  ];
  for (const [home, words] of texts) {
    const bytes = fs.existsSync(`${home}/config.yaml`)
      ? fs.readFileSync(`${home}/config.yaml`)
      : null;
    const { config } = install(home);
    assertStringIncludes(config!.problem!, words);
    assertStringIncludes(config!.problem!, `${home}/config.yaml was left alone`);
    assertEquals(config!.lines, "plugins:\n  enabled:\n    - skill-retrieval\n");
    if (bytes !== null) assertEquals(fs.readFileSync(`${home}/config.yaml`), bytes);
    assertEquals(fs.existsSync(`${home}/${FOLDER}/plugin.yaml`), true);
    assertEquals(fs.existsSync(`${home}/${BACKUP}`), false);
  }
});

test("install does not write over a config that somebody changed since it was read", () => {
  const home = makeHome({ "config.yaml": CONFIG });
  const plan = planInstall({ home, executable: null });
  writeHomeFile(home, "config.yaml", "model: other\n");
  let message = "";
  try {
    carryOutInstall(plan);
  } catch (error) {
    message = (error as Error).message;
  }
  assertStringIncludes(message, "changed by somebody else meanwhile");
  assertEquals(read(home), "model: other\n");
});

test("install as a shell hook writes the program alone, and no plugin beside it", () => {
  const home = makeHome({ "config.yaml": "hooks:\n  pre_llm_call: []\n" });
  const program = makeHome({ "skill-retrieval": "the program" });
  const plan = install(home, `${program}/skill-retrieval`, true);
  assertEquals(plan.files, [executableName()]);
  assertEquals(
    read(home),
    `hooks:\n  pre_llm_call: [{command: "${home}/${FOLDER}/skill-retrieval hook pre_llm_call", timeout: 10}]\n`,
  );
  const { message } = assertThrows(() => install(home), InstallConflict);
  assertStringIncludes(message, "as a shell hook already");
  assertEquals(fs.existsSync(`${home}/${FOLDER}/plugin.yaml`), false);
  uninstall(home);
  assertEquals(read(home), "hooks:\n  pre_llm_call: []\n");
});

test("install as a shell hook replaces the hook of a program that lay elsewhere", () => {
  const old =
    'hooks:\n  pre_llm_call:\n    - command: "/old/skill-retrieval hook pre_llm_call"\n      timeout: 5\n    - command: other\n';
  const home = makeHome({ "config.yaml": old });
  const program = makeHome({ "skill-retrieval": "the program" });
  install(home, `${program}/skill-retrieval`, true);
  assertEquals(read(home).includes("/old/"), false);
  assertStringIncludes(read(home), `"${home}/${FOLDER}/skill-retrieval hook pre_llm_call"`);
  assertStringIncludes(read(home), "    - command: other\n");
});

test("uninstall removes our own files, names the others, and leaves a linked folder", () => {
  const home = makeHome({ "config.yaml": CONFIG });
  install(home);
  writeHomeFile(home, `${FOLDER}/notes.txt`, "mine");
  writeHomeFile(home, `${FOLDER}/__pycache__/__init__.cpython-311.pyc`, "");
  const { plan, removal } = uninstall(home);
  assertEquals(plan.foreign, ["notes.txt"]);
  assertEquals(removal.isGone, false);
  assertEquals(fs.readdirSync(`${home}/${FOLDER}`), ["notes.txt"]);

  const elsewhere = makeHome({ "plugin.yaml": "name: skill-retrieval\n" });
  const linked = makeHome({ "plugins/": "" });
  linkInHome(linked, FOLDER, elsewhere);
  assertEquals(uninstall(linked).removal.isGone, true);
  assertEquals(fs.existsSync(`${linked}/${FOLDER}`), false);
  assertEquals(fs.readdirSync(elsewhere), ["plugin.yaml"]);
});

test("uninstall of a home without the plugin changes nothing", () => {
  const home = makeHome({ "config.yaml": CONFIG });
  const before = snapshot(home);
  const { plan } = uninstall(home);
  assertEquals([plan.files, plan.config.problem], [[], null]);
  assertEquals(snapshot(home), before);
});

test("install, then uninstall, gives any config back byte by byte", () => {
  const home = makeHome();
  fc.assert(
    fc.property(config, (text) => {
      writeHomeFile(home, "config.yaml", text);
      assertEquals(install(home).config!.problem, null);
      uninstall(home);
      assertEquals(read(home), text);
      assertEquals(fs.readdirSync(home).toSorted(), ["config.yaml", "plugins"]);
    }),
    { numRuns: 200 },
  );
});

test("allProfiles() gives the root home and its profiles from any of them", () => {
  const root = makeHome({ "profiles/b/": "", "profiles/a/": "", "profiles/note.txt": "" });
  const all = [root, `${root}/profiles/a`, `${root}/profiles/b`];
  assertEquals(allProfiles(root), all);
  assertEquals(allProfiles(`${root}/profiles/b`), all);
  assertEquals(all.map(profileOf), ["default", "a", "b"]);
});

test("folderAround() knows the plugin's folder by its place", () => {
  assertEquals(
    folderAround("/h/plugins/skill-retrieval/skill-retrieval"),
    "/h/plugins/skill-retrieval",
  );
  assertEquals(folderAround("/usr/bin/skill-retrieval"), null);
  assertEquals(folderAround(null), null);
});
