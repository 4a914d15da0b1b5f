/** Expands the `paste` parts of fixture conversations to text of a kind, always the same. */

/** A paste as a fixture writes it. */
export interface Paste {
  kind: "log" | "code" | "csv" | "prose";
  lines: number;
  /** The instruction that comes with it; empty for none. */
  around: string;
  at?: "head" | "tail";
}

/** One neutral line, by its number. */
const LINES: Record<Paste["kind"], (at: number) => string> = {
  log: (at) =>
    `2026-03-${two(1 + at % 28)} ${two(at % 24)}:${two(at % 60)}:${two(at * 7 % 60)}.${
      String(at * 37 % 1_000).padStart(3, "0")
    } ${LEVELS[at % LEVELS.length]} [worker-${at % 9}] ${EVENTS[at % EVENTS.length]} id=${
      (at * 2_654_435_761 >>> 0).toString(16)
    }`,
  code: (at) => STATEMENTS[at % STATEMENTS.length]!.replace("#", String(at)),
  csv: (at) =>
    at === 0
      ? "id,date,region,amount"
      : `${at},${1 + at % 12}/${1 + at % 28}/2026,${REGIONS[at % REGIONS.length]},${
        (at * 17 % 9_000) / 100
      }`,
  prose: (at) => `${SPEAKERS[at % SPEAKERS.length]}: ${REMARKS[at % REMARKS.length]}`,
};

const LEVELS = ["INFO", "DEBUG", "WARN", "ERROR"];
const EVENTS = [
  "request finished in 12 ms",
  "connection reset by peer",
  "cache miss, reading from store",
  "retry 2 of 5",
  "no space left on device",
];
const STATEMENTS = [
  "function step#(state) {",
  "  const next = state.items.map((item) => item.value + #);",
  "  if (next.length === 0) return null;",
  "  state.total += next.reduce((sum, value) => sum + value, 0);",
  "  return { ...state, next };",
  "}",
  "",
];
const REGIONS = ["north", "south", "east", "west"];
const SPEAKERS = ["Anna", "Ben", "Carla", "Dev"];
const REMARKS = [
  "I think we are later than we said in spring, and the numbers are not in yet.",
  "Right, but the second half looked better than I had feared.",
  "Somebody has to talk to the people in the other building about it.",
  "I can do that by Friday, unless the heating there is still broken.",
  "Good. Then we leave it as it is for now.",
];

/** The text of a paste. */
export function expandPaste({ kind, lines, around, at }: Paste): string {
  const text = Array.from({ length: lines }, (_, number) => LINES[kind](number)).join("\n");
  if (around === "") return text;
  return at === "tail" ? `${text}\n\n${around}` : `${around}\n\n${text}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
