/**
 * Charts of plain HTML: a bar is an element with a width, its figure stands beside it as text.
 */
import { html, type Markup } from "./html.ts";

/** One bar. */
export interface Bar {
  label: string;
  value: number;
  /** The figure in words. @default the value */
  shown?: string;
  /** Colour by meaning. @default plain */
  tone?: "high" | "middle" | "low";
}

/** Horizontal bars below each other, the longest as wide as there is room. */
export function barChart(title: string, bars: readonly Bar[]): Markup {
  const longest = bars.reduce((most, { value }) => Math.max(most, value), 0);
  return html`
    <figure>
      <figcaption>${title}</figcaption>
      <dl class="bars">${bars.map(({ label, value, shown, tone }) =>
        html`
          <dt>${label}</dt>
          <dd><i class="${tone ?? "plain"}" style="width:${longest === 0
            ? "0"
            : (100 * value / longest).toFixed(1)}%"></i><span>${shown ?? value}</span></dd>
        `
      )}</dl>
    </figure>
  `;
}

/**
 * How many values fall between ends.
 * @param ends upper ends, ascending; what is larger gets a bar of its own
 */
export function histogram(
  title: string,
  values: readonly number[],
  ends: readonly number[],
): Markup {
  const counts = Array<number>(ends.length + 1).fill(0);
  for (const value of values) {
    const at = ends.findIndex((end) => value <= end);
    counts[at < 0 ? ends.length : at]!++;
  }
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  const bars = counts.map((value, at): Bar => ({
    label: at === ends.length ? `over ${ends[at - 1]}` : `to ${ends[at]}`,
    value,
  }));
  return barChart(title, first < 0 ? [] : bars.slice(first, last + 1));
}
