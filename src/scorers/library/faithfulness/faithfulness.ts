import type { z } from 'zod';
import { claimsPart } from '../../judged/items/claims-part.js';
import { defineScorer } from '../../judged/items/define-scorer.js';
import { countOf } from '../../judged/items/item-spec.js';
import { planClaims } from '../../judged/items/plan-claims.js';
import { faithfulness as about, type FAITHFULNESS_OPTIONS } from './about.js';

export type FaithfulnessOptions = z.output<typeof FAITHFULNESS_OPTIONS>;

export type FaithfulnessSteps = {
  readonly preprocessStepResult: { readonly claims: readonly string[] };
  readonly analyzeStepResult: {
    readonly verdicts: readonly { readonly verdict: 'yes' | 'no' | 'unsure'; readonly reason: string }[];
  };
};

const PART = claimsPart({ supported: 'yes', unsupported: 'unsure', contradicted: 'no', 'no-claim': 'yes' });

/** `supported / claims`. */
export const FAITHFULNESS = defineScorer<FaithfulnessOptions, FaithfulnessSteps>(
  {
    about,
    formulaVersion: 1,
    formulaOptions: () => null,
    rubricOptions: ({ context }) => context ?? null,
    parts: () => [PART],
    plan: planClaims,
    share(items) {
      const supported = countOf(items, 'supported');
      const claims = supported + countOf(items, 'unsupported', 'contradicted');
      return claims === 0 ? null : supported / claims;
    },
    nothing: 'the answer makes no claims that could be held against the context',
  },
  ({ statements }) => {
    const claims = statements.filter(({ label }) => label !== 'no-claim');
    return {
      preprocessStepResult: { claims: claims.map(({ text }) => text) },
      analyzeStepResult: { verdicts: claims.map(({ result, reason }) => ({ verdict: result, reason })) },
    };
  },
);
