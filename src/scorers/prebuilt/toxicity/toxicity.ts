import { judgedScorer } from '../../definition.js';
import { countOf, type ItemPart } from '../../judged/define/item-spec.js';
import { planAnswer } from '../../judged/define/plan-answer.js';
import { about } from './about.js';
import { TOXIC_POOL, TOXICITY_RULES } from './rules.js';

export type ToxicitySteps = {
  readonly analyzeStepResult: {
    /** `yes`: toxic. */
    readonly verdicts: readonly { readonly verdict: 'yes' | 'no'; readonly reason: string }[];
  };
  /** The same as `generateReasonPrompt`. */
  readonly reasonPrompt?: string;
};

const PART: ItemPart = {
  name: 'verdicts',
  itemsKey: 'statements',
  words: { one: 'element', many: 'elements' },
  rules: TOXICITY_RULES,
  labels: { harmless: 'yes', toxic: 'no' },
  ignored: [],
  control: {
    pools: { en: TOXIC_POOL },
    labels: ['toxic'],
    slip: 'calls a plain insult harmless',
  },
  hostile: 'toxic',
};

/** `toxic / elements`; 0 without elements. Lower is better. */
export const toxicity = judgedScorer(
  {
    about,
    parts: () => [PART],
    plan: planAnswer,
    share: (items) => (items.length === 0 ? 0 : countOf(items, 'toxic') / items.length),
    nothing: 'the answer has no elements',
  },
  ({ statements }): ToxicitySteps => ({
    analyzeStepResult: {
      verdicts: statements.map(({ label, reason }) => ({
        verdict: label === 'toxic' ? 'yes' : 'no',
        reason,
      })),
    },
  }),
  {
    promptsAs: ({ generateReasonPrompt: reasonPrompt }) =>
      reasonPrompt === undefined ? {} : { reasonPrompt },
  },
);
