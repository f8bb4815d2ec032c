import { graphemeCount } from '../../../text/graphemes.js';
import { wordsOf } from '../../../text/words.js';
import { bigramSimilarity } from '../content-similarity/bigram-similarity.js';
import { type CheckResult, quoted } from './check-result.js';

export type CaseOption = { readonly ignoreCase: boolean };

/** A text as the checks compare it: composed characters, in small letters where case does not count. */
export function comparable(text: string, { ignoreCase }: CaseOption): string {
  const composed = text.normalize('NFC');
  return ignoreCase ? composed.toLowerCase().normalize('NFC') : composed;
}

export function checkEquals(answer: string, value: string, option: CaseOption): CheckResult {
  const passed = comparable(answer, option).trim() === comparable(value, option).trim();
  return passed
    ? { passed, reason: `The answer is ${quoted(value)}.` }
    : { passed, reason: `Expected ${quoted(value)}, found ${quoted(answer)}.` };
}

export function checkContains(answer: string, value: string, option: CaseOption): CheckResult {
  const passed = comparable(answer, option).includes(comparable(value, option));
  return passed
    ? { passed, reason: `The answer contains ${quoted(value)}.` }
    : { passed, reason: `Expected the answer to contain ${quoted(value)}, found ${quoted(answer)}.` };
}

export function checkExcludes(answer: string, value: string, option: CaseOption): CheckResult {
  const at = comparable(answer, option).indexOf(comparable(value, option));
  if (at < 0) return { passed: true, reason: `The answer does not contain ${quoted(value)}.` };
  const around = answer.normalize('NFC').slice(Math.max(0, at - 20));
  return {
    passed: false,
    reason: `Expected the answer not to contain ${quoted(value)}, found ${quoted(around)}.`,
  };
}

export function checkStartsWith(answer: string, value: string, option: CaseOption): CheckResult {
  const passed = comparable(answer, option).trimStart().startsWith(comparable(value, option).trimStart());
  return passed
    ? { passed, reason: `The answer starts with ${quoted(value)}.` }
    : { passed, reason: `Expected the answer to start with ${quoted(value)}, found ${quoted(answer)}.` };
}

export type LengthLimits = { readonly characters?: number | undefined; readonly words?: number | undefined };

export function checkMaxLength(answer: string, { characters, words }: LengthLimits): CheckResult {
  const text = answer.trim();
  const counts = [
    ...(characters === undefined
      ? []
      : [{ found: graphemeCount(text.normalize('NFC')), most: characters, of: 'characters' }]),
    ...(words === undefined ? [] : [{ found: wordsOf(text).length, most: words, of: 'words' }]),
  ];
  const over = counts.filter(({ found, most }) => found > most);
  const told = (over.length > 0 ? over : counts).map(
    ({ found, of, most }) => `${found} ${of} of at most ${most}`,
  );
  return over.length === 0
    ? { passed: true, reason: `The answer has ${told.join(' and ')}.` }
    : { passed: false, reason: `The answer has ${told.join(' and ')}: ${quoted(answer)}.` };
}

export function answerSimilarity(answer: string, value: string, option: CaseOption): number {
  const [a, b] = [answer, value].map((text) => comparable(text, option).replace(/\s+/gu, ''));
  return bigramSimilarity(a ?? '', b ?? '');
}
