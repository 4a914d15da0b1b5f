/** Checks the files of a release as those who get them will meet them. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "@std/path";
import process from "node:process";
import type { ArchiveFile } from "./archive.ts";
import { readFormat } from "./binary_format.ts";
import { executableOf, type Target } from "./targets.ts";

/** Folder inside every archive: that of the plugin. */
export const ARCHIVE_FOLDER = "skill-retrieval";
/** What an archive holds beside the executable. */
export const ARCHIVE_FILES = ["plugin.yaml", "__init__.py", "SKILL.md", "LICENSE", "README.md"];
/** Size of an executable, in MB: less is a torn one, more a surprise. */
const EXECUTABLE_MB = { least: 80, most: 160 } as const;
const MEGABYTE = 1e6;
/** Bytes in which the head of an executable lies. */
const HEAD_BYTES = 4_096;

/**
 * Checks one archive.
 * @returns what was found right, in words
 * @throws with a sentence that says what is wrong
 */
export function checkArchive(
  files: readonly ArchiveFile[],
  target: Target,
  version: string,
): string[] {
  const wanted = [executableOf(target), ...ARCHIVE_FILES].map((name) =>
    `${ARCHIVE_FOLDER}/${name}`
  );
  const names = files.map(({ name }) => name);
  if (names.join() !== wanted.join()) {
    throw new Error(`it holds ${names.join(", ")} instead of ${wanted.join(", ")}`);
  }
  const executable = files[0]!;
  checkExecutable(executable, target);
  const done = [`${(executable.data.length / MEGABYTE).toFixed(0)} MB`, target.format.kind];
  const folder = mkdtempSync(join(tmpdir(), "skill-retrieval-release-"));
  try {
    for (const { name, data, executable } of files) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, data);
      if (executable) chmodSync(path, 0o755);
    }
    importShim(join(folder, ARCHIVE_FOLDER));
    done.push("shim imports");
    if (runsHere(target)) {
      startExecutable(join(folder, ARCHIVE_FOLDER, executableOf(target)), target, version);
      done.push("starts");
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return done;
}

function checkExecutable({ data, executable }: ArchiveFile, { name, format }: Target): void {
  if (!executable) throw new Error("the program in it is not executable");
  const size = data.length / MEGABYTE;
  if (size < EXECUTABLE_MB.least || size > EXECUTABLE_MB.most) {
    throw new Error(
      `its program has ${size.toFixed(0)} MB, ${JSON.stringify(EXECUTABLE_MB)} wanted`,
    );
  }
  const found = readFormat(data.subarray(0, HEAD_BYTES));
  if (
    found.kind !== format.kind || found.machine !== format.machine || found.loader !== format.loader
  ) throw new Error(`its program is no ${name} one: ${JSON.stringify(found)}`);
}

function importShim(folder: string): void {
  const code = "import importlib.util, sys\n" +
    "spec = importlib.util.spec_from_file_location('shim', sys.argv[1])\n" +
    "module = importlib.util.module_from_spec(spec)\n" +
    "spec.loader.exec_module(module)\n" +
    "assert callable(module.register)\n";
  const python = process.platform === "win32" ? "python" : "python3";
  execFileSync(python, ["-I", "-B", "-c", code, join(folder, "__init__.py")], { stdio: "pipe" });
}

function startExecutable(path: string, target: Target, version: string): void {
  const said = execFileSync(path, ["--version"], { encoding: "utf8", env: {} }).trim();
  if (!said.startsWith(`skill-retrieval ${version} (`) || !said.includes(`, ${target.name},`)) {
    throw new Error(`its program says "${said}"`);
  }
}

/** Whether this machine runs a target's programs: its processor, and the loader they ask for. */
function runsHere({ name, format }: Target): boolean {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return name.startsWith(`${system}-${process.arch}`) &&
    (format.loader === undefined || existsSync(format.loader));
}
