/** A loopback service that speaks `/embeddings`, with vectors that a reader can check by hand. */
import { answerJson, type Loopback, startLoopback } from "./loopback.ts";

/** Meanings, one a dimension: a text has as much of each as it has of these words. */
const MEANINGS = [
  /pdf|document|文件/gi,
  /invoice|bill|账单/gi,
  /photo|picture|照片/gi,
  /song|music|音乐/gi,
];

/** Vector of a text: how often each meaning is named, and a little of everything. */
export function meaningVector(text: string): number[] {
  return [...MEANINGS.map((words) => text.match(words)?.length ?? 0), 0.1];
}

/** How a service behaves; may be changed while it runs. */
export interface EmbeddingsBehaviour {
  /** Status of every answer. */
  status: number;
  /** Whether requests are answered at all. */
  hangs: boolean;
  vectorOf: (text: string) => number[];
}

/** A running service. */
export interface EmbeddingsServer {
  loopback: Loopback;
  /** For `HERMES_EMBEDDING_BASE_URL`. */
  baseUrl: string;
  behaviour: EmbeddingsBehaviour;
  /** Texts of each request so far. */
  inputs(): string[][];
}

/** Runs `work` with a service and stops the service afterwards. */
export async function withEmbeddings(
  work: (server: EmbeddingsServer) => Promise<void>,
): Promise<void> {
  const behaviour: EmbeddingsBehaviour = { status: 200, hangs: false, vectorOf: meaningVector };
  const loopback = await startLoopback(({ body }, response) => {
    if (behaviour.hangs) return;
    const { input } = JSON.parse(body) as { input: string[] };
    // Out of order, as a service may (EE-50).
    const data = input.map((text, index) => ({ index, embedding: behaviour.vectorOf(text) }));
    answerJson(response, { data: data.reverse() }, behaviour.status);
  });
  try {
    await work({
      loopback,
      baseUrl: `${loopback.url}/v1`,
      behaviour,
      inputs: () => loopback.seen.map(({ body }) => JSON.parse(body).input),
    });
  } finally {
    await loopback.close();
  }
}
