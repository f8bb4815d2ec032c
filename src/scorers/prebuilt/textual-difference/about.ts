import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';

export const about = {
  id: 'textual-difference',
  factory: 'createTextualDifferenceScorer',
  measure: 'textual similarity',
  kind: 'code',
  higherIsBetter: true,
  needs: [],
  items: null,
  summary: 'How much of the expected text stands in the answer in the same order.',
  formula: '2 · longest common subsequence / (length + length), in characters',
  options: z.strictObject({}),
} satisfies AboutScorer;
