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
  TEXT,
} from './check.js';

const about = {
  ...CHECK,
  id: 'contains',
  factory: 'createContainsCheck',
  measure: 'presence of the expected text',
  summary: 'Whether the answer has the expected text in it.',
  options: z.strictObject({
    value: TEXT.optional().describe('What the answer must have in it; default: the groundTruth of the case.'),
    ignoreCase: IGNORE_CASE,
  }),
} satisfies AboutScorer;

export type ContainsOptions = z.input<typeof about.options>;

/**
 * 1 where the answer has the expected text in it, else 0. Without a value the expected text is the run's `groundTruth`;
 * without both it is not scorable.
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createContainsCheck(given: Given<ContainsOptions> = {}, id: string = about.id) {
  const { value, ignoreCase } = readOptions(about, given);
  return createCheck({ id, name: 'Contains', description: descriptionOf('contains', value) }, (run) => {
    const expected = expectedText(run, value);
    if (expected === null || expected === '') return notScorable(NO_VALUE);
    const answer = answerText(run);
    const found = checkContains(answer, expected, { ignoreCase });
    const [output, target] = [comparable(answer, { ignoreCase }), comparable(expected, { ignoreCase })];
    return { ...found, shown: { output, target, found: found.passed } };
  });
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

export const contains = codeScorer(about, createContainsCheck);
