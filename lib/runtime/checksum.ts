/**
 * Checksums that the runtimes have built in.
 */
import { crc32 as crc32OfBytes } from "node:zlib";

/** CRC-32 of bytes (ISO 3309, as in gzip), 0…2³²−1. It finds damage, not malice. */
export function crc32(bytes: Uint8Array): number {
  return crc32OfBytes(bytes);
}
