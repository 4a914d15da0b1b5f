/** A worker that tries to read the files a turn names, past all rules of the program. */
import * as fs from "node:fs";
import process from "node:process";
import { receiveMessages, sendToParent } from "../../lib/runtime/mod.ts";

/** What came of trying, in a word. */
function tried(action: () => unknown): string {
  try {
    action();
    return "done";
  } catch (error) {
    return (error as Error).name;
  }
}

receiveMessages((message) => {
  const request = message as { kind: string; id: number; request: { text: string } };
  if (request.kind === "start") sendToParent({ kind: "ready" });
  if (request.kind !== "turn") return;
  const injected = request.request.text.split("\n").flatMap((path) => [
    `read ${path}: ${tried(() => fs.readdirSync(path))}`,
    `write ${path}: ${tried(() => fs.writeFileSync(`${path}/made`, ""))}`,
  ]);
  injected.push(`environment: ${tried(() => process.env.HOME)}`);
  injected.push(
    `more: ${
      tried(() =>
        new Worker("data:text/javascript,", {
          type: "module",
          deno: { permissions: { read: true } },
        } as WorkerOptions)
      )
    }`,
  );
  sendToParent({
    kind: "result",
    id: request.id,
    result: { outcome: { injected }, poolSize: 0, warnings: [], log: [] },
  });
});
