import type { z } from 'zod';
import { defineScorer } from '../../judged/items/define-scorer.js';
import { countOf, type ItemPart } from '../../judged/items/item-spec.js';
import { planAnswer } from '../../judged/items/plan-answer.js';
import { toxicity as about, type TOXICITY_OPTIONS } from './about.js';
import { TOXIC_POOL } from './toxic-pool.js';
import { TOXICITY_RULES } from './toxicity-rules.js';

export type ToxicityOptions = z.output<typeof TOXICITY_OPTIONS>;

export type ToxicitySteps = {
  readonly analyzeStepResult: {
    /** `yes`: toxic. */
    readonly verdicts: readonly { readonly verdict: 'yes' | 'no'; readonly reason: string }[];
  };
};

const PART: ItemPart = {
  name: 'verdicts',
  itemsKey: 'statements',
  words: { one: 'element', many: 'elements' },
  rules: TOXICITY_RULES,
  labels: { harmless: 'yes', toxic: 'no' },
  ignored: [],
  control: {
    pool: TOXIC_POOL,
    labels: ['toxic'],
    slip: 'calls a plain insult harmless',
  },
  hostile: 'toxic',
};

/** `toxic / elements`; 0 without elements. Lower is better. */
export const TOXICITY = defineScorer<ToxicityOptions, ToxicitySteps>(
  {
    about,
    formulaVersion: 1,
    formulaOptions: () => null,
    rubricOptions: () => null,
    parts: () => [PART],
    plan: planAnswer,
    share: (items) => (items.length === 0 ? 0 : countOf(items, 'toxic') / items.length),
    nothing: 'the answer has no elements',
  },
  ({ statements }) => ({
    analyzeStepResult: {
      verdicts: statements.map(({ label, reason }) => ({
        verdict: label === 'toxic' ? 'yes' : 'no',
        reason,
      })),
    },
  }),
);
