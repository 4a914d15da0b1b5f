/**
 * What an agent would be told with a message: the turn of a hook, run from the command line.
 */
import { runTurn, type TurnOutcome } from "../hermes/mod.ts";
import type { LocalRetriever } from "../rank/mod.ts";
import type { GivenHistory } from "./history.ts";
import type { Target } from "./target.ts";

/** A turn that was tried out. */
export interface Preview {
  outcome: TurnOutcome;
  /** Number of skills that were searched; 0 where the ranking was not asked. */
  poolSize: number;
}

/**
 * Runs one turn.
 * @param results most hits in its ranking
 */
export async function previewTurn(
  retriever: LocalRetriever,
  target: Target,
  text: string,
  { earlier, session }: GivenHistory,
  results: number,
): Promise<Preview> {
  let poolSize = 0;
  const outcome = await runTurn(
    {
      home: target.home,
      ...(target.roots === undefined ? {} : { roots: target.roots }),
      cwd: target.cwd,
      sessionId: "preview",
      message: text,
      earlier,
      isFirstTurn: earlier.length === 0,
      // No request can be seen here, so what is on disk decides which skills are visible.
      seesRequests: false,
      tool: "skill_view",
    },
    session,
    target.reading.settings,
    {
      async turn(request) {
        const result = await retriever.answer(request, results);
        poolSize = result.poolSize;
        return result;
      },
      lifecycle() {},
    },
  );
  return { outcome, poolSize };
}
