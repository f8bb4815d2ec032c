/** Plain ASCII: one character is one code unit, so no segmenter is needed. */
const ONE_UNIT_EACH = /^[\t\n\u0020-\u007e]*$/;

let segmenter: Intl.Segmenter | undefined;

/** The characters as a reader counts them: an accent, a flag or a family of emoji is part of one. */
export function graphemesOf(text: string): readonly string[] {
  if (ONE_UNIT_EACH.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
