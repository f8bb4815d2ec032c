import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';

const SWITCH = { error: 'must be true or false' };

export const about = {
  id: 'content-similarity',
  factory: 'createContentSimilarityScorer',
  measure: 'similarity',
  kind: 'code',
  higherIsBetter: true,
  needs: [],
  items: null,
  summary: 'How alike the answer and the expected text are, letter by letter.',
  formula: '2 · common pairs of neighbouring characters / all pairs (Dice), white space left out',
  options: z.strictObject({
    ignoreCase: z.boolean(SWITCH).describe('Compare in small letters.').default(true),
    ignoreWhitespace: z.boolean(SWITCH).describe('Leave white space out of the comparison.').default(true),
  }),
} satisfies AboutScorer;
