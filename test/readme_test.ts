/** What the README says must be what the program does. */
import * as fs from "node:fs";
import { test } from "node:test";
import { join } from "@std/path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DISABLE_VARIABLES } from "../lib/config/mod.ts";
import {
  settingsTable,
  TABLE_END,
  TABLE_START,
  withSettingsTable,
} from "../scripts/settings_table.ts";
import { program } from "./cli/program.ts";

const root = join(import.meta.dirname!, "..");
const readme = fs.readFileSync(join(root, "README.md"), "utf8");

test("README.md holds exactly the table of settings (bun scripts/settings_table.ts --write)", () => {
  const start = readme.indexOf(TABLE_START);
  assert(start >= 0);
  const table = readme.slice(start + TABLE_START.length, readme.indexOf(TABLE_END));
  assertEquals(table.trim(), settingsTable().trim());
  assertEquals(withSettingsTable(readme), readme);
});

test("withSettingsTable() refuses a text without its markers", () => {
  assertEquals(withSettingsTable("no markers"), null);
  assertEquals(withSettingsTable(`${TABLE_END}\n${TABLE_START}`), null);
});

test("README.md has a row for every command of --help", () => {
  const { out } = program(["--help"]);
  const commands = [...out.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, name]) => name!);
  assert(commands.length > 0);
  const named = [...readme.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name);
  assertEquals(commands.filter((name) => !named.includes(name)), []);
});

test("README.md names every switch that turns all off (DESIGN §5)", () => {
  for (const variable of DISABLE_VARIABLES) assertStringIncludes(readme, `\`${variable}\``);
});

test("README.md names only scripts and tasks that exist", () => {
  const { scripts } = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8"));
  const { tasks } = JSON.parse(fs.readFileSync(join(root, "deno.json"), "utf8"));
  for (const [, name] of readme.matchAll(/npm (?:run )?(start|test|build)\b/g)) {
    assert(name! in scripts, name);
  }
  for (const [, name] of readme.matchAll(/deno task (\w+)/g)) assert(name! in tasks, name);
});

test("README.md links to files that exist", () => {
  for (const [, target] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
    assert(fs.existsSync(join(root, target!)), target);
  }
});
