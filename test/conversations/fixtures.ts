/** The fixture conversations (fixtures/conversations/README.md). */
import { readFileSync } from "node:fs";
import { join } from "@std/path";
import {
  type Conversation,
  type ConversationTurn,
  readConversations,
} from "../../lib/hermes/mod.ts";
import { expandPaste, type Paste } from "./paste.ts";

const FOLDER = join(import.meta.dirname!, "../../fixtures/conversations");

/** Home with the skills that the conversations are about. */
export const HOME = join(FOLDER, "home");

/** A turn that is known to go wrong. */
export interface Exception {
  id: string;
  /** Counted from 1. */
  turn: number;
  reason: string;
}

/** The turns of `conversations.jsonl` that go wrong. */
export const EXCEPTIONS: readonly Exception[] = JSON.parse(
  readFileSync(join(import.meta.dirname!, "exceptions.json"), "utf8"),
);

/** What must happen at a turn. */
export interface Expectation {
  /** Ids that must be injected. */
  expect: string[];
  /** Ids that may be injected as well. */
  allow: string[];
  /** Why; where it starts with `named:`, the first expected id comes first. */
  note: string;
}

/** A conversation with what must happen at each turn. */
export interface FixtureConversation extends Conversation {
  id: string;
  expectations: Expectation[];
}

/** The conversations of a fixture file, pastes expanded. */
export function fixtureConversations(file = "conversations.jsonl"): FixtureConversation[] {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const written = text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  return readConversations(text).map(({ turns }, at) => ({
    id: written[at].id,
    turns: turns.map(expanded),
    expectations: written[at].turns.map((turn: Partial<Expectation>) => ({
      expect: turn.expect ?? [],
      allow: turn.allow ?? [],
      note: turn.note ?? "",
    })),
  }));
}

/** What is wrong with the skills injected at a turn, or null. */
export function problemOf(injected: readonly string[], wanted: Expectation): string | null {
  const { expect, allow, note } = wanted;
  const missing = expect.filter((id) => !injected.includes(id));
  const unwanted = injected.filter((id) => !expect.includes(id) && !allow.includes(id));
  if (missing.length > 0) return `lacks ${missing.join(", ")}`;
  if (unwanted.length > 0) return `has ${unwanted.join(", ")}`;
  if (note.startsWith("named:") && injected[0] !== expect[0]) return `${expect[0]} is not first`;
  return null;
}

function expanded(turn: ConversationTurn): ConversationTurn {
  const { content } = turn.user;
  if (!Array.isArray(content)) return turn;
  const parts = content.map((part: { paste?: Paste }) =>
    part.paste === undefined ? part : { type: "text", text: expandPaste(part.paste) }
  );
  const [only] = content;
  // A paste alone is what a person types into a plain text field.
  const isText = parts.length === 1 && only.paste !== undefined;
  return { ...turn, user: { ...turn.user, content: isText ? expandPaste(only.paste) : parts } };
}
