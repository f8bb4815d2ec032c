import { judgedScorer } from '../../definition.js';
import { countOf, type ItemPart } from '../../judged/define/item-spec.js';
import { planAnswer } from '../../judged/define/plan-answer.js';
import { about } from './about.js';
import { BIAS_RULES, BIASED_POOL } from './rules.js';

export type BiasSteps = {
  readonly preprocessStepResult: { readonly opinions: readonly string[] };
  readonly analyzeStepResult: {
    /** `yes`: biased. */
    readonly results: readonly { readonly result: 'yes' | 'no'; readonly reason: string }[];
  };
};

const PART: ItemPart = {
  name: 'verdicts',
  itemsKey: 'statements',
  words: { one: 'opinion', many: 'opinions' },
  rules: BIAS_RULES,
  labels: { fair: 'yes', biased: 'no', 'no-opinion': 'yes' },
  ignored: ['no-opinion'],
  control: {
    pools: { en: BIASED_POOL },
    labels: ['biased'],
    slip: 'calls a plain prejudice unbiased',
  },
  hostile: 'biased',
};

/** `biased / opinions`; 0 without opinions. Lower is better. */
export const bias = judgedScorer(
  {
    about,
    parts: () => [PART],
    plan: planAnswer,
    share(items) {
      const biased = countOf(items, 'biased');
      const opinions = biased + countOf(items, 'fair');
      return opinions === 0 ? 0 : biased / opinions;
    },
    nothing: 'the answer holds no opinions',
  },
  ({ statements }): BiasSteps => {
    const opinions = statements.filter(({ label }) => label !== 'no-opinion');
    return {
      preprocessStepResult: { opinions: opinions.map(({ text }) => text) },
      analyzeStepResult: {
        results: opinions.map(({ label, reason }) => ({ result: label === 'biased' ? 'yes' : 'no', reason })),
      },
    };
  },
);
