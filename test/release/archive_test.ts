import { test } from "node:test";
import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type ArchiveFile, pack, unpack } from "../../scripts/release_steps/archive.ts";
import { readFormat } from "../../scripts/release_steps/binary_format.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const FILES: ArchiveFile[] = [
  { name: "skill-retrieval/skill-retrieval", data: bytes("program"), executable: true },
  { name: "skill-retrieval/README.md", data: bytes("read me"), executable: false },
  { name: "skill-retrieval/empty", data: bytes(""), executable: false },
];

test("pack() and unpack() keep names, bytes, order and what may be run", () => {
  assertEquals(unpack("a.tar.gz", pack("a.tar.gz", FILES)), FILES);
  const windows = FILES.map((file) => ({ ...file, name: file.name.replace(/l$/, "l.exe") }));
  assertEquals(unpack("a.zip", pack("a.zip", windows)), windows);
});

test("pack() gives equal bytes for equal files", () => {
  for (const name of ["a.tar.gz", "a.zip"]) assertEquals(pack(name, FILES), pack(name, FILES));
});

test("pack() writes archives that differ by a single byte of a file", () => {
  const [first, ...rest] = FILES as [ArchiveFile, ...ArchiveFile[]];
  const other = [{ ...first, data: bytes("prOgram") }, ...rest];
  for (const name of ["a.tar.gz", "a.zip"]) {
    assertEquals(unpack(name, pack(name, other))[0]!.data, bytes("prOgram"));
  }
});

/** An ELF head with one program header that names a loader. */
function elf(machine: number, loader: string): Uint8Array {
  const head = new Uint8Array(256);
  const view = new DataView(head.buffer);
  view.setUint32(0, 0x7f454c46);
  view.setUint16(18, machine, true);
  view.setBigUint64(32, 64n, true);
  view.setUint16(54, 56, true);
  view.setUint16(56, 1, true);
  view.setUint32(64, 3, true);
  view.setBigUint64(72, 128n, true);
  view.setBigUint64(96, BigInt(loader.length + 1), true);
  head.set(bytes(loader), 128);
  return head;
}

test("readFormat() reads processor and loader of an ELF file", () => {
  assertEquals(readFormat(elf(183, "/lib/ld-musl-aarch64.so.1")), {
    kind: "ELF",
    machine: 183,
    loader: "/lib/ld-musl-aarch64.so.1",
  });
});

test("readFormat() reads the processor of Mach-O and PE files", () => {
  const macho = new Uint8Array([0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1, ...new Array(56).fill(0)]);
  assertEquals(readFormat(macho), { kind: "Mach-O", machine: 0x0100000c });
  const pe = new Uint8Array(128);
  pe.set([0x4d, 0x5a]);
  pe[0x3c] = 0x40;
  pe.set([0x50, 0x45, 0, 0, 0x64, 0x86], 0x40);
  assertEquals(readFormat(pe), { kind: "PE", machine: 0x8664 });
});

test("readFormat() says of any other bytes that they are no program", () => {
  assertThrows(
    () => readFormat(bytes("#!/bin/sh\necho hello\n".padEnd(80))),
    RangeError,
    "neither",
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (junk) => {
    try {
      readFormat(junk);
    } catch (error) {
      assertEquals(error instanceof RangeError, true);
    }
  }));
});
