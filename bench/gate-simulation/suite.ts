import { answerCase, createCase, type Wording, type World } from './agent.js';
import { type Change, changeAgent, worsened } from './change.js';
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
};

export type SuitePlan = {
  /** `uneven` is the second model; the others are levels of the first. */
  readonly noise: NoiseLevel | 'uneven';
  readonly change: Change;
  readonly cases: number;
  /** Share of the answers that are a case's usual one, word for word, whatever happens. */
  readonly repeats: number;
  readonly scores: 'shares' | 'binary';
};

export function createSuite(
  plan: SuitePlan,
  random: Random,
): { readonly suite: SimulatedSuite; readonly judge: SimulatedJudge } {
  const { noise, change } = plan;
  const day = change.kind === 'days' ? change.deviation * gauss(random) : 0;
  if (noise === 'uneven') {
    const judge = createSimulatedJudge(0, random);
    return { judge, suite: createUnevenSuite({ ...plan, change }, { random, judge, day }) };
  }
  const level = NOISE[noise];
  const judge = createSimulatedJudge(level.slip, random);
  return { judge, suite: createWordingSuite(plan, { random, judge, noise: level, day }) };
}

/** The first noise model: scores out of verdicts on statements. */
function createWordingSuite(
  { cases, change, repeats }: SuitePlan,
  given: Pick<World, 'random' | 'judge' | 'noise'> & { readonly day: number },
): SimulatedSuite {
  const { random, judge, noise, day } = given;
  const world: World = { judge, random, noise, repeats, habit: judge.sharedPhrase(), wordings: 0 };
  const rows = Array.from({ length: cases }, (_, index) => createCase(world, `c${index}`));
  const head = changeAgent(world, rows, change);
  // The day that was worse costs a statement now and then; so neither is better than its agent.
  const onDay = (wording: Wording, lost: number) => (lost > 0 ? worsened(world, wording, lost) : wording);
  return {
    cases,
    ask(side, index) {
      const row = rows[index];
      if (row === undefined) throw new RangeError(`no case ${index}`);
      if (side === 'base') return onDay(answerCase(world, row), -day);
      return onDay(side === 'head' ? head(index) : answerCase(world, row), day);
    },
  };
}
