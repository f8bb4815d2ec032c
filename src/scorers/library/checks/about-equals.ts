import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CHECK, IGNORE_CASE } from '../../check-options.js';

export const equals = {
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
  choices: [
    '`checks.equals(value, { ignoreCase })` is the same under its documented name and id, `check-equals`; ignoreCase is true unless it is given, as documented. Without a value the expected text is `groundTruth`, which the reference does not know; without both the answer is not scorable.',
  ],
  deviations: [
    {
      what: 'White space',
      reference: 'A line end after the answer makes it another.',
      here: 'White space around both texts does not count; composed characters.',
      why: 'Models end with a line end or not, at random.',
    },
  ],
} satisfies AboutScorer;
