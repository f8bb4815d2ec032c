import type { Match, Search } from '../../src/model/comparison.js';
import { answerCase, createCase, type Wording, type World } from './agent.js';
import { type Change, changeAgent, worsened } from './change.js';
import { createFactSuite, type FactChange } from './facts.js';
import { createSimulatedJudge, type SimulatedJudge } from './judge.js';
import { NOISE, type NoiseLevel } from './noise.js';
import type { Random } from './random.js';
import { createUnevenSuite, gauss } from './uneven.js';

/** `base` as it was stored, `today` the same agent run again on the head's day. */
export type Side = 'base' | 'today' | 'head';

/** One suite before and after a pull request, as one scorer sees it. */
export type SimulatedSuite = {
  readonly cases: number;
  ask(side: Side, index: number): Wording;
  /** What an answer to this case scores on average, judge's slips apart; 0..1. */
  trueScore(side: Side, index: number): number;
  /** Whether the head's answer states a fact; missing where nobody compares what answers state. */
  readonly states?: (index: number, fact: string) => boolean;
  /** The judge that looks for a statement in an answer; missing where nobody compares what answers state. */
  readonly match?: (index: number, search: Search) => readonly Match[];
};

export type SuitePlan = {
  /** `uneven` is the second model, and `facts` the third, of what answers state; the others are levels of the first. */
  readonly noise: NoiseLevel | 'uneven' | 'facts';
  readonly change: Change | FactChange | { readonly kind: 'noticeable' };
  readonly cases: number;
  /** Share of the answers that are a case's usual one, word for word, whatever happens. */
  readonly repeats: number;
  readonly scores: 'shares' | 'binary' | 'heavy' | 'perfect';
};

export function createSuite(
  plan: SuitePlan,
  random: Random,
): { readonly suite: SimulatedSuite; readonly judge: SimulatedJudge } {
  const { noise, change } = plan;
  if (noise === 'facts') {
    if (!isFactChange(change)) throw new Error(`no change of what answers state: ${change.kind}`);
    const judge = createSimulatedJudge(0, random);
    return { judge, suite: createFactSuite({ ...plan, change }, { random, judge }) };
  }
  if (change.kind === 'noticeable') throw new Error('how large it is has to be known first');
  if (isFactChange(change)) throw new Error(`only for the model of what answers state: ${change.kind}`);
  const day = change.kind === 'days' ? change.deviation * gauss(random) : 0;
  if (noise === 'uneven') {
    const judge = createSimulatedJudge(0, random);
    return { judge, suite: createUnevenSuite({ ...plan, change }, { random, judge, day }) };
  }
  const level = NOISE[noise];
  const judge = createSimulatedJudge(level.slip, random);
  return { judge, suite: createWordingSuite({ ...plan, change }, { random, judge, noise: level, day }) };
}

const FACT_CHANGES: ReadonlySet<string> = new Set([
  'no-fact',
  'one-sentence',
  'one-fact',
  'all-facts',
  'other-words',
  'model-update',
] satisfies readonly FactChange['kind'][]);

function isFactChange(change: SuitePlan['change']): change is FactChange {
  return FACT_CHANGES.has(change.kind);
}

/** The first noise model: scores out of verdicts on statements. */
function createWordingSuite(
  { cases, change, repeats }: SuitePlan & { readonly change: Change },
  given: Pick<World, 'random' | 'judge' | 'noise'> & { readonly day: number },
): SimulatedSuite {
  const { random, judge, noise, day } = given;
  const world: World = { judge, random, noise, repeats, habit: judge.sharedPhrase(), wordings: 0 };
  const rows = Array.from({ length: cases }, (_, index) => createCase(world, `c${index}`));
  const head = changeAgent(world, rows, change);
  // The day that was worse costs a statement now and then; so neither is better than its agent.
  const onDay = (wording: Wording, lost: number) => (lost > 0 ? worsened(world, wording, lost) : wording);
  const ask = (side: Side, index: number): Wording => {
    const row = rows[index];
    if (row === undefined) throw new RangeError(`no case ${index}`);
    const usual = side === 'head' ? head(index) : answerCase(world, row);
    const said =
      change.kind === 'habit' && random.chance(change.rate)
        ? { id: `${usual.id} by habit`, phrases: [...usual.phrases, world.habit] }
        : usual;
    return onDay(said, side === 'base' ? -day : day);
  };
  const trueScore = (side: Side, index: number) => {
    const scores = Array.from({ length: DRAWS }, () => {
      const { phrases } = ask(side, index);
      const sum = phrases.reduce((total, phrase) => total + WEIGHT[judge.judged(phrase).result], 0);
      return sum / Math.max(1, phrases.length);
    });
    return scores.reduce((sum, score) => sum + score, 0) / DRAWS;
  };
  return { cases, ask, trueScore };
}

/** Answers that tell a case's usual score. */
const DRAWS = 40;
const WEIGHT = { yes: 1, unsure: 0.3, no: 0 };
