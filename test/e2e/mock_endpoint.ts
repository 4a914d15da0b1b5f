/**
 * An OpenAI-compatible endpoint on loopback: it answers from a script and records what it was asked.
 *
 * The form of the stream is the one every Hermes build reads (hermes-real §2): a role delta, content
 * or tool-call deltas, a chunk with `finish_reason`, a chunk with `usage` and no choices, `[DONE]`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One message of a chat request, as far as the tests look into it. */
export interface ChatMessage {
  role: string;
  /** Text, or content parts. */
  content?: string | { type: string; text?: string; [key: string]: unknown }[] | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** The body of a chat request, as far as the tests look into it. */
export interface ChatBody {
  model: string;
  messages: ChatMessage[];
  tools?: { function: { name: string } }[];
  stream?: boolean;
}

/** One recorded request. */
export interface ChatRequest {
  /** The body exactly as it came over the wire. */
  bytes: string;
  body: ChatBody;
}

/** What the model "says": text that ends the turn, or tool calls that prolong it. */
export type Reply =
  | { text: string }
  | { calls: { name: string; arguments: Record<string, unknown> }[] };

/** A step of the script: a reply, or a function that makes one from the request it answers. */
export type Step = Reply | ((request: ChatBody) => Reply | Promise<Reply>);

/** The reply that loads one skill after the other in one step of the tool loop. */
export function viewSkills(...names: string[]): Reply {
  return { calls: names.map((name) => ({ name: "skill_view", arguments: { name } })) };
}

/** The answer to a request the script did not foresee; a test that sees it has counted wrong. */
export const UNSCRIPTED = "This request was not in the script.";

/** A running endpoint. Its recordings stay readable after `stop`. */
export class MockEndpoint {
  /** Requests of agent turns, in order of arrival. */
  readonly requests: ChatRequest[] = [];
  /** Called after a request was recorded, before it is answered. */
  onRequest: () => void = () => {};
  readonly #server: Server;
  #script: Step[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error) => {
        response.writeHead(500).end(String(error));
      });
    });
  }

  /** Starts an endpoint on a free loopback port. */
  static async start(): Promise<MockEndpoint> {
    const endpoint = new MockEndpoint();
    await new Promise<void>((done) => endpoint.#server.listen(0, "127.0.0.1", done));
    return endpoint;
  }

  /** The base URL for `model.base_url`. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Replaces the rest of the script: what the next requests are answered with, in order. */
  play(...script: Step[]): void {
    this.#script = script;
  }

  /** Stops listening and drops open connections. */
  async stop(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split("?")[0];
    if (request.method === "GET" && path === "/v1/models") {
      // Without a big window Hermes starts to compress, or refuses the model.
      const model = { id: "mock-model", object: "model", context_length: 400_000 };
      return sendJson(response, { object: "list", data: [model] });
    }
    if (request.method !== "POST" || path !== "/v1/chat/completions") {
      response.writeHead(404).end();
      return;
    }
    const bytes = await readAll(request);
    const body = JSON.parse(bytes) as ChatBody;
    if (body.stream !== true) {
      // Only auxiliary calls (titles and the like) are not streamed; any text will do.
      const message = { role: "assistant", content: "auxiliary" };
      return sendJson(response, completion({ message, finish_reason: "stop" }));
    }
    this.requests.push({ bytes, body });
    this.onRequest();
    const step = this.#script.shift() ?? { text: UNSCRIPTED };
    const reply = typeof step === "function" ? await step(body) : step;
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const chunk of chunksOf(reply, this.requests.length)) {
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

const USAGE = { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 };

function completion(choice: Record<string, unknown>): unknown {
  return {
    id: "mock",
    object: "chat.completion",
    created: 1,
    model: "mock-model",
    choices: [{ index: 0, ...choice }],
    usage: USAGE,
  };
}

/** @param turn number of the request, so that equal conversations carry equal call ids */
function chunksOf(reply: Reply, turn: number): unknown[] {
  const chunk = (choices: unknown[], extra: Record<string, unknown> = {}) => ({
    id: "mock",
    object: "chat.completion.chunk",
    created: 1,
    model: "mock-model",
    choices,
    ...extra,
  });
  const delta = (content: Record<string, unknown>, finish: string | null = null) =>
    chunk([{ index: 0, delta: content, finish_reason: finish }]);
  const said = "text" in reply
    ? [delta({ content: reply.text })]
    : reply.calls.map((call, index) =>
      delta({
        tool_calls: [{
          index,
          id: `call_${turn}_${index}`,
          type: "function",
          function: { name: call.name, arguments: JSON.stringify(call.arguments) },
        }],
      })
    );
  return [
    delta({ role: "assistant", content: "" }),
    ...said,
    delta({}, "text" in reply ? "stop" : "tool_calls"),
    chunk([], { usage: USAGE }),
  ];
}
