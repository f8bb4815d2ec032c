import { describe, expect, test } from 'vitest';
import { type AgentNoise, runTrial, type TrialPlan } from '../../bench/cause-simulation/run-trial.js';
import { SCENARIOS } from '../../bench/cause-simulation/scenarios.js';

const EVERY_ANSWER: AgentNoise = { says: 1, habit: 0, varies: 'each-answer' };

function runTrials(plan: TrialPlan, trials: number) {
  const all = Array.from({ length: trials }, (_, at) => runTrial(plan, `test ${JSON.stringify(plan)} ${at}`));
  const shareOf = (is: (trial: (typeof all)[number]) => boolean) => all.filter(is).length / trials;
  return {
    right: shareOf(({ isRight }) => isRight),
    wrong: shareOf(({ isWrong }) => isWrong),
    answers: all.reduce((sum, { answers }) => sum + answers, 0) / trials,
  };
}

describe('the simulation of causes', () => {
  test.each(SCENARIOS)('%s: the right lines, and no wrong one', (scenario) => {
    for (const hunks of [2, 3, 8]) {
      const plan = { ...EVERY_ANSWER, scenario, hunks, cases: 3 };
      expect(runTrials(plan, 10)).toMatchObject({ right: 1, wrong: 0 });
      expect(runTrials({ ...plan, habit: 0.05 }, 20), `${hunks}`).toMatchObject({ wrong: 0 });
      expect(runTrials({ ...plan, habit: 0.2 }, 20).right).toBeGreaterThanOrEqual(0.8);
      expect(runTrials({ ...plan, says: 0.8, habit: 0.05 }, 20).right).toBeGreaterThanOrEqual(0.7);
      expect(runTrials({ ...plan, varies: 'steady' }, 10).wrong).toBe(0);
    }
  });

  test('nothing to explain names nothing', () => {
    for (const habit of [0.05, 0.2]) {
      for (const cases of [1, 2, 3]) {
        const plan = { ...EVERY_ANSWER, scenario: 'nothing', habit, cases, hunks: 8 } as const;
        expect(runTrials(plan, 40).wrong).toBeLessThanOrEqual(0.025);
      }
    }
  });

  test('one of eight is found with fewer than 60 answers, one of three with fewer than 40', () => {
    const plan = { ...EVERY_ANSWER, scenario: 'one added', cases: 3 } as const;
    expect(runTrials({ ...plan, hunks: 8 }, 20).answers).toBeLessThan(60);
    expect(runTrials({ ...plan, hunks: 3 }, 20).answers).toBeLessThan(40);
  });
});
