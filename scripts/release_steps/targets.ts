/** The targets of a release. */

/** What the head of an executable says. */
export interface BinaryFormat {
  kind: "ELF" | "Mach-O" | "PE";
  /** Number of the processor in the format's own terms. */
  machine: number;
  /** Loader that an ELF file asks for. */
  loader?: string;
}

/** One system and processor. */
export interface Target {
  /** Name in the files of a release. */
  name: string;
  /**
   * Bun's name. Of x64 the *baseline* build is taken, which runs on processors without AVX2; it starts
   * and answers as fast (docs/releases.md).
   */
  bun: string;
  format: BinaryFormat;
}

/** Machine numbers: ELF `e_machine`, Mach-O `cputype`, PE `Machine`. */
const ELF_X64 = 62;
const ELF_ARM64 = 183;
const MACHO_X64 = 0x01000007;
const MACHO_ARM64 = 0x0100000c;
const PE_X64 = 0x8664;

/** All targets. */
export const TARGETS: readonly Target[] = [
  {
    name: "linux-x64",
    bun: "bun-linux-x64-baseline",
    format: { kind: "ELF", machine: ELF_X64, loader: "/lib64/ld-linux-x86-64.so.2" },
  },
  {
    name: "linux-x64-musl",
    bun: "bun-linux-x64-musl-baseline",
    format: { kind: "ELF", machine: ELF_X64, loader: "/lib/ld-musl-x86_64.so.1" },
  },
  {
    name: "linux-arm64",
    bun: "bun-linux-arm64",
    format: { kind: "ELF", machine: ELF_ARM64, loader: "/lib/ld-linux-aarch64.so.1" },
  },
  {
    name: "linux-arm64-musl",
    bun: "bun-linux-arm64-musl",
    format: { kind: "ELF", machine: ELF_ARM64, loader: "/lib/ld-musl-aarch64.so.1" },
  },
  {
    name: "darwin-x64",
    bun: "bun-darwin-x64-baseline",
    format: { kind: "Mach-O", machine: MACHO_X64 },
  },
  {
    name: "darwin-arm64",
    bun: "bun-darwin-arm64",
    format: { kind: "Mach-O", machine: MACHO_ARM64 },
  },
  { name: "windows-x64", bun: "bun-windows-x64-baseline", format: { kind: "PE", machine: PE_X64 } },
];

/** Name of the executable inside an archive. */
export function executableOf({ format }: Target): string {
  return format.kind === "PE" ? "skill-retrieval.exe" : "skill-retrieval";
}

/** Name of the bare executable of a release. */
export function binaryName(version: string, target: Target): string {
  return `skill-retrieval-${version}-${target.name}${target.format.kind === "PE" ? ".exe" : ""}`;
}

/** Name of the archive of a release: a zip where the system unpacks those. */
export function archiveName(version: string, target: Target): string {
  return `skill-retrieval-plugin-${version}-${target.name}.${
    target.format.kind === "PE" ? "zip" : "tar.gz"
  }`;
}
