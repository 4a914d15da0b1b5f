/**
 * `JSON.parse` keeps the last of two equal keys without a word. Two answers about one skill
 * contradict each other, so they must be seen.
 */

/** A string with what follows it when it is a key, or a bracket. */
const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/gs;

/**
 * The first key that stands twice in one object of a text, or null.
 * @param text a JSON text, which may stand between other words
 */
export function repeatedKey(text: string): string | null {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKENS)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (colon !== undefined) {
      const key = unquoted(token.slice(0, token.length - colon.length));
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return null;
}

/** The text of a JSON string; what is none, since it is no JSON, stays as it is. */
function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}
