import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';

export const about = {
  id: 'completeness',
  factory: 'createCompletenessScorer',
  measure: 'completeness',
  kind: 'code',
  higherIsBetter: true,
  needs: [],
  items: null,
  summary: 'How many of the words of the input the answer takes up.',
  formula: 'covered elements / input elements',
  options: z.strictObject({}),
} satisfies AboutScorer;
