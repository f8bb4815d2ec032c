import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CONTEXT, REASON, SCALE, SHARE } from '../../options.js';

const PENALTIES = z.strictObject({
  unusedHighRelevanceContext: SHARE.describe(
    'What each context costs that is highly relevant and was not used.',
  ).default(0.1),
  missingContextPerItem: SHARE.describe('What each point costs that no context holds.').default(0.15),
  maxMissingContextPenalty: SHARE.describe('What missing points cost at most, all together.').default(0.5),
});

export const about = {
  id: 'context-relevance',
  factory: 'createContextRelevanceScorerLLM',
  measure: 'context relevance',
  kind: 'judged',
  higherIsBetter: true,
  verdictCalls: 2,
  needs: ['context'],
  items: { one: 'context', many: 'contexts', bad: 'irrelevant' },
  summary: 'How useful the context was, whether it was used, and what it lacked.',
  formula:
    'max(0, sum of weights / contexts − highly relevant unused · unusedHighRelevanceContext − min(missing · missingContextPerItem, maxMissingContextPenalty)) · scale; weights: high 1, medium 0.7, low 0.3, none 0',
  options: z.strictObject({
    scale: SCALE,
    context: CONTEXT,
    penalties: PENALTIES.prefault({}).describe('What unused and missing context costs.'),
    reason: REASON,
  }),
  codeOnly: ['contextExtractor'],
} satisfies AboutScorer;
