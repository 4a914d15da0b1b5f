import { test } from "node:test";
import { assertEquals } from "@std/assert";
import {
  hiddenReason,
  type HomePlan,
  NO_FACTS,
  planRoots,
  type SessionFacts,
  type Skill,
} from "../../lib/catalog/mod.ts";

const NO_CONDITIONS = {
  requiresTools: [],
  requiresToolsets: [],
  fallbackForTools: [],
  fallbackForToolsets: [],
  sessionPlatforms: [],
};

function skill(fields: Partial<Skill> = {}): Skill {
  const name = fields.name ?? "demo";
  return {
    id: `tools/${name}`,
    load: name,
    loadProblem: null,
    name,
    hostName: name,
    description: "",
    category: "tools",
    source: "local",
    plugin: null,
    path: `/skills/tools/${name}/SKILL.md`,
    directoryName: name,
    triggers: [],
    tags: [],
    platforms: [],
    environments: [],
    requiresApps: [],
    conditions: NO_CONDITIONS,
    hiddenBecause: null,
    ...fields,
  };
}

function plan(fields: Partial<HomePlan> = {}): HomePlan {
  const base = {
    ...planRoots([], () => undefined),
    system: "linux",
    termux: false,
    environments: [],
  };
  return { ...base, ...fields };
}

function isHidden(subject: Skill, session: Partial<SessionFacts> = {}, home = plan()): boolean {
  return hiddenReason(subject, { ...NO_FACTS, ...session }, home) !== null;
}

test("hiddenReason() is null for a plain skill, also one without a load", () => {
  assertEquals(hiddenReason(skill(), NO_FACTS, plan()), null);
  assertEquals(hiddenReason(skill({ load: null, loadProblem: "x" }), NO_FACTS, plan()), null);
});

test("hiddenReason() disables by name, directory, id and plugin name, qualified or bare (SR-29)", () => {
  const local = skill({ name: "nice", hostName: "nice", directoryName: "dir", id: "cat/dir" });
  for (const name of ["nice", "dir", "cat/dir"]) {
    assertEquals(
      hiddenReason(local, NO_FACTS, plan({ disabled: [name] })),
      `disabled in the config (skills.disabled: ${name})`,
    );
  }
  const plugin = skill({ name: "foo:hidden", plugin: "foo", id: "foo:h", directoryName: "h" });
  for (const name of ["foo:hidden", "hidden", "foo:h"]) {
    assertEquals(isHidden(plugin, { names: ["foo:hidden"] }, plan({ disabled: [name] })), true);
  }
  assertEquals(isHidden(local, {}, plan({ disabled: ["cat"] })), false);
});

test("hiddenReason() never disables the host's own manual (contract §5.6)", () => {
  assertEquals(
    isHidden(skill({ name: "hermes-agent" }), {}, plan({ disabled: ["hermes-agent"] })),
    false,
  );
});

test("hiddenReason() disables by the platform of the session (SR-30, SR-A058)", () => {
  const home = plan({ platformDisabled: { telegram: ["secret-skill"] } });
  const secret = skill({ name: "secret-skill" });
  assertEquals(isHidden(secret, { platform: "discord" }, home), false);
  assertEquals(
    hiddenReason(secret, { ...NO_FACTS, platform: "telegram" }, home),
    "disabled in the config (skills.platform_disabled.telegram: secret-skill)",
  );
  assertEquals(isHidden(secret, { platform: null }, home), false);
});

test("hiddenReason() gates by operating system as the host does (contract §5.6)", () => {
  const runs = (platforms: string[], fields: Partial<HomePlan> = {}) =>
    !isHidden(skill({ platforms }), {}, plan(fields));
  assertEquals(runs(["macos"]), false);
  assertEquals(runs(["Linux "]), true);
  assertEquals(runs(["lin"]), true);
  assertEquals(runs(["macos"], { system: "darwin" }), true);
  assertEquals(runs(["windows"], { system: "win32" }), true);
  assertEquals(runs(["win"], { system: "win32" }), true);
  assertEquals(runs(["[macos]"], { system: "darwin" }), false);
  assertEquals(runs([""]), true);
  assertEquals(runs(["android"]), false);
  assertEquals(runs(["android"], { termux: true }), true);
  assertEquals(runs(["constructor"]), false);
});

test("hiddenReason() gates by environment and apps unless the index prints the skill", () => {
  const inDocker = skill({ environments: ["docker"] });
  assertEquals(isHidden(inDocker), true);
  assertEquals(isHidden(inDocker, {}, plan({ environments: ["docker"] })), false);
  assertEquals(isHidden(skill({ environments: ["moon"] })), false);
  assertEquals(isHidden(skill({ environments: [" "] })), true);
  assertEquals(
    hiddenReason(skill({ requiresApps: ["paint"] }), NO_FACTS, plan()),
    "needs an app that is not known here (requires_apps: paint)",
  );
  assertEquals(isHidden(skill({ requiresApps: ["paint"] }), { names: ["demo"] }), false);
  assertEquals(isHidden(inDocker, { names: ["demo"] }), false);
});

test("hiddenReason() judges conditions only by what is known (SR-31, SR-A039, SR-A041)", () => {
  const needs = skill({ conditions: { ...NO_CONDITIONS, requiresToolsets: ["special_set"] } });
  assertEquals(isHidden(needs, { toolsets: ["other_set"] }), true);
  assertEquals(isHidden(needs, { toolsets: ["special_set"] }), false);
  assertEquals(isHidden(needs, { tools: ["x"] }), false);
  const tool = skill({ conditions: { ...NO_CONDITIONS, requiresTools: ["web"] } });
  assertEquals(
    [isHidden(tool), isHidden(tool, { tools: [] }), isHidden(tool, { tools: ["web"] })],
    [
      false,
      true,
      false,
    ],
  );
  const fallback = skill({
    conditions: { ...NO_CONDITIONS, fallbackForTools: ["web"], fallbackForToolsets: ["s"] },
  });
  assertEquals(
    [{ tools: ["web"] }, { tools: [] }, { toolsets: ["s"] }].map((facts) =>
      isHidden(fallback, facts)
    ),
    [true, false, true],
  );
});

test("hiddenReason() gates by session platform when that is known (SR-30)", () => {
  const chat = skill({ conditions: { ...NO_CONDITIONS, sessionPlatforms: ["Telegram"] } });
  assertEquals(["telegram", "cli", null, ""].map((platform) => isHidden(chat, { platform })), [
    false,
    true,
    false,
    false,
  ]);
});

test("hiddenReason() filters by the names the session's index prints (SR-32, SR-A049)", () => {
  const names = ["alpha", "gamma", "cat/dup"];
  const shown = ["alpha", "beta", "gamma"].filter((name) => !isHidden(skill({ name }), { names }));
  assertEquals(shown, ["alpha", "gamma"]);
  assertEquals(isHidden(skill({ name: "dup", id: "cat/dup", load: "cat/dup" }), { names }), false);
  assertEquals(isHidden(skill({ name: "dup", id: "x/dup", load: "x/dup" }), { names }), true);
});

test("hiddenReason() matches names literally, never by their end (SR-A050, SR-A052)", () => {
  const vendor = skill({ name: "vendor:demo" });
  assertEquals(["demo", "vendor:demo"].map((name) => isHidden(vendor, { names: [name] })), [
    true,
    false,
  ]);
  const other = skill({
    name: "other",
    hostName: "other",
    id: "tools/demo",
    directoryName: "demo",
  });
  assertEquals(["demo", "other"].map((name) => isHidden(other, { names: [name] })), [true, false]);
  assertEquals(isHidden(skill({ name: "foo:bar", id: "foo:bar" }), { names: ["other"] }), true);
});

test("hiddenReason() knows a name by what is left of it in an index line (SR-64)", () => {
  const weird = skill({ name: "weird: name", hostName: "weird: name" });
  assertEquals(isHidden(weird, { names: ["weird"] }), false);
  const empty = skill({
    name: "dir",
    hostName: "None",
    directoryName: "dir",
    id: "a/dir",
    load: "a/dir",
  });
  assertEquals(isHidden(empty, { names: ["None"] }), false);
});

test("hiddenReason() shows plugin skills of enabled plugins, or as the index lists them (SR-A051)", () => {
  const roots = [
    { path: "/p/foo/skills", source: "plugin" as const, plugin: "foo", pluginEnabled: true },
    { path: "/p/off/skills", source: "plugin" as const, plugin: "off", pluginEnabled: false },
  ];
  const home = plan({ roots });
  const bar = skill({
    name: "foo:bar",
    id: "foo:bar",
    load: "foo:bar",
    plugin: "foo",
    directoryName: "bar",
  });
  const off = skill({
    name: "off:x",
    id: "off:x",
    load: "off:x",
    plugin: "off",
    directoryName: "x",
  });
  assertEquals(isHidden(bar, { names: ["plain-skill"] }, home), false);
  assertEquals(isHidden(bar, {}, home), false);
  assertEquals(
    hiddenReason(off, NO_FACTS, home),
    "its plugin off is not enabled (plugins.enabled)",
  );
  assertEquals(isHidden(bar, { names: ["foo:other", "bar"] }, home), true);
  assertEquals(isHidden(off, { names: ["off:x"] }, home), false);
});

test("hiddenReason() drops what skill_view refused in the session", () => {
  assertEquals(isHidden(skill(), { failed: ["demo"] }), true);
  assertEquals(isHidden(skill(), { failed: ["other"] }), false);
});
