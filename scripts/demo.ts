/**
 * The first thing a newcomer runs: a query against the bundled fixture home, then how to go on. With
 * arguments it is the program itself: `npm start -- query "…" --home ~/.hermes`.
 */
import process from "node:process";
import { callConfined } from "../lib/cli/confined.ts";
import { run } from "../lib/cli/main.ts";

const home = new URL("../fixtures/home", import.meta.url).pathname;
const MESSAGE = "merge these two PDF files and mail them to the team";

const given = process.argv.slice(2);
if (given.length > 0) {
  process.exitCode = await run(given, callConfined);
} else {
  console.log(`$ skill-retrieval query --home fixtures/home "${MESSAGE}"\n`);
  process.exitCode = await run(["query", "--home", home, MESSAGE], callConfined);
  console.log(`
Your own home next:
  npm start -- query "make slides from this report" --home ~/.hermes
  npm start -- list --home ~/.hermes --problems
Build the binary and put it into Hermes:
  npm run build
  dist/skill-retrieval install --home ~/.hermes`);
}
