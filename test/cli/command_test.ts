import { test } from "node:test";
import { assertEquals, assertThrows } from "@std/assert";
import { type Command, parseArguments, UsageError } from "../../lib/cli/command.ts";
import { SETTINGS } from "../../lib/config/mod.ts";
import { cutDisplay, displayWidth, padDisplay, paintFor } from "../../lib/cli/paint.ts";

const command = (usage: string): Command => ({
  name: "demo",
  summary: "",
  usage,
  options: [
    { name: "top", value: "N", help: "" },
    { name: "only", value: "WHAT", choices: ["this", "that"], repeatable: true, help: "" },
    { name: "flag", help: "" },
  ],
  touches: [],
  run: () => 0,
});

const parse = (...argv: string[]) => parseArguments(command("TEXT"), argv);

test("parseArguments() reads options before, between and after arguments", () => {
  const args = parse("--top", "3", "one", "--flag", "two", "--root=a", "--root", "b");
  assertEquals(args.positionals, ["one", "two"]);
  assertEquals([args.value("top"), args.has("flag"), args.has("json")], ["3", true, false]);
  assertEquals([args.values("root"), args.value("root"), args.values("home")], [
    ["a", "b"],
    "b",
    [],
  ]);
});

test("parseArguments() takes a dash and what follows two dashes as arguments", () => {
  assertEquals(parse("-").positionals, ["-"]);
  assertEquals(parse("--", "--top").positionals, ["--top"]);
});

const PRESETS = SETTINGS.preset.type.values.join(", ");

const wrong: [string[], string][] = [
  [["--nope"], "Unknown option '--nope'. Try --help."],
  [["-z"], "Unknown option '-z'. Try --help."],
  [["--top"], "Option '--top <value>' argument missing. Try --help."],
  [["--flag=1"], "Option '--flag' does not take an argument. Try --help."],
  [["--preset", "nope"], `--preset must be one of ${PRESETS}, not "nope".`],
  [["--color", "red"], '--color must be one of auto, always, never, not "red".'],
  [["--only", "this", "--only", "other"], '--only must be one of this, that, not "other".'],
];

for (const [argv, message] of wrong) {
  test(`parseArguments() refuses ${argv.join(" ")} with a sentence (DESIGN §5)`, () => {
    assertEquals(assertThrows(() => parse(...argv), UsageError).message, message);
  });
}

test("parseArguments() refuses an argument where the command takes none (DESIGN §5)", () => {
  assertEquals(parseArguments(command(""), ["--flag"]).positionals, []);
  assertThrows(
    () => parseArguments(command(""), ["stray"]),
    UsageError,
    'demo takes no argument, but was given "stray".',
  );
});

test("paintFor() paints always or never as told, whatever the terminal", () => {
  assertEquals(paintFor(parse("--color", "always")).bold("x"), "\x1b[1mx\x1b[22m");
  assertEquals(paintFor(parse("--color", "never")).red("x"), "x");
});

test("displayWidth() counts two columns for CJK characters and emoji", () => {
  assertEquals(["abc", "图片", "한글", "ｆ", "é", "👍", ""].map(displayWidth), [
    3,
    4,
    4,
    2,
    1,
    2,
    0,
  ]);
});

test("padDisplay() and cutDisplay() keep columns aligned", () => {
  assertEquals([padDisplay("图", 4), padDisplay("abcd", 2)], ["图  ", "abcd"]);
  assertEquals([cutDisplay("abcdef", 4), cutDisplay("图片生成", 5), cutDisplay("abc", 3)], [
    "abc…",
    "图片…",
    "abc",
  ]);
});
