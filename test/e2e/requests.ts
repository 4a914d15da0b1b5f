/** Reads recorded requests the way a reviewer would, independently of the product's own parsers. */
import type { ChatBody, ChatMessage, ChatRequest } from "./mock_endpoint.ts";

/** The text of a message, parts joined. */
export function textOf(message: ChatMessage | undefined): string {
  const content = message?.content ?? "";
  return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
}

/** The system prompt of a request. */
export function systemPrompt(body: ChatBody): string {
  return textOf(body.messages[0]);
}

/** The user messages of a request, oldest first. */
export function userMessages(body: ChatBody): string[] {
  return body.messages.filter(({ role }) => role === "user").map(textOf);
}

/** A system prompt taken apart at the tags of the skill index. */
export interface IndexedPrompt {
  before: string;
  block: string;
  after: string;
}

/** @throws when there is not exactly one index */
export function splitAtIndex(prompt: string): IndexedPrompt {
  const parts = prompt.split(/<available_skills[^>]*>|<\/available_skills>/);
  if (parts.length !== 3) {
    throw new Error(
      `expected one skill index in the system prompt, found ${(parts.length - 1) / 2}`,
    );
  }
  const [before, block, after] = parts as [string, string, string];
  return { before, block, after };
}

/**
 * The labels of an index, sorted: of rows `    - label` or `    - label: description`, and of
 * lines `  category: label, label` where the index is compact. No label in the tests holds a colon
 * followed by a space, or a comma.
 * @param compact whether the text after a category is a list of labels, not a description
 */
export function labelsOf(block: string, compact: boolean): string[] {
  const labels: string[] = [];
  for (const line of block.split("\n")) {
    const row = /^ {4}- (.+?)(?:: .*)?$/.exec(line);
    if (row) labels.push(row[1]!);
    else if (compact) labels.push(...(/^ {2}\S.*?: (.+)$/.exec(line)?.[1]?.split(", ") ?? []));
  }
  return labels.sort();
}

/** The strings the injected block offers for `skill_view`, best first, in the form of any preset. */
export function offeredSkills(userMessage: string): string[] {
  return userMessage.split("\n").flatMap((line) => {
    const offer = /^- \*\*(.+?)\*\* \(/.exec(line) ?? /^- (.+?): /.exec(line);
    return offer ? [offer[1]!] : [];
  });
}

/** What a tool of Hermes answered, as far as `skill_view` is concerned. */
export interface ViewResult {
  success: boolean;
  name?: string;
  content?: string;
  path?: string;
  error?: string;
}

/** The results of all tool calls in a request, oldest first. */
export function toolResults(body: ChatBody): ViewResult[] {
  return body.messages.filter(({ role }) => role === "tool")
    .map((message) => JSON.parse(textOf(message)) as ViewResult);
}

/** Whether `later` repeats every message of `earlier` and only adds to the end. */
export function continues(earlier: ChatRequest, later: ChatRequest): boolean {
  const [before, after] = [earlier, later].map(({ body }) => body.messages.map(essence));
  return before!.every((message, index) => message === after![index]);
}

/** What the model reads of a message; a resumed 0.19 leaves the optional `name` of tools out. */
function essence({ role, content, tool_calls, tool_call_id }: ChatMessage): string {
  return JSON.stringify({ role, content, tool_calls, tool_call_id });
}
