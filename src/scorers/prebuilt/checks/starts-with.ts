import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { answerText } from '../../builder/run-texts.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import {
  type CaseOption,
  CHECK,
  type CheckResult,
  comparable,
  createCheck,
  descriptionOf,
  type Given,
  IGNORE_CASE,
  quoted,
  TEXT,
} from './check.js';

const about = {
  ...CHECK,
  id: 'starts-with',
  factory: 'createStartsWithCheck',
  measure: 'the expected beginning',
  summary: 'Whether the answer begins with a text; white space before it does not count.',
  options: z.strictObject({
    value: TEXT.describe('What the answer must begin with.'),
    ignoreCase: IGNORE_CASE,
  }),
} satisfies AboutScorer;

export type StartsWithOptions = z.input<typeof about.options>;

/**
 * 1 where the answer begins with a text, else 0.
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createStartsWithCheck(given: Given<StartsWithOptions>, id: string = about.id) {
  const { value, ignoreCase } = readOptions(about, given);
  return createCheck({ id, name: 'Starts With', description: descriptionOf('starts with', value) }, (run) => {
    const found = checkStartsWith(answerText(run), value, { ignoreCase });
    return { ...found, shown: { target: value, found: found.passed } };
  });
}

export function checkStartsWith(answer: string, value: string, option: CaseOption): CheckResult {
  const passed = comparable(answer, option).trimStart().startsWith(comparable(value, option).trimStart());
  return passed
    ? { passed, reason: `The answer starts with ${quoted(value)}.` }
    : { passed, reason: `Expected the answer to start with ${quoted(value)}, found ${quoted(answer)}.` };
}

export const startsWith = codeScorer(about, createStartsWithCheck);
