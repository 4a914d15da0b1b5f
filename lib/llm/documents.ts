/**
 * What stands in the documents that a service answers with.
 */
import { LlmError } from "./error.ts";

/**
 * The text of a chat completion.
 * @throws {LlmError} when there is none
 */
export function completionText(document: unknown): string {
  const choices = (document as { choices?: unknown } | null)?.choices;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const text = (first as { message?: { content?: unknown } } | undefined)?.message?.content;
  if (typeof text === "string" && text.trim() !== "") return text;
  throw new LlmError("answer", "the model service answered without a text");
}

/**
 * The vectors of an embeddings answer in the order of the texts, whatever the order of the answer
 * (EE-50).
 * @param count number of texts
 * @returns `count` vectors of one length
 * @throws {LlmError} when one is missing, doubled, of another length or not of numbers
 */
export function vectorsOf(document: unknown, count: number): Float32Array[] {
  const data = (document as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== count) {
    throw new LlmError("answer", `the model service did not answer with ${count} vectors`);
  }
  const vectors: Float32Array[] = [];
  for (const [position, row] of (data as (Record<string, unknown> | null)[]).entries()) {
    const index = row?.index ?? position;
    const numbers = row?.embedding;
    if (
      typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count ||
      vectors[index] !== undefined || !Array.isArray(numbers) || numbers.length === 0 ||
      !numbers.every((value) => typeof value === "number" && Number.isFinite(value))
    ) {
      throw new LlmError("answer", "the model service answered with a vector that cannot be read");
    }
    vectors[index] = Float32Array.from(numbers as number[]);
  }
  if (vectors.some(({ length }) => length !== vectors[0]!.length)) {
    throw new LlmError("answer", "the model service answered with vectors of different lengths");
  }
  return vectors;
}
