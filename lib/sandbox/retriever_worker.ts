/**
 * Entry of a worker that ranks: it has the rights of one home and no environment, makes no plan and
 * reads no config. Started by `SupervisedRetriever`.
 */
import type { HomePlan } from "../catalog/mod.ts";
import type { TurnRequest } from "../hermes/mod.ts";
import { createRetriever, type LocalRetriever } from "../rank/mod.ts";
import {
  confine,
  environment,
  receiveMessages,
  sendToParent,
  useEnvironment,
} from "../runtime/mod.ts";
import type { WorkerAnswer, WorkerRequest } from "./messages.ts";

/** Plans as they were handed over, by home, working directory and given roots. */
const plans = new Map<string, HomePlan>();
let retriever: LocalRetriever;

receiveMessages((message) => {
  const request = message as WorkerRequest;
  switch (request.kind) {
    case "start":
      confine(request.rights);
      useEnvironment(request.environment);
      retriever = createRetriever(environment, {
        resident: request.resident,
        planner: (home, cwd, roots) => plans.get(keyOf({ home, cwd, roots }))!,
      });
      return answer({ kind: "ready" });
    case "turn": {
      plans.set(keyOf(request.request), request.plan);
      return void rank(request.id, request.request);
    }
    case "prepare":
      plans.set(keyOf(request), request.plan);
      return retriever.prepare(request.home, request.cwd, request.settings);
    case "lifecycle":
      return retriever.lifecycle(request.home, request.action);
  }
});

async function rank(id: number, request: TurnRequest): Promise<void> {
  try {
    answer({ kind: "result", id, result: await retriever.turn(request) });
  } catch (error) {
    answer({ kind: "failed", id, reason: error instanceof Error ? error.message : String(error) });
  }
}

function keyOf(
  { home, cwd, roots }: {
    home: string;
    cwd: string | null;
    roots?: readonly string[] | undefined;
  },
): string {
  return JSON.stringify([home, cwd, roots ?? null]);
}

function answer(message: WorkerAnswer): void {
  sendToParent(message);
}
