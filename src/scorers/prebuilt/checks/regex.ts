import { z } from 'zod';
import { whyNoPattern } from '../../../text/foreign-pattern.js';
import type { AboutScorer } from '../../about-scorer.js';
import { answerText } from '../../builder/run-texts.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { CHECK, type CheckResult, createCheck, type Given, quoted, TEXT } from './check.js';

const about = {
  ...CHECK,
  id: 'regex',
  factory: 'createRegexCheck',
  measure: 'match with the pattern',
  summary:
    'Whether the answer matches a regular expression. A pattern that takes longer than a second with an answer, as one with nested repetition such as `(a+)+b` can, is stopped, and the answer is unscored.',
  options: z
    .strictObject({
      pattern: TEXT.describe('A JavaScript regular expression, without slashes.'),
      flags: z
        .string({ error: 'must be letters such as i or ims' })
        .regex(/^[imsuv]*$/, { error: 'must be letters of i, m, s, u and v' })
        .describe('Its flags, of i, m, s, u and v.')
        .default(''),
      exact: z
        .boolean({ error: 'must be true or false' })
        .describe('The pattern must match the whole answer.')
        .default(false),
    })
    .superRefine(({ pattern, flags }, context) => {
      const problem = whyNoPattern(pattern, flags);
      if (problem !== null) context.addIssue({ code: 'custom', path: ['pattern'], message: problem });
    }),
} satisfies AboutScorer;

export type RegexOptions = z.input<typeof about.options>;

/**
 * 1 where the answer matches a regular expression, else 0. A pattern that takes longer than a second with an answer is
 * stopped, and the answer is unscored.
 * @throws UserError naming every option that does not exist or is out of range; an invalid pattern too.
 */
export function createRegexCheck(given: Given<RegexOptions>, id: string = about.id) {
  const options = readOptions(about, given);
  const pattern = `/${options.pattern}/${options.flags}`;
  return createCheck({ id, name: 'Regex', description: `Whether the answer matches ${pattern}.` }, (run) => {
    const output = answerText(run);
    const found = checkRegex(output, options);
    return { ...found, shown: { output, pattern, matched: found.passed } };
  });
}

export function checkRegex(answer: string, options: z.output<typeof about.options>): CheckResult {
  const found = matcherOf(options).exec(answer);
  const pattern = `/${options.pattern}/${options.flags}`;
  const wanted = options.exact ? `as a whole to match ${pattern}` : `to match ${pattern}`;
  return found
    ? { passed: true, reason: `The answer matches ${pattern}: ${quoted(found[0])}.` }
    : { passed: false, reason: `Expected the answer ${wanted}, found ${quoted(answer)}.` };
}

/** The pattern to test with: without a memory of the last match, and for the whole text where that is asked for. */
function matcherOf({ pattern, flags, exact }: z.output<typeof about.options>): RegExp {
  return new RegExp(exact ? whole(pattern) : pattern, flags.replaceAll(/[gy]/g, ''));
}

/** With flag m, `^` and `$` would be satisfied by one line. */
function whole(pattern: string): string {
  return `(?<![^])(?:${pattern})(?![^])`;
}

export const regex = codeScorer(about, createRegexCheck);
