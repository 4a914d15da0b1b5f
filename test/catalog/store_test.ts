import { test } from "node:test";
import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import process from "node:process";
import {
  CatalogStore,
  hiddenReason,
  NO_FACTS,
  planHome,
  planRoots,
} from "../../lib/catalog/mod.ts";
import {
  linkInHome,
  makeHome,
  moveInHome,
  removeFromHome,
  skillText,
  writeHomeFile,
} from "../helpers/home.ts";

type Files = Record<string, string | Uint8Array>;

/** A home with a config, so that its missing one is no problem in every test. */
function homeWith(files: Files = {}): string {
  return makeHome({ "config.yaml": "", "skills/": "", ...files });
}

function planOf(home: string) {
  return planHome({ home, cwd: null, environment: () => undefined, system: "linux" });
}

function storeOf(home: string): CatalogStore {
  return new CatalogStore(planOf(home));
}

/** Ids of the skills of a fresh store. */
function idsOf(home: string): string[] {
  return storeOf(home).refresh().catalog.skills.map(({ id }) => id);
}

/** Problems of a fresh store as `path: reason`, the home's own path left out. */
function problemsOf(home: string): string[] {
  return storeOf(home).refresh().catalog.problems.map(({ path, reason }) =>
    `${path.replace(`${home}/`, "")}: ${reason}`
  );
}

/** Visible names after a new plan and a refresh. */
function namesAfter(store: CatalogStore, home: string): string[] {
  const plan = planOf(home);
  return store.refresh({ plan }).catalog.skills
    .filter((skill) => hiddenReason(skill, NO_FACTS, plan) === null)
    .map(({ name }) => name);
}

const plain = (name: string, description = "d") => skillText(name, description);

test("refresh() gives ids of local and plugin skills (SR-A024)", () => {
  const home = homeWith({
    "config.yaml": "plugins:\n  enabled: [chief-of-staff]\n",
    "skills/research/deep-research/SKILL.md": plain("deep-research"),
    "skills/creative/image-studio/SKILL.md": plain("image-studio"),
    "plugins/chief-of-staff/plugin.yaml": "name: chief-of-staff\n",
    "plugins/chief-of-staff/skills/briefing/SKILL.md": plain("briefing"),
  });
  const { skills } = storeOf(home).refresh().catalog;
  assertEquals(
    skills.map(({ id, directoryName, load, category }) => [id, directoryName, load, category]),
    [
      ["creative/image-studio", "image-studio", "image-studio", "creative"],
      ["research/deep-research", "deep-research", "deep-research", "research"],
      ["chief-of-staff:briefing", "briefing", "chief-of-staff:briefing", "plugin"],
    ],
  );
});

test("refresh() names a plugin skill by manifest and front matter (SR-A044)", () => {
  const home = homeWith({
    "config.yaml": "plugins:\n  enabled: [p1]\n",
    "plugins/p1/plugin.yaml": "name: p1\n",
    "plugins/p1/skills/a/SKILL.md": plain("a-skill"),
  });
  const [skill] = storeOf(home).refresh().catalog.skills;
  assertEquals([skill!.name, skill!.id, skill!.load, skill!.plugin], [
    "p1:a-skill",
    "p1:a",
    "p1:a",
    "p1",
  ]);
});

test("refresh() keeps disabled skills with their reason (SR-A025)", () => {
  const home = homeWith({
    "config.yaml": "skills:\n  disabled: [drop-me]\n",
    "skills/a/drop-me/SKILL.md": plain("drop-me"),
    "skills/a/keep-me/SKILL.md": plain("keep-me"),
  });
  assertEquals(
    storeOf(home).refresh().catalog.skills.map(({ id, hiddenBecause }) => [id, hiddenBecause]),
    [["a/drop-me", "disabled in the config (skills.disabled: drop-me)"], ["a/keep-me", null]],
  );
});

test("refresh() prunes by whole names only (SR-28, SR-A026, SR-A031, SR-A032, SR-A033)", () => {
  const home = homeWith({
    "skills/.archive/old/SKILL.md": plain("old"),
    "skills/.hub/x/SKILL.md": plain("x"),
    "skills/a/node_modules/x/SKILL.md": plain("x"),
    "skills/.dotted/y/SKILL.md": plain("y"),
    "skills/live/ok/SKILL.md": plain("ok"),
    "skills/github.hub/my-skill/SKILL.md": plain("my-skill"),
    "skills/notes.archive-live/other-skill/SKILL.md": plain("other-skill"),
    "skills/scripts/free/SKILL.md": plain("free"),
    "skills/live/ok/scripts/hidden/SKILL.md": plain("hidden"),
    "skills/live/ok/sub-skills/x/SKILL.md": plain("sub"),
    "skills/live/skill.md": plain("lower case"),
  });
  assertEquals(idsOf(home), [
    ".dotted/y",
    "github.hub/my-skill",
    "live/ok",
    "live/ok/sub-skills/x",
    "notes.archive-live/other-skill",
    "scripts/free",
  ]);
  assertEquals(problemsOf(home), [
    "skills/live/ok/scripts/hidden/SKILL.md: it lies in a support folder of another skill, where the host looks for no skills; it is not listed",
  ]);
});

test("refresh() walks a root below a folder with a pruned name (SR-28)", () => {
  const home = makeHome({ ".hub/skills/a/SKILL.md": plain("a") });
  const plan = planRoots([`${home}/.hub/skills`], () => undefined);
  assertEquals(new CatalogStore(plan).refresh().catalog.skills.map(({ id }) => id), ["a"]);
});

test("refresh() reads a skill in the root itself", () => {
  const home = homeWith({ "skills/SKILL.md": skillText("root", "d") });
  const [skill] = storeOf(home).refresh().catalog.skills;
  assertEquals([skill!.id, skill!.category, skill!.load], ["skills", "general", "root"]);
});

test("refresh() keeps the corpus fields of a skill (SR-20, SR-A036)", () => {
  const home = homeWith({
    "skills/rel-notes/SKILL.md": skillText(
      "rel-notes",
      "Summarize release notes",
      "triggers: [release notes, changelog]\nmetadata:\n  hermes:\n    tags: [docs]",
    ),
    "skills/plain/SKILL.md": plain("plain"),
  });
  assertEquals(
    storeOf(home).refresh().catalog.skills.map((s) => [s.name, s.description, s.triggers, s.tags]),
    [["plain", "d", [], []], ["rel-notes", "Summarize release notes", [
      "release notes",
      "changelog",
    ], [
      "docs",
    ]]],
  );
});

test("refresh() walks only the active organisation and sees each step of its marker (SR-A069)", () => {
  const home = homeWith({
    "skills/_org/acme/x/SKILL.md": plain("x"),
    "skills/_org/beta/y/SKILL.md": plain("y"),
  });
  const store = storeOf(home);
  const names = () => {
    const { changed, catalog } = store.refresh();
    return [changed, ...catalog.skills.map(({ name }) => name)];
  };
  assertEquals(names(), [true]);
  writeHomeFile(home, "skills/_org/.active_org", "acme\n");
  assertEquals(names(), [true, "x"]);
  const [skill] = store.refresh().catalog.skills;
  assertEquals([skill!.source, skill!.category, skill!.id], [
    "organization",
    "org:acme",
    "_org/acme/x",
  ]);
  writeHomeFile(home, "skills/_org/.active_org", "beta\n");
  assertEquals(names(), [true, "y"]);
  removeFromHome(home, "skills/_org/.active_org");
  assertEquals(names(), [true]);
});

test("refresh() gives two homes two catalogs (SR-A054)", () => {
  const one = storeOf(homeWith({ "skills/a/SKILL.md": plain("a") }));
  const two = storeOf(homeWith({ "skills/b/SKILL.md": plain("b") }));
  assertEquals(
    [one, two, one].map((store) => store.refresh().catalog.skills.map(({ name }) => name)),
    [["a"], ["b"], ["a"]],
  );
});

test("refresh() reads once and then only looks (SR-A055, SR-A066)", () => {
  const home = homeWith();
  const store = storeOf(home);
  const first = store.refresh();
  assertEquals([first.changed, first.catalog.version], [true, 1]);
  const again = store.refresh();
  assertEquals([again.changed, again.read, again.gone], [false, [], []]);
  assertStrictEquals(again.catalog, first.catalog);
  writeHomeFile(home, "skills/a/SKILL.md", plain("a"));
  const found = store.refresh();
  assertEquals([found.changed, found.read.map(({ name }) => name), found.catalog.version], [true, [
    "a",
  ], 2]);
  const settled = store.refresh();
  assertEquals([settled.changed, settled.read], [false, []]);
  assertStrictEquals(settled.catalog, found.catalog);
});

test("refresh() sees a new, a moved and a removed skill, and reads nothing else (SR-A061)", () => {
  const home = homeWith({
    "skills/cat/one/SKILL.md": plain("one"),
    "skills/two/SKILL.md": plain("two"),
  });
  const store = storeOf(home);
  store.refresh();
  writeHomeFile(home, "skills/cat/deep/er/SKILL.md", plain("new"));
  const added = store.refresh();
  assertEquals([added.read.map(({ id }) => id), added.gone], [["cat/deep/er"], []]);
  moveInHome(home, "skills/cat/one", "skills/dog/one");
  const moved = store.refresh();
  assertEquals([moved.read.map(({ id }) => id), moved.gone], [["dog/one"], [
    `${home}/skills/cat/one/SKILL.md`,
  ]]);
  removeFromHome(home, "skills/two");
  const gone: string[] = [];
  const removed = store.refresh({ onGone: (path) => gone.push(path) });
  assertEquals([removed.read, removed.gone, gone], [
    [],
    [`${home}/skills/two/SKILL.md`],
    removed.gone,
  ]);
  assertEquals(removed.catalog.skills.map(({ id }) => id), ["cat/deep/er", "dog/one"]);
});

test("refresh() sees a content-only edit of a nested SKILL.md of the same length (SR-A063)", () => {
  const home = homeWith({ "skills/cat/deep/SKILL.md": plain("deep", "old words") });
  const store = storeOf(home);
  const bodies: [string, string][] = [];
  const onRead = ({ name }: { name: string }, body: string) => bodies.push([name, body]);
  store.refresh({ onRead });
  for (const description of ["new words", "odd words", "few words"]) {
    writeHomeFile(home, "skills/cat/deep/SKILL.md", `${plain("deep", description)}body`);
    const { changed, read, catalog } = store.refresh({ onRead });
    assertEquals([changed, read.length, catalog.skills[0]!.description], [true, 1, description]);
  }
  assertEquals(bodies, [["deep", ""], ["deep", "body"], ["deep", "body"], ["deep", "body"]]);
});

test("refresh() sees an edit that keeps size and modification time", () => {
  const home = homeWith({ "skills/a/SKILL.md": plain("a", "one") });
  const path = `${home}/skills/a/SKILL.md`;
  fs.utimesSync(path, 1_000, 1_000);
  const store = storeOf(home);
  store.refresh();
  writeHomeFile(home, "skills/a/SKILL.md", plain("a", "two"));
  fs.utimesSync(path, 1_000, 1_000);
  assertEquals(store.refresh().catalog.skills[0]!.description, "two");
});

test("refresh() sees a changed DESCRIPTION.md; the one of an earlier root wins (SR-51)", () => {
  const home = homeWith({
    "config.yaml": "skills:\n  external_dirs: more\n",
    "skills/cat/DESCRIPTION.md": "---\ndescription: Local\n---\n",
    "more/cat/DESCRIPTION.md": "---\ndescription: External\n---\n",
    "more/dog/DESCRIPTION.md": "---\ndescription: Dogs\n---\n",
    "more/DESCRIPTION.md": "---\ndescription: All\n---\n",
  });
  const store = storeOf(home);
  assertEquals(store.refresh().catalog.categoryDescriptions, {
    cat: "Local",
    general: "All",
    dog: "Dogs",
  });
  writeHomeFile(home, "skills/cat/DESCRIPTION.md", "---\ndescription: Other\n---\n");
  const { changed, catalog } = store.refresh();
  assertEquals([changed, catalog.categoryDescriptions["cat"]], [true, "Other"]);
});

test("refresh() finds no change in support folders and caches of a skill (SR-52)", () => {
  const home = homeWith({
    "skills/a/SKILL.md": plain("a"),
    "skills/a/scripts/x.py": "",
    "skills/a/references/": "",
  });
  const store = storeOf(home);
  store.refresh();
  for (const path of ["scripts/y.py", "references/new.md", "__pycache__/x.pyc", "assets/i.png"]) {
    writeHomeFile(home, `skills/a/${path}`, "x");
    assertEquals([path, store.refresh().changed], [path, false]);
  }
});

test("refresh() takes a changed plan: what was enabled is disabled and back (SR-A062)", () => {
  const home = homeWith({ "skills/secret-skill/SKILL.md": plain("secret-skill") });
  const store = storeOf(home);
  assertEquals(namesAfter(store, home), ["secret-skill"]);
  writeHomeFile(home, "config.yaml", "skills:\n  disabled: [secret-skill]\n");
  assertEquals(namesAfter(store, home), []);
  const [skill] = store.refresh().catalog.skills;
  assertEquals(skill!.hiddenBecause, "disabled in the config (skills.disabled: secret-skill)");
  writeHomeFile(home, "config.yaml", "");
  assertEquals(namesAfter(store, home), ["secret-skill"]);
});

test("refresh() reads a new root of a changed plan and forgets a dropped one", () => {
  const home = homeWith({ "skills/a/SKILL.md": plain("a"), "more/b/SKILL.md": plain("b") });
  const store = storeOf(home);
  assertEquals(namesAfter(store, home), ["a"]);
  writeHomeFile(home, "config.yaml", "skills:\n  external_dirs: more\n");
  assertEquals(store.refresh({ plan: planOf(home) }).read.map(({ name }) => name), ["b"]);
  writeHomeFile(home, "config.yaml", "");
  assertEquals(store.refresh({ plan: planOf(home) }).gone, [`${home}/more/b/SKILL.md`]);
});

test("refresh() takes a plan that says the same as no change", () => {
  const home = homeWith({ "skills/a/SKILL.md": plain("a") });
  const store = storeOf(home);
  store.refresh();
  writeHomeFile(home, "config.yaml", "# a comment\n");
  const plan = planOf(home);
  const { changed, catalog } = store.refresh({ plan });
  assertEquals(changed, false);
  assertStrictEquals(catalog.plan, plan);
});

test("refresh() sees a root appear that was missing", () => {
  const home = makeHome({ "config.yaml": "" });
  const store = storeOf(home);
  assertEquals(store.refresh().catalog.problems, [{
    path: `${home}/skills`,
    reason: "the skill folder does not exist",
  }]);
  writeHomeFile(home, "skills/a/SKILL.md", plain("a"));
  assertEquals(store.refresh().catalog.skills.length, 1);
});

test("refresh() finds nothing odd in a plugin without skills, and sees them come", () => {
  const home = homeWith({ "plugins/p/plugin.yaml": "name: p\n", "skills/a/SKILL.md": plain("a") });
  const store = storeOf(home);
  assertEquals(store.refresh().catalog.problems, []);
  writeHomeFile(home, "plugins/p/skills/b/SKILL.md", plain("b"));
  assertEquals(store.refresh().catalog.skills.map(({ id }) => id), ["a", "p:b"]);
});

test("refresh() settles loads anew when another skill comes or goes", () => {
  const home = homeWith({ "skills/a/x/SKILL.md": plain("dup") });
  const store = storeOf(home);
  const before = store.refresh().catalog.skills[0]!;
  assertEquals(before.load, "dup");
  writeHomeFile(home, "skills/b/y/SKILL.md", plain("dup"));
  const { catalog, read } = store.refresh();
  assertEquals(catalog.skills.map(({ load }) => load), ["a/x", "b/y"]);
  assertEquals([read.length, before.load], [1, "dup"]);
  assertNotEquals(catalog.skills[0], before);
  removeFromHome(home, "skills/b");
  assertEquals(store.refresh().catalog.skills[0]!.load, "dup");
});

test("refresh() counts flat Markdown files as rivals, but not those a skill owns", () => {
  const home = homeWith({
    "skills/cat/a/SKILL.md": plain("a"),
    "skills/notes/a.md": "x",
    "skills/cat/b/SKILL.md": plain("b"),
    "skills/cat/b/b.md": "x",
  });
  assertEquals(storeOf(home).refresh().catalog.skills.map(({ load }) => load), ["cat/a", "b"]);
});

test("refresh() reports a skill that cannot be loaded and keeps it", () => {
  const home = homeWith({
    "config.yaml": "skills:\n  external_dirs: more\n",
    "skills/c/x/SKILL.md": plain("x"),
    "more/c/x/SKILL.md": plain("x"),
  });
  const { skills, problems } = storeOf(home).refresh().catalog;
  assertEquals(skills.map(({ id, load, hiddenBecause }) => [id, load, hiddenBecause]), [
    ["c/x", null, null],
    ["c/x@2", null, null],
  ]);
  assertEquals(problems.map(({ reason }) => reason.slice(0, 27)), [
    "skill_view cannot load it: ",
    "skill_view cannot load it: ",
  ]);
});

test("readBody() reads the text after the front matter anew", () => {
  const home = homeWith({ "skills/a/SKILL.md": skillText("a", "d", "", "# Title\n") });
  const store = storeOf(home);
  const [skill] = store.refresh().catalog.skills;
  assertEquals(store.readBody(skill!), "# Title\n");
  removeFromHome(home, "skills/a");
  assertEquals(store.readBody(skill!), "");
});

const UNREADABLE = "skills/odd/SKILL.md: ";
const ODD_FILES: [string, string | Uint8Array, string[], string][] = [
  ["an empty file", "", [
    `${UNREADABLE}the file is empty; the skill goes by the name of its directory`,
  ], ""],
  [
    "a byte order mark",
    `\ufeff${plain("odd")}`,
    [`${UNREADABLE}it starts with a byte order mark; it was read all the same`],
    "d",
  ],
  [
    "Windows line ends",
    plain("odd").replaceAll("\n", "\r\n"),
    [`${UNREADABLE}it has Windows line ends (CRLF); it was read all the same`],
    "d",
  ],
  [
    "NUL characters",
    `${plain("odd")}a\0b`,
    [`${UNREADABLE}it holds NUL characters; it was read all the same`],
    "d",
  ],
  [
    "bytes that are no UTF-8",
    new Uint8Array([
      ...new TextEncoder().encode("---\nname: x\ndescription: d"),
      0xe9,
      10,
      45,
      45,
      45,
      10,
    ]),
    [`${UNREADABLE}the file is no valid UTF-8; the host lists it under its directory's name`],
    "d\ufffd",
  ],
  [
    "more than 2 MiB",
    plain("odd") + "x".repeat(2 * 1024 * 1024),
    [`${UNREADABLE}the file is larger than 2 MiB; only its start was read`],
    "d",
  ],
  ["a replacement character", `${plain("odd", "a \ufffd b")}`, [], "a \ufffd b"],
];

for (const [what, content, problems, description] of ODD_FILES) {
  test(`refresh() reads a file with ${what} and says so`, () => {
    const home = homeWith({
      "skills/odd/SKILL.md": content,
      "skills/fine/SKILL.md": plain("fine"),
    });
    assertEquals(problemsOf(home), problems);
    assertEquals(
      storeOf(home).refresh().catalog.skills.map((skill) => [skill.name, skill.description]),
      [["fine", "d"], ["odd", description]],
    );
  });
}

test("refresh() names a file with broken YAML, with the reason and the line", () => {
  const home = homeWith({ "skills/odd/SKILL.md": skillText("odd", "use when: asked") });
  const [problem, ...others] = problemsOf(home);
  assertEquals(others, []);
  assertEquals(
    problem!.replace(/\(.* at line/, "(… at line"),
    "skills/odd/SKILL.md: the front matter is no valid YAML (… at line 3, column 22); it was read line by line",
  );
});

const posix = process.platform !== "win32";

test("refresh() lists a pipe named SKILL.md without opening it", { skip: !posix }, () => {
  const home = homeWith({ "skills/pipe/": "" });
  execFileSync("mkfifo", [`${home}/skills/pipe/SKILL.md`]);
  const [skill] = storeOf(home).refresh().catalog.skills;
  assertEquals([skill!.name, skill!.load, skill!.description], ["pipe", null, ""]);
  assertEquals(problemsOf(home), [
    "skills/pipe/SKILL.md: it is no regular file (a pipe, socket or device); it is not read",
  ]);
});

test(
  "refresh() follows linked folders wherever they point and cuts loops",
  { skip: !posix },
  () => {
    const elsewhere = makeHome({ "pack/one/SKILL.md": plain("one") });
    const home = homeWith({ "skills/cat/two/SKILL.md": plain("two") });
    linkInHome(home, "skills/linked", `${elsewhere}/pack`);
    linkInHome(home, "skills/cat/loop", "..");
    linkInHome(home, "skills/self", "self");
    linkInHome(home, "skills/dangling", "nowhere");
    linkInHome(home, "skills/again", "cat");
    assertEquals(idsOf(home), ["cat/two", "linked/one"]);
    const reasons = problemsOf(home);
    assertEquals(reasons.length, 2);
    assertEquals(
      reasons[0],
      "skills/cat/loop: the link leads back to a folder above it; it is not followed",
    );
    assertEquals(reasons[1]!.startsWith("skills/self: the link cannot be followed ("), true);
  },
);

test(
  "refresh() sees edits behind a linked folder and a link that comes to life",
  { skip: !posix },
  () => {
    const elsewhere = makeHome({ "pack/one/SKILL.md": plain("one", "old") });
    const home = homeWith();
    linkInHome(home, "skills/linked", `${elsewhere}/pack`);
    linkInHome(home, "skills/later", `${elsewhere}/later`);
    const store = storeOf(home);
    store.refresh();
    writeHomeFile(elsewhere, "pack/one/SKILL.md", plain("one", "new"));
    assertEquals(store.refresh().catalog.skills[0]!.description, "new");
    writeHomeFile(elsewhere, "later/SKILL.md", plain("later"));
    assertEquals(store.refresh().catalog.skills.map(({ id }) => id), ["later", "linked/one"]);
  },
);

test("refresh() reads no text of a SKILL.md that links to a file outside all roots (DESIGN §8)", {
  skip: !posix,
}, () => {
  const elsewhere = makeHome({ "secret.md": plain("secret", "secret words") });
  const home = homeWith({
    "skills/real/SKILL.md": plain("real", "shared words"),
    "skills/near/": "",
  });
  linkInHome(home, "skills/far/SKILL.md", `${elsewhere}/secret.md`);
  linkInHome(home, "skills/near/SKILL.md", "../real/SKILL.md");
  const store = storeOf(home);
  const { skills } = store.refresh().catalog;
  assertEquals(skills.map(({ id, description }) => [id, description]), [
    ["far", ""],
    ["near", "shared words"],
    ["real", "shared words"],
  ]);
  assertEquals(store.readBody(skills[0]!), "");
  assertEquals(
    problemsOf(home)[0],
    "skills/far/SKILL.md: it is a link to a file outside all skill folders; its text is not read",
  );
});

test("refresh() lists a dangling SKILL.md link and reads it once its target is there", {
  skip: !posix,
}, () => {
  const home = homeWith({ "skills/a/": "" });
  linkInHome(home, "skills/a/SKILL.md", "other.md");
  const store = storeOf(home);
  assertEquals(store.refresh().catalog.skills.map(({ name, load }) => [name, load]), [["a", null]]);
  writeHomeFile(home, "skills/a/other.md", plain("alive"));
  assertEquals(store.refresh().catalog.skills.map(({ name }) => name), ["alive"]);
});

const canBeDenied = posix && process.getuid?.() !== 0;

test("refresh() reports what it may not read and goes on", { skip: !canBeDenied }, () => {
  const home = homeWith({
    "skills/closed/x/SKILL.md": plain("x"),
    "skills/locked/SKILL.md": plain("locked"),
    "skills/open/SKILL.md": plain("open"),
  });
  fs.chmodSync(`${home}/skills/closed`, 0);
  fs.chmodSync(`${home}/skills/locked/SKILL.md`, 0);
  assertEquals(idsOf(home), ["locked", "open"]);
  assertEquals(problemsOf(home), [
    "skills/closed: the folder cannot be listed (permission denied)",
    "skills/locked/SKILL.md: the file cannot be read (permission denied); the skill goes by the name of its directory",
  ]);
  fs.chmodSync(`${home}/skills/closed`, 0o755);
});
