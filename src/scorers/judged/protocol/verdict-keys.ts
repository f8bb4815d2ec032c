import { contentWords } from '../../../text/content-words.js';
import { digest } from '../../digest.js';
import { opensDependent } from './dependent-openers.js';

/** Fewer content words than this mean nothing without the answer around them. */
export const STANDS_ALONE = 4;

const OUTER_MARKS =
  /^(?:[-*+•‣◦–>#]+\s+)+|^["'“”„«»‘’`*_([{「『]+|["'“”„«»‘’`*_)\]}」』.!,:;…。！、，；：]+$/gu;

/** A statement as it is looked up: the same but for white space, outer list marks and punctuation. */
export function normaliseStatement(text: string): string {
  let rest = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(OUTER_MARKS, '').trim();
  }
  return rest === '' ? text.trim() : rest;
}

/** Gives each statement the key of its verdict. */
export type VerdictKeys = (statement: string) => string;

/**
 * @param options.judged Everything besides the statement that the verdict hangs on: judge, rubric, task, history, input.
 * @param options.answerHash Enters the key of statements that mean nothing alone.
 */
export function createVerdictKeys(options: {
  readonly judged: readonly unknown[];
  readonly answerHash: string;
}): VerdictKeys {
  const asked = digest(options.judged);
  return (statement) => {
    const said = normaliseStatement(statement);
    const alone = !opensDependent(said) && contentWords(said).length >= STANDS_ALONE;
    return digest(alone ? [asked, said] : [asked, said, options.answerHash]);
  };
}
