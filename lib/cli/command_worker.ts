/**
 * Entry of a worker that runs one command within its rights. Started by `callConfined`.
 */
import {
  confine,
  onExitNow,
  receiveMessages,
  sendToParent,
  useEnvironment,
} from "../runtime/mod.ts";
import { useCallFacts } from "./call_facts.ts";
import type { ConfinedCall, ConfinedReport } from "./confined.ts";
import { run } from "./main.ts";
import { useTarget } from "./target.ts";

receiveMessages(async (message) => {
  const { argv, rights, supervisor, environment, target } = message as ConfinedCall;
  confine(rights);
  useEnvironment(environment);
  useCallFacts({ rights, supervisor });
  if (target !== null) useTarget(target);
  report({ kind: "begun" });
  onExitNow((code) => report({ kind: "ended", code }));
  report({ kind: "ended", code: await run(argv) });
});

function report(message: ConfinedReport): void {
  sendToParent(message);
}
