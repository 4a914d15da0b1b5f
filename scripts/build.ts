/** Builds `dist/skill-retrieval` for this machine with Bun. */
import process from "node:process";
import { buildExecutable } from "./executable.ts";

const outfile = `dist/skill-retrieval${process.platform === "win32" ? ".exe" : ""}`;
buildExecutable(outfile, null);
console.log(`Built ${outfile}`);
