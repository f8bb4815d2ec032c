import type { ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    'It is no entry of the reference: the letters and their scores are those that this kind of scorer commonly has.',
  ],
  deviations: [],
} satisfies ScorerDocs;
