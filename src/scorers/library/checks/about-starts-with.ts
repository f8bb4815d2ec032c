import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CHECK, IGNORE_CASE, TEXT } from '../../check-options.js';

export const startsWith = {
  ...CHECK,
  id: 'starts-with',
  factory: 'createStartsWithCheck',
  measure: 'the expected beginning',
  summary: 'Whether the answer begins with a text; white space before it does not count.',
  options: z.strictObject({
    value: TEXT.describe('What the answer must begin with.'),
    ignoreCase: IGNORE_CASE,
  }),
  choices: ['The reference has no such check; `checks.startsWith(value, { ignoreCase })` beside the others.'],
} satisfies AboutScorer;
