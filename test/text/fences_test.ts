import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { withoutFencedCode } from "../../lib/text/mod.ts";

const prose = (...lines: string[]) => withoutFencedCode(lines.join("\n")).text;

test("withoutFencedCode() leaves out closed blocks, fences included", () => {
  assertEquals(
    withoutFencedCode("Run it:\n```sh\nnpm test\n```\nThen read.\n"),
    { text: "Run it:\nThen read.\n", codeCharacters: 19 },
  );
  assertEquals(prose("a", "~~~", "b", "~~~", "c", "  ```", "d", "  ```"), "a\nc\n");
});

test("withoutFencedCode() keeps a text without fences as it is", () => {
  assertEquals(withoutFencedCode("a `b` c"), { text: "a `b` c", codeCharacters: 0 });
});

test("withoutFencedCode() keeps what follows a fence that nothing closes", () => {
  assertEquals(prose("a", "```", "b", "c"), "a\n```\nb\nc");
  assertEquals(prose("a", "```", "b", "```", "c", "```", "d"), "a\nc\n```\nd");
});

test("withoutFencedCode() closes a block by the same mark, as long as the opening one, alone on its line", () => {
  assertEquals(prose("````", "```", "a", "````", "b"), "b");
  assertEquals(prose("```", "~~~", "a", "```", "b"), "b");
  assertEquals(prose("```", "```js", "a", "```", "b"), "b");
  assertEquals(prose("```", "a", "`````", "b"), "b");
});

test("withoutFencedCode() takes marks inside a line, or with another mark behind them, for text", () => {
  assertEquals(prose("a ``` b", "``` c ```", "d"), "a ``` b\n``` c ```\nd");
});

test("withoutFencedCode() loses no character but those it counts, and keeps whole lines in order", () => {
  const line = fc.constantFrom<string>(
    "word",
    "```",
    "~~~",
    "````",
    "``` js",
    "  ```",
    "",
    "a ``` b",
  );
  fc.assert(fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
    const markdown = lines.join("\n");
    const { text, codeCharacters } = withoutFencedCode(markdown);
    assertEquals(text.length + codeCharacters, markdown.length);
    let at = 0;
    for (const one of text.split("\n")) {
      at = lines.indexOf(one, at) + 1;
      // A block at the very end leaves an empty last line behind.
      assertEquals(at > 0 || one === "", true);
    }
  }));
});
