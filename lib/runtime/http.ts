/**
 * Guarded access to the network: the only way the program speaks HTTP.
 *
 * Bun has no permission system, so the rule of the design (only the hosts of the options that are
 * switched on) is enforced here; on Deno the runtime's own permissions stand behind the same rule.
 */
import { isLoopback, maySpeakTo } from "./permissions.ts";

/** Why no answer came, in one word. `status` is for callers that refuse an answer by its status. */
export type HttpFailure =
  | "aborted"
  | "denied"
  | "host"
  | "network"
  | "redirect"
  | "status"
  | "timeout"
  | "too-large"
  | "url";

/** No usable answer came. The message names the host, and never a header, a key or a body. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly reason: HttpFailure;
  /** Status of the answer that was refused, or null where none came. */
  readonly status: number | null;
  constructor(reason: HttpFailure, message: string, status: number | null = null) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

/** One request. */
export interface HttpRequest {
  method: "GET" | "POST";
  /** `https:` to a host of the grant, or `http:` on this machine. */
  url: string;
  /** @default {} */
  headers?: Readonly<Record<string, string>>;
  /** @default none */
  body?: string;
  /** Wall clock from the call to the last byte of the answer, in milliseconds. */
  timeoutMs: number;
  /** Most bytes of the answer, after decompression. */
  maxResponseBytes: number;
  /** Ends the request early. */
  signal?: AbortSignal | undefined;
}

/** An answer of any status but a redirect, read to its end. */
export interface HttpResponse {
  status: number;
  /** Lower-cased media type without parameters, or "" where the server names none. */
  contentType: string;
  /** Value of a header, or null. */
  header(name: string): string | null;
  /** The body; bytes that are no UTF-8 become U+FFFD. */
  text: string;
  /** From the call to the last byte, in milliseconds. */
  elapsedMs: number;
}

/** Speaks HTTP with the hosts of a grant, and with no other. */
export class HttpAccess {
  readonly #hosts: ReadonlySet<string>;

  /** @param hosts `name` or `name:port` (a default port left out), as `httpHost` gives them */
  constructor(hosts: Iterable<string>) {
    this.#hosts = new Set(hosts);
  }

  /**
   * Sends one request and reads the answer to its end. Nothing is tried twice, and no redirect is
   * followed.
   * @throws {HttpError}
   */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const url = checkedUrl(request.url);
    if (!this.#hosts.has(url.host) || !maySpeakTo(url.host)) {
      throw new HttpError("host", `${url.host} is not a host that this program may speak to`);
    }
    const startMs = performance.now();
    const stop = new AbortController();
    const limit = new Limit(request, url.host, stop);
    try {
      const response = await limit.race(fetch(url, {
        method: request.method,
        headers: { ...request.headers },
        redirect: "manual",
        signal: stop.signal,
        ...(request.body === undefined ? {} : { body: request.body }),
      }));
      const { status } = response;
      if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
        throw new HttpError("redirect", `${url.host} answers with a redirect`, status);
      }
      const bytes = await readBody(response, request.maxResponseBytes, url.host, limit);
      return {
        status,
        contentType: (response.headers.get("content-type") ?? "").split(";")[0]!.trim()
          .toLowerCase(),
        header: (name) => response.headers.get(name),
        text: new TextDecoder().decode(bytes),
        elapsedMs: performance.now() - startMs,
      };
    } catch (error) {
      throw asHttpError(error, url.host);
    } finally {
      limit.end();
      // Closes the connection of an answer that was not read to its end.
      stop.abort();
    }
  }
}

/**
 * The host of a URL in the form that `HttpAccess` compares.
 * @throws {HttpError} when the URL is neither `https:` nor `http:` on this machine
 */
export function httpHost(url: string): string {
  return checkedUrl(url).host;
}

function checkedUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new HttpError("url", "the URL cannot be read; write https://host/path");
  if (url.username !== "" || url.password !== "") {
    throw new HttpError("url", `a URL of ${url.hostname} must not hold a user or a password`);
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) {
    return url;
  }
  throw new HttpError("url", `${url.hostname || "the URL"} must be https (http on this machine)`);
}

/** The end of a request's patience: its wall clock and its caller's signal. */
class Limit {
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort: () => void;
  readonly #over: Promise<never>;

  constructor({ timeoutMs, signal }: HttpRequest, host: string, stop: AbortController) {
    let fail: (error: HttpError) => void;
    this.#over = new Promise((_, reject) => fail = reject);
    this.#over.catch(() => {});
    const end = (error: HttpError) => {
      fail(error);
      stop.abort();
    };
    this.#onAbort = () => end(new HttpError("aborted", `the request to ${host} was called off`));
    this.#signal = signal;
    this.#timer = setTimeout(
      () => end(new HttpError("timeout", `${host} did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener("abort", this.#onAbort);
  }

  /** What `work` gives, unless patience ends before. */
  race<Result>(work: Promise<Result>): Promise<Result> {
    // Whichever loses must not be an unhandled rejection.
    work.catch(() => {});
    return Promise.race([this.#over, work]);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }
}

async function readBody(
  response: Response,
  maxBytes: number,
  host: string,
  limit: Limit,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new HttpError("too-large", `${host} answers more than ${maxBytes} bytes`);
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (response.body === null) return new Uint8Array(0);
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await limit.race(reader.read());
    if (done) break;
    length += value.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function asHttpError(error: unknown, host: string): HttpError {
  if (error instanceof HttpError) return error;
  const { name, code } = error as { name?: string; code?: unknown };
  if (name === "NotCapable" || name === "PermissionDenied") {
    return new HttpError("denied", `this process may not open a connection to ${host}`);
  }
  const detail = typeof code === "string" ? ` (${code})` : "";
  return new HttpError("network", `the connection to ${host} failed${detail}`);
}
