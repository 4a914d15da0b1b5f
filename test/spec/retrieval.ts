/** The real retriever and hook server over homes of a test, in a named preset. */
import { readSettings, type Settings } from "../../lib/config/mod.ts";
import { HookServer, type TurnResult } from "../../lib/hermes/mod.ts";
import { createRetriever, type LocalRetriever } from "../../lib/rank/mod.ts";
import type { SessionFacts } from "../../lib/catalog/mod.ts";

const NOTHING_KNOWN: SessionFacts = {
  platform: null,
  tools: null,
  toolsets: null,
  names: null,
  failed: [],
};

/** A retriever that reads no variable of this machine. */
export function retriever(): LocalRetriever {
  return createRetriever(() => undefined, { resident: false });
}

/** Settings of a preset under some environment variables. */
export function settingsOf(preset: string, variables: Record<string, string> = {}): Settings {
  return readSettings({ options: { preset }, environment: (name) => variables[name] }).settings;
}

/** What a query is asked under. */
export interface Circumstances {
  /** @default "bm25" */
  preset?: string;
  variables?: Record<string, string>;
  /** @default a session of which nothing is known */
  session?: Partial<SessionFacts>;
}

/** Asks a retriever for the skills of a home; as many hits come back as the pool holds. */
export function ask(
  asked: LocalRetriever,
  home: string,
  text: string,
  { preset = "bm25", variables = {}, session = {} }: Circumstances = {},
): TurnResult {
  return asked.rank({
    home,
    cwd: null,
    text,
    earlier: [],
    session: { ...NOTHING_KNOWN, ...session },
    settings: settingsOf(preset, variables),
  }, 1);
}

/** Ids of the hits of `ask`, best first. */
export function idsFor(...args: Parameters<typeof ask>): string[] {
  return ask(...args).outcome.results.map(({ id }) => id);
}

/** A hook server over the real retriever, and what it logged. */
export function server(variables: Record<string, string> = {}) {
  const log: string[] = [];
  const hooks = new HookServer({
    retriever: retriever(),
    version: "0.0.0",
    environment: (name) => ({ SKILL_RETRIEVAL_PRESET: "bm25", ...variables })[name],
    homeSettings: () => ({}),
    now: () => 0,
    log: (level, message) => log.push(`${level} ${message}`),
    onShutdown: () => {},
  });
  return {
    log,
    async call(method: string, params: Record<string, unknown>): Promise<unknown> {
      const line = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const { result, error } = JSON.parse((await hooks.handle(line))!);
      return error ?? result;
    },
    async notify(method: string, params: Record<string, unknown>): Promise<void> {
      await hooks.handle(JSON.stringify({ jsonrpc: "2.0", method, params }));
    },
  };
}
