/**
 * Negative clauses: what a description says its skill is *not* for, and what a message rules out.
 */

/** A text split by what it affirms and what it excludes. */
export interface Polarity {
  positive: string;
  negative: string;
}

/** End of a sentence or line. */
const SENTENCE = /[^.!?;。！？；\n]+(?:[.!?](?=\S)[^.!?;。！？；\n]*)*[.!?;。！？；\n]*/g;

/** A sentence that opens so speaks of what the skill is not for. */
const NEGATIVE_OPENING =
  /^[\s\-*•(]*(?:(?:please\s+)?(?:do\s+not|don'?t|never|not)\s+(?:use|trigger|invoke|activate|apply|load|call|intended|suitable|designed|meant|for)\b|(?:this\s+(?:skill\s+)?(?:is\s+)?)not\s+(?:for|intended|suitable|meant)\b|skip\s+(?:this\s+)?(?:skill\s+)?(?:when|if|for)\b|avoid\s+(?:this\s+)?(?:skill\s+)?(?:for|when|using|if)\b|out\s+of\s+scope\b|when\s+not\s+to\s+use\b|non-?goals?\b|excludes?\b|for\s+[^,:]{2,80},\s*(?:see|use|prefer|try|switch\s+to|go\s+to)\b|不要用于|请勿|不适用|不用于|不适合|勿用于|不应用于)/i;

/** The tail of a sentence that excludes. */
const NEGATIVE_TAIL =
  /(?:,|;|—|–|\(| - )\s*(?:but\s+)?(?:not|never)\s+(?:for|when|to\s+be\s+used|intended|suitable)\b.*$/i;

/** Sentences of Japanese and Korean put the negation last. */
const NEGATIVE_ENDING =
  /(?:使わない|使用しない|使わないで(?:ください)?|使用しないで(?:ください)?|対象外|対象外です|向きません|適さない|適しません|사용하지\s*마(?:세요|십시오)?|쓰지\s*마(?:세요|십시오)?|사용하지\s*않(?:습니다|는다|음)|제외(?:합니다|한다|함|됩니다)?|적합하지\s*않(?:습니다|다|음))[\s.。!！]*$/;

/** Splits a description into what it offers and what it excludes. */
export function splitDescription(text: string): Polarity {
  let positive = "";
  let negative = "";
  for (const [sentence] of text.matchAll(SENTENCE)) {
    const trimmed = sentence.trim();
    if (NEGATIVE_OPENING.test(trimmed) || NEGATIVE_ENDING.test(trimmed)) {
      negative += `${sentence} `;
      continue;
    }
    const tail = NEGATIVE_TAIL.exec(sentence);
    if (tail === null) {
      positive += `${sentence} `;
    } else {
      positive += `${sentence.slice(0, tail.index)} `;
      negative += `${sentence.slice(tail.index)} `;
    }
  }
  return { positive, negative };
}
