/**
 * A home's `config.yaml` on the disk: read as it is, changed as a whole, its earlier content kept
 * beside it until the plugin is taken out again.
 */
import { dirname, join } from "@std/path";
import { FileAccess, fileMode, isLink, removeFile, replaceFile } from "../runtime/mod.ts";
import {
  addItem,
  EditRefusal,
  linesByHand,
  type ListItem,
  missingKeys,
  removeItem,
} from "./config_edit.ts";
import { commandOf, hookItem, PLUGIN_ITEM } from "./config_items.ts";
import { asDocument, isMapping } from "./yaml_document.ts";

/** Longest config that is edited. */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024;
/** Permission bits of a config that is created: it may get keys one day. */
const CONFIG_MODE = 0o600;
const BYTE_ORDER_MARK = "\ufeff";
/** First line of a config that this program has made; where it stands, nothing was there before. */
const CREATED = "# Made by skill-retrieval install; removed by skill-retrieval uninstall.\n";

/** What is to be done to a config. */
export interface ConfigChange {
  /** Absolute path of the config. */
  path: string;
  /** Where its content before the change is kept. */
  backup: string;
  /** Its text now, or null where there is none. */
  before: string | null;
  /** Its text afterwards; null: it goes. */
  after: string | null;
  /** A sentence that says why it must be edited by hand, or null. */
  problem: string | null;
  /** The lines that are added, or are to be taken out by hand. */
  lines: string;
}

/** The home uses this program in the other way; nothing is changed. */
export class InstallConflict extends Error {
  override readonly name = "InstallConflict";
}

/** Path of a home's config. */
export function configPath(home: string): string {
  return join(home, "config.yaml");
}

/** How a config is to name this program: as a plugin, or as a shell hook with a command. */
export type Entry = { kind: "plugin" } | { kind: "hook"; command: string };

/**
 * What adding our entry does to the config of a home.
 * @throws {InstallConflict}
 */
export function planEntry(home: string, entry: Entry): ConfigChange {
  const item = entry.kind === "plugin" ? PLUGIN_ITEM : hookItem(entry.command);
  return plan(home, linesByHand(item), (text) => {
    if (text === null) return CREATED + addItem("", item);
    const other = entriesIn(text).find(({ kind }) => kind !== entry.kind);
    if (other !== undefined) {
      const [is, again] = other.kind === "plugin"
        ? ["a plugin", "install without --shell-hook"]
        : ["a shell hook", "install --shell-hook"];
      throw new InstallConflict(
        `${
          configPath(home)
        } has this program as ${is} already, and both together would speak twice; ` +
          `upgrade it with ${again}, or run uninstall first`,
      );
    }
    const stale = entriesIn(text).some((found) =>
      found.kind === "hook" && entry.kind === "hook" && found.command !== entry.command
    );
    return addItem(stale ? removeItem(text, item) : text, item);
  });
}

/** What taking our entries out does to the config of a home. */
export function planRemoval(home: string): ConfigChange {
  return plan(home, linesByHand(PLUGIN_ITEM), (text) => {
    if (text === null) return null;
    const items = entriesIn(text).map((entry) =>
      entry.kind === "plugin" ? PLUGIN_ITEM : hookItem(entry.command)
    );
    const [item] = items;
    if (item === undefined) return text;
    const backup = readText(backupPath(home));
    const wasCreated = text.startsWith(CREATED);
    if (wasCreated && text === CREATED + addItem("", item)) return null;
    if (backup !== null && items.length === 1 && isBefore(backup, text, item)) return backup;
    return items.reduce((rest, each) => {
      const prune = wasCreated ? each.path : backup === null ? [] : missing(backup, each);
      return removeItem(rest, each, { prune });
    }, text);
  });
}

/** Our entries that a config holds. @throws {EditRefusal} for a config that cannot be read */
export function entriesIn(text: string): Entry[] {
  const list = listReader(text);
  const entries: Entry[] = [];
  if (list("plugins", "enabled").some(PLUGIN_ITEM.isOurs)) entries.push({ kind: "plugin" });
  const commands = list("hooks", "pre_llm_call").map(commandOf);
  const command = commands.find((found) => found !== null);
  if (command !== undefined) entries.push({ kind: "hook", command });
  return entries;
}

/** Whether `plugins.disabled`, which wins, names the plugin. */
export function isDenied(text: string): boolean {
  try {
    return listReader(text)("plugins", "disabled").some(PLUGIN_ITEM.isOurs);
  } catch {
    return false;
  }
}

function listReader(text: string): (outer: string, inner: string) => unknown[] {
  let document: Record<string, unknown>;
  try {
    document = asDocument(text.replace(BYTE_ORDER_MARK, ""));
  } catch (error) {
    throw new EditRefusal((error as Error).message);
  }
  return (outer, inner) => {
    const container = document[outer];
    const found = isMapping(container) ? container[inner] : null;
    return Array.isArray(found) ? found : [];
  };
}

/** Carries a change out. @throws {FileError} when a file cannot be written */
export function applyChange(change: ConfigChange, keepBackup: boolean): void {
  const { path, backup, before, after } = change;
  const files = configAccess(path, backup);
  if (before !== after) {
    if (readText(path) !== before) {
      throw new Error(`${path} was changed by somebody else meanwhile; run this again`);
    }
    if (keepBackup && before !== null) {
      removeFile(files, backup);
      replaceFile(files, backup, encode(before), fileMode(files, path) ?? CONFIG_MODE);
    }
    if (after === null) removeFile(files, path);
    else replaceFile(files, path, encode(after), CONFIG_MODE);
  }
  if (!keepBackup) removeFile(files, backup);
}

function plan(
  home: string,
  lines: string,
  change: (text: string | null) => string | null,
): ConfigChange {
  const path = configPath(home);
  const fixed = { path, backup: backupPath(home), lines };
  let before: string | null = null;
  try {
    before = readText(path);
    const hasMark = before?.startsWith(BYTE_ORDER_MARK) === true;
    const changed = change(hasMark ? before!.slice(1) : before);
    const after = hasMark && changed !== null && !changed.startsWith(BYTE_ORDER_MARK)
      ? BYTE_ORDER_MARK + changed
      : changed;
    return { ...fixed, before, after, problem: null };
  } catch (error) {
    if (!(error instanceof EditRefusal)) throw error;
    return { ...fixed, before, after: before, problem: `${path} was left alone: ${error.message}` };
  }
}

/** The text of a file, or null where none is. @throws {EditRefusal} for bytes that are no text */
function readText(path: string): string | null {
  const files = configAccess(path);
  if (files.status(path) === null) {
    if (isLink(files, path)) throw new EditRefusal("it is a link that leads nowhere");
    return null;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(files.readBytes(path, MAX_CONFIG_BYTES));
  } catch (error) {
    if (error instanceof TypeError) throw new EditRefusal("it is no UTF-8 text");
    throw error;
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Access to a config, and to the file behind it where it is a link. */
function configAccess(...paths: string[]): FileAccess {
  const places = [...paths];
  for (const path of paths) {
    const folder = new FileAccess({ read: [dirname(path)] });
    if (isLink(folder, path) && folder.status(path) !== null) places.push(folder.realPath(path));
  }
  return new FileAccess({ read: places, write: places });
}

/** Where the config of a home is kept as it was before. */
export function backupPath(home: string): string {
  return join(home, "config.yaml.before-skill-retrieval");
}

/** Whether a text is what adding the item makes of an earlier one. */
function isBefore(earlier: string, text: string, item: ListItem): boolean {
  try {
    return addItem(earlier.replace(BYTE_ORDER_MARK, ""), item) === text;
  } catch {
    return false;
  }
}

function missing(earlier: string, item: ListItem): string[] {
  try {
    return missingKeys(earlier.replace(BYTE_ORDER_MARK, ""), item);
  } catch {
    return [];
  }
}
