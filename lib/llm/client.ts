/**
 * A client of services that speak the OpenAI protocol: chat completions and embeddings.
 */
import { HttpAccess, HttpError, httpHost, type HttpRequest, wallClockMs } from "../runtime/mod.ts";
import { cacheKey, type RequestCache } from "./cache.ts";
import type { LlmEndpoint } from "./endpoint.ts";
import { LlmError } from "./error.ts";
import { completionText, vectorsOf } from "./documents.ts";
import { Limiter } from "./limiter.ts";
import { isTransient, parseRetryAfter, pause, retryDelayMs } from "./retry.ts";
import { type LlmUsage, noUsage, tokensOf } from "./usage.ts";

/** How a client behaves. */
export interface LlmClientOptions {
  /** Wall clock of one attempt, in milliseconds. @default 600_000 (CT-91) */
  timeoutMs?: number;
  /** Further attempts after a transient failure. @default 3 (CT-91) */
  maxRetries?: number;
  /** Calls in flight; clients that share a limiter share its places. @default 5 places (CT-91) */
  limiter?: Limiter;
  /** Keeps chat answers by content. @default none */
  cache?: RequestCache;
  /** 0…1, for the jitter of pauses. @default Math.random */
  random?: () => number;
  /** Waits between attempts. @default pause */
  wait?: (delayMs: number, signal?: AbortSignal) => Promise<void>;
}

/** How long a caller waits. */
export interface CallLimits {
  /** Wall clock of one attempt, in milliseconds. @default the client's */
  timeoutMs?: number;
  /** Calls everything off, pauses included. */
  signal?: AbortSignal;
}

/** One question to a model. */
export interface ChatRequest extends CallLimits {
  system: string;
  user: string;
  /** @default 0.3 (CT-91) */
  temperature?: number;
  /** Whether the service is asked for a JSON object. @default false */
  json?: boolean;
}

/** A model's answer. */
export interface ChatAnswer {
  text: string;
  promptTokens: number;
  completionTokens: number;
  /** Whether the answer was kept from an earlier call; its tokens were paid then. */
  cached: boolean;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const DEFAULT_RETRIES = 3;
const DEFAULT_PLACES = 5;
const DEFAULT_TEMPERATURE = 0.3;
/** Largest chat answer, in bytes: a model writes far less. */
const MAX_CHAT_BYTES = 8 * 1024 * 1024;
/** Largest embeddings answer, in bytes: 256 vectors of 4,096 numbers with 20 digits are 21 MB. */
const MAX_EMBEDDINGS_BYTES = 64 * 1024 * 1024;

/** Speaks to one endpoint, and to no other host. */
export class LlmClient {
  readonly #endpoint: LlmEndpoint;
  readonly #access: HttpAccess;
  readonly #host: string;
  readonly #options: LlmClientOptions;
  readonly #limiter: Limiter;
  readonly #usage = noUsage();
  /** Whether the service has refused `response_format`. */
  #plainOnly = false;

  /** @throws {HttpError} when the base URL is neither https nor http on this machine */
  constructor(endpoint: LlmEndpoint, options: LlmClientOptions = {}) {
    this.#endpoint = endpoint;
    this.#host = httpHost(endpoint.baseUrl);
    this.#access = new HttpAccess([this.#host]);
    this.#options = options;
    this.#limiter = options.limiter ?? new Limiter(DEFAULT_PLACES);
  }

  /** A copy of the counts so far. */
  get usage(): LlmUsage {
    return { ...this.#usage };
  }

  /**
   * Asks one question.
   * @throws {LlmError}
   */
  async chat(request: ChatRequest): Promise<ChatAnswer> {
    const { cache } = this.#options;
    const { baseUrl, model } = this.#endpoint;
    const { system, user, temperature = DEFAULT_TEMPERATURE, json = false } = request;
    const key = cache && await cacheKey({ baseUrl, model, system, user, temperature, json });
    const kept = key === undefined ? null : readKept(cache!.get(key));
    if (kept !== null) {
      this.#usage.cachedCalls++;
      return { ...kept, cached: true };
    }
    const messages = [{ role: "system", content: system }, { role: "user", content: user }];
    const answer = await this.#counted(
      () => this.#complete({ model, temperature, messages }, json, request),
      completionText,
      request.signal,
    );
    const fresh = { text: answer.value, ...answer.tokens };
    if (key !== undefined) cache!.set(key, JSON.stringify(fresh));
    return { ...fresh, cached: false };
  }

  /**
   * Turns texts into vectors, in the order of the texts (EE-50).
   * @returns one vector a text, all of one length
   * @throws {LlmError}
   */
  async embeddings(texts: readonly string[], limits: CallLimits = {}): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    const body = { model: this.#endpoint.model, input: texts };
    const answer = await this.#counted(
      () => this.#post("/embeddings", body, MAX_EMBEDDINGS_BYTES, limits),
      (document) => vectorsOf(document, texts.length),
      limits.signal,
    );
    return answer.value;
  }

  async #complete(body: object, json: boolean, limits: CallLimits): Promise<unknown> {
    const ask = (format: object) =>
      this.#post("/chat/completions", { ...body, ...format }, MAX_CHAT_BYTES, limits);
    if (!json || this.#plainOnly) return await ask({});
    try {
      return await ask({ response_format: { type: "json_object" } });
    } catch (error) {
      // Some servers know no `response_format` and refuse a request for it.
      if (!(error instanceof LlmError) || error.status !== 400) throw error;
      const document = await ask({});
      this.#plainOnly = true;
      return document;
    }
  }

  /** Sends, reads, and counts what came of it. */
  async #counted<Value>(
    send: () => Promise<unknown>,
    read: (document: unknown) => Value,
    signal: AbortSignal | undefined,
  ): Promise<{ value: Value; tokens: ReturnType<typeof tokensOf> }> {
    const usage = this.#usage;
    try {
      const document = await send();
      const tokens = tokensOf(document);
      usage.calls++;
      usage.promptTokens += tokens.promptTokens;
      usage.completionTokens += tokens.completionTokens;
      return { value: read(document), tokens };
    } catch (error) {
      usage.failures++;
      // The wait for a place or between attempts ends with the reason of the caller's signal.
      if (error instanceof LlmError || !signal?.aborted) throw error;
      throw new LlmError("aborted", `the request to ${this.#host} was called off`);
    }
  }

  /** Posts a document, trying again after transient failures, and gives the answer's document. */
  async #post(
    path: string,
    body: object,
    maxResponseBytes: number,
    { timeoutMs, signal }: CallLimits,
  ): Promise<unknown> {
    const { baseUrl, apiKey } = this.#endpoint;
    const {
      maxRetries = DEFAULT_RETRIES,
      random = Math.random,
      wait = pause,
    } = this.#options;
    const request: HttpRequest = {
      method: "POST",
      url: baseUrl + path,
      headers: {
        "Content-Type": "application/json",
        ...(apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      timeoutMs: timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxResponseBytes,
      signal,
    };
    for (let attempt = 0;; attempt++) {
      const outcome = await this.#limiter.run(() => this.#attempt(request), signal);
      if ("document" in outcome) return outcome.document;
      const delayMs = attempt < maxRetries && isTransient(outcome.error)
        ? retryDelayMs(attempt, outcome.retryAfterMs ?? null, random())
        : null;
      if (delayMs === null) throw outcome.error;
      await wait(delayMs, signal);
      this.#usage.retries++;
    }
  }

  async #attempt(request: HttpRequest): Promise<Outcome> {
    try {
      const { status, text, header } = await this.#access.send(request);
      if (status < 200 || status >= 300) {
        return {
          error: new LlmError("status", `${this.#host} answers with status ${status}`, status),
          retryAfterMs: parseRetryAfter(header("retry-after"), wallClockMs()),
        };
      }
      return { document: JSON.parse(text) };
    } catch (error) {
      if (error instanceof SyntaxError) {
        return { error: new LlmError("answer", `${this.#host} answers with no JSON document`) };
      }
      if (error instanceof HttpError) {
        return { error: new LlmError(error.reason, error.message, error.status) };
      }
      throw error;
    }
  }
}

/** One attempt: the document of an answer, or why there is none. */
type Outcome =
  | { document: unknown }
  | { error: LlmError; retryAfterMs?: number | null };

function readKept(text: string | null): Omit<ChatAnswer, "cached"> | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Omit<ChatAnswer, "cached"> | null;
    return typeof kept?.text === "string" ? kept : null;
  } catch {
    return null;
  }
}
