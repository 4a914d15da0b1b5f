/**
 * The version, kept in one place: package.json; and what the build knows of itself.
 */
import process from "node:process";
import manifest from "../../package.json" with { type: "json" };

/** Set by `scripts/executable.ts` while the executable is built; sources have none. */
declare const BUILD_COMMIT: string | undefined;
/** Bun's name of the target, empty in a build for the machine that builds. */
declare const BUILD_TARGET: string | undefined;

/** Version of the program (semantic versioning). */
export const VERSION: string = (manifest as { version: string }).version;

/** Where a running program comes from. */
export interface Build {
  /** Commit, `+` behind it where files differed from it, or null where it is not known. */
  commit: string | null;
  /** System and processor, e.g. `linux-x64` or `linux-x64-musl`. */
  target: string;
}

/** What this program was built from and for. */
export function build(): Build {
  const commit = typeof BUILD_COMMIT === "string" && BUILD_COMMIT !== "" ? BUILD_COMMIT : null;
  const named = typeof BUILD_TARGET === "string" && BUILD_TARGET !== ""
    ? BUILD_TARGET.replace(/^bun-/, "").replace(/-baseline$/, "")
    : null;
  const system = process.platform === "win32" ? "windows" : process.platform;
  return { commit, target: named ?? `${system}-${process.arch}` };
}
