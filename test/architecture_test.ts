/** The rules of ARCHITECTURE.md that a program can check. */
import * as fs from "node:fs";
import { test } from "node:test";
import { dirname, join, relative } from "@std/path";
import { assertEquals } from "@std/assert";
import type { Command } from "../lib/cli/command.ts";
import { SUPERVISOR_FLAGS, WORKER_MODULES } from "../lib/runtime/mod.ts";

const root = join(import.meta.dirname!, "..");
const lib = join(root, "lib");

/** What a module of `lib` names, comments taken out. */
interface Module {
  /** Path below `lib`, e.g. `rank/mod.ts`. */
  path: string;
  folder: string;
  code: string;
  /** Specifiers of its imports and re-exports. */
  imports: string[];
}

/** `import … from`, `export … from`, `import "…"`, and `import("…")`. */
const IMPORTS = [
  /^(?:import|export)\b[^"';]*\bfrom\s*"([^"]+)"/gm,
  /^import\s*"([^"]+)"/gm,
  /\bimport\(\s*"([^"]+)"/g,
];

const modules: Module[] = fs.readdirSync(lib, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => {
    const code = fs.readFileSync(join(lib, path), "utf8")
      .replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
    return {
      path: path.replaceAll("\\", "/"),
      folder: path.split(/[\\/]/)[0]!,
      code,
      imports: IMPORTS.flatMap((pattern) =>
        [...code.matchAll(pattern)].map(([, specifier]) => specifier!)
      ),
    };
  });

/** Imports of modules outside of a folder, as `module: specifier`. */
function imports(keep: (specifier: string, module: Module) => boolean): string[] {
  return modules.flatMap((module) =>
    module.imports.filter((specifier) => keep(specifier, module))
      .map((specifier) => `${module.path}: ${specifier}`)
  );
}

/** Files beside `lib` that are embedded, and the folder that does so. */
const EMBEDDED: Record<string, string> = { "../package.json": "runtime" };
for (const name of fs.readdirSync(join(root, "plugin"))) EMBEDDED[`../plugin/${name}`] = "install";

/** Packages that modules of `lib` may name, and the only module that may. */
const PACKAGES: Record<string, string | null> = {
  "@std/path": null,
  "@std/yaml": null,
  "gpt-tokenizer/encoding/o200k_base": "compact/tokens.ts",
};

test("ARCHITECTURE.md has a paragraph for every folder of lib, and for no other", () => {
  const page = fs.readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const headed = [...page.matchAll(/^### `lib\/([^`]+)`: .+\?$/gm)].map(([, name]) => name!);
  const folders = fs.readdirSync(lib, { withFileTypes: true })
    .filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assertEquals(headed.toSorted(), folders.toSorted());
  const named = [...page.matchAll(/`lib\/(\w+)/g)].map(([, name]) => name!);
  assertEquals(named.filter((name) => !folders.includes(name)), []);
});

test("lib/runtime alone imports node: modules", () => {
  assertEquals(
    imports((specifier, { folder }) => specifier.startsWith("node:") && folder !== "runtime"),
    [],
  );
  // The walk sees them where they are.
  assertEquals(modules.some(({ imports }) => imports.includes("node:fs")), true);
});

test("lib/runtime alone names Deno, Bun, process, fetch or a socket", () => {
  const outside =
    /\b(?:Deno|Bun|process|globalThis)\s*[.?[]|\b(?:fetch|eval|WebSocket|Worker|EventSource)\s*\(/;
  const found = modules.filter(({ folder, code }) => folder !== "runtime" && outside.test(code));
  assertEquals(found.map(({ path }) => path), []);
});

test("lib/runtime alone starts programs, workers or connections, whatever the way to them", () => {
  const ways =
    /\b(?:child_process|worker_threads|node:(?:net|tls|http|https|http2|dgram|dns|vm))\b|\bDeno\b|\bBun\b/;
  const found = modules.filter(({ folder, imports }) =>
    folder !== "runtime" && imports.some((specifier) => ways.test(specifier))
  );
  assertEquals(found.map(({ path }) => path), []);
  const reached = modules.filter(({ imports }) =>
    imports.some((specifier) => /child_process/.test(specifier))
  );
  assertEquals(reached.map(({ path }) => path), ["runtime/child.ts"]);
});

test("what is imported late is named by a literal, so that compilers and the sandbox see it", () => {
  const computed = modules.filter(({ code }) => /\bimport\(\s*[^"\s]/.test(code));
  assertEquals(computed.map(({ path }) => path), []);
});

test("every entry of a worker is known to deno compile, and is there", () => {
  const named = modules.flatMap(({ path, code }) =>
    [...code.matchAll(/new URL\(\s*"(\.[^"]+\.ts)",\s*import\.meta\.url/g)]
      .map(([, target]) => join("lib", dirname(path), target!).replaceAll("\\", "/"))
  );
  assertEquals(named.toSorted(), WORKER_MODULES.toSorted());
  for (const path of WORKER_MODULES) assertEquals(fs.existsSync(join(root, path)), true, path);
});

test("deno task start runs under the flags that are declared once", () => {
  const { tasks, unstable } = JSON.parse(fs.readFileSync(join(root, "deno.json"), "utf8"));
  const [, flags] = /deno run (.*?) scripts/.exec(tasks.start.command)!;
  assertEquals(flags!.split(" "), [...SUPERVISOR_FLAGS]);
  assertEquals(unstable, ["worker-options"]);
});

test("every option that names a file or folder says what is done with it", async () => {
  const silent: string[] = [];
  for (const name of fs.readdirSync(join(lib, "cli"))) {
    if (name.endsWith("_worker.ts")) continue;
    const module = await import(new URL(`../lib/cli/${name}`, import.meta.url).href);
    for (const [key, value] of Object.entries(module)) {
      if (!key.endsWith("Command")) continue;
      const { name, options } = value as Command;
      for (const { name: option, value: placeholder, access } of options) {
        if (/^(?:FILE|DIR|PATH|FOLDER|OUT|RUN)$/.test(placeholder ?? "") && access === undefined) {
          silent.push(`${name} --${option}`);
        }
      }
    }
  }
  assertEquals(silent, []);
});

test("lib names no package but those that ARCHITECTURE.md gives a reason for", () => {
  assertEquals(
    imports((specifier, { path }) => {
      if (specifier.startsWith(".") || specifier.startsWith("node:")) return false;
      const only = PACKAGES[specifier];
      return only === undefined || (only !== null && only !== path);
    }),
    [],
  );
});

test("lib imports another folder only through its mod.ts", () => {
  assertEquals(
    imports((specifier, { path, folder }) => {
      if (!specifier.startsWith(".")) return false;
      const target = relative(lib, join(lib, dirname(path), specifier)).replaceAll("\\", "/");
      if (target.startsWith("../")) return EMBEDDED[target] !== folder;
      const [other, ...rest] = target.split("/");
      return other !== folder && rest.join("/") !== "mod.ts";
    }),
    [],
  );
});

test("lib/hermes, which talks to agents, imports no module that reads skills", () => {
  const values = /^import (?!type\b)[^;]*?from "\.\.\/(catalog|runtime)\/mod\.ts"/gm;
  const readers = modules.filter(({ folder }) => folder === "hermes")
    .flatMap(({ path, code }) => [...code.matchAll(values)].map(([text]) => `${path}: ${text}`))
    .filter((line) => /FileAccess|CatalogStore/.test(line));
  assertEquals(readers, []);
});

test("lib/eval knows rankers by an interface alone", () => {
  assertEquals(
    imports((specifier, { folder }) => folder === "eval" && specifier.startsWith("../"))
      .filter((line) => !line.endsWith("../runtime/mod.ts")),
    [],
  );
});
