import { describe, expect, it } from 'vitest';
import { compareScores, type Faults, measure, ODDITIES } from '../../bench/odd-replies/measure.js';

const CASES = 100;
const ofAgent = ODDITIES.filter((kind) => kind !== 'count' && kind !== 'enum');

describe.concurrent('odd replies of agent and judge', async () => {
  const right = await measure({ cases: CASES });

  const disturbed = (share: number) => {
    const of = (kinds: Faults['kinds']): Faults => ({ share, kinds, seed: 2 });
    return measure({ cases: CASES, agent: of(ofAgent), judge: of(ODDITIES) });
  };

  it.each([0.05, 0.3])('for %d of them cost no case its score, and change none', async (share) => {
    const run = await disturbed(share);
    expect(run.record.stopped).toBeNull();
    expect(compareScores(run, right)).toEqual({ unscored: 0, otherScore: 0 });
    // Each spoilt reply is asked for again, and nothing else.
    expect(run.requests / right.requests).toBeLessThan(1 + 2 * share);
    expect(run.record.repeats?.map(({ of }) => of)).toContain('reply');
    // No mode was left: most replies had the form of the schema.
    expect(run.lines.filter((line) => line.includes('now gets'))).toEqual([]);
  });

  it.each(['html', 'badjson'] as const)(
    'nothing but %s leaves every case without a score, with the cause',
    async (kind) => {
      const always: Faults = { share: 1, kinds: [kind], seed: 1 };
      const run = await measure({ cases: 30, judge: always });
      expect(compareScores(run, right)).toEqual({ unscored: 30, otherScore: 0 });
      const reasons = run.record.cases.map(({ samples: [sample] }) => sample?.judgements['answer-relevancy']);
      for (const reason of reasons) expect(reason).toMatchObject({ status: 'unscored', kind: 'malformed' });
    },
  );
});
