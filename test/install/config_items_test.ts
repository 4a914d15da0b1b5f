import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { commandOf, hookCommand, shellWords } from "../../lib/install/config_items.ts";

test("hookCommand() is read back by a shell as the path it was made from", () => {
  for (
    const path of [
      "/opt/skill-retrieval",
      "/home/a b/it's/技能/skill-retrieval",
      "C:\\Users\\A B\\plugins\\skill-retrieval.exe",
    ]
  ) {
    const command = hookCommand(path);
    assertEquals(shellWords(command), [path, "hook", "pre_llm_call"]);
    assertEquals(commandOf({ command, timeout: 1 }), command);
  }
  assertEquals(hookCommand("/opt/skill-retrieval"), "/opt/skill-retrieval hook pre_llm_call");
});

test("shellWords() cuts as a POSIX shell cuts (XCU 2.2)", () => {
  assertEquals(shellWords(`a  'b c'"d \\"e\\\\" f\\ g ''`), ["a", 'b cd "e\\', "f g", ""]);
  assertEquals(shellWords(""), []);
});

test("commandOf() knows this program by its name and command", () => {
  for (
    const value of [
      { command: "skill-retrieval list" },
      { command: "/x/other hook" },
      { command: 3 },
      "skill-retrieval hook",
      null,
    ]
  ) assertEquals(commandOf(value), null);
});
