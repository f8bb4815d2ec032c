import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';

export const about = {
  id: 'keyword-coverage',
  factory: 'createKeywordCoverageScorer',
  measure: 'keyword coverage',
  kind: 'code',
  higherIsBetter: true,
  needs: [],
  items: null,
  summary: 'How many of the keywords of the input the answer has.',
  formula: 'matched keywords / total keywords of the input',
  options: z.strictObject({}),
} satisfies AboutScorer;
