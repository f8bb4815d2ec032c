/**
 * Measured with OpenAI's o200k on this repository's pages, prompts, dataset and code: 3.6 to 4.6, in English and in
 * Japanese.
 */
const BYTES_PER_TOKEN = 4;

/** About how many tokens a text of so many bytes of UTF-8 has. */
export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}
