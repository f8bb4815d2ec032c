import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CHECK, COUNT } from '../../check-options.js';

export const maxLength = {
  ...CHECK,
  id: 'max-length',
  factory: 'createMaxLengthCheck',
  measure: 'the length limit',
  summary: 'Whether the answer is no longer than a number of characters or words.',
  options: z
    .strictObject({
      characters: COUNT.optional().describe(
        'Most characters, as a reader counts them: an emoji or an accented letter is one.',
      ),
      words: COUNT.optional().describe('Most words, in any script.'),
    })
    .refine(({ characters, words }) => (characters ?? words) !== undefined, {
      path: ['characters'],
      error: 'needs characters or words',
    }),
  choices: ['The reference has no such check; `checks.maxLength({ characters, words })` beside the others.'],
} satisfies AboutScorer;
