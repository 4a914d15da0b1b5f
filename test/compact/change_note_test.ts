import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { parseChangeNote, visibleNames } from "../../lib/compact/mod.ts";

const HEAD =
  "[System: The skills available in this conversation changed after its system prompt was built.";
const AVAILABLE =
  "Now available (load with skill_view(name) when relevant, like the skills listed in the system prompt):";

test("parseChangeNote() reads added and removed names (hermes-real §4)", () => {
  const note = [
    "fix the build",
    "",
    HEAD,
    AVAILABLE,
    "    - docker: Manage containers",
    "    - vendor:demo: Has a colon",
    "    - bare",
    "No longer available: old-one, other]",
  ].join("\n");
  assertEquals(parseChangeNote(note), {
    available: ["docker", "vendor:demo", "bare"],
    removed: ["old-one", "other"],
  });
});

test("parseChangeNote() reads a note with one of the two parts", () => {
  assertEquals(parseChangeNote(`${HEAD}\n${AVAILABLE}\n    - a: ends in [x]\n    - b]`), {
    available: ["a", "b"],
    removed: [],
  });
  assertEquals(parseChangeNote(`${HEAD}\nNo longer available: a]\n\nmore, text]`), {
    available: [],
    removed: ["a"],
  });
});

test("parseChangeNote() takes a note that restores the block as no change", () => {
  const note = `${HEAD} The skills listed in the system prompt are accurate again; earlier ` +
    "skill-change notes are superseded.]";
  assertEquals(parseChangeNote(note), { available: [], removed: [] });
});

test("parseChangeNote() takes the newest of several notes", () => {
  const first = `${HEAD}\n${AVAILABLE}\n    - a: A]`;
  const second = `${HEAD}\n${AVAILABLE}\n    - b: B]`;
  assertEquals(parseChangeNote(`${first}\n\n${second}`), { available: ["b"], removed: [] });
});

test("parseChangeNote() steps over wrapped descriptions and stops at a blank line", () => {
  const note = `${HEAD}\n${AVAILABLE}\n    - a: one\ntwo\n    - b: B]\n\n    - not: in the note`;
  assertEquals(parseChangeNote(note), { available: ["a", "b"], removed: [] });
});

test("parseChangeNote() returns null without a note", () => {
  assertEquals(parseChangeNote(""), null);
  assertEquals(parseChangeNote("No longer available: a]"), null);
});

test("visibleNames() amends the block's names by the note (hermes-real §4)", () => {
  assertEquals(visibleNames(["a", "b"], null), ["a", "b"]);
  assertEquals(visibleNames(["a", "b"], { available: ["c", "a"], removed: ["b"] }), ["a", "c"]);
});
