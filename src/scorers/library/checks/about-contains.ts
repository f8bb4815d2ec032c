import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CHECK, IGNORE_CASE, TEXT } from '../../check-options.js';

export const contains = {
  ...CHECK,
  id: 'contains',
  factory: 'createContainsCheck',
  measure: 'presence of the expected text',
  summary: 'Whether the answer has the expected text in it.',
  options: z.strictObject({
    value: TEXT.optional().describe('What the answer must have in it; default: the groundTruth of the case.'),
    ignoreCase: IGNORE_CASE,
  }),
  choices: [
    '`checks.includes(value, { ignoreCase })` is the same under its documented name and id, `check-includes`; ignoreCase is true unless it is given, as documented. `checks.excludes` is its opposite.',
  ],
} satisfies AboutScorer;
