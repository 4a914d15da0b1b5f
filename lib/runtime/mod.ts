/**
 * The only folder that touches `Deno.*`, `Bun.*`, `node:fs`, streams or sockets.
 * @module
 */
export * from "./checksum.ts";
export * from "./child.ts";
export * from "./files.ts";
export * from "./http.ts";
export * from "./machine.ts";
export * from "./process.ts";
export * from "./temporary.ts";
export * from "./version.ts";
