import { test } from "node:test";
import fc from "fast-check";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parse } from "@std/yaml";
import {
  addItem,
  EditRefusal,
  linesByHand,
  missingKeys,
  removeItem,
} from "../../lib/install/config_edit.ts";
import { hookCommand, hookItem, PLUGIN_ITEM } from "../../lib/install/config_items.ts";
import { config } from "./configs.ts";

const HOOK = hookItem(hookCommand("/opt/a b/skill-retrieval"));

/** Original, and what it becomes. */
const ADDITIONS: [string, string][] = [
  ["", "plugins:\n  enabled:\n    - skill-retrieval\n"],
  ["a: 1", "a: 1\nplugins:\n  enabled:\n    - skill-retrieval\n"],
  [
    "# note\na:\n    b: 1\n",
    "# note\na:\n    b: 1\nplugins:\n    enabled:\n        - skill-retrieval\n",
  ],
  ["a:\n- x\n", "a:\n- x\nplugins:\n  enabled:\n  - skill-retrieval\n"],
  // A text that ends without a line end would get one by lines below it.
  ["a: |\n  x", "plugins:\n  enabled:\n    - skill-retrieval\na: |\n  x"],
  ["plugins:\n", "plugins:\n  enabled:\n    - skill-retrieval\n"],
  ["plugins: ~ # none\n", "plugins: {enabled: [skill-retrieval]} # none\n"],
  ["plugins: {enabled: [a], x: 1}\n", "plugins: {enabled: [a, skill-retrieval], x: 1}\n"],
  ["plugins: {enabled: }\n", "plugins: {enabled: [skill-retrieval] }\n"],
  ['{"a": 1}\n', '{"a": 1, plugins: {enabled: [skill-retrieval]}}\n'],
  [
    "plugins:\n  # off\n  disabled: [x]\n",
    "plugins:\n  enabled:\n    - skill-retrieval\n  # off\n  disabled: [x]\n",
  ],
  [
    "plugins:\n  enabled:\n  - a # one\n\nz: 1\n",
    "plugins:\n  enabled:\n  - a # one\n  - skill-retrieval\n\nz: 1\n",
  ],
  ["plugins:\n  enabled:\n    - a", "plugins:\n  enabled:\n    - a\n    - skill-retrieval"],
  [
    "plugins:\r\n  enabled: [\r\n    a,  # one\r\n    b  # two\r\n  ]\r\n",
    "plugins:\r\n  enabled: [\r\n    a,  # one\r\n    b,  # two\r\n    skill-retrieval\r\n  ]\r\n",
  ],
  [
    "plugins:\n  enabled: [\n    a,\n  ]\n",
    "plugins:\n  enabled: [\n    a,\n    skill-retrieval,\n  ]\n",
  ],
  [
    "plugins:\n  enabled:\n    [a,\n     b]\n",
    "plugins:\n  enabled:\n    [a,\n     b,\n     skill-retrieval]\n",
  ],
  [
    "p: |\n  plugins:\n    enabled: [no]\nplugins:\n  enabled: ['a']\n",
    "p: |\n  plugins:\n    enabled: [no]\nplugins:\n  enabled: ['a', skill-retrieval]\n",
  ],
];

/** Configs that are left alone, and what the sentence must say. */
const REFUSALS: [string, string][] = [
  ["a: [\n", "no valid YAML"],
  ["a: 1\n---\nb: 2\n", "no valid YAML"],
  ["a: 1\n...\n", "end mark"],
  ["- a\n", "keys with values"],
  ["\tplugins: x\n", "tab"],
  ["plugins: text\n", '"plugins"'],
  ["plugins:\n  enabled: a\n", '"plugins.enabled"'],
  ["plugins:\n  enabled: {}\n", '"plugins.enabled"'],
  ["plugins: {}\nplugins: {}\n", "twice"],
  ["plugins:\n  enabled: [a]\n  enabled: [b]\n", "twice"],
  ["x: &l [a]\nplugins:\n  enabled: *l\n", "not edited"],
  ["x: &p {enabled: [a]}\nplugins: *p\n", "an alias"],
  // Editing these would change what another key has.
  ["plugins:\n  enabled: &l [a]\nx: *l\n", "something else"],
  ["plugins: &p\n  enabled: [a]\nx: *p\n", "something else"],
  ["x: &p\n  enabled: [a]\nplugins:\n  <<: *p\n  y: 1\n", "something else"],
];

test("addItem() adds one item and disturbs nothing else", () => {
  for (const [before, after] of ADDITIONS) assertEquals(addItem(before, PLUGIN_ITEM), after);
});

test("addItem() leaves a config alone that has the item", () => {
  for (const [, after] of ADDITIONS) assertEquals(addItem(after, PLUGIN_ITEM), after);
});

test("addItem() says why it leaves a config to a person", () => {
  for (const [text, words] of REFUSALS) {
    const error = assertThrows(() => addItem(text, PLUGIN_ITEM), EditRefusal);
    assertStringIncludes(error.message, words);
  }
});

test("addItem() adds a shell hook whose command is quoted for a POSIX shell", () => {
  const expected = `hooks:
  pre_llm_call:
    - command: "'/opt/a b/skill-retrieval' hook pre_llm_call"
      timeout: 10
`;
  assertEquals(addItem("", HOOK), expected);
  assertEquals(linesByHand(HOOK), expected);
  assertEquals(removeItem(expected, HOOK, { prune: ["hooks", "pre_llm_call"] }), "");
  assertEquals(
    addItem('hooks: {pre_llm_call: [{command: "x y"}]}\n', HOOK),
    `hooks: {pre_llm_call: [{command: "x y"}, {command: "'/opt/a b/skill-retrieval' hook pre_llm_call", timeout: 10}]}\n`,
  );
  const kept = "hooks:\n  pre_llm_call:\n  - command: x\n    timeout: 3\n  post_tool_call: []\n";
  assertEquals(removeItem(addItem(kept, HOOK), HOOK), kept);
});

test("removeItem() takes the item out wherever a person has put it", () => {
  const cases: [string, string][] = [
    ["plugins:\n  enabled: [skill-retrieval, b]\n", "plugins:\n  enabled: [b]\n"],
    ["plugins:\n  enabled: [a, skill-retrieval, b]\n", "plugins:\n  enabled: [a, b]\n"],
    ["plugins:\n  enabled: [a, 'skill-retrieval']\n", "plugins:\n  enabled: [a]\n"],
    ["plugins:\n  enabled: [skill-retrieval] # x\n", "plugins:\n  enabled: [] # x\n"],
    [
      "plugins:\n  enabled:\n    - skill-retrieval # hints\n    - b\n",
      "plugins:\n  enabled:\n    - b\n",
    ],
    ["plugins:\n  enabled: # x\n    - skill-retrieval\n", "plugins:\n  enabled: [] # x\n"],
    [
      "plugins:\n  enabled: [skill-retrieval, a, skill-retrieval]\n",
      "plugins:\n  enabled: [a]\n",
    ],
    ["plugins:\n  enabled: [a]\n", "plugins:\n  enabled: [a]\n"],
  ];
  for (const [before, after] of cases) assertEquals(removeItem(before, PLUGIN_ITEM), after);
});

test("removeItem() takes out the keys that were not there before, and only where they are empty", () => {
  const prune = ["plugins", "enabled"];
  const added = addItem("a: 1\n", PLUGIN_ITEM);
  assertEquals(removeItem(added, PLUGIN_ITEM, { prune }), "a: 1\n");
  const more = added + "  disabled: [x]\n";
  assertEquals(removeItem(more, PLUGIN_ITEM, { prune }), "a: 1\nplugins:\n  disabled: [x]\n");
  assertEquals(missingKeys("a: 1\n", PLUGIN_ITEM), ["plugins", "enabled"]);
  assertEquals(missingKeys("plugins:\n  x: 1\n", PLUGIN_ITEM), ["enabled"]);
  assertEquals(missingKeys("plugins:\n  enabled:\n", PLUGIN_ITEM), []);
});

test("addItem() and removeItem() keep the value of everything else and the bytes of all other lines", () => {
  let refused = 0;
  let runs = 0;
  fc.assert(
    fc.property(config, fc.constantFrom(PLUGIN_ITEM, HOOK), (written, item) => {
      const text = written.replace("\ufeff", "");
      const read = (yaml: string) => parse(yaml, { allowDuplicateKeys: true }) ?? {};
      const [outer, inner] = item.path;
      let after: string;
      runs++;
      try {
        after = addItem(text, item);
      } catch (error) {
        if (!(error instanceof EditRefusal)) throw error;
        refused++;
        return;
      }
      const before = read(text) as Record<string, Record<string, unknown[]> | null>;
      const list = before[outer]?.[inner] ?? [];
      assertEquals(read(after), {
        ...before,
        [outer]: { ...before[outer], [inner]: [...list, item.value] },
      });
      // Every line but those that hold a bracket of the list is still there, in its order.
      const left = after.split(/\r?\n/);
      for (const line of text.split(/\r?\n/)) {
        const at = left.indexOf(line);
        if (at >= 0) left.splice(0, at + 1);
        else assert(/[[\]{}~]|null|b/.test(line), line);
      }
      assertEquals(addItem(after, item), after);
      const back = removeItem(after, item, { prune: missingKeys(text, item) });
      const rest = read(back) as typeof before;
      assertEquals(rest[outer]?.[inner] ?? [], list);
      assertEquals({ ...rest, [outer]: null }, { ...before, [outer]: null });
    }),
    { numRuns: 1_000 },
  );
  assert(refused < runs / 10, `${refused} of ${runs} configs were refused`);
});
