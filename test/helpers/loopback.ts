/** A real HTTP server on this machine, for tests of what speaks HTTP. */
import * as http from "node:http";

/** One request as the server saw it. */
export interface SeenRequest {
  method: string;
  /** Path with query. */
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A running server. */
export interface Loopback {
  /** `http://127.0.0.1:port` */
  url: string;
  /** `127.0.0.1:port` */
  host: string;
  /** All requests so far, oldest first. */
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** Answers one request. */
export type Answerer = (
  request: SeenRequest,
  response: http.ServerResponse,
) => void | Promise<void>;

/** Starts a server on a free port of 127.0.0.1. */
export async function startLoopback(answer: Answerer): Promise<Loopback> {
  const seen: SeenRequest[] = [];
  const server = http.createServer((message, response) => {
    const chunks: Uint8Array[] = [];
    message.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    message.on("end", () => {
      const request: SeenRequest = {
        method: message.method ?? "",
        path: message.url ?? "",
        headers: message.headers,
        body: new TextDecoder().decode(concatenate(chunks)),
      };
      seen.push(request);
      void answer(request, response);
    });
    message.on("error", () => {});
    response.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const host = `127.0.0.1:${port}`;
  return {
    url: `http://${host}`,
    host,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Runs `work` with a server and stops the server afterwards. */
export async function withLoopback(
  answer: Answerer,
  work: (server: Loopback) => Promise<void>,
): Promise<void> {
  const server = await startLoopback(answer);
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

/** Answers with a JSON document. */
export function answerJson(response: http.ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
