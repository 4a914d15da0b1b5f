import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  blockNames,
  compactText,
  parseBlock,
  parseChangeNote,
  rewriteRequest,
} from "../../lib/compact/mod.ts";
import { blockOf, hostBlock, type HostCategory } from "./blocks.ts";

/**
 * A label that one printed line can carry unambiguously: one line, nothing to trim, no colon and
 * space, no colon at its end (contract §5.1, SR-64).
 */
const label = fc.oneof(
  fc.stringMatching(/^[a-z0-9][a-z0-9:-]{0,12}[a-z0-9]$/),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    "this, that",
    "a,b",
    "[names only]",
    "<b>",
    "- x",
    "007",
    "写作",
    "<!-- skill-retrieval:compact -->",
  ),
).filter((text) =>
  text.trim() === text && text !== "" && !text.includes("\n") && !text.includes(": ") &&
  !text.endsWith(":")
);

/** Category labels are folder paths: they start neither with a list dash nor with a tag. */
const categoryLabel = label.filter((text) => !/^(-($| )|<|\s)/.test(text) && !text.endsWith("]"));

/** Descriptions as the host prints them: raw, so also with line breaks; never a line of structure. */
const strayLine = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom(
    "second line",
    "third: with colon",
    "- item",
    "      Use when: asked",
    "",
    "\t- x",
  ),
).filter((line) => !/^ {2}\S|^ {4}- |^\s*<|\n|^\s*\(?\d+(\s+skills?)?\)?\s*$/i.test(line));
const description = fc.tuple(
  fc.string({ unit: "grapheme", maxLength: 60 }).filter((text) => !/\n|^\s*\(?\d/.test(text)),
  fc.array(strayLine, { maxLength: 2 }),
).map((lines) => lines.flat().join("\n").trim());

const categories: fc.Arbitrary<HostCategory[]> = fc.array(
  fc.record({
    name: categoryLabel,
    description,
    skills: fc.array(fc.record({ name: label, description }), { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 5 },
);

const around = fc.string({ unit: "binary", maxLength: 40 }).filter((text) =>
  !text.includes("available_skills")
);

test("compactText() keeps every name and every byte outside, and settles at once (SR-66, SR-67)", () => {
  fc.assert(fc.property(
    categories,
    around,
    around,
    fc.constantFrom("lines" as const, "inline" as const),
    (given, before, after, style) => {
      const text = `${before}\n${hostBlock(given)}\n${after}`;
      const names = [...new Set(given.flatMap(({ skills }) => skills.map(({ name }) => name)))];
      assertEquals(blockNames(text), names);
      const result = compactText(text, { style, topK: 6 });
      if (!result.changed) {
        // Only a block that has no description at all is left alone.
        assertEquals(result.reason, "names-only");
        return;
      }
      assertEquals(result.names, names);
      assertEquals(blockNames(result.text), names);
      const again = compactText(result.text, { style, topK: 6 });
      assertEquals(again.changed ? "changed" : again.reason, "compacted");
      const block = parseBlock(result.text)!;
      assertEquals(
        block.categories.map((category) => category.label),
        given.map(({ name }) => name),
      );
      assertEquals(result.text.slice(0, block.start), `${before}\n`);
      assertEquals(result.text.slice(block.end).startsWith(`\n${after}`), true);
    },
  ));
});

test("compactText() and its readers survive any text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "<available_skills>",
      "</available_skills>",
      "<available_skills mode=x>",
      "\n",
      "\r\n",
      "  a: b\n",
      "    - c: d\n",
      "  e [names only]: f, g\n",
      "<!-- skill-retrieval:compact -->\n",
      ": ",
      "-",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("")),
      fc.constantFrom("lines" as const, "inline" as const),
      (text, style) => {
        const result = compactText(text, { style, topK: 6 });
        if (!result.changed) return;
        assertEquals(blockNames(result.text), result.names);
        const again = compactText(result.text, { style, topK: 6 });
        assertEquals(again.changed ? "changed" : again.reason, "compacted");
      },
    ),
    { numRuns: 1000 },
  );
});

test("compactText() survives blocks of random lines", () => {
  const line = fc.tuple(
    fc.constantFrom("", " ", "  ", "    ", "    - ", "  - ", "\t"),
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("", ":", ": ", ": x", " [names only]: p, q", "\r"),
  ).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const result = compactText(blockOf("  first:", ...lines), { style: "inline", topK: 6 });
      if (result.changed) assertEquals(blockNames(result.text), result.names);
    }),
    { numRuns: 1000 },
  );
});

test("parseChangeNote() survives any text after its first words", () => {
  const head =
    "[System: The skills available in this conversation changed after its system prompt was built.";
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    parseChangeNote(text);
    return parseChangeNote(`${head}\n${text}`) !== null;
  }));
});

test("rewriteRequest() survives any JSON value", () => {
  const keys = fc.constantFrom(
    "messages",
    "system",
    "instructions",
    "role",
    "content",
    "text",
    "x",
  );
  fc.assert(fc.property(
    fc.dictionary(keys, fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(keys, fc.jsonValue())))),
    (request) => rewriteRequest(request, () => null) === null,
  ));
});
