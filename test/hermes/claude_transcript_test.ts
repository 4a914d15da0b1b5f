import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readTranscript } from "../../lib/hermes/mod.ts";

const rows = (...all: unknown[]) => all.map((row) => JSON.stringify(row)).join("\n");

test("readTranscript() finds loaded skills and shown blocks", () => {
  const hint = "Skills that may fit (load with the Skill tool before acting; ignore if unfit):\n" +
    "- plot: Make charts.\n- mail";
  assertEquals(
    readTranscript(rows(
      { type: "user", message: { role: "user", content: "draw" } },
      {
        type: "attachment",
        attachment: { type: "hook_additional_context", content: [`hook: ${hint}`] },
      },
      {
        type: "assistant",
        message: {
          content: [
            { type: "text", text: hint.replace("plot", "quoted") },
            { type: "tool_use", name: "Skill", input: { skill: "plot" } },
            { type: "tool_use", name: "Skill", input: { command: "mail" } },
            { type: "tool_use", name: "Bash", input: { command: "ls" } },
          ],
        },
      },
    )),
    { userTurns: ["draw"], loaded: ["plot", "mail"], shown: ["plot", "mail"] },
  );
});

test("readTranscript() forgets what a compaction removed", () => {
  assertEquals(
    readTranscript(rows(
      { type: "user", message: { content: "old" } },
      { type: "system", subtype: "compact_boundary" },
      { type: "user", message: { content: "new" } },
    )),
    { userTurns: ["new"], loaded: [], shown: [] },
  );
});

test("readTranscript() survives any text", () => {
  fc.assert(fc.property(
    fc.array(
      fc.oneof(fc.string(), fc.json(), fc.json().map((json) => `{"type":"user","x":${json}}`)),
    ),
    (lines) => {
      const facts = readTranscript(lines.join("\n"));
      assertEquals(facts.userTurns.every((turn) => turn !== ""), true);
    },
  ));
});
