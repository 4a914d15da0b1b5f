/** The rules of ARCHITECTURE.md that a program can check. */
import * as fs from "node:fs";
import { test } from "node:test";
import { dirname, join, relative } from "@std/path";
import { assertEquals } from "@std/assert";

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
