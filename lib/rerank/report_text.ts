/**
 * A report for the terminal.
 */
import type { AbReport } from "./report.ts";
import { BANDS, GROUP_COLUMNS, groupCells, namedFigures, percentText } from "./report_words.ts";

/** Sessions listed; all of them are in the JSON document. */
const MAX_SESSIONS = 10;

/** The report as lines. */
export function reportLines(report: AbReport): string[] {
  // Reasons quote what a service answered, which must not steer the terminal.
  return linesOf(report).map((line) => line.replace(/\p{Cc}/gu, " "));
}

function linesOf({ total, days, sessions }: AbReport): string[] {
  const lines = namedFigures(total).map(({ name, value }) => `${name.padEnd(14)}${value}`);
  if (total.reasons.length > 0) {
    lines.push("", "why the ranking's own order held");
    for (const { reason, count } of total.reasons) {
      lines.push(`  ${String(count).padStart(6)}  ${reason}`);
    }
  }
  if (total.bands === null) {
    lines.push("", "The judge's order never counted: the evidence is insufficient.");
    return lines;
  }
  const { bands } = total;
  const judged = bands.high + bands.middle + bands.low;
  lines.push("", `probabilities (${judged})`);
  for (const band of ["high", "middle", "low"] as const) {
    const count = String(bands[band]).padStart(6);
    lines.push(`  ${count}  ${percentText(bands[band], judged).padStart(5)}  ${BANDS[band]}`);
  }
  lines.push("", ...table("day", days.map(({ day, figures }) => [day || "(no date)", figures])));
  const listed = sessions.slice(0, MAX_SESSIONS);
  lines.push(
    "",
    ...table("session", listed.map(({ session, figures }) => [session || "(no id)", figures])),
  );
  if (sessions.length > listed.length) {
    lines.push(`  and ${sessions.length - listed.length} more sessions (--json has them all)`);
  }
  return lines;
}

function table(
  head: string,
  groups: readonly [string, Parameters<typeof groupCells>[0]][],
): string[] {
  const rows = groups.map(([name, figures]) => [name, ...groupCells(figures)]);
  const all = [[head, ...GROUP_COLUMNS], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) =>
    row.map((cell, at) => at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))
      .join("  ")
  );
}
