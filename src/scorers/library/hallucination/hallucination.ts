import type { z } from 'zod';
import { claimsPart } from '../../judged/items/claims-part.js';
import { defineScorer } from '../../judged/items/define-scorer.js';
import { countOf } from '../../judged/items/item-spec.js';
import { planClaims } from '../../judged/items/plan-claims.js';
import { hallucination as about, type HALLUCINATION_OPTIONS } from './about.js';

export type HallucinationOptions = z.output<typeof HALLUCINATION_OPTIONS>;

export type HallucinationSteps = {
  readonly preprocessStepResult: { readonly claims: readonly string[] };
  readonly analyzeStepResult: {
    /** `yes`: hallucinated. */
    readonly verdicts: readonly {
      readonly statement: string;
      readonly verdict: 'yes' | 'no';
      readonly reason: string;
    }[];
  };
};

const PART = claimsPart({ supported: 'yes', unsupported: 'no', contradicted: 'no', 'no-claim': 'yes' });

/** `(contradicted + unsupported) / claims`; 0 without claims. Lower is better. */
export const HALLUCINATION = defineScorer<HallucinationOptions, HallucinationSteps>(
  {
    about,
    formulaVersion: 1,
    formulaOptions: () => null,
    rubricOptions: ({ context }) => context ?? null,
    parts: () => [PART],
    plan(request, tools) {
      if (request.answer.output.trim() === '') {
        return { kind: 'settled', share: 0, reason: 'The answer says nothing, so nothing is made up.' };
      }
      return planClaims(request, tools);
    },
    share(items) {
      const made = countOf(items, 'unsupported', 'contradicted');
      const claims = made + countOf(items, 'supported');
      return claims === 0 ? 0 : made / claims;
    },
    nothing: 'the answer makes no claims',
  },
  ({ statements }) => {
    const claims = statements.filter(({ label }) => label !== 'no-claim');
    return {
      preprocessStepResult: { claims: claims.map(({ text }) => text) },
      analyzeStepResult: {
        verdicts: claims.map(({ text, result, reason }) => ({
          statement: text,
          verdict: result === 'yes' ? 'no' : 'yes',
          reason,
        })),
      },
    };
  },
);
