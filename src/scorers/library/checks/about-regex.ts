import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CHECK, TEXT } from '../../check-options.js';

export const regex = {
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
  choices: [
    '`checks.matches(pattern, { exact })` takes a RegExp under its documented name and id, `check-matches`.',
  ],
  deviations: [
    {
      what: 'Flags g and y',
      reference: 'A RegExp with `g` remembers where it stopped, so that every second answer fails.',
      here: 'Both are left out.',
      why: 'A check depends on its answer alone.',
    },
    {
      what: '`exact` with alternatives',
      reference: '`a|b` becomes `^a|b$`, which `abc` matches.',
      here: 'The pattern as a whole must match the answer as a whole.',
      why: 'Documented as matching the entire output.',
    },
  ],
} satisfies AboutScorer;

function whyNotRegex(pattern: string, flags: string): string | null {
  try {
    new RegExp(pattern, flags);
    return null;
  } catch (thrown) {
    return `is no regular expression: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}
