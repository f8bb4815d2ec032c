import type { Threshold } from '../decide/gate/rule.js';
import { MAX_HUNKS } from './hunks.js';

/** Thresholds of the search for the changed paragraph that makes a finding come and go. */
export const CAUSE_THRESHOLDS = {
  hunks: {
    value: MAX_HUNKS,
    unit: 'changed paragraphs; neighbours are joined if there are more',
    because: 'each costs four answers to rule out',
  },
  cases: {
    value: 3,
    unit: 'of the worst cases with the finding',
    because: 'two that agree are enough, and one of three may differ',
  },
  answers: {
    value: 6,
    unit: 'answers of the head without the paragraph, and as many of the base with only it',
    because: 'twelve answers tell a cause from a habit that half of the base answers have',
  },
  contradictions: {
    value: 2,
    unit: 'of the twelve answers',
    because: 'with three, a paragraph that is not the cause passes in 7% of cases, with two in at most 2.5%',
  },
  naming: {
    value: 2,
    unit: 'cases that have to name the same paragraphs, if several have the finding',
    because: 'a wrong paragraph is then named in at most 1% of explanations',
  },
  answersOfTwo: {
    value: 9,
    unit: 'answers of each kind if two cases have the finding',
    because: 'both have to name the paragraph, so each has to be surer',
  },
  contradictionsOfTwo: {
    value: 4,
    unit: 'of the eighteen answers if two cases have the finding',
    because: 'in both cases together, chance passes as rarely as with three',
  },
  answersOfOne: {
    value: 12,
    unit: 'answers of each kind if a single case has the finding',
    because: 'no other case can agree',
  },
  contradictionsOfOne: {
    value: 5,
    unit: 'of the twenty-four answers if a single case has the finding',
    because: 'a paragraph that is not the cause passes in at most 0.4% of cases',
  },
  pairContradictions: {
    value: 5 / 18,
    unit: 'of the answers that show a pair: each paragraph alone, and both',
    because: 'chance lets a pair pass as rarely as a single paragraph',
  },
  controls: {
    value: 2,
    unit: 'other paragraphs that must make no difference if the agent always answers alike',
    because: 'all its answers under one variant are one, and any edit may change it',
  },
  step: {
    value: 2,
    unit: 'answers of each kind that run at once',
    because: 'they rule out most paragraphs',
  },
} as const satisfies Readonly<Record<string, Threshold>>;

/** Answers of each kind, and contradictions among both kinds, for a finding in so many cases. */
export function chooseLimits(cases: number): { readonly answers: number; readonly contradictions: number } {
  const { answersOfOne, contradictionsOfOne, answersOfTwo, contradictionsOfTwo } = CAUSE_THRESHOLDS;
  if (cases === 1) return { answers: answersOfOne.value, contradictions: contradictionsOfOne.value };
  if (cases === 2) return { answers: answersOfTwo.value, contradictions: contradictionsOfTwo.value };
  return { answers: CAUSE_THRESHOLDS.answers.value, contradictions: CAUSE_THRESHOLDS.contradictions.value };
}
