/**
 * Reads the text of a skill for instructions that may harm its reader (CT-83): a help for people who
 * look through skills of others. It reads words, so it can be got round; it guards nothing.
 */
import { SAFETY_RULES, type SafetyRule, type SafetySeverity } from "./safety_patterns.ts";

export type { SafetySeverity } from "./safety_patterns.ts";

/** One place of a text that a rule speaks of. */
export interface SafetyFinding {
  /** Id of the rule: `download-and-run` … */
  rule: string;
  severity: SafetySeverity;
  /** Line of the text, from 1. */
  line: number;
  /** What is wrong there, for people. */
  sentence: string;
}

/** Texts that are read to the end; what lies beyond is no instruction for anybody. */
const MAX_CHARACTERS = 1_000_000;
/** A longer line is read in its beginning alone: it is data. */
const MAX_LINE_CHARACTERS = 4_000;
/** How far from a match a word may stand that makes it a warning. */
const WARNING_REACH = 80;

/** Languages of fenced blocks whose lines a shell would run; an unnamed block may be one. */
const SHELL =
  /^(?:|ba|z|da|k|fi)sh\b|^(?:shell|shellscript|console|terminal|powershell|pwsh|ps1|cmd|bat|batch|dos)\b|^$/i;

/** Words ahead of a match that speak against it. "Don't hesitate" and its like do not. */
const FORBIDS =
  /\b(?:never|not|don'?t|doesn'?t|cannot|can'?t|mustn'?t|shouldn'?t|avoid(?:s|ing)?|refuse[sd]?|reject(?:s|ed|ing)?|block(?:s|ed|ing)?|den(?:y|ies|ied)|detect(?:s|ed|ing|ion|ors?)?|flag(?:s|ged|ging)?|prevent(?:s|ed|ing)?|forbid(?:s|den)?|prohibit(?:s|ed)?|disallow(?:s|ed)?|warn(?:s|ing)?|dangerous|malicious|suspicious|unsafe|insecure|instead of|rather than|no|without|such as|attempts?|attacks?|scan(?:s|ning)? for|look(?:s|ing)? for|search(?:es|ing)? for|check(?:s|ing)? for|indicators?|signs? of|patterns?|injections?)\b(?!\s+(?:hesitate|worry|ask|wait|be afraid|skip|forget|fail|confirmation|confirming|asking|delay|need|problem|matter|only))|不要|禁止|切勿|请勿|避免|危险|しない|するな|危険|避け|금지|마세요|위험|피하/iu;
/** Words behind a match that speak against it. */
const FORBIDDEN_AFTER =
  /^[^.;!?\n]{0,60}?(?:\b(?:block(?:ed)?|den(?:y|ied)|refused?|rejected|forbidden|prohibited|dangerous|unsafe|insecure|never|not allowed|detected|flagged|malicious|attacks?|attempts?|injection|anti-?pattern|bad|wrong|deny)\b|禁止|危险|しない|危険|금지|위험|하지 마)/iu;
/** Headings and leading sentences of lists of what is not to be done. */
const WARNING_TITLE =
  /\b(?:never|do not|don'?t|avoid|anti-?patterns?|dangerous|danger|red flags?|forbidden|prohibited|block(?:ed|list)?|den(?:y|ied)(?:list)?|detect(?:s|ion)?|threats?|attacks?|malicious|suspicious|warning signs|indicators?|bad|wrong|not allowed|unsafe|insecure|vulnerab\w+|injection|patterns to (?:flag|catch|reject))\b|禁止|不要|危险|危険|금지|위험/iu;

/**
 * All findings of a text, in its order.
 * @param text the whole `SKILL.md`, or any part of it
 */
export function safetyFindings(text: string): SafetyFinding[] {
  const findings: SafetyFinding[] = [];
  let fence: { mark: string; shell: boolean } | null = null;
  let title = "";
  let lead = "";
  const read = text.slice(0, MAX_CHARACTERS);
  // Most texts hold nothing: one look at the whole leaves few patterns to try on each line.
  const rules = SAFETY_RULES.map((rule) => ({
    ...rule,
    patterns: rule.patterns.filter((pattern) => pattern.test(read)),
  })).filter(({ patterns }) => patterns.length > 0);
  if (rules.length === 0) return findings;
  read.split(/\r\n|\r|\n/).forEach((whole, index) => {
    const line = whole.slice(0, MAX_LINE_CHARACTERS);
    const mark = /^\s{0,12}(?:[-*>]\s+)?(`{3,}|~{3,})\s*([^`\s{]*)/.exec(line);
    if (mark !== null && fence === null) {
      fence = { mark: mark[1]!, shell: SHELL.test(mark[2]!) };
      return;
    }
    if (mark !== null && fence !== null && mark[2] === "" && mark[1]!.startsWith(fence.mark)) {
      fence = null;
      return;
    }
    if (fence === null) {
      const heading = /^\s{0,3}#{1,6}\s+(.*)/.exec(line) ?? /^\s*\*\*([^*]+)\*\*:?\s*$/.exec(line);
      if (heading !== null) {
        title = heading[1]!;
        lead = "";
      } else if (/[:：]\**\s*$/.test(line)) lead = line;
      else if (/^\S/.test(line) && !/^(?:[-*+|>]|\d+[.)])/.test(line)) lead = "";
    }
    const warned = WARNING_TITLE.test(title) || WARNING_TITLE.test(lead);
    for (const rule of rules) {
      const severity = severityIn(rule, fence);
      if (severity === null || !matches(rule, line, warned)) continue;
      findings.push({
        rule: rule.id,
        severity,
        line: index + 1,
        sentence: `The text ${rule.says}: ${excerpt(line)}`,
      });
    }
  });
  return findings;
}

/**
 * The safety of a skill in a word: `clean`, or the ids of the rules that flag it, joined by commas.
 * Findings of severity `low` flag nothing.
 */
export function safetyOf(findings: readonly SafetyFinding[]): string {
  const flagging = findings.filter(({ severity }) => severity !== "low").map(({ rule }) => rule);
  return flagging.length === 0 ? "clean" : [...new Set(flagging)].join(", ");
}

/**
 * The badge of a skill (CT-82).
 * @param source `hermes`, `community`, or a name of its own
 * @param safety see {@linkcode safetyOf}
 */
export function skillBadge(source: string, safety: string): string {
  const icon = source === "hermes" ? "🔒" : source === "community" ? "🌐" : "";
  return `${icon}${source}${safety === "clean" ? "" : " ⚠️"}`;
}

function severityIn(rule: SafetyRule, fence: { shell: boolean } | null): SafetySeverity | null {
  if (fence === null) return rule.inProse;
  return fence.shell || rule.everywhere === true ? rule.inShell : null;
}

/** Whether a pattern of the rule matches where nothing says that it is a warning. */
function matches(rule: SafetyRule, line: string, warned: boolean): boolean {
  return rule.patterns.some((pattern) => {
    const match = pattern.exec(line);
    if (match === null) return false;
    if (rule.mayBeWarning === false) return true;
    if (warned) return false;
    const before = line.slice(Math.max(0, match.index - WARNING_REACH), match.index);
    const sentence = before.slice(before.search(/[^.;!?。；！？]*$/u));
    const after = line.slice(match.index + match[0].length);
    return !FORBIDS.test(sentence) && !FORBIDDEN_AFTER.test(after);
  });
}

/** A line as a person can read it: invisible characters by their numbers, cut. */
function excerpt(line: string): string {
  const shown = line.trim().replace(
    /[\p{Cc}\p{Cf}\p{Cs}\ufe00-\ufe0f]/gu,
    (character) => `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`,
  );
  return shown.length > 120 ? `${shown.slice(0, 119)}…` : shown;
}
