/**
 * Reads from the head of an executable for what it is, so that one that cannot run here is checked too.
 *
 * ELF: System V ABI, chapters 4 and 5. Mach-O: `mach-o/loader.h`. PE: the "PE Format" specification.
 */
import type { BinaryFormat } from "./targets.ts";

const INTERPRETER_SEGMENT = 3;

/**
 * The format of an executable.
 * @param bytes its first kilobytes
 * @throws {RangeError} when it is none that is known, or cut off
 */
export function readFormat(bytes: Uint8Array): BinaryFormat {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(0);
  if (magic === 0x7f454c46) return readElf(bytes, view);
  if (magic === 0xcffaedfe) return { kind: "Mach-O", machine: view.getUint32(4, true) };
  if (magic >>> 16 === 0x4d5a) {
    const at = view.getUint32(0x3c, true);
    if (view.getUint32(at) === 0x50450000) {
      return { kind: "PE", machine: view.getUint16(at + 4, true) };
    }
  }
  throw new RangeError("it is neither an ELF, nor a Mach-O, nor a PE file");
}

function readElf(bytes: Uint8Array, view: DataView): BinaryFormat {
  const headers = Number(view.getBigUint64(32, true));
  const size = view.getUint16(54, true);
  const count = view.getUint16(56, true);
  const format: BinaryFormat = { kind: "ELF", machine: view.getUint16(18, true) };
  for (let entry = 0; entry < count; entry++) {
    const at = headers + entry * size;
    if (view.getUint32(at, true) !== INTERPRETER_SEGMENT) continue;
    const start = Number(view.getBigUint64(at + 8, true));
    const length = Number(view.getBigUint64(at + 32, true));
    // The path ends with a NUL.
    format.loader = new TextDecoder().decode(bytes.subarray(start, start + length - 1));
  }
  return format;
}
