/**
 * What an edit changes in a text, as `diff -u` prints it.
 */

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 2;
/** Values that are not for other eyes, wherever they stand in a line. */
const SECRET =
  /((?:[\w-]*(?:key|token|secret|passw(?:or)?d|credential)s?)["']?\s*:\s*)("[^"]*"|'[^']*'|[^\s,}\]#]+)/gi;

/**
 * One hunk from the first changed line to the last; empty when nothing changed.
 * @param before the old text, or null for a file that is not there
 * @param after the new text, or null for a file that will be gone
 */
export function difference(path: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const old = linesOf(before ?? "");
  const fresh = linesOf(after ?? "");
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head && tail < fresh.length - head &&
    old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]
  ) tail++;
  const from = Math.max(0, head - CONTEXT_LINES);
  const to = Math.min(tail, CONTEXT_LINES);
  const hunk = [
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + to).map((line) => ` ${line}`),
  ];
  const range = (lines: string[]) => {
    const count = lines.length - tail + to - from;
    return `${count === 0 ? 0 : from + 1},${count}`;
  };
  return [
    `--- ${before === null ? "/dev/null" : path}`,
    `+++ ${after === null ? "/dev/null" : path}`,
    `@@ -${range(old)} +${range(fresh)} @@`,
    ...hunk.map((line) => line.replace(SECRET, "$1…")),
    "",
  ].join("\n");
}

/** Lines with a mark where the last one has no end, which is a change, too. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.pop() !== "") {
    return [...text.split(/\r\n|\n|\r/), "\\ No newline at end of file"];
  }
  return lines;
}
