/**
 * The only folder that touches `Deno.*`, `Bun.*`, `node:fs`, streams or sockets.
 * @module
 */
export * from "./files.ts";
export * from "./process.ts";
export * from "./version.ts";
