import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { recoverText, splitLines } from "../../lib/catalog/broken_header.ts";
import { intendedHeader, splitFrontMatter } from "../../lib/catalog/front_matter.ts";
import { parseSkillFile } from "../../lib/catalog/mod.ts";

function file(header: string, body = ""): string {
  return `---\n${header}\n---\n${body}`;
}

test("splitFrontMatter() cuts at the host's fences (contract §5.5)", () => {
  assertEquals(splitFrontMatter("---\na: b\n---\nbody"), { header: "\na: b", body: "body" });
  assertEquals(splitFrontMatter("---foo\na: b\n--- \t\nx"), { header: "foo\na: b", body: "x" });
  assertEquals(splitFrontMatter("\ufeff---\r\na: b\r\n---\r\nx"), {
    header: "\r\na: b\r",
    body: "x",
  });
});

test("splitFrontMatter() sees no header without an opening fence, or a closing one with a line end", () => {
  for (const text of ["a: b\n", "\n---\na: b\n---\n", "---\na: b\n---", "---\na: b\n ---\n", ""]) {
    assertEquals(splitFrontMatter(text), { header: null, body: text });
  }
});

test("splitFrontMatter() finds the closing fence only after the opening one", () => {
  assertEquals(splitFrontMatter("---\n---\nx"), { header: "", body: "x" });
});

test("intendedHeader() finds the header a person meant", () => {
  assertEquals(intendedHeader("---\na: b\n---"), "a: b\n");
  assertEquals(intendedHeader("\n\n---\na: b\n---\nx"), "a: b\n");
  assertEquals(intendedHeader("---\na: b\n\n# Title\nc: d\n"), "a: b\n");
  assertEquals(intendedHeader("# Title\n---\na: b\n---\n"), null);
});

test("parseSkillFile() shows a name and a quoted description (SR-A006)", () => {
  const skill = parseSkillFile(
    file('name: deep-research\ndescription: "Autonomous research loop"'),
  );
  assertEquals([skill.name, skill.description], ["deep-research", "Autonomous research loop"]);
  assertEquals(skill.problem, null);
});

test("parseSkillFile() folds a description and takes nothing of the next key (SR-A007)", () => {
  const skill = parseSkillFile(
    file("name: a\ndescription: >-\n  First sentence.\n  Second sentence.\nauthor: someone"),
  );
  assertEquals(skill.description, "First sentence. Second sentence.");
});

test("parseSkillFile() leaks no later key into the description (SR-A009, SR-A010)", () => {
  const rest =
    "allowed-tools:\n  - Bash\nmetadata:\n  owner: me\n  hermes:\n    plugin_type: x\nhooks: [y]\ncategory: c";
  assertEquals(
    parseSkillFile(file(`description: Convert CSV files to JSON.\n${rest}`)).description,
    "Convert CSV files to JSON.",
  );
  assertEquals(
    parseSkillFile(file(`description: Use when: CSV files come in.\n${rest}`)).description,
    "Use when: CSV files come in.",
  );
});

test("parseSkillFile() takes triggers and tags only from lists of strings (SR-20, SR-A035)", () => {
  const triggersAndTags = (header: string) => {
    const { triggers, tags } = parseSkillFile(file(header));
    return [triggers, tags];
  };
  assertEquals(triggersAndTags("name: a"), [[], []]);
  assertEquals(triggersAndTags("triggers: release notes"), [[], []]);
  assertEquals(triggersAndTags("metadata:\n  hermes: 5"), [[], []]);
  assertEquals(triggersAndTags("triggers:\nmetadata:"), [[], []]);
  assertEquals(triggersAndTags("triggers: [a, 1, yes, 'yes', b c]"), [["a", "yes", "b c"], []]);
  assertEquals(
    triggersAndTags("tags: [x]\nmetadata:\n  hermes:\n    tags: [docs]\n    triggers: [t]"),
    [
      ["t"],
      ["docs"],
    ],
  );
  assertEquals(triggersAndTags("tags: [x, y]"), [[], ["x", "y"]]);
});

test("parseSkillFile() prints names as the host does (contract §5.5, SR-24)", () => {
  const names = (header: string) => {
    const { hostName, hostNameLoads, name } = parseSkillFile(file(header));
    return [hostName, hostNameLoads, name];
  };
  assertEquals(names("description: d"), [null, false, null]);
  assertEquals(names("name:"), ["None", false, null]);
  assertEquals(names("name: 12:30"), ["750", false, "750"]);
  assertEquals(names("name: yes"), ["True", false, "True"]);
  assertEquals(names("name: ' padded '"), [" padded ", true, "padded"]);
  assertEquals(names('name: "x"\ndescription: a: b'), ['"x"', true, "x"]);
});

test("parseSkillFile() prints a description that is no text (SR-24)", () => {
  const description = (value: string) => parseSkillFile(file(`description: ${value}`)).description;
  assertEquals(["", "~", "yes", "1.0", "[a, b]"].map(description), [
    "",
    "",
    "True",
    "1.0",
    "['a', 'b']",
  ]);
});

test("parseSkillFile() lets the host's line splitter decide visibility in a broken header", () => {
  const flow = parseSkillFile(
    file("description: use when: x\nplatforms: [macos]\nenvironments: docker"),
  );
  assertEquals([flow.platforms, flow.environments], [["[macos]"], ["docker"]]);
  const block = parseSkillFile(
    file(
      "description: use when: x\nplatforms:\n  - macos\nmetadata:\n  hermes:\n    requires_tools: [x]",
    ),
  );
  assertEquals([block.platforms, block.conditions.requiresTools], [[], []]);
  assertEquals(block.problem!.startsWith("the front matter is no valid YAML ("), true);
});

test("parseSkillFile() reads platforms, environments and apps as text or list (contract §5.6)", () => {
  const skill = parseSkillFile(
    file("platforms: macos\nenvironments: [docker, 5]\nrequires_apps: [paint]"),
  );
  assertEquals([skill.platforms, skill.environments, skill.requiresApps], [["macos"], [
    "docker",
    "5",
  ], ["paint"]]);
  const none = parseSkillFile(file("platforms: []\nenvironments: ''\nrequires_apps: no"));
  assertEquals([none.platforms, none.environments, none.requiresApps], [[], [], []]);
});

test("parseSkillFile() reads malformed conditions as Python iterates them (contract §5.6)", () => {
  const { conditions } = parseSkillFile(file(
    "metadata:\n  hermes:\n    requires_tools: ab\n    requires_toolsets: 5\n    fallback_for_tools: [x, 1]\n    fallback_for_toolsets:\n    session_platforms: [cli]",
  ));
  assertEquals(conditions, {
    requiresTools: ["a", "b"],
    requiresToolsets: [],
    fallbackForTools: ["x", "1"],
    fallbackForToolsets: [],
    sessionPlatforms: ["cli"],
  });
});

test("parseSkillFile() names a file without front matter by its directory and says so", () => {
  const skill = parseSkillFile("# Title\nText\n");
  assertEquals([skill.hostName, skill.description, skill.body], [null, "", "# Title\nText\n"]);
  assertEquals(
    skill.problem,
    "there is no front matter; the skill goes by the name of its directory",
  );
  assertEquals(
    parseSkillFile(" \n").problem,
    "the file is empty; the skill goes by the name of its directory",
  );
});

test("parseSkillFile() saves the description of a header the host does not see", () => {
  const skill = parseSkillFile("---\nname: x\ndescription: Says it\nplatforms: [macos]\n---");
  assertEquals([skill.name, skill.hostName, skill.description, skill.platforms], [
    null,
    null,
    "Says it",
    [],
  ]);
});

test("parseSkillFile() treats a header that is no mapping as the host does and saves its text", () => {
  const skill = parseSkillFile(file("- name: x\n- description: y"));
  assertEquals([skill.hostName, skill.problem], [
    null,
    "the front matter is no list of keys with values",
  ]);
});

test("parseSkillFile() reads BOM and Windows line ends", () => {
  const skill = parseSkillFile("\ufeff---\r\nname: a\r\ndescription: b\r\n---\r\nbody\r\n");
  assertEquals([skill.name, skill.description, skill.body], ["a", "b", "body\r\n"]);
});

test("parseSkillFile() never throws, whatever stands between the fences", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.string(), (header, body) => {
    const skill = parseSkillFile(file(header, body));
    assertEquals(typeof skill.description, "string");
  }));
});

test("splitLines() flattens nested lines and lets the last key win (contract §5.5)", () => {
  assertEquals({ ...splitLines("\na: b: c\nm:\n  a: d\nno colon\n - k : v ") }, {
    a: "d",
    m: "",
    "- k": "v",
  });
});

const BROKEN: [string, string, string][] = [
  ["a colon in a plain text", "description: Use when: asked\nname: x", "Use when: asked"],
  [
    "continuation lines",
    "description: Use when: asked\n  or not\n\n  at all\nname: x",
    "Use when: asked or not at all",
  ],
  ["a continuation at the margin", 'description: "a\nb c"\nname: x', "a b c"],
  ["inner quotes", 'description: "say "hi" to all"\nname: x', 'say "hi" to all'],
  [
    "quotes around the first line only",
    'description: "One, and"\n  two.\nname: x',
    "One, and two.",
  ],
  [
    "a quoted block indicator",
    'description: ">-"\n  One,\n  two: "three".\nname: x',
    'One, two: "three".',
  ],
  ["an open quote", 'description: "never closed\nname: x', "never closed"],
  ["escapes in quotes", 'description: "a \\"b\\" c"\nbroken: a: b', 'a "b" c'],
  ["doubled single quotes", "description: 'it''s'\nbroken: a: b", "it's"],
  ["a folded block", "description: >-\n  a\n  b\n\n  c\nbroken: a: b", "a b\nc"],
  ["a literal block", "description: |\n  a: x\n    b\nbroken: a: b", "a: x\nb"],
  ["a block at the margin", "description: >\na b\nbroken: a: b", "a b"],
  ["an empty value before a list", "description:\n  - a\nbroken: a: b", ""],
  ["a text on the next line", "description:\n  on its own line\nbroken: a: b", "on its own line"],
  ["indented keys", "  name: x\n  description: a: b\n  version: 1", "a: b"],
  ["a nested description only", "metadata:\n  description: a: b", ""],
  [
    "a longer key with the same start",
    "description_long: no\ndescription: yes: it is",
    "yes: it is",
  ],
  ["a comment behind", "description: a: b\n# comment\nname: x", "a: b"],
  ["Windows line ends", "description: a: b\r\n  c\r\nname: x\r\n", "a: b c"],
];

for (const [what, header, expected] of BROKEN) {
  test(`recoverText() recovers ${what} (SR-25)`, () => {
    assertEquals(recoverText(header, "description"), expected);
  });
}

test("recoverText() gives a piece of the header and nothing of a later key", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
    const value = recoverText(
      `description: ${text.replaceAll(/[\r\n]/g, " ")}\nsecret: leaked`,
      "description",
    );
    assertEquals(value.includes("leaked"), text.includes("leaked"));
  }));
});
