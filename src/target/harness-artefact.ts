/** What a program prints in place of an answer that it does not have: `undefined`, `null`, `NaN`, `[object Object]`. */
const ARTEFACT = /^(undefined|null|NaN|\[object [A-Z]\w*\](,\[object [A-Z]\w*\])*)$/;

/** The artefact that the whole output consists of; `null` where it is an answer (an empty one too). */
export function harnessArtefact(output: string): string | null {
  const text = output.trim();
  return ARTEFACT.test(text) ? text : null;
}
