/** Configs as people write them, made up for property tests. */
import fc from "fast-check";

/** How a generated config is written. */
interface Style {
  /** Blanks by which keys are indented below a key. */
  step: number;
  /** Blanks by which lists are indented below their key. */
  dash: number;
  end: "\n" | "\r\n";
}

const style: fc.Arbitrary<Style> = fc.record({
  step: fc.constantFrom(2, 4, 3),
  dash: fc.constantFrom(0, 2, 4),
  end: fc.constantFrom("\n" as const, "\r\n" as const),
});

const word = fc.constantFrom(
  "model",
  "telegram",
  "my-tool",
  "x9",
  "日本語",
  "a b",
  "http://h:1/v1",
);
/** Scalars in all quotings, some of which look like something else. */
const scalar = fc.oneof(
  word,
  fc.constantFrom("yes", "null", "~", "12", "0x1f", "1e3", "2026-11-30", "''", '""'),
  fc.constantFrom(
    "'it''s'",
    '"a \\"b\\" # no comment"',
    '"plugins: [x]"',
    "'#'",
    "a#b",
    "&anchor x",
    "!!str 5",
  ),
);
const comment = fc.constantFrom("", "", "", "  # why not", " # plugins:");

/** Lines of one top-level section that has nothing to do with the plugin; indented by the style. */
const section = fc.tuple(fc.nat(), scalar, scalar, comment).map(
  ([kind, one, two, note]) => (key: string, { step, dash }: Style): string[] => {
    const inner = " ".repeat(step);
    const item = " ".repeat(dash);
    switch (kind % 9) {
      case 0:
        return [`${key}: ${one}${note}`];
      case 1:
        return [`${key}:${note}`, `${inner}first: ${one}`, "", `${inner}second: ${two}${note}`];
      case 2:
        return [`${key}:`, `${item}- ${one}`, `${item}# between`, `${item}- ${two}${note}`];
      case 3:
        return [
          `${key}: |${note}`,
          `${inner}plugins:`,
          `${inner}  enabled: [no]`,
          `${inner}# text`,
        ];
      case 4:
        return [`${key}: [1, {a: 2}, "]"]${note}`];
      case 5:
        return [`${key}: {enabled: [x], "b c": {d: }}${note}`];
      case 6:
        return [`${key}: "a text`, `${inner}plugins: over`, `${inner}lines"${note}`];
      case 7:
        return [`${key}: [`, `${inner}one,  # why`, `${inner}two,`, `]${note}`];
      default:
        return [`${key}: >-`, `${inner}folded`, "", `${inner}text`, "", `# ${key} ends`];
    }
  },
);

/** Lines of the section `plugins` in the ways it occurs; none where a config has no such section. */
const plugins = fc.tuple(fc.nat(), comment, fc.boolean()).map(
  ([kind, note, quoted]) => ({ step, dash }: Style): string[] => {
    const key = quoted ? '"plugins"' : "plugins";
    const inner = " ".repeat(step);
    const item = inner + " ".repeat(dash);
    const entries = [`${inner}entries:`, `${inner.repeat(2)}other: {settings: {k: 1}}`];
    switch (kind % 14) {
      case 0:
        return [];
      case 1:
        return [`${key}:${note}`];
      case 2:
        return [`${key}: null${note}`];
      case 3:
        return [`${key}: {}${note}`];
      case 4:
        return [`${key}: {enabled: [a, 'b'], disabled: []}${note}`];
      case 5:
        return [`${key}:${note}`, `${inner}# which`, `${inner}disabled: [x]${note}`, ...entries];
      case 6:
        return [`${key}:`, `${inner}enabled: []${note}`, ...entries];
      case 7:
        return [`${key}:`, ...entries, `${inner}enabled: [a, "b"]${note}`];
      case 8:
        return [`${key}:`, `${inner}enabled: [`, `${item}  a,  # one`, `${item}  b,`, `${inner}]`];
      case 9:
        return [`${key}:`, `${inner}enabled: [`, `${item}  a,`, `${item}  b  # two`, `${inner}  ]`];
      case 10:
        return [
          `${key}:`,
          `${inner}enabled:${note}`,
          `${item}- a`,
          `${item}# - c`,
          `${item}- 'b' # b`,
        ];
      case 11:
        return [`${key}:`, `${inner}enabled:${note}`, `${item}- a`, "", ...entries];
      case 12:
        return [`${key}:`, `${inner}enabled:${note}`, ...entries];
      default:
        return [`${key}: {`, `${inner}"enabled": ["a"],`, `${inner}other: 1`, `}${note}`];
    }
  },
);

/** A config with the section `plugins` somewhere among others. */
export const config: fc.Arbitrary<string> = fc.record({
  style,
  before: fc.array(section, { maxLength: 3 }),
  plugins,
  after: fc.array(section, { maxLength: 3 }),
  head: fc.constantFrom<string[][]>([], ["# my config"], ["---"], ["%YAML 1.2", "---"], [
    "",
    "# x",
    "",
  ]),
  tail: fc.constantFrom<string[][]>([], [""], ["# the end"], ["", "  # vim: ts=2", ""]),
  isEnded: fc.boolean(),
  hasMark: fc.boolean(),
}).map(({ style, before, plugins, after, head, tail, isEnded, hasMark }) => {
  const named = (sections: typeof before, letter: string) =>
    sections.flatMap((write, at) => write(`${letter}${at}`, style));
  const lines = [
    ...head,
    ...named(before, "a"),
    ...plugins(style),
    ...named(after, "z"),
    ...tail,
  ];
  const text = lines.join(style.end) + (isEnded && lines.length > 0 ? style.end : "");
  return (hasMark ? "\ufeff" : "") + text;
});
