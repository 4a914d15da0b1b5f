/** Confines itself to the rights on its command line, one set after the other, and tries things. */
import process from "node:process";
import { confine, FileAccess, HttpAccess, type Rights, runProgram } from "../../lib/runtime/mod.ts";

const [rights, files] = process.argv.slice(2).map((text) => JSON.parse(text)) as [
  Rights[],
  string[],
];
for (const each of rights) confine(each);

/** `ok`, or the reason why not. */
async function reason(action: () => unknown): Promise<string> {
  try {
    await action();
    return "ok";
  } catch (error) {
    return (error as { reason?: string }).reason ?? (error as Error).name;
  }
}

const wide = new FileAccess({ read: ["/"], write: ["/"] });
const results: Record<string, unknown> = {};
for (const path of files) {
  results[path] = [
    await reason(() => wide.readText(path, 1_000)),
    await reason(() => wide.writeText(path, "new")),
  ];
}
results.host = await reason(() =>
  new HttpAccess(["127.0.0.1:61234"]).send({
    method: "GET",
    url: "http://127.0.0.1:61234/",
    timeoutMs: 5_000,
    maxResponseBytes: 1,
  })
);
results.program = await reason(() => runProgram(process.execPath, ["--version"]));
console.log(JSON.stringify(results));
