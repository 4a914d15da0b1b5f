/**
 * What the supervisor and a worker that ranks say to each other. Plain data, copied between threads.
 */
import type { HomePlan } from "../catalog/mod.ts";
import type { Settings } from "../config/mod.ts";
import type { TurnRequest, TurnResult } from "../hermes/mod.ts";
import type { Rights } from "../runtime/mod.ts";

/** To the worker. `start` comes first. */
export type WorkerRequest =
  | {
    kind: "start";
    rights: Rights;
    environment: Readonly<Record<string, string>>;
    resident: boolean;
  }
  | { kind: "turn"; id: number; plan: HomePlan; request: TurnRequest }
  | {
    kind: "prepare";
    home: string;
    cwd: string | null;
    plan: HomePlan;
    settings: Settings;
  }
  | { kind: "lifecycle"; home: string; action: string };

/** From the worker. `ready` answers `start`. */
export type WorkerAnswer =
  | { kind: "ready" }
  | { kind: "result"; id: number; result: TurnResult }
  | { kind: "failed"; id: number; reason: string };
