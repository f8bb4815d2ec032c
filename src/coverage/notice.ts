import type { Threshold } from '../decide/gate/rule.js';
import {
  type Fact,
  type FactStatus,
  type IrrelevantPoint,
  MAX_BROKEN_SCORE,
  type PairedCase,
} from '../model/comparison.js';
import type { Noticing } from '../model/coverage.js';

const THRESHOLDS = {
  drop: {
    value: 20,
    unit: 'hundredths that an answer lies below the base',
    because: 'as for a case of the gate: a smaller fall is often one statement worded otherwise',
  },
  first: {
    value: 2,
    unit: 'answers without the paragraph that show the same change',
    because: 'most changes that one answer shows by chance are gone in the next',
  },
  answers: {
    value: 7,
    unit: 'answers per side',
    because: 'with fewer, an unchanged prompt is noticed in more than 2% of blocks',
  },
  contradictions: {
    value: 1,
    unit: 'of the answers of both sides',
    because:
      'of 14 answers of an unchanged prompt, 13 agree by chance in 0.1 to 1.7% of blocks, and 12 three times as often',
  },
  manyCases: {
    value: 50,
    unit: 'cases; one answer more per side for each doubling',
    because: 'more cases differ without a cause',
  },
} as const satisfies Readonly<Record<string, Threshold>>;

/** When a case notices that a paragraph of the prompt is missing. */
export const NOTICE_RULE = { name: 'Notice', thresholds: THRESHOLDS } as const;

/** The evidence of one case so far about a prompt without one paragraph. */
export type CaseNotice =
  | { readonly kind: 'unnoticed' }
  /** `upTo`: answers of this side in all, the first ones included. */
  | { readonly kind: 'open'; readonly side: 'variant' | 'base'; readonly upTo: number }
  /** `text`: the statement that is new or missing. Foreign text; empty for a score. */
  | { readonly kind: 'noticed'; readonly effect: Noticing['effect']; readonly text: string };

/** Answers that were taken, with or without a score. */
export type AnswerCounts = { readonly variant: number; readonly base: number };

/** Answers per side that a suite of so many cases needs. */
export function countAnswersPerSide(cases: number): number {
  const { answers, manyCases } = THRESHOLDS;
  return answers.value + Math.max(0, Math.floor(Math.log2(cases / manyCases.value)));
}

/**
 * Compares the answers of one case under a prompt without a paragraph (the pair's head) with those under the whole prompt
 * (the pair's base). Nothing that fewer answers than `perSide` show is noticed, and nothing that more than one contradicts.
 */
export function examineCase(pair: PairedCase, counts: AnswerCounts, perSide: number): CaseNotice {
  if (counts.variant === 0) return { kind: 'open', side: 'variant', upTo: 1 };
  const changes = listChanges(pair).filter((change) => isPossible(change, counts, perSide));
  const [change] = changes;
  if (change === undefined) return { kind: 'unnoticed' };
  if (counts.variant < perSide)
    return { kind: 'open', side: 'variant', upTo: chooseNextCount(counts.variant, perSide) };
  if (counts.base < perSide) return { kind: 'open', side: 'base', upTo: perSide };
  return { kind: 'noticed', effect: change.effect, text: change.text };
}

/** The difference that every head answer of the pair shows and no base answer; `null` for none. With few answers it is a hint. */
export function findDifference(
  pair: PairedCase,
): { readonly effect: Noticing['effect']; readonly text: string } | null {
  const isShown = ({ variant, base }: Change) =>
    variant.length > 0 && base.length > 0 && variant.every(Boolean) && !base.some(Boolean);
  const change = listChanges(pair).find(isShown);
  return change === undefined ? null : { effect: change.effect, text: change.text };
}

/** In steps, because an early contradiction saves the later answers. */
const STEPS = [THRESHOLDS.first.value, 4];

function chooseNextCount(answers: number, perSide: number): number {
  return Math.min(perSide, STEPS.find((step) => step > answers) ?? perSide);
}

/** One change, and which answers show it, in the order in which they were taken. */
type Change = {
  readonly effect: Noticing['effect'];
  readonly text: string;
  readonly variant: readonly boolean[];
  readonly base: readonly boolean[];
};

function isPossible({ variant, base }: Change, counts: AnswerCounts, perSide: number): boolean {
  const { first, contradictions } = THRESHOLDS;
  // An answer without a score shows nothing, so it contradicts.
  const atVariant = countContradictions(variant, Math.min(counts.variant, perSide), true);
  const atBase = countContradictions(base, Math.min(counts.base, perSide), false);
  return (
    variant.slice(0, first.value).every(Boolean) &&
    variant.length >= Math.min(first.value, counts.variant) &&
    atVariant + atBase <= contradictions.value
  );
}

function countContradictions(shown: readonly boolean[], answers: number, expected: boolean): number {
  const counted = shown.slice(0, answers);
  return answers - counted.length + counted.filter((each) => each !== expected).length;
}

function listChanges(pair: PairedCase): readonly Change[] {
  return [
    ...listFalls(pair),
    ...(pair.irrelevant ?? []).map((point) => buildGain(point, pair)),
    ...pair.facts.filter(({ label }) => label === 'yes').map(buildLoss),
  ];
}

function listFalls(pair: PairedCase): readonly Change[] {
  const { base } = pair;
  if (base === null) return [];
  const isLow = (score: number) => score <= base - THRESHOLDS.drop.value;
  const variant = [...pair.headScores, ...pair.headCaseScores];
  const isBroken = variant.length > 0 && variant.every((score) => score <= MAX_BROKEN_SCORE);
  return [
    {
      effect: isBroken ? 'breaks' : 'falls',
      text: '',
      variant: variant.map(isLow),
      base: [...pair.baseScores, ...pair.baseCaseScores].map(isLow),
    },
  ];
}

function buildGain(point: IrrelevantPoint, pair: PairedCase): Change {
  const places = (scores: readonly number[], saying: readonly number[]) =>
    scores.map((_score, at) => saying.includes(at));
  return {
    effect: 'irrelevant',
    text: point.text,
    variant: [...places(pair.headScores, point.head), ...places(pair.headCaseScores, point.headCase)],
    base: [...places(pair.baseScores, point.base), ...places(pair.baseCaseScores, point.baseCase)],
  };
}

function buildLoss(fact: Fact): Change {
  return {
    effect: 'lost-fact',
    text: fact.text,
    variant: [...fact.head, ...fact.headCase].map(isLost),
    base: [...fact.base, ...fact.baseCase].map((status) => status !== 'said'),
  };
}

function isLost(status: FactStatus): boolean {
  return status === 'dropped' || status === 'contradicted';
}
