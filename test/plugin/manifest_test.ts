import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { extractYaml } from "@std/front-matter";
import { parse } from "@std/yaml";
import { VERSION } from "../../lib/runtime/mod.ts";

const read = (name: string) =>
  readFileSync(new URL(`../../plugin/${name}`, import.meta.url), "utf8");

test("plugin.yaml declares a standalone plugin, its hooks and its middleware (SR-A101)", () => {
  const { description: _, author: __, ...manifest } = parse(read("plugin.yaml")) as Record<
    string,
    unknown
  >;
  assertEquals(manifest, {
    name: "skill-retrieval",
    version: VERSION,
    license: "MIT",
    kind: "standalone",
    manifest_version: 1,
    requires_hermes: ">=0.19",
    provides_hooks: [
      "pre_llm_call",
      "post_tool_call",
      "on_skill_lifecycle",
      "on_session_finalize",
      "on_session_reset",
      "subagent_start",
    ],
    provides_middleware: ["llm_request"],
  });
});

test("plugin.yaml says that the index is rewritten and skills are injected per turn (SR-A102)", () => {
  const { description } = parse(read("plugin.yaml")) as { description: string };
  assertMatch(description, /Rewrites the request's skills index/);
  assertMatch(description, /injects, per turn,/);
});

test("SKILL.md describes the plugin and nothing of its metadata leaks in (SR-A010)", () => {
  const { attrs } = extractYaml<{ name: string; description: string }>(read("SKILL.md"));
  assertEquals(attrs.name, "skill-retrieval");
  assertMatch(attrs.description, /skill-retrieval plugin/);
  assertNotMatch(attrs.description, /plugin_type|hooks/);
});
