/**
 * The step between the ranking and what is shown: a judge reorders the shortlist, or the ranking's
 * own order stays; either way the A/B log gets a line. It never rejects and never takes longer than it
 * is given.
 */
import { oneLine } from "../inject/mod.ts";
import { FileError, monotonicMs, wallClockMs } from "../runtime/mod.ts";
import { appendRecord } from "./ab_log.ts";
import { judgeAt, judgeEndpoint, type RerankSettings } from "./judge.ts";
import { judgedOrder } from "./order.ts";
import { cutToSend, queryToSend } from "./query_to_send.ts";
import { abRecord } from "./record.ts";
import { type Candidate, JudgeError, type JudgeName, type RerankOutcome } from "./types.ts";

/** Wall clock of a judged turn, in milliseconds (SR-98). */
export const RERANK_LIMIT_MS = 3_000;
/** SR-8 */
const DESCRIPTION_CHARACTERS = 400;
/** The same trouble is told at most once in this time (SR-93). */
const WARNING_INTERVAL_MS = 60_000;
/** Kinds of trouble that are remembered as told. */
const MAX_WARNINGS = 256;

/** One ranking to judge. */
export interface RerankRequest {
  /** The skills that may be shown, as the ranking has them; ids are unique. */
  shortlist: readonly Candidate[];
  /** The user's message. */
  text: string;
  sessionId: string;
  settings: RerankSettings;
  /** Absolute path of the A/B log, or null for none. */
  logPath: string | null;
  /** What is left of the turn's patience, in milliseconds. */
  timeoutMs: number;
}

/** What came of a request. */
export interface RerankAnswer {
  /** Null where there was nothing to judge: judging is off, or fewer than two skills (SR-80, SR-96). */
  outcome: RerankOutcome | null;
  /** Sentences for the log at level WARNING. */
  warnings: string[];
}

/** Asks judges, and remembers which trouble was told. */
export class Reranker {
  readonly #environment: (name: string) => string | undefined;
  /** Monotonic time at which each sentence was told last. */
  readonly #told = new Map<string, number>();
  /** Logs that could not be written when they were tried last. */
  readonly #brokenLogs = new Set<string>();

  /** @param environment reads a variable */
  constructor(environment: (name: string) => string | undefined) {
    this.#environment = environment;
  }

  /** Judges one ranking. */
  async rerank(request: RerankRequest): Promise<RerankAnswer> {
    const { shortlist, settings, timeoutMs } = request;
    const endpoint = judgeEndpoint(settings, this.#environment);
    if (endpoint === null || shortlist.length < 2) return { outcome: null, warnings: [] };
    const candidates = shortlist.slice(0, settings.rerankCandidates).map((
      { id, description },
    ) => ({ id, description: cutToSend(oneLine(description), DESCRIPTION_CHARACTERS) }));
    const startMs = monotonicMs();
    let sentMs: number | null = null;
    try {
      const judge = judgeAt(endpoint);
      const query = queryToSend(request.text);
      if (query === "") throw new JudgeError("the message holds nothing to judge", "empty_query");
      sentMs = startMs;
      const { probabilities, inputTokens } = await judge({ query, candidates, timeoutMs });
      return this.#finish(request, null, {
        judge: endpoint.name,
        applied: true,
        problem: null,
        order: [
          ...judgedOrder(probabilities).map((at) => candidates[at]!.id),
          ...shortlist.slice(candidates.length).map(({ id }) => id),
        ],
        probabilities: Object.fromEntries(
          candidates.map(({ id }, at) => [id, probabilities[at]!]),
        ),
        inputTokens,
        latencyMs: monotonicMs() - startMs,
      });
    } catch (error) {
      const problem = asJudgeError(error);
      return this.#finish(request, problem.reason, {
        judge: endpoint.name,
        applied: false,
        problem: problem.message,
        order: shortlist.map(({ id }) => id),
        probabilities: null,
        inputTokens: 0,
        latencyMs: sentMs === null ? 0 : monotonicMs() - sentMs,
      });
    }
  }

  /** Writes the record and puts together what is told. @param reason in the words of the log */
  #finish(request: RerankRequest, reason: string | null, outcome: RerankOutcome): RerankAnswer {
    const warnings: string[] = [];
    if (outcome.problem !== null) this.#warn(outcome.judge, outcome.problem, warnings);
    const { logPath, shortlist, sessionId, text } = request;
    if (logPath !== null) {
      const ranked = shortlist.map(({ id }) => id);
      const facts = { ...outcome, nowMs: wallClockMs(), sessionId, text, ranked, reason };
      try {
        appendRecord(logPath, abRecord(facts), { afterFailure: this.#brokenLogs.has(logPath) });
        this.#brokenLogs.delete(logPath);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        if (!this.#brokenLogs.has(logPath)) {
          this.#brokenLogs.add(logPath);
          warnings.push(`the rerank log is not written: ${error.message}`);
        }
      }
    }
    return { outcome, warnings };
  }

  #warn(judge: JudgeName, problem: string, warnings: string[]): void {
    const now = monotonicMs();
    const toldMs = this.#told.get(problem);
    if (toldMs !== undefined && now - toldMs < WARNING_INTERVAL_MS) return;
    if (this.#told.size >= MAX_WARNINGS) this.#told.clear();
    this.#told.set(problem, now);
    warnings.push(`${judge} did not judge, the ranking's own order holds: ${problem}`);
  }
}

function asJudgeError(error: unknown): JudgeError {
  if (error instanceof JudgeError) return error;
  // A mistake of ours is no reason to lose a turn; its text could quote anything, so it is not told.
  return new JudgeError(`${(error as Error)?.name ?? "Error"}: the judge failed unexpectedly`);
}
