import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { REASON, SCALE, SHARE } from '../../options.js';

const CHOICES_RULE = 'must be capital letters, each with a meaning and a score';

const choice = z.strictObject({
  meaning: z
    .string({ error: 'must be a text' })
    .min(1, { error: 'must not be empty' })
    .describe('When the judge is to choose it.'),
  score: SHARE.describe('What it is worth.'),
});

const DEFAULT_CHOICES = {
  A: {
    meaning: 'It holds some of the expert’s facts and adds none of its own: a part of the whole.',
    score: 0.4,
  },
  B: { meaning: 'It holds all of the expert’s facts, and further ones that fit with them.', score: 0.6 },
  C: { meaning: 'It holds the same facts as the expert’s answer, no more and no less.', score: 1 },
  D: {
    meaning: 'It contradicts one of the expert’s facts, or holds none of them and answers something else.',
    score: 0,
  },
  E: { meaning: 'It differs, but in nothing that matters for whether it is true.', score: 1 },
};

export const about = {
  id: 'factuality',
  factory: 'createFactualityScorer',
  measure: 'factuality',
  kind: 'judged',
  higherIsBetter: true,
  needs: ['groundTruth'],
  items: { one: 'answer', many: 'answers', bad: 'wrong' },
  summary: 'Whether the facts of the answer are those of an expert’s answer.',
  formula: 'the score of the chosen letter · scale; by default A 0.4, B 0.6, C 1, D 0, E 1',
  options: z.strictObject({
    choices: z
      .record(z.string().regex(/^[A-Z]$/, { error: CHOICES_RULE }), choice, { error: CHOICES_RULE })
      .refine((choices) => new Set(Object.values(choices).map(({ score }) => score)).size > 1, {
        error: 'must have at least two different scores',
      })
      .describe('What the judge chooses from, by letter. The lowest one is for what is surely wrong.')
      .default(DEFAULT_CHOICES),
    scale: SCALE,
    reason: REASON,
  }),
} satisfies AboutScorer;
