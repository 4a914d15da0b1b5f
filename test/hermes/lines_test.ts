import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { lastLine, type Line, type LineState, nextLines, NO_LINE } from "../../lib/hermes/mod.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Feeds pieces and returns all lines, the cut-off last one included. */
function linesOf(pieces: Uint8Array[], maxBytes?: number): Line[] {
  let state: LineState = NO_LINE;
  const lines: Line[] = [];
  for (const piece of pieces) {
    const next = nextLines(state, piece, maxBytes);
    state = next.state;
    lines.push(...next.lines);
  }
  return [...lines, ...lastLine(state)];
}

test("nextLines() splits at byte 10 and leaves out empty lines", () => {
  assertEquals(linesOf([bytes('{"a":1}\n\n{"b":2}\n')]), [
    { kind: "line", text: '{"a":1}' },
    { kind: "line", text: '{"b":2}' },
  ]);
});

test("nextLines() joins a line and a character that arrive in pieces", () => {
  const [first, second] = [bytes("x€").slice(0, 2), bytes("x€").slice(2)];
  assertEquals(linesOf([first, second, bytes("\ny")]), [
    { kind: "line", text: "x€" },
    { kind: "line", text: "y" },
  ]);
});

test("nextLines() copies what it keeps, so that a chunk's memory may be used again", () => {
  const chunk = bytes("abc");
  const { state } = nextLines(NO_LINE, chunk);
  chunk.fill(0);
  assertEquals(nextLines(state, bytes("d\n")).lines, [{ kind: "line", text: "abcd" }]);
});

test("nextLines() gives up a line over the limit, skips to its end and goes on", () => {
  assertEquals(linesOf([bytes("abcde"), bytes("fgh"), bytes("i\nok\n")], 4), [
    { kind: "too-long", text: "abcde" },
    { kind: "line", text: "ok" },
  ]);
  assertEquals(linesOf([bytes("abcd\nabcde\n")], 4), [
    { kind: "line", text: "abcd" },
    { kind: "too-long", text: "abcde" },
  ]);
});

test("nextLines() allows 8 MiB and not a byte more", () => {
  const full = new Uint8Array(8 * 1024 * 1024).fill(97);
  const [line] = linesOf([full, bytes("\n")]);
  assertEquals([line?.kind, line?.text.length], ["line", 8_388_608]);
  const [tooLong] = linesOf([full, bytes("b\n")]);
  assertEquals([tooLong?.kind, tooLong?.text.length], ["too-long", 1_024]);
});

test("nextLines() does not depend on where the chunks are cut", () => {
  fc.assert(fc.property(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(fc.nat(200), { maxLength: 6 }),
    (all, cuts) => {
      const edges = [0, ...cuts.map((cut) => Math.min(cut, all.length)), all.length].sort((a, b) =>
        a - b
      );
      const pieces = edges.slice(1).map((edge, at) => all.slice(edges[at], edge));
      assertEquals(
        linesOf(pieces, 20).map(({ kind }) => kind),
        linesOf([all], 20).map(({ kind }) => kind),
      );
      assertEquals(
        linesOf(pieces).map(({ text }) => text),
        linesOf([all]).map(({ text }) => text),
      );
    },
  ));
});
