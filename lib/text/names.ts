/**
 * Names in a message: in quotes, in backticks, after a slash or joined by hyphens.
 */

const QUOTED =
  /(?<![\p{L}\p{N}_-])(\p{L}[\p{L}\p{N}]*(?:[-_][\p{L}\p{N}]+)+)(?![\p{L}\p{N}_-])|[“"'‘`「『《]([^“”"'‘’`「」『』《》\n]{1,64})[”"'’`」』》]|(?:^|\s)\/([\p{L}\p{N}][\p{L}\p{N}_:-]{0,63})/gu;

/** A name without regard to case, hyphens, underscores and blanks. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/[\s_\-/]+/g, " ").trim();
}

/** What a message quotes, calls by a slash or joins by hyphens, as name keys. */
export function quotedNames(message: string): Set<string> {
  const names = new Set<string>();
  for (const [, hyphened, quoted, slashed] of message.matchAll(QUOTED)) {
    names.add(nameKey(hyphened ?? quoted ?? slashed!));
  }
  return names;
}
