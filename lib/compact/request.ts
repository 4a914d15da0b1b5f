/**
 * The texts of a provider request that may hold the block, and their replacement.
 *
 * The Python shim does the same; this is its reference. The rules (SR-60):
 * 1. `instructions`, if it is a string;
 * 2. `messages[0].content`, if the role is `system` or `developer`: the string, or the string `text`
 *    of each part of a list;
 * 3. `system`: the string, or the string `text` of each part of a list.
 *
 * A changed text gets new containers on the way up to its top-level key; everything else keeps its
 * identity: `tools`, the other parts, a part's `cache_control`. The top-level keys are assigned in
 * one step at the end and the request itself is returned, so that hosts which chain the results and
 * hosts which share one object both see the change, and none sees half of it (contract §3.1).
 */

type Fields = Record<string, unknown>;

/** The texts looked at, in order. Anything that is not a request has none. */
export function requestTexts(request: unknown): string[] {
  const texts: string[] = [];
  collectChanges(request, (text) => {
    texts.push(text);
    return null;
  });
  return texts;
}

/**
 * Replaces texts of a request.
 * @param rewrite the new text, or null to keep it; what it throws is passed on, the request untouched
 * @returns the same request object with changed top-level keys, or null where nothing changed
 */
export function rewriteRequest(
  request: unknown,
  rewrite: (text: string) => string | null,
): object | null {
  const changes = collectChanges(request, rewrite);
  if (Object.keys(changes).length === 0) return null;
  return Object.assign(request as Fields, changes);
}

function collectChanges(request: unknown, rewrite: (text: string) => string | null): Fields {
  const changes: Fields = {};
  if (!isFields(request)) return changes;
  if (typeof request.instructions === "string") {
    const instructions = rewrite(request.instructions);
    if (instructions !== null) changes.instructions = instructions;
  }
  if (Array.isArray(request.messages)) {
    const [first, ...others]: unknown[] = request.messages;
    if (isFields(first) && (first.role === "system" || first.role === "developer")) {
      const content = rewriteContent(first.content, rewrite);
      if (content !== null) changes.messages = [{ ...first, content }, ...others];
    }
  }
  const system = rewriteContent(request.system, rewrite);
  if (system !== null) changes.system = system;
  return changes;
}

/** A string, or a list of parts with a string `text`; null where nothing changed. */
function rewriteContent(
  content: unknown,
  rewrite: (text: string) => string | null,
): string | unknown[] | null {
  if (typeof content === "string") return rewrite(content);
  if (!Array.isArray(content)) return null;
  let changed = false;
  const parts = content.map((part: unknown) => {
    const text = isFields(part) && typeof part.text === "string" ? rewrite(part.text) : null;
    if (text === null) return part;
    changed = true;
    return { ...(part as Fields), text };
  });
  return changed ? parts : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
