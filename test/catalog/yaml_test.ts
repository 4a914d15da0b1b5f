import { test } from "node:test";
import { assertEquals, assertThrows } from "@std/assert";
import { parse } from "@std/yaml";
import fc from "fast-check";
import { readSimpleYaml } from "../../lib/catalog/simple_yaml.ts";
import { readYaml, readYamlMapping } from "../../lib/catalog/yaml.ts";
import { hostText, plainValue, resolveScalar } from "../../lib/catalog/yaml_value.ts";

/** What the host prints for a scalar after `v: ` (contract §5.5, feasibility §5). */
const SCALARS: [string, string][] = [
  ["yes", "True"],
  ["No", "False"],
  ["on", "True"],
  ["OFF", "False"],
  ["y", "y"],
  ["True", "True"],
  ["~", "None"],
  ["NULL", "None"],
  ["010", "8"],
  ["0o10", "0o10"],
  ["0x1F", "31"],
  ["0b11", "3"],
  ["-0x1F", "-31"],
  ["1_000", "1000"],
  ["+1", "1"],
  ["12:30", "750"],
  ["12:30:45", "45045"],
  ["190:20:30", "685230"],
  ["1:30.5", "90.5"],
  ["089", "089"],
  ["9007199254740993", "9007199254740993"],
  ["1.10", "1.1"],
  ["1.0", "1.0"],
  ["1.", "1.0"],
  [".5", "0.5"],
  ["1e3", "1e3"],
  ["1.5e3", "1.5e3"],
  ["1.5e+3", "1500.0"],
  ["1.0e+16", "1e+16"],
  ["1.0e-5", "1e-05"],
  [".inf", "inf"],
  ["-.Inf", "-inf"],
  [".nan", "nan"],
  ["1.2.3", "1.2.3"],
  ["2024-01-15", "2024-01-15"],
  ["2024-01-15 10:00:00", "2024-01-15 10:00:00"],
  ["'yes'", "yes"],
  ['"12:30"', "12:30"],
  ["'010'", "010"],
  ["中文：冒号", "中文：冒号"],
  ["[a, 1, yes, 'no']", "['a', 1, True, 'no']"],
  ["{a: 1}", "{'a': 1}"],
  ["it's", "it's"],
];

test("hostText() prints scalars as Python prints what YAML 1.1 makes of them (contract §5.5)", () => {
  for (const [source, printed] of SCALARS) {
    assertEquals(hostText(readYamlMapping(`v: ${source}\n`)["v"]!), printed, source);
  }
});

test("hostText() prints a list of texts as Python's repr, quotes chosen as there", () => {
  assertEquals(
    hostText(["it's", 'say "x"', `b'o"t"h`, "a\nb"]),
    `["it's", 'say "x"', 'b\\'o"t"h', 'a\\nb']`,
  );
});

test("resolveScalar() never throws and keeps ordinary words", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    resolveScalar(text);
  }));
  assertEquals(resolveScalar("deploy"), "deploy");
});

test("plainValue() turns whole numbers of settings into numbers", () => {
  assertEquals(plainValue(readYaml("top_k: 6\nlist: [1, a]\non: yes\n")), {
    top_k: 6,
    list: [1, "a"],
    on: true,
  });
});

test("readYaml() lets the last of equal keys win", () => {
  assertEquals(readYaml("a: 1\na: 2\n"), { a: 2n });
});

test("readYaml() refuses what the host's parser refuses, with one sentence", () => {
  for (const text of ["v: a: b", "v: @x", "v: [a, b", "\tv: 1", "v: 'a' b", "v: \u0001", "v: *x"]) {
    const error = assertThrows(() => readYaml(text), SyntaxError);
    assertEquals(error.message.includes("\n"), false);
  }
});

test("readYaml() applies merge keys and anchors", () => {
  assertEquals(readYaml("base: &b {x: a}\nd:\n  <<: *b\n"), { base: { x: "a" }, d: { x: "a" } });
});

test("readYaml() reads Windows line ends", () => {
  assertEquals(readYaml("a: b\r\nc:\r\n  - d\r\n"), { a: "b", c: ["d"] });
});

test("readYaml() drops a key that would reach the prototype", () => {
  assertEquals(Object.keys(readYamlMapping("__proto__: {a: 1}\nb: c\n")), ["b"]);
});

test("readYamlMapping() refuses a document that is no mapping", () => {
  assertThrows(() => readYamlMapping("- a\n"), SyntaxError, "not a list of keys");
  assertEquals(readYamlMapping("# only a comment\n"), {});
});

const asText = (text: string) => (text === "" ? null : text);

/** Lines near the border of what the simple reader takes: keys, lists, quotes, indents, indicators. */
const line = fc.tuple(
  fc.constantFrom("", "", "", "", "", "  ", "  ", "    ", " "),
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("a: ", "b: ", "c:", "name:  ", "- ", "- ") },
    { weight: 1, arbitrary: fc.constantFrom("", "a-b : ", "# ", "? ", "-", "a:", "  - ") },
  ),
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("", "x", "x y", "'q'", '"q"', "[a, b]") },
    fc.constantFrom(
      "x: y",
      "x #y",
      "x#y",
      "'it''s'",
      '"q"',
      '"a\\"b"',
      '"a\\nb"',
      "'a' b",
      "[a, b]",
      "[a, [b]]",
      "[]",
      "[a,, b]",
      "[a, 'b, c']",
      "[a, ]",
      "[ 'x' ,y ]",
      "{a: b}",
      ">",
      "|-",
      "&a b",
      "*a",
      "!t x",
      "@x",
      "http://x.y/z",
      "x:",
      "---",
      "...",
      "中文：值",
      "~",
      "-x",
      "a ",
      "\\x",
      "'",
      '"',
      "[",
      "%x",
      "`x",
      "=x",
      "<<: x",
    ),
    fc.string({ maxLength: 8 }),
  ),
).map((parts) => parts.join(""));

test("readSimpleYaml() equals the full parser wherever it answers", () => {
  let answered = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 7 }), (lines) => {
      const text = `\n${lines.join("\n")}\n`;
      const simple = readSimpleYaml(text, asText);
      if (simple === null) return;
      answered++;
      assertEquals(
        simple as unknown,
        parse(text, { allowDuplicateKeys: true, schema: "failsafe" }),
      );
    }),
    { numRuns: 20_000, seed: 7 },
  );
  assertEquals(answered > 500, true);
});

const scalar = fc.oneof(
  fc.constantFrom(
    "x",
    "a b",
    "'it''s'",
    '"a \\"b\\" c"',
    "12:30",
    "yes",
    "[]",
    "[a, 'b', 1]",
    "中文 文",
  ),
  fc.stringMatching(/^[a-zA-Z0-9][ -~]{0,12}$/),
);
const blockList = (indent: string) =>
  fc.array(scalar, { minLength: 1, maxLength: 3 }).map((items) =>
    items.map((item) => `\n${indent}- ${item}`).join("")
  );
const flatMapping = fc.array(fc.tuple(fc.constantFrom("a", "b-c", "D_1"), scalar), {
  minLength: 1,
  maxLength: 3,
}).map((pairs) => pairs.map(([key, value]) => `\n  ${key}: ${value}`).join(""));
const blockText = fc.tuple(
  fc.constantFrom(">", ">-", "|", "|-"),
  fc.array(
    fc.constantFrom("text", "more: text", "", "# no comment", "- dash", "end ", "  deeper"),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
).map(([indicator, lines]) =>
  ` ${indicator}${lines.map((text) => `\n${text === "" ? "" : `  ${text}`}`).join("")}`
);
const listOfMappings = fc.array(flatMapping, { minLength: 1, maxLength: 2 }).map((items) =>
  items.map((item) => item.replaceAll("\n", "\n  ").replace("\n    ", "\n  - ")).join("")
);
const nestedValue = fc.oneof(
  blockText,
  listOfMappings,
  listOfMappings.map((text) => text.replaceAll("\n  ", "\n")),
  scalar.map((text) => ` ${text}`),
  fc.constant(""),
  blockList(""),
  blockList("  "),
  flatMapping,
  flatMapping.map((text) => `\n  deep:${text.replaceAll("\n", "\n  ")}`),
);

test("readSimpleYaml() equals the full parser on front matters of every simple shape", () => {
  let answered = 0;
  const key = fc.constantFrom("name", "description", "tags", "metadata", "x");
  fc.assert(
    fc.property(fc.array(fc.tuple(key, nestedValue), { minLength: 1, maxLength: 6 }), (pairs) => {
      const text = pairs.map(([name, value]) => `${name}:${value}\n`).join("");
      const simple = readSimpleYaml(text, asText);
      if (simple === null) return;
      answered++;
      assertEquals(
        simple as unknown,
        parse(text, { allowDuplicateKeys: true, schema: "failsafe" }),
      );
    }),
    { numRuns: 10_000, seed: 7 },
  );
  assertEquals(answered > 1_000, true);
});

test("readSimpleYaml() leaves what is not certain to the full parser", () => {
  const texts = [
    "a: >\n  b\n   c\n",
    "a: >2\n   b\n",
    "a: |+\n  b\n",
    "a: b\n  c\n",
    "a: {b: c}\n",
    "a: &x b\n",
    "- a\n",
    " a: b\n",
    "a:\n- b\n c: d\n",
    "a: b\tc\n",
  ];
  assertEquals(texts.filter((text) => readSimpleYaml(text, asText) !== null), []);
});
