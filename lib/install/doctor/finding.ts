/**
 * What an examination finds.
 */

/** How much a finding matters: `warning` and `error` make an examination fail. */
export type Severity = "ok" | "note" | "warning" | "error";

/** One finding. */
export interface Finding {
  /** What was examined, in one word. */
  check: string;
  severity: Severity;
  /** One sentence that says what is. */
  message: string;
  /** One sentence that says what to do, or null where nothing is to be done. */
  advice: string | null;
  /** What it is about, one by one: files, skills. */
  details: string[];
}

/** Reads an environment variable. */
export type Environment = (name: string) => string | undefined;

/** Makes findings of one check. */
export function findingsOf(check: string) {
  const make =
    (severity: Severity) =>
    (message: string, advice: string | null = null, details: string[] = []): Finding => ({
      check,
      severity,
      message,
      advice,
      details,
    });
  return {
    ok: make("ok"),
    note: make("note"),
    warning: make("warning"),
    error: make("error"),
  };
}

/** A number with its noun: `1 skill`, `2 skills`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
