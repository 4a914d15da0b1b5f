/**
 * The JSON value in what a model answers, which may stand in a fence or between sentences.
 */

/**
 * The first object or list in a text that parses, or undefined when there is none.
 * @param text what the model answered
 */
export function jsonFromAnswer(text: string): unknown {
  const trimmed = text.trim();
  const whole = parsed(trimmed);
  if (isContainer(whole)) return whole;
  for (let at = nextOpening(trimmed, 0), tries = 0; at >= 0 && tries < MAX_STARTS; tries++) {
    const end = closing(trimmed, at);
    const value = end < 0 ? undefined : parsed(trimmed.slice(at, end + 1));
    if (isContainer(value)) return value;
    at = nextOpening(trimmed, at + 1);
  }
  return undefined;
}

/** Openings looked at, so that a long text of brackets costs no quadratic time. */
const MAX_STARTS = 50;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function nextOpening(text: string, from: number): number {
  const offset = text.slice(from).search(/[{[]/);
  return offset < 0 ? -1 : from + offset;
}

/** Where the container that opens at `start` closes, brackets in texts left out; -1 when nowhere. */
function closing(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return at;
  }
  return -1;
}
