/**
 * An OpenAI-compatible `/embeddings` service as an embedder (EE-50, EE-51).
 */
import type { Settings } from "../config/mod.ts";
import { LlmClient } from "../llm/mod.ts";
import type { AwaitedEmbedder } from "./dense.ts";

/** Embeds texts over the network, in batches one after the other. Nothing is tried twice here. */
export class EmbeddingService implements AwaitedEmbedder {
  readonly immediate = false;
  readonly name: string;
  readonly identity: string;
  readonly batchSize: number;
  readonly #client: LlmClient;

  /**
   * @param baseUrl everything before `/embeddings`
   * @param environment for the key, which stands in no setting and no message
   * @throws {HttpError} when the URL is neither https nor http on this machine
   */
  constructor(
    baseUrl: string,
    { embeddingModel, embeddingBatchSize }: Settings,
    environment: (name: string) => string | undefined,
  ) {
    const key = environment("HERMES_EMBEDDING_API_KEY")?.trim() ?? "";
    const base = baseUrl.replace(/\/+$/, "");
    this.#client = new LlmClient(
      { baseUrl: base, apiKey: key === "" ? null : key, model: embeddingModel },
      { maxRetries: 0 },
    );
    this.identity = JSON.stringify([base, embeddingModel]);
    this.name = `${embeddingModel} at ${new URL(base).host}`;
    this.batchSize = embeddingBatchSize;
  }

  /** @throws {LlmError} */
  async embed(texts: readonly string[], timeoutMs: number): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += this.batchSize) {
      // Half of a surrogate pair, left by a cut, is no text that a service must take.
      const batch = texts.slice(start, start + this.batchSize).map((text) => text.toWellFormed());
      vectors.push(...await this.#client.embeddings(batch, { timeoutMs }));
    }
    return vectors;
  }
}
