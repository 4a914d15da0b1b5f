/** The installer script, with the real executable in the archive. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { createTar } from "nanotar";
import { join } from "@std/path";
import { assertEquals, assertStringIncludes } from "@std/assert";

const ROOT = join(import.meta.dirname!, "../..");
const EXECUTABLE = join(ROOT, "dist/skill-retrieval");
const TARGET = `${process.platform}-${process.arch}`;
const NAME = `skill-retrieval-plugin-0.0.1-${TARGET}.tar.gz`;
const CONFIG = "model: some/model # mine\n";

const skip = process.platform === "win32"
  ? "scripts/get is for POSIX shells"
  : !fs.existsSync(EXECUTABLE) && "dist/skill-retrieval is missing: deno task build";
if (skip !== false) console.warn(`Skipped: ${skip}`);

const work = fs.mkdtempSync(join(tmpdir(), "skill retrieval 取-"));
after(() => fs.rmSync(work, { recursive: true, force: true }));
const release = join(work, "release");

/** Puts a release into a folder, once. */
function prepare(): void {
  if (fs.existsSync(release)) return;
  fs.mkdirSync(release);
  const data = fs.readFileSync(EXECUTABLE);
  const archive = gzipSync(
    createTar([{ name: "skill-retrieval/skill-retrieval", data, attrs: { mode: "755" } }]),
    { level: 1 },
  );
  fs.writeFileSync(join(release, NAME), archive);
  const sum = createHash("sha256").update(archive).digest("hex");
  fs.writeFileSync(join(release, "SHA256SUMS"), `${sum}  ${NAME}\n`);
}

/** Runs the script for a new home. */
function get(downloads: string, environment: Record<string, string> = {}) {
  const home = fs.mkdtempSync(join(work, "home-"));
  fs.writeFileSync(join(home, "config.yaml"), CONFIG);
  return new Promise<{ code: number; out: string; error: string; home: string }>((resolve) => {
    const env = { ...process.env, SKILL_RETRIEVAL_DOWNLOADS: downloads, ...environment };
    execFile(
      "sh",
      [join(ROOT, "scripts/get"), "--home", home],
      { env, encoding: "utf8" },
      (failure, out, error) =>
        resolve({ code: failure === null ? 0 : Number(failure.code), out, error, home }),
    );
  });
}

/** Everything in a home, by path. */
const contents = (home: string) => fs.readdirSync(home, { recursive: true }).sort();

test("scripts/get installs the plugin from a release served over HTTP", { skip }, async () => {
  prepare();
  const server = createServer((request, response) => {
    const path = join(release, decodeURIComponent(request.url!.slice(1)));
    if (!fs.existsSync(path)) response.writeHead(404).end();
    else fs.createReadStream(path).pipe(response.writeHead(200));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const { code, error, home } = await get(`http://127.0.0.1:${port}`);
  server.close();
  assertEquals([code, error], [0, ""]);
  assertEquals(fs.readdirSync(join(home, "plugins/skill-retrieval")).sort(), [
    "SKILL.md",
    "__init__.py",
    "plugin.yaml",
    "skill-retrieval",
  ]);
  assertStringIncludes(fs.readFileSync(join(home, "config.yaml"), "utf8"), "- skill-retrieval\n");
});

test("scripts/get installs nothing when the checksum differs", { skip }, async () => {
  prepare();
  const torn = join(work, "torn");
  fs.mkdirSync(torn);
  fs.copyFileSync(join(release, "SHA256SUMS"), join(torn, "SHA256SUMS"));
  const archive = fs.readFileSync(join(release, NAME));
  fs.writeFileSync(join(torn, NAME), archive.subarray(0, archive.length - 1));
  const { code, error, home } = await get(torn);
  assertEquals(code, 1);
  assertStringIncludes(error, "is not what SHA256SUMS says");
  assertStringIncludes(error, "nothing was installed");
  assertEquals(contents(home), ["config.yaml"]);
});

test(
  "scripts/get says when the release has nothing for the target, or is not there",
  { skip },
  async () => {
    prepare();
    const other = await get(release, { SKILL_RETRIEVAL_TARGET: "linux-riscv64" });
    assertEquals([other.code, other.error.trim()], [
      1,
      "skill-retrieval: the release has no archive for linux-riscv64",
    ]);
    const missing = await get(join(work, "nowhere"));
    assertEquals(missing.code, 1);
    assertStringIncludes(missing.error, "skill-retrieval: cannot get SHA256SUMS from");
    assertEquals(contents(missing.home), ["config.yaml"]);
  },
);
