/**
 * HTML whose values cannot break out: the only way text gets into the page.
 */

/** A piece of finished markup. */
export class Markup {
  constructor(readonly text: string) {}
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

type Value = string | number | Markup | readonly Markup[];

/** Template tag: texts and numbers are escaped, markup and lists of it are put in as they are. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(
    strings.reduce(
      (text, part, at) => text + (at === 0 ? "" : markupOf(values[at - 1]!)) + part,
      "",
    ),
  );
}

function markupOf(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
