import type { AboutScorer } from '../../about-scorer.js';
import { defineJudgedScorer } from '../../define-scorer.js';
import { CLAIM_OPTIONS, claimsPart, planClaims } from '../../judged/claims.js';
import { shareOf } from '../../judged/item-spec.js';

const about = {
  id: 'faithfulness',
  factory: 'createFaithfulnessScorer',
  measure: 'faithfulness',
  kind: 'judged',
  higherIsBetter: true,
  needs: ['context'],
  items: { one: 'claim', many: 'claims', bad: 'contradicted' },
  summary: "Share of the answer's claims that the context supports.",
  formula: '(supported claims / claims) · scale',
  options: CLAIM_OPTIONS,
} satisfies AboutScorer;

const PART = claimsPart({ supported: 'yes', unsupported: 'unsure', contradicted: 'no' });

/** `supported / claims`. */
export const faithfulness = defineJudgedScorer(
  {
    about,
    formulaVersion: 2,
    parts: () => [PART],
    plan: planClaims,
    share: (items) => (items.length === 0 ? null : shareOf(items, 'supported')),
    nothing: 'the answer makes no claims to compare with the context',
  },
  ({ statements: claims }) => ({
    preprocessStepResult: { claims: claims.map(({ text }) => text) },
    analyzeStepResult: {
      verdicts: claims.map(({ text, result, reason }) => ({ statement: text, verdict: result, reason })),
    },
  }),
);
