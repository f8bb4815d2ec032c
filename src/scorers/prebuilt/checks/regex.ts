import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { answerText } from '../../builder/run-texts.js';
import { notScorable } from '../../builder/steps.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { CHECK, type CheckResult, createCheck, type Given, quoted, TEXT } from './check.js';

const about = {
  ...CHECK,
  id: 'regex',
  factory: 'createRegexCheck',
  measure: 'match with the pattern',
  summary:
    'Whether the answer matches a regular expression; answers above 20,000 characters are not scorable. A pattern with nested repetition, such as `(a+)+b`, can take hours on a short answer, and nothing here can stop it: write patterns that cannot match one text in many ways.',
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
      const problem = whyNotRegex(pattern, flags);
      if (problem !== null) context.addIssue({ code: 'custom', path: ['pattern'], message: problem });
    }),
} satisfies AboutScorer;

function whyNotRegex(pattern: string, flags: string): string | null {
  try {
    new RegExp(pattern, flags);
    return null;
  } catch (thrown) {
    return `is no regular expression: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

export type RegexOptions = z.input<typeof about.options>;

/**
 * 1 where the answer matches a regular expression, else 0; answers above 20,000 characters are not scorable. A pattern
 * that can match one text in very many ways (`(a+)+b`) may never end: nothing here can stop it.
 * @throws UserError naming every option that does not exist or is out of range; an invalid pattern too.
 */
export function createRegexCheck(given: Given<RegexOptions>, id: string = about.id) {
  const options = readOptions(about, given);
  const pattern = `/${options.pattern}/${options.flags}`;
  return createCheck({ id, name: 'Regex', description: `Whether the answer matches ${pattern}.` }, (run) => {
    const output = answerText(run);
    const found = checkRegex(output, options);
    if (found === null) {
      return notScorable(
        `The answer has ${output.length} characters; patterns are matched with up to ${LONGEST_MATCHED}.`,
      );
    }
    return { ...found, shown: { output, pattern, matched: found.passed } };
  });
}

/** Longer answers are not matched: the time of a pattern can grow with the square of the text, and nothing can stop it. */
export const LONGEST_MATCHED = 20_000;

/** `null` where the answer is too long to be matched. */
export function checkRegex(answer: string, options: z.output<typeof about.options>): CheckResult | null {
  if (answer.length > LONGEST_MATCHED) return null;
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
