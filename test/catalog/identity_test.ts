import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { assignIds, assignLoads, categoryOf, type Claim } from "../../lib/catalog/identity.ts";
import type { RootSource } from "../../lib/catalog/mod.ts";

/** A claim of a skill at a path; its name is that of the directory unless told. */
function claim(relative: string, fields: Partial<Claim> = {}): Claim {
  const directoryName = relative.slice(relative.lastIndexOf("/") + 1);
  const hostName = fields.hostName === undefined ? directoryName : fields.hostName;
  return {
    source: "local",
    plugin: null,
    relative,
    directoryName,
    hostName,
    hostNameLoads: hostName !== null,
    name: hostName,
    unreadable: null,
    ...fields,
  };
}

function named(relative: string, hostName: string, source: RootSource = "local"): Claim {
  return claim(relative, { hostName, source });
}

function loads(claims: Claim[], flat: string[] = [], plugins: string[] = []): (string | null)[] {
  const files = flat.map((relative) => ({ relative, source: "local" as const }));
  return assignLoads(claims, files, new Set(plugins)).map(({ load }) => load);
}

test("assignIds() are paths below the root, for plugins behind the manifest's name (SR-27)", () => {
  assertEquals(
    assignIds([
      claim("research/deep"),
      claim("single"),
      claim("briefing", { plugin: "chief-of-staff" }),
      claim("", { directoryName: "root-itself" }),
    ]),
    ["research/deep", "single", "chief-of-staff:briefing", "root-itself"],
  );
});

test("assignIds() tells equal paths of later roots apart (DESIGN §2)", () => {
  assertEquals(assignIds([claim("a/b"), claim("c"), claim("a/b"), claim("a/b")]), [
    "a/b",
    "c",
    "a/b@2",
    "a/b@3",
  ]);
});

test("categoryOf() is the category of the host's index (contract §5.4)", () => {
  const categories = ["a/b/skill", "a/skill", "skill", "", "_org/acme/x/skill", "_org/acme/skill"];
  assertEquals(categories.map((relative) => categoryOf(claim(relative))), [
    "a/b",
    "a",
    "skill",
    "general",
    "org:acme",
    "org:acme",
  ]);
  assertEquals(categoryOf(claim("x", { plugin: "p" })), "plugin");
});

test("assignLoads() prints a unique name, whatever the directory is called (contract §5.7)", () => {
  assertEquals(loads([named("a/one", "first"), named("b/two", "weird: name"), claim("c/three")]), [
    "first",
    "weird: name",
    "three",
  ]);
});

test("assignLoads() prints paths where names collide with names, directories or flat files", () => {
  assertEquals(loads([named("a/x", "dup"), named("b/y", "dup")]), ["a/x", "b/y"]);
  assertEquals(loads([named("a/x", "one"), named("b/one", "two")]), ["a/x", "two"]);
  assertEquals(loads([claim("a/x"), claim("b/y")], ["notes/x"]), ["a/x", "y"]);
});

test("assignLoads() gives no load where the path is shared by a second root, and says so", () => {
  const twins = [named("a/x", "dup"), named("a/x", "dup", "external"), named("b/x", "dup")];
  assertEquals(loads(twins), [null, null, "b/x"]);
  assertEquals(
    assignLoads(twins, [], new Set())[0]!.problem,
    "skill_view cannot load it: another skill has the same name and the same path, or they hold what it refuses",
  );
});

test("assignLoads() lets project skills win over all others", () => {
  const claims = [named("x", "x", "project"), named("a/x", "x"), named("b/x", "x", "external")];
  assertEquals(loads(claims), ["x", "a/x", "b/x"]);
});

test("assignLoads() takes the directory where a name cannot be looked up", () => {
  assertEquals(
    loads([
      claim("a/none", { hostName: "None", hostNameLoads: false, name: null }),
      claim("a/number", { hostName: "750", hostNameLoads: false, name: "750" }),
      claim("a/blanks", { hostName: " padded ", name: "padded" }),
      named("a/up", "../x"),
      named("a/absolute", "/x"),
      named("a/drive", "C:x"),
      named("a/namespace", "中文: x"),
      named("a/colon", "foo:bar"),
    ]),
    ["a/none", "a/number", "a/blanks", "a/up", "a/absolute", "a/drive", "a/namespace", "foo:bar"],
  );
});

test("assignLoads() looks a name with a colon up as a path too, and in an enabled plugin first", () => {
  assertEquals(loads([named("a/x", "b:c"), claim("b/c")]), ["a/x", "c"]);
  assertEquals(loads([named("a/x", "vendor:demo")], [], ["vendor"]), ["a/x"]);
});

test("assignLoads() prints plugin skills by manifest and directory", () => {
  assertEquals(
    loads([
      claim("a", { plugin: "p1", hostName: "a-skill" }),
      claim("b c", { plugin: "p1" }),
      claim("a"),
    ]),
    ["p1:a", null, "a"],
  );
});

test("assignLoads() gives no load to a file that cannot be read", () => {
  const [load] = assignLoads(
    [claim("x", { unreadable: "its SKILL.md cannot be read" })],
    [],
    new Set(),
  );
  assertEquals(load, {
    load: null,
    problem: "skill_view cannot load it: its SKILL.md cannot be read",
  });
});
