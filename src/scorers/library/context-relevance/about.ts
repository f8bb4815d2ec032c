import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { JUDGED_DEVIATIONS, labelDeviation, SCALE_DEVIATION } from '../../judged-deviations.js';
import { CONTEXT, REASON, SCALE, SHARE } from '../../judged-options.js';

const PENALTIES = z.strictObject({
  unusedHighRelevanceContext: SHARE.describe(
    'What each context costs that is highly relevant and was not used.',
  ).default(0.1),
  missingContextPerItem: SHARE.describe('What each point costs that no context holds.').default(0.15),
  maxMissingContextPenalty: SHARE.describe('What missing points cost at most, all together.').default(0.5),
});

export const CONTEXT_RELEVANCE_OPTIONS = z.strictObject({
  scale: SCALE,
  context: CONTEXT,
  penalties: PENALTIES.prefault({}).describe('What unused and missing context costs.'),
  reason: REASON,
});

export const contextRelevance = {
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
  options: CONTEXT_RELEVANCE_OPTIONS,
  codeOnly: ['contextExtractor'],
  choices: [
    '`contextExtractor` goes before `context`, as documented.',
    'The documented examples give 0.64 and 0.69 for verdicts from which their own formula makes other numbers; the formula counts here.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('An unknown level makes the score NaN.'),
    SCALE_DEVIATION,
    {
      what: 'Missing context',
      reference: 'Whatever list the judge thinks of.',
      here: 'The statements of the ground truth, where there is one, else of the answer, that no context holds.',
      why: 'A list that nobody bounds is a number that nobody can check.',
    },
    {
      what: 'No context',
      reference: 'The full score, or an error at once.',
      here: 'Not scorable; it may also come from the case, the answer or its tool results.',
      why: 'Nothing was measured.',
    },
  ],
} satisfies AboutScorer;
