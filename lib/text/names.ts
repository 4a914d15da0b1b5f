/**
 * Names in a message: in quotes, in backticks, after a slash or joined by hyphens.
 */

/** A run of letters, numbers, hyphens and underscores with one of the latter inside. */
const HYPHENED =
  "(?<![\\p{L}\\p{N}_-])(\\p{L}[\\p{L}\\p{N}]*(?:[-_][\\p{L}\\p{N}]+)+)(?![\\p{L}\\p{N}_-])";
/** English puts a comma or full stop inside the quotes. */
const IN_QUOTES = "[“\"'‘`「『《]([^“”\"'‘’`「」『』《》\\n]{1,64}?)[,.]?[”\"'’`」』》]";
/** What begins with a slash and is no path. */
const SLASHED =
  "(?:^|\\s)\\/([\\p{L}\\p{N}][\\p{L}\\p{N}_:-]{0,63})(?![\\p{L}\\p{N}_:/-]|\\.\\p{L})";

const NAMES = new RegExp(`${HYPHENED}|${IN_QUOTES}|${SLASHED}`, "gu");

const CJK_SCRIPTS = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー]";
/** Letters of a sentence without blanks around a name: "用docker-debug看看". */
const CJK_AROUND = new RegExp(`^${CJK_SCRIPTS}+|${CJK_SCRIPTS}+$`, "gu");

/** A name without regard to case, hyphens, underscores and blanks. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/[\s_\-/]+/g, " ").trim();
}

/**
 * What a message quotes, calls by a slash or joins by hyphens, as name keys; where CJK text surrounds a
 * name of another script without a blank, with it and without it.
 */
export function quotedNames(message: string): Set<string> {
  const names = new Set<string>();
  for (const [, hyphened, quoted, slashed] of message.matchAll(NAMES)) {
    names.add(nameKey(hyphened ?? quoted ?? slashed!));
    const inner = (hyphened ?? slashed ?? "").replace(CJK_AROUND, "");
    // Where CJK text stands beside a hyphen, it belongs to the name.
    if (/^[^-_].*[^-_]$/u.test(inner)) names.add(nameKey(inner));
  }
  return names;
}
