import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { answerText } from '../../builder/run-texts.js';
import { notScorable } from '../../builder/steps.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import {
  type CaseOption,
  CHECK,
  type CheckResult,
  comparable,
  createCheck,
  descriptionOf,
  expectedText,
  type Given,
  IGNORE_CASE,
  NO_VALUE,
  quoted,
} from './check.js';

const about = {
  ...CHECK,
  id: 'equals',
  factory: 'createEqualsCheck',
  measure: 'equality',
  summary: 'Whether the answer is exactly the expected text; white space around it does not count.',
  options: z.strictObject({
    value: z
      .string({ error: 'must be a text' })
      .optional()
      .describe('The expected answer; default: the groundTruth of the case.'),
    ignoreCase: IGNORE_CASE,
  }),
} satisfies AboutScorer;

export type EqualsOptions = z.input<typeof about.options>;

/**
 * 1 where the answer is the expected text, else 0. Without a value the expected text is the run's `groundTruth`; without
 * both it is not scorable.
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createEqualsCheck(given: Given<EqualsOptions> = {}, id: string = about.id) {
  const { value, ignoreCase } = readOptions(about, given);
  return createCheck({ id, name: 'Equals', description: descriptionOf('is', value) }, (run) => {
    const expected = expectedText(run, value);
    if (expected === null) return notScorable(NO_VALUE);
    const answer = answerText(run);
    const found = checkEquals(answer, expected, { ignoreCase });
    const [output, target] = [comparable(answer, { ignoreCase }), comparable(expected, { ignoreCase })];
    return { ...found, shown: { output, target, isEqual: found.passed } };
  });
}

export function checkEquals(answer: string, value: string, option: CaseOption): CheckResult {
  const passed = comparable(answer, option).trim() === comparable(value, option).trim();
  return passed
    ? { passed, reason: `The answer is ${quoted(value)}.` }
    : { passed, reason: `Expected ${quoted(value)}, found ${quoted(answer)}.` };
}

export const equals = codeScorer(about, createEqualsCheck);
