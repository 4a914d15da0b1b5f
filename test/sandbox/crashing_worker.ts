/** A worker that crashes at every turn while the environment it was started with says so. */
import { receiveMessages, sendToParent } from "../../lib/runtime/mod.ts";

let crashes = false;
receiveMessages((message) => {
  const request = message as {
    kind: string;
    id: number;
    environment: Record<string, string>;
    request: { settings: { preset: string } };
  };
  if (request.kind === "start") {
    crashes = request.environment.SKILL_RETRIEVAL_CRASH === "yes";
    sendToParent({ kind: "ready" });
  } else if (request.kind === "turn") {
    if (crashes) throw new Error("a skill was too much");
    const outcome = { preset: request.request.settings.preset, results: [], injected: ["done"] };
    sendToParent({
      kind: "result",
      id: request.id,
      result: { outcome, poolSize: 1, warnings: [], log: [] },
    });
  }
});
