/** Appends records to a log as a program of its own: `<log> <name> <count> <characters> <max bytes>`. */
import process from "node:process";
import { appendRecord } from "../../lib/rerank/mod.ts";
import { recordOf } from "./_records.ts";

const [log, name, count, characters, maxBytes] = process.argv.slice(2);
for (let number = 0; number < Number(count); number++) {
  const record = recordOf(`${name}-${number}`, Number(characters));
  appendRecord(log!, record, { maxBytes: Number(maxBytes) });
}
