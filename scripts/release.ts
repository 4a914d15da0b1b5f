/**
 * Builds a release: `bun scripts/release.ts [--target NAME]… [--out DIR] [--twice]`.
 *
 * For each target the bare executable and a plugin archive (executable, plugin files, LICENSE, README),
 * each archive checked, and SHA256SUMS over all files. `--twice` builds everything a second time and
 * compares: two builds of one commit give equal bytes.
 */
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { join } from "@std/path";
import { VERSION } from "../lib/runtime/version.ts";
import { buildExecutable, commit, ROOT } from "./executable.ts";
import { type ArchiveFile, pack, unpack } from "./release_steps/archive.ts";
import { ARCHIVE_FILES, ARCHIVE_FOLDER, checkArchive } from "./release_steps/check.ts";
import {
  archiveName,
  binaryName,
  executableOf,
  type Target,
  TARGETS,
} from "./release_steps/targets.ts";

const { values } = parseArgs({
  options: {
    target: { type: "string", multiple: true },
    out: { type: "string", default: join(ROOT, "dist", "release") },
    twice: { type: "boolean", default: false },
  },
});
const targets = chosenTargets(values.target);
const out = values.out;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
console.log(`skill-retrieval ${VERSION}, commit ${commit() || "unknown"}, to ${out}`);
const sums = targets.map((target) => {
  const files = release(target);
  const checked = checkArchive(
    unpack(files[1]!.name, readFileSync(join(out, files[1]!.name))),
    target,
    VERSION,
  );
  if (values.twice) {
    const again = release(target);
    for (const [at, { name, sum }] of files.entries()) {
      if (again[at]!.sum !== sum) throw new Error(`${name} differs between two builds`);
    }
    checked.push("twice the same");
  }
  console.log(`${target.name.padEnd(18)} ${checked.join(", ")}`);
  return files;
}).flat();
sums.sort((a, b) => (a.name < b.name ? -1 : 1));
writeFileSync(
  join(out, "SHA256SUMS"),
  sums.map(({ sum, name }) => `${sum}  ${name}\n`).join(""),
);
console.log(`SHA256SUMS         ${sums.length} files`);

/** Writes executable and archive of a target. @returns their names and checksums, in this order */
function release(target: Target): { name: string; sum: string }[] {
  // Bun puts the name of the file into the program: it must not differ between places.
  const folder = join(out, `.${target.name}`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, executableOf(target));
  buildExecutable(path, target.bun);
  const executable = readFileSync(path);
  rmSync(folder, { recursive: true });
  const files: ArchiveFile[] = [
    { name: executableOf(target), data: executable, executable: true },
    ...ARCHIVE_FILES.map((name) => ({
      name,
      data: readFileSync(join(ROOT, /\.(?:py|yaml)$|^SKILL/.test(name) ? "plugin" : "", name)),
      executable: false,
    })),
  ].map((file) => ({ ...file, name: `${ARCHIVE_FOLDER}/${file.name}` }));
  const binary = binaryName(VERSION, target);
  const archive = archiveName(VERSION, target);
  return [
    write(binary, executable, 0o755),
    write(archive, pack(archive, files), 0o644),
  ];
}

function write(name: string, data: Uint8Array, mode: number): { name: string; sum: string } {
  const path = join(out, name);
  writeFileSync(path, data);
  chmodSync(path, mode);
  return { name, sum: createHash("sha256").update(data).digest("hex") };
}

/** @throws with the names there are when one is unknown */
function chosenTargets(names: readonly string[] | undefined): readonly Target[] {
  if (names === undefined) return TARGETS;
  return names.map((name) => {
    const target = TARGETS.find((each) => each.name === name);
    if (target === undefined) {
      console.error(`There is no target "${name}": ${TARGETS.map((each) => each.name).join(", ")}`);
      process.exit(2);
    }
    return target;
  });
}
