/** Plain ASCII: one character is one code unit, so no segmenter is needed. */
const ONE_UNIT_EACH = /^[\t\n\u0020-\u007e]*$/;

let segmenter: Intl.Segmenter | undefined;

/** The characters as a reader counts them: an accent, a flag or a family of emoji is part of one. */
export function* graphemesOf(text: string): Generator<string> {
  if (ONE_UNIT_EACH.test(text)) {
    yield* text;
    return;
  }
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

export function graphemeCount(text: string): number {
  if (ONE_UNIT_EACH.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemesOf(text)) count += 1;
  return count;
}

/** Two sequences as small numbers, equal symbols as equal numbers. Memory grows with the sum of both lengths. */
export function numberSymbols(
  a: Iterable<string>,
  b: Iterable<string>,
): { readonly a: Uint32Array; readonly b: Uint32Array } {
  const numbers = new Map<string, number>();
  const numbered = (symbols: Iterable<string>): Uint32Array => {
    const found: number[] = [];
    for (const symbol of symbols) {
      let number = numbers.get(symbol);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(symbol, number);
      }
      found.push(number);
    }
    return Uint32Array.from(found);
  };
  const [first, second] = [numbered(a), numbered(b)];
  return { a: first, b: second };
}
