/** A set of words written as one text with white space between them. */
export function createWordList(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(/\s+/)).filter((word) => word !== ''));
}
