/**
 * Figures of a report as people read them, the same in the terminal and on the page.
 */
import type { Band } from "./order.ts";
import type { AbFigures } from "./report.ts";

/** The bands, in words. */
export const BANDS: Record<Band, string> = {
  high: "fits (from 0.65)",
  middle: "undecided",
  low: "does not fit (to 0.35)",
};

/** A part of a whole in whole percent; "–" of nothing. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round(100 * part / whole)} %`;
}

/** One figure with its name. */
export interface NamedFigure {
  name: string;
  value: string;
}

/** The figures that are one line each; fewer where the judge's order never counted. */
export function namedFigures(figures: AbFigures): NamedFigure[] {
  const { turns, applied, skipped, flips, displacement, latencyMs, inputTokens, dollars } = figures;
  const rows = [
    { name: "turns", value: `${turns}, ${applied} applied, ${skipped} skipped` },
    { name: "fallback", value: `${percentText(skipped, turns)} of the turns` },
  ];
  if (displacement === null) return rows;
  return [
    ...rows,
    {
      name: "first place",
      value: `changed in ${flips}/${applied} = ${percentText(flips!, applied)}`,
    },
    {
      name: "displacement",
      value: `mean ${
        displacement.mean.toFixed(2)
      }, max ${displacement.max}, n ${displacement.skills}`,
    },
    {
      name: "latency",
      value: `p50 ${Math.round(latencyMs!.p50)} ms, p95 ${Math.round(latencyMs!.p95)} ms`,
    },
    { name: "input tokens", value: `mean ${Math.round(inputTokens!)} a turn` },
    { name: "cost", value: `$${dollars!.toFixed(6)} a turn, at Jev's price` },
  ];
}

/** Columns of the tables by day and by session. */
export const GROUP_COLUMNS = [
  "turns",
  "applied",
  "fallback",
  "flips",
  "moved",
  "p50",
  "p95",
  "tokens",
];

/** The cells of one day or session. */
export function groupCells(figures: AbFigures): string[] {
  const { turns, applied, skipped, flips, displacement, latencyMs, inputTokens } = figures;
  const or = (value: string | null) => value ?? "–";
  return [
    String(turns),
    String(applied),
    percentText(skipped, turns),
    or(flips === null ? null : percentText(flips, applied)),
    or(displacement === null ? null : displacement.mean.toFixed(2)),
    or(latencyMs === null ? null : `${Math.round(latencyMs.p50)} ms`),
    or(latencyMs === null ? null : `${Math.round(latencyMs.p95)} ms`),
    or(inputTokens === null ? null : String(Math.round(inputTokens))),
  ];
}
