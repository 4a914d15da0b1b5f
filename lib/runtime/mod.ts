/**
 * The only folder that touches `Deno.*`, `Bun.*`, `node:fs`, streams or sockets.
 * @module
 */
export * from "./changes.ts";
export * from "./checksum.ts";
export * from "./child.ts";
export {
  type DirectoryEntry,
  type EntryKind,
  FileAccess,
  FileError,
  type FileGrant,
  type FileLook,
  type FileStatus,
  isMissing,
  joinPath,
  MISSING_STAMP,
  realPathOf,
  relativePosix,
  resolvePath,
} from "./files.ts";
export * from "./http.ts";
export * from "./lock.ts";
export * from "./machine.ts";
export * from "./permissions.ts";
export * from "./process.ts";
export * from "./sandbox.ts";
export * from "./temporary.ts";
export * from "./version.ts";
