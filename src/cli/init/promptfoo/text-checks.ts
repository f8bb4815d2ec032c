/** Checks of one answer's text. `not-` before a type reverses it. */
const TEXT_CHECK =
  /^(?:not-)?(?:equals|i?contains(?:-any|-all)?|starts-with|regex|is-json|word-count|javascript)$/;
/** Checks of several texts. */
const SEVERAL = /contains-(?:any|all)$/;

/** True for an assertion that looks at the text of an answer alone, which code decides. */
export function isTextCheck(type: string): boolean {
  return TEXT_CHECK.test(type);
}

/** True for a check of several texts, whose value is a list. */
export function checksSeveral(type: string): boolean {
  return SEVERAL.test(type);
}

/** `a, "b, c"` → `a` and `b, c`. */
export function splitTexts(text: string): readonly string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^,"]+)/g)]
    .map(([, quoted, plain = '']) => quoted ?? plain.trim())
    .filter((each) => each !== '');
}
