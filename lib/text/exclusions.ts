/**
 * What a message rules out: "don't use docker", "不要用 docker", "Docker ではなく", "도커 말고".
 */

/** A message split by what it wants. */
export interface Wishes {
  /** The message without what it rules out. */
  wanted: string;
  /** What it rules out outright; of an order not to do something it stays in `wanted` too. */
  excluded: string;
  /** What it merely seems to leave aside; it stays in `wanted` too. */
  doubted: string;
}

/** Where an excluded phrase ends. */
const SPAN = "(?:(?!\\b(?:but|and\\s+use|use|using)\\b)[^,.;:!?\\n，。；：！？、])*";

/** Not the end of a word such as 识别, 特别 or 类别, and not half of 要不要 or 是不是. */
const CHINESE_NOT = "(?:(?<!要)不要|(?<![识特分类级个性区辨鉴派差])别(?![的人名]))";

/** The phrase that follows is ruled out. */
const EXCLUDED_AFTER = new RegExp(
  "(?:\\b(?:do\\s+not|don[’']?t|dont|never|not|without|no\\s+need\\s+to|stop)\\s+" +
    "(?:use|using|run|running|call|calling|load|loading|involve|involving|touch|open|opening)\\s+" +
    "|\\b(?:instead\\s+of|rather\\s+than)\\s+(?:using\\s+)?" +
    `|(?:${CHINESE_NOT}|(?<!想)不想|不需要|无需|不必)(?:再)?` +
    "(?:使用|用|调用|加载)\\s*" +
    ")(" + SPAN + ")",
  "giu",
);

/** Where a clause begins. */
const CLAUSE_START = "(?<=^|[,.;:!?，。；：！？、—(（]\\s*|\\b(?:but|and|please|just|so)\\s+)";
/**
 * What one asks not to be done: an order without a subject, not "I don't know". Its words stay in what
 * is wanted, since they often tell what all is about ("don't make the mail sound cold").
 */
const FORBIDDEN = new RegExp(
  `${CLAUSE_START}(?:(?:please\\s+)?(?:do\\s+not|don[’']?t|dont|never)\\s+` +
    "(?!(?:know|have|want|need|like|think|understand|see|get|care|mind|forget|worry|hesitate|remember|" +
    "just|only|be|let|work|works)\\b)" +
    `|no\\s+(?=\\p{L}+(?:\\s\\p{L}+){0,2}\\s*(?:[,.;!]|please|$))` +
    `|not\\s+(?:with\\s+)?(?:the\\s+)?(?=[\\p{L}\\p{N}]+(?:[-_ ][\\p{L}\\p{N}]+){0,3}\\s+skill\\b)` +
    `|(?:请)?(?:${CHINESE_NOT}|不用|无需|不必)(?:再|给我)?(?=[发寄写做画建开打查搜翻改删传推])` +
    ")(" + SPAN + ")",
  "giu",
);

/** The phrase before is ruled out. */
const EXCLUDED_BEFORE =
  /([^\s,.;:!?，。；：！？、]+?)\s*(?:(?:は|を)?(?:使わないで|使わずに|使わず|使用せずに)|ではなく(?:て)?|じゃなくて|以外で|(?:は|を)\s*[\p{Script=Han}ぁ-ん]{1,4}ないで(?!す)|(?:은|는|을|를)?\s+[가-힣]{1,4}지\s*(?:말고|마(?:세요)?)|(?:은|는|을|를)?\s*(?:쓰지\s*말고|사용하지\s*말고|쓰지\s*않고|사용하지\s*않고)|\s말고|\s대신(?:에)?)/gu;

/** The phrase that follows may be meant to be left aside. */
const DOUBTED_AFTER = new RegExp(
  "(?:\\b(?:not|never|no|without|skip|ignore|avoid|except|isn[’']?t|leave\\s+out|rule\\s+out)\\s+" +
    `|(?:(?<!是)不是|(?<!用)不用|${CHINESE_NOT}|无关|除了))(` + SPAN + ")",
  "giu",
);

/** Splits a message by what it wants and what it rules out. */
export function readWishes(message: string): Wishes {
  if (!CUE.test(message)) return { wanted: message, excluded: "", doubted: "" };
  let excluded = "";
  const drop = (_: string, span: string) => {
    excluded += `${span} . `;
    return " . ";
  };
  const wanted = message.replace(EXCLUDED_AFTER, drop).replace(EXCLUDED_BEFORE, drop);
  for (const [, span] of wanted.matchAll(FORBIDDEN)) excluded += `${span} . `;
  const doubted = [...wanted.matchAll(DOUBTED_AFTER)].map(([, span]) => span).join(" . ");
  return { wanted, excluded, doubted };
}

/** A cheap test that no pattern above can match without. */
const CUE =
  /\b(?:not?|don[’']?t|dont|never|without|instead|rather|skip|ignore|avoid|except|stop|isn[’']?t|leave|rule)\b|不|别|无|除|わず|ないで|せず|では|じゃ|以外|말고|지\s*마|않고|대신/iu;
