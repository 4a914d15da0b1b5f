/**
 * What the hints of a conversation cost, beside what a preset without session memory would cost.
 */
import { TOKEN_ENCODING, type TokenCounter } from "../compact/mod.ts";
import type { TurnOutcome } from "../hermes/mod.ts";
import { displayWidth, padDisplay } from "./paint.ts";

/** Tokens shown in one conversation. */
export interface TokenRow {
  title: string;
  ours: number;
  compared: number;
}

/** Tokens of all blocks. */
export function tokensShown(outcomes: readonly TurnOutcome[], count: TokenCounter): number {
  return outcomes.reduce((sum, { context }) => sum + (context === null ? 0 : count(context)), 0);
}

/** The figures as they stand in JSON. */
export function statsDocument(
  rows: readonly TokenRow[],
  preset: string,
  comparedPreset: string,
): unknown {
  const total = totalOf(rows);
  return {
    encoding: TOKEN_ENCODING,
    preset,
    tokens: total.ours,
    compared_preset: comparedPreset,
    compared_tokens: total.compared,
    ratio: ratioOf(total),
  };
}

/** The figures as a table. */
export function statsTable(
  rows: readonly TokenRow[],
  preset: string,
  comparedPreset: string,
): string {
  const shown = rows.length === 1 ? [totalOf(rows)] : [...rows, totalOf(rows)];
  const table = [
    [`Tokens shown (${TOKEN_ENCODING})`, preset, comparedPreset, "ratio"],
    ...shown.map((row) => {
      const ratio = ratioOf(row);
      return [
        row.title,
        String(row.ours),
        String(row.compared),
        ratio === null ? "–" : `${(100 * ratio).toFixed(1)} %`,
      ];
    }),
  ];
  const widths = table[0]!.map((_, at) => Math.max(...table.map((row) => displayWidth(row[at]!))));
  return table.map(([title, ...figures]) =>
    [padDisplay(title!, widths[0]!), ...figures.map((text, at) => text.padStart(widths[at + 1]!))]
      .join("  ") + "\n"
  ).join("");
}

function totalOf(rows: readonly TokenRow[]): TokenRow {
  return {
    title: "total",
    ours: rows.reduce((sum, { ours }) => sum + ours, 0),
    compared: rows.reduce((sum, { compared }) => sum + compared, 0),
  };
}

function ratioOf({ ours, compared }: TokenRow): number | null {
  return compared === 0 ? null : ours / compared;
}
