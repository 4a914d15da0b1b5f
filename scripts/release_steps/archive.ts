/**
 * Packs and unpacks the archives of a release. Equal files give equal bytes: no clock, no user, no
 * order of a directory listing goes in.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { unzipSync, type Zippable, zipSync } from "fflate";
import { createTar, parseTar } from "nanotar";

/** One file of an archive. */
export interface ArchiveFile {
  /** Path in the archive. */
  name: string;
  data: Uint8Array;
  executable: boolean;
}

/** Times of all files: zip knows none before 1980. */
const FILE_TIME = Date.UTC(1980, 0, 1, 12);
const EXECUTABLE_MODE = 0o755;
const FILE_MODE = 0o644;
/** "Made by Unix", so that the mode counts. */
const ZIP_UNIX = 3;

/** Packs files, in their order. @param name its ending decides: `.zip`, or a compressed tar */
export function pack(name: string, files: readonly ArchiveFile[]): Uint8Array {
  return name.endsWith(".zip") ? packZip(files) : packTar(files);
}

/** Unpacks an archive. @param name its ending decides */
export function unpack(name: string, archive: Uint8Array): ArchiveFile[] {
  if (name.endsWith(".zip")) {
    return Object.entries(unzipSync(archive)).map(([path, data]) => ({
      name: path,
      data,
      executable: path.endsWith(".exe"),
    }));
  }
  return parseTar(gunzipSync(archive)).map(({ name: path, data, attrs }) => ({
    name: path,
    data: data ?? new Uint8Array(),
    executable: (parseInt(attrs?.mode ?? "0", 8) & 0o100) !== 0,
  }));
}

function packTar(files: readonly ArchiveFile[]): Uint8Array {
  const tar = createTar(
    files.map(({ name, data, executable }) => ({
      name,
      data,
      attrs: { mode: (executable ? EXECUTABLE_MODE : FILE_MODE).toString(8) },
    })),
    { attrs: { mtime: FILE_TIME, uid: 0, gid: 0, user: "root", group: "root" } },
  );
  return gzipSync(tar, { level: 9 });
}

function packZip(files: readonly ArchiveFile[]): Uint8Array {
  const entries: Zippable = {};
  for (const { name, data, executable } of files) {
    entries[name] = [data, {
      level: 9,
      mtime: localMidday(),
      os: ZIP_UNIX,
      attrs: (0o100000 | (executable ? EXECUTABLE_MODE : FILE_MODE)) << 16,
    }];
  }
  return zipSync(entries);
}

/** Zip holds times without zone: the local time that reads the same everywhere. */
function localMidday(): Date {
  return new Date(1980, 0, 1, 12);
}
