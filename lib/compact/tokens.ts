/**
 * Exact token counts with the o200k encoding. Its two megabytes of tables are loaded by the first
 * count and by nothing else.
 */

/** Name of the encoding, for people. */
export const TOKEN_ENCODING = "o200k";

/** Counts the tokens of a text. */
export type TokenCounter = (text: string) => number;

/** @returns the counter, or null where the tokenizer is not installed */
export async function loadTokenCounter(): Promise<TokenCounter | null> {
  try {
    const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
    // A prompt is data: text that looks like a special token is counted as the characters it is.
    const disallowedSpecial = new Set<string>();
    return (text) => countTokens(text, { disallowedSpecial });
  } catch {
    return null;
  }
}
