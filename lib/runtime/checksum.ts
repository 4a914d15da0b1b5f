/**
 * Checksums that the runtimes have built in.
 */
import { createHash } from "node:crypto";
import { crc32 as crc32OfBytes } from "node:zlib";

/** CRC-32 of bytes (ISO 3309, as in gzip), 0…2³²−1. It finds damage, not malice. */
export function crc32(bytes: Uint8Array): number {
  return crc32OfBytes(bytes);
}

/** SHA-256 of a text in UTF-8: 32 bytes. */
export function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text, "utf8").digest();
}
