/**
 * Tables of text: aligned for a terminal, or Markdown.
 */

/** A table whose first column is left-aligned and whose others are right-aligned. */
export interface Table {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  /** Whether the last column is free text: left-aligned, not padded. @default false */
  proseLast?: boolean;
}

/** Lines of a table in columns two blanks apart, indented by two blanks. */
export function alignedTable(table: Table): string {
  const lines = [table.header, ...table.rows];
  const widths = table.header.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length))
  );
  const last = table.header.length - 1;
  return lines
    .map((line) =>
      `  ${
        line
          .map((cell, column) => {
            if (column === last && table.proseLast === true) return cell;
            return column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
          })
          .join("  ")
      }`.trimEnd() + "\n"
    )
    .join("");
}

/** The same as a Markdown table. */
export function markdownTable(table: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const last = table.header.length - 1;
  const rule = table.header.map((_, column) =>
    column === 0 || (column === last && table.proseLast === true) ? "---" : "---:"
  );
  return line(table.header) + line(rule) +
    table.rows.map((row) => line(row.map((cell) => cell.replaceAll("|", "\\|")))).join("");
}

/** A share in percent with one decimal, `–` for null. */
export function percent(share: number | null): string {
  return share === null ? "–" : decimal(share * 100, 1);
}

/** A difference of shares in points with its sign, one decimal. */
export function points(difference: number): string {
  return signed(difference * 100, 1);
}

/** A number with its sign, `0` kept without one. */
export function signed(value: number, digits: number): string {
  const text = decimal(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A number with fixed decimals, no `-0`. */
export function decimal(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** `n of m (p %)`. */
export function countText(count: { count: number; rows: number }): string {
  return count.rows === 0
    ? "–"
    : `${count.count} of ${count.rows} (${percent(count.count / count.rows)} %)`;
}
