/**
 * What of ours stands in a home's config: the name of the plugin, or a shell hook.
 */
import type { ListItem } from "./config_edit.ts";
import { isMapping } from "./yaml_document.ts";
import { PLUGIN_NAME } from "./plugin_files.ts";

/** Seconds that Hermes waits for the shell hook. */
const HOOK_TIMEOUT_SECONDS = 10;

/** The plugin in `plugins.enabled` (contract §1.4). */
export const PLUGIN_ITEM: ListItem = {
  path: ["plugins", "enabled"],
  block: [PLUGIN_NAME],
  flow: PLUGIN_NAME,
  value: PLUGIN_NAME,
  isOurs: (value) => value === PLUGIN_NAME,
};

/** A shell hook in `hooks.pre_llm_call` (contract §4). @param command see `hookCommand` */
export function hookItem(command: string): ListItem {
  const entry = { command, timeout: HOOK_TIMEOUT_SECONDS };
  // A JSON text is a YAML text in double quotes.
  const lines = [`command: ${JSON.stringify(command)}`, `timeout: ${HOOK_TIMEOUT_SECONDS}`];
  return {
    path: ["hooks", "pre_llm_call"],
    block: lines,
    flow: `{${lines.join(", ")}}`,
    value: entry,
    isOurs: (value) => commandOf(value) !== null,
  };
}

/**
 * The command of a shell hook. The host cuts it into words as a POSIX shell does, on every system,
 * so a path with blanks or backslashes is quoted.
 * @param executable absolute path of the program
 */
export function hookCommand(executable: string): string {
  const plain = /^[\w@%+=:,./-]+$/.test(executable);
  const quoted = plain ? executable : `'${executable.replaceAll("'", `'"'"'`)}'`;
  return `${quoted} hook pre_llm_call`;
}

/** The command of an entry of `hooks.pre_llm_call` that runs this program, or null. */
export function commandOf(value: unknown): string | null {
  const command = isMapping(value) ? value["command"] : null;
  if (typeof command !== "string") return null;
  const [program, argument] = shellWords(command);
  const name = program?.split(/[\\/]/).at(-1);
  const isOurs = (name === PLUGIN_NAME || name === `${PLUGIN_NAME}.exe`) && argument === "hook";
  return isOurs ? command : null;
}

/** The words of a command, cut as a POSIX shell cuts them; nothing is expanded. */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  const word = /\s*((?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+)/gsy;
  for (const [, written] of command.matchAll(word)) {
    words.push(
      written!.replace(
        /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
        (_, single, double, escaped) => single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped,
      ),
    );
  }
  return words;
}
