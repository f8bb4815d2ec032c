import type { z } from 'zod';
import { notScorable } from '../../builder/not-scorable.js';
import { answerText, groundTruthText } from '../../builder/run-texts.js';
import { readOptions } from '../../read-options.js';
import { contains } from './about-contains.js';
import { equals } from './about-equals.js';
import { maxLength } from './about-max-length.js';
import { startsWith } from './about-starts-with.js';
import { quoted } from './check-result.js';
import { type CheckRun, createCheck } from './create-check.js';
import { checkContains, checkEquals, checkMaxLength, checkStartsWith, comparable } from './text-checks.js';

export type EqualsOptions = z.input<typeof equals.options>;
export type ContainsOptions = z.input<typeof contains.options>;
export type StartsWithOptions = z.input<typeof startsWith.options>;
export type MaxLengthOptions = z.input<typeof maxLength.options>;

/** Options beside the others or in a group of their own. */
export type Given<Options> = Options & { readonly options?: Options };

const NO_VALUE = 'There is no text to look for: neither option value nor groundTruth is given.';

/**
 * 1 where the answer is the expected text, else 0. Without a value the expected text is the run's `groundTruth`; without
 * both it is not scorable.
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createEqualsCheck(given: Given<EqualsOptions> = {}, id: string = equals.id) {
  const { value, ignoreCase } = readOptions(equals, given);
  return createCheck({ id, name: 'Equals', description: description('is', value) }, (run) => {
    const expected = expectedText(run, value);
    if (expected === null) return notScorable(NO_VALUE);
    const answer = answerText(run);
    const found = checkEquals(answer, expected, { ignoreCase });
    const [output, target] = [comparable(answer, { ignoreCase }), comparable(expected, { ignoreCase })];
    return { ...found, shown: { output, target, isEqual: found.passed } };
  });
}

/**
 * 1 where the answer has the expected text in it, else 0. Without a value the expected text is the run's `groundTruth`;
 * without both it is not scorable.
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createContainsCheck(given: Given<ContainsOptions> = {}, id: string = contains.id) {
  const { value, ignoreCase } = readOptions(contains, given);
  return createCheck({ id, name: 'Contains', description: description('contains', value) }, (run) => {
    const expected = expectedText(run, value);
    if (expected === null || expected === '') return notScorable(NO_VALUE);
    const answer = answerText(run);
    const found = checkContains(answer, expected, { ignoreCase });
    const [output, target] = [comparable(answer, { ignoreCase }), comparable(expected, { ignoreCase })];
    return { ...found, shown: { output, target, found: found.passed } };
  });
}

/**
 * 1 where the answer begins with a text, else 0.
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createStartsWithCheck(given: Given<StartsWithOptions>, id: string = startsWith.id) {
  const { value, ignoreCase } = readOptions(startsWith, given);
  return createCheck({ id, name: 'Starts With', description: description('starts with', value) }, (run) => {
    const found = checkStartsWith(answerText(run), value, { ignoreCase });
    return { ...found, shown: { target: value, found: found.passed } };
  });
}

/**
 * 1 where the answer is no longer than so many characters, words or both, else 0.
 * @throws UserError naming every option that does not exist or is out of range, or where neither limit is given.
 */
export function createMaxLengthCheck(given: Given<MaxLengthOptions>, id: string = maxLength.id) {
  const limits = readOptions(maxLength, given);
  return createCheck({ id, name: 'Max Length', description: maxLength.summary }, (run) => {
    const found = checkMaxLength(answerText(run), limits);
    return { ...found, shown: { ...limits, passed: found.passed } };
  });
}

function expectedText(run: CheckRun, value: string | undefined): string | null {
  return value ?? groundTruthText(run);
}

function description(verb: string, value: string | undefined): string {
  return `Whether the answer ${verb} ${value === undefined ? 'the expected answer' : quoted(value)}.`;
}
