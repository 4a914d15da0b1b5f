/**
 * The texts by which the dense layer knows a skill.
 */

/** Characters of the body that the second view holds (dense.md "How"). */
const LEAD_CHARACTERS = 700;

/**
 * One or two views: name and description (EE-51), and the same with the beginning of the body, whose
 * cosines are averaged (dense.md "How").
 */
export function skillViews(
  { name, description }: { name: string; description: string },
  body: string,
): string[] {
  const short = `${name}\n${description}`;
  const lead = body.trim().slice(0, LEAD_CHARACTERS);
  return lead === "" ? [short] : [short, `${short}\n${lead}`];
}
