/** A retriever over a fixed list of skills, a server around it, and a clock that stands still. */
import { HookServer, type Retriever, type TurnRequest } from "../../lib/hermes/mod.ts";
import type { Hit } from "../../lib/rank/mod.ts";

export function hit(id: string, description = `About ${id}.`, fields: Partial<Hit> = {}): Hit {
  const name = id.split("/").at(-1)!;
  return {
    id,
    load: name,
    name,
    description,
    category: id.split("/")[0]!,
    source: "local",
    path: `/home/skills/${id}/SKILL.md`,
    score: 1,
    confidence: null,
    why: "",
    evidence: [],
    ...fields,
  };
}

/** Injects the skills whose load occurs in the message, in list order, if the session may see them. */
export class FakeRetriever implements Retriever {
  readonly requests: TurnRequest[] = [];
  readonly events: string[] = [];
  constructor(
    readonly hits: readonly Hit[],
    readonly delays: Record<string, Promise<void>> = {},
    readonly preset = "bm25",
  ) {}

  async turn(request: TurnRequest) {
    this.requests.push(request);
    await this.delays[request.text];
    if (request.text.includes("explode")) throw new Error("the index is gone");
    const { names } = request.session;
    const results = this.hits.filter((each) =>
      request.text.includes(each.name) && (names === null || names.includes(each.name))
    );
    return {
      outcome: {
        preset: this.preset,
        results,
        decision: results.length > 0 ? "inject" as const : "silent" as const,
        confidence: null,
        injected: results.map((each) => each.id),
        layers: ["fake"],
        degraded: [],
        elapsedMs: 0,
      },
      poolSize: this.hits.length,
      warnings: [],
      log: [`ranked ${request.text}`],
    };
  }

  lifecycle(home: string, action: string): void {
    this.events.push(`${home} ${action}`);
  }
}

export interface Fixture {
  server: HookServer;
  retriever: FakeRetriever;
  log: string[];
  clock: { ms: number };
  shutdowns: { count: number };
  /** Calls a method and returns its result; throws on an error answer. */
  call(method: string, params: Record<string, unknown>): Promise<unknown>;
  notify(method: string, params: Record<string, unknown>): Promise<void>;
}

/** @param variables of the environment; the preset is `bm25` unless they name another */
export function fixture(
  hits: readonly Hit[],
  variables: Record<string, string> = {},
  delays: Record<string, Promise<void>> = {},
): Fixture {
  const log: string[] = [];
  const clock = { ms: 0 };
  const shutdowns = { count: 0 };
  const retriever = new FakeRetriever(hits, delays, variables.SKILL_RETRIEVAL_PRESET);
  const server = new HookServer({
    retriever,
    version: "1.2.3",
    environment: (name) => ({ SKILL_RETRIEVAL_PRESET: "bm25", ...variables })[name],
    homeSettings: () => ({}),
    now: () => clock.ms,
    log: (level, message) => log.push(`${level} ${message}`),
    onShutdown: () => shutdowns.count++,
  });
  return {
    server,
    retriever,
    log,
    clock,
    shutdowns,
    async call(method, params) {
      const answer = await server.handle(
        JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      );
      const { result, error } = JSON.parse(answer!);
      if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
      return result;
    },
    async notify(method, params) {
      const answer = await server.handle(JSON.stringify({ jsonrpc: "2.0", method, params }));
      if (answer !== null) throw new Error(`a notification was answered: ${answer}`);
    },
  };
}
