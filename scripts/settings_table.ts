/**
 * The table of settings for the README: `bun scripts/settings_table.ts` prints it,
 * `bun scripts/settings_table.ts --write` puts it into the README between its two markers.
 */
import { join } from "@std/path";
import { defaultInWords, type Setting, SETTINGS, type SettingType } from "../lib/config/mod.ts";
import {
  FileAccess,
  programArguments,
  setExitCode,
  writeError,
  writeOut,
} from "../lib/runtime/mod.ts";

/** Lines before the table; the formatter leaves alone what follows up to `TABLE_END`. */
export const TABLE_START =
  "<!-- settings: bun scripts/settings_table.ts --write -->\n<!-- deno-fmt-ignore-start -->";
/** Lines after the table. */
export const TABLE_END = "<!-- deno-fmt-ignore-end -->\n<!-- end of settings -->";

const README = join(import.meta.dirname!, "..", "README.md");
const MAX_README_BYTES = 1024 * 1024;

/** One row a setting: variable, key below `settings`, values, default, meaning. */
export function settingsTable(): string {
  const rows = Object.values<Setting>(SETTINGS).map((setting) => [
    code(setting.variable),
    setting.key === null ? "" : code(setting.key),
    valuesInWords(setting.type),
    defaultInWords(setting),
    setting.description.replaceAll("|", "\\|"),
  ]);
  return [["variable", "key", "values", "default", "meaning"], Array(5).fill("---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** The text with the table between its markers, or null where it has no markers. */
export function withSettingsTable(text: string): string | null {
  const start = text.indexOf(TABLE_START);
  const end = text.indexOf(TABLE_END);
  if (start < 0 || end < start) return null;
  return `${text.slice(0, start)}${TABLE_START}\n\n${settingsTable()}\n${text.slice(end)}`;
}

function valuesInWords(type: SettingType): string {
  switch (type.kind) {
    case "integer":
      return type.maximum === undefined
        ? `whole number from ${type.minimum}`
        : `${type.minimum} to ${type.maximum}`;
    case "flag":
      return `${code("on")}, ${code("off")}`;
    case "choice":
      return type.values.map(code).join(", ");
    case "text":
      return "text";
    case "path":
      return "path";
  }
}

function code(text: string): string {
  return `\`${text}\``;
}

if (import.meta.main) {
  if (programArguments().includes("--write")) {
    const files = new FileAccess({ read: [README], write: [README] });
    const text = withSettingsTable(files.readText(README, MAX_README_BYTES));
    if (text === null) {
      writeError("settings_table: README.md has no place for the table (two marker comments).\n");
      setExitCode(1);
    } else {
      files.writeText(README, text);
    }
  } else {
    writeOut(settingsTable());
  }
}
