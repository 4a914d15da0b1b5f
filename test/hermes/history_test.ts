import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { earlierTurns, loadedPaths, shownLoads, skillViewResult } from "../../lib/hermes/mod.ts";

const HINT =
  'Skills that may fit (load with skill_view("name") before acting; ignore if unfit):\n' +
  "- plot: Make charts.\n- mail\n\nafterwards";

test("earlierTurns() leaves out the current message and the host's", () => {
  const history = [
    { role: "user", content: "one" },
    { role: "user", content: "[System: note]" },
    { role: "assistant", content: "hm" },
    { role: "user", content: "two" },
  ];
  assertEquals(earlierTurns(history, "two"), ["one"]);
  assertEquals(earlierTurns(history, "three"), ["one", "two"]);
  assertEquals(earlierTurns(history, [{ type: "text", text: "two" }]), ["one"]);
});

test("earlierTurns() leaves out pasted material and the blocks of turns with images", () => {
  const history = [
    { role: "user", content: "12:00:01 started\n12:00:02 stopped" },
    {
      role: "user",
      content: [{ type: "text", text: "crop it" }, { type: "image_url" }, {
        type: "text",
        text: HINT,
      }],
    },
    { role: "user", content: '[Replying to "x"] bigger' },
  ];
  assertEquals(earlierTurns(history, "now"), ["crop it ", "bigger"].map((text) => text.trim()));
});

test("loadedPaths() reads every skill_view result by its call or its name", () => {
  const view = (id: string) => ({ id, function: { name: "skill_view", arguments: "{}" } });
  const history = [
    { role: "assistant", tool_calls: [view("1"), { id: "2", function: { name: "terminal" } }] },
    { role: "tool", tool_call_id: "1", content: '{"success":true,"path":"a/b/SKILL.md"}' },
    { role: "tool", tool_call_id: "2", content: '{"path":"not/this"}' },
    { role: "tool", name: "skill_view", content: '{"success":true,"path":"c/d/SKILL.md"}' },
    { role: "assistant", tool_calls: [view("3"), null, "x"] },
    { role: "tool", tool_call_id: "3", content: "[skill_view] name=gone (9 chars)" },
    { role: "tool", content: '{"path":"nor/this"}' },
  ];
  assertEquals(loadedPaths(history), ["a/b/SKILL.md", "c/d/SKILL.md"]);
});

test("skillViewResult() prefers the absolute directory and skips other files of a skill", () => {
  assertEquals(
    skillViewResult('{"success":true,"path":"dir/SKILL.md","skill_dir":"C:\\\\ext\\\\dir"}'),
    { path: "C:/ext/dir/SKILL.md", refused: false },
  );
  assertEquals(
    skillViewResult('{"success":true,"skill_dir":"/p/skills/x","name":"p:x"}').path,
    "/p/skills/x/SKILL.md",
  );
  assertEquals(skillViewResult('{"success":true,"file":"a.md","content":""}').path, null);
  assertEquals(skillViewResult('{"success":true,"dedup":true,"file":"SKILL.md"}').path, null);
  assertEquals(skillViewResult('{"success":false}'), { path: null, refused: true });
  assertEquals(skillViewResult("[1]"), { path: null, refused: false });
});

test("shownLoads() reads our blocks in what was sent, null where rows do not keep it", () => {
  assertEquals(shownLoads([{ role: "user", content: HINT }]), null);
  assertEquals(
    shownLoads([
      { role: "user", content: "hi", api_content: `hi\n\n${HINT}` },
      { role: "assistant", content: HINT, api_content: "no user row" },
      { role: "user", content: [{ type: "text", text: HINT.replace("- mail", "- scan: x") }] },
    ]),
    ["plot", "mail", "scan"],
  );
  assertEquals(shownLoads([{ role: "user", content: "hi", api_content: "hi, noted" }]), []);
});

test("shownLoads() tells a text that was handed over from a hint (EE-71)", () => {
  const sent = `do ppt\n\n${HINT}\n\n## Auto-loaded Skill: deck-maker\n\n[Note]\n\n${HINT}`;
  assertEquals(
    shownLoads([
      { role: "user", content: "do ppt", api_content: sent },
      {
        role: "user",
        content: "",
        api_content: "x\n\n## Skill Routing (Hard Trigger: a: b)\n\n[N]",
      },
    ]),
    [
      ...shownLoads([{ role: "user", content: "", api_content: HINT }])!,
      "## Auto-loaded Skill: deck-maker",
      "a: b",
    ],
  );
  assertEquals(earlierTurns([{ role: "user", content: sent }], ""), ["do ppt"]);
});

test("history functions survive rows of any shape", () => {
  const row = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom("role", "content", "tool_calls", "tool_call_id", "name", "api_content"),
      fc.oneof(fc.constantFrom("user", "assistant", "tool", "skill_view"), fc.jsonValue()),
    ),
  );
  fc.assert(fc.property(fc.array(row), (history) => {
    assertEquals(earlierTurns(history, "").every((text) => text !== ""), true);
    assertEquals(Array.isArray(loadedPaths(history)), true);
    const shown = shownLoads(history);
    assertEquals(shown === null || Array.isArray(shown), true);
  }));
});
