import { describe, expect, it } from 'vitest';
import { binomialTail } from '../../../src/decide/compare/chance.js';
import type { GateAnswer, RuleFinding } from '../../../src/ports/decision.js';
import type { CaseRecord } from '../../../src/ports/run-record.js';
import { askGate, createCases, type GateScene } from '../../support/gate.js';
import { createBaseline, createCase, createSample, createScoredCase } from '../../support/records.js';

const ids = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index}`);
const rows = (names: readonly string[], scores: readonly number[]) =>
  names.map((id) => createScoredCase(id, scores));
const FELL = ids(5, 'fell');
const ROSE = ids(5, 'rose');

/** Five cases fell by 0.3 and five rose by as much, so that the mean tells nothing. */
function hidden(runs: number): GateScene {
  const of = (score: number) => Array.from({ length: runs }, (_, run) => score + run / 100);
  return {
    base: [
      ...createCases(40, [0.9, 0.9, 0.9]),
      ...rows(FELL, [0.9, 0.91, 0.9]),
      ...rows(ROSE, [0.5, 0.5, 0.51]),
    ],
    head: [...createCases(40, of(0.9)), ...rows(FELL, of(0.6)), ...rows(ROSE, of(0.8))],
  };
}

function findingOf(answer: GateAnswer): RuleFinding | undefined {
  if (answer.kind !== 'decided') throw new Error(`the gate asks: ${answer.why}`);
  return answer.decision.findings.find(({ rule }) => rule === 'spread');
}

describe('SPREAD', () => {
  it('finds several clear falls that gains hide from the mean', () => {
    const answer = askGate(hidden(3));
    expect(findingOf(answer)).toEqual({
      rule: 'spread',
      outcome: 'fails',
      line: '5 of 50 cases clearly fell, in every run by 0.28 or more: `fell0` 0.90 → 0.61, `fell1` 0.90 → 0.61, `fell2` 0.90 → 0.61, 2 more. By chance alone, fewer than 1 of 1,000 runs would look like this.',
      cases: FELL,
    });
    expect(answer).toMatchObject({
      decision: { outcome: 'fail', because: ['regression'], shortLine: '5 of 50 cases clearly fell' },
    });
  });

  it('speaks of every run only where there are several', () => {
    expect(findingOf(askGate({ ...hidden(1), canSample: false }))?.line).toMatch(
      /^5 of 50 cases clearly fell, by 0\.30 or more: `fell0` 0\.90 → 0\.60/,
    );
  });

  it('says by how much they fell where all fell alike', () => {
    const same = (score: number) => [...createCases(20, [0.9]), ...rows(FELL, [score])];
    expect(findingOf(askGate({ base: same(1), head: same(0.33), canSample: false }))?.line).toContain(
      'clearly fell, by 0.67: `fell0`',
    );
  });

  it('asks for runs of the whole suite until it is sure, never for the low cases alone', () => {
    expect(askGate({ ...hidden(1), canSample: true })).toMatchObject({
      kind: 'more-samples',
      cases: 'all',
      upTo: 2,
      why: expect.stringMatching(
        /^Run 2 of every case, because 5 of 50 cases clearly fell \(by chance in 1 of 1,000 runs\)\.$/,
      ),
    });
  });

  it.each<[string, (each: CaseRecord) => CaseRecord]>([
    ['a case of which one run recovered', (row) => withScores(row, [0.6, 0.6, 0.9])],
    ['a fall of less than 0.2', (row) => withScores(row, [0.72, 0.72, 0.72])],
  ])('does not count %s', (_, change) => {
    const { head, base = null } = hidden(3);
    const changed = head.map((row) => (FELL.includes(row.id) ? change(row) : row));
    expect(findingOf(askGate({ head: changed, base }))).toBeUndefined();
  });

  it('counts in how many cases the runs part at all: where the base is as often the low one, few are no proof', () => {
    const low = [0.3, 0.31, 0.3];
    const high = [0.9, 0.91, 0.9];
    const fell = ids(3, 'fell');
    const rose = ids(11, 'rose');
    const scene = {
      base: [...createCases(20, high), ...rows(fell, high), ...rows(rose, low)],
      head: [...createCases(20, high), ...rows(fell, low), ...rows(rose, high)],
    };
    expect(findingOf(askGate(scene))).toMatchObject({
      outcome: 'holds',
      line: expect.stringMatching(
        /By chance alone, 30 of 1,000 runs would look like this; to fail, it must be fewer than 16\.$/,
      ),
    });
  });

  it('of an agent that repeats itself clear falls have to outnumber clear rises', () => {
    const same = (id: string, score: number, runs: number) =>
      createCase(id, {
        samples: Array.from({ length: runs }, () => createSample({ score, answerHash: `${id} ${score}` })),
      });
    const scene = (falls: number, rises: number): GateScene => ({
      base: [
        ...ids(20, 'c').map((id) => same(id, 0.9, 3)),
        ...ids(falls, 'fell').map((id) => same(id, 0.9, 3)),
        ...ids(rises, 'rose').map((id) => same(id, 0.6, 3)),
      ],
      head: [
        ...ids(20, 'c').map((id) => same(id, 0.9, 3)),
        ...ids(falls, 'fell').map((id) => same(id, 0.6, 3)),
        ...ids(rises, 'rose').map((id) => same(id, 0.9, 3)),
      ],
      settings: { maxDrop: 1 },
    });
    expect(findingOf(askGate(scene(7, 0)))?.outcome).toBe('fails');
    expect(findingOf(askGate(scene(7, 4)))).toMatchObject({
      outcome: 'holds',
      line: expect.stringMatching(
        / 4 clearly rose\. This alone does not fail it: a harmless rewording would do this in 274 of 1,000 runs; to fail, it must be fewer than 16\./,
      ),
    });
  });

  it('tells a chance once where it is the same as that of the mean', () => {
    const told = askGate({ base: createCases(20, [1, 1, 1]), head: createCases(20, [0.5, 0.5, 0.5]) });
    if (told.kind !== 'decided') throw new Error('the gate asks');
    expect(told.decision.headline).toMatch(
      /^Mean relevancy fell 1\.00 → 0\.50 \(20 cases, 3 runs each\)\. 20 of 20 cases clearly fell, .* By chance alone, fewer than 1 of 1,000 runs would look like this\.$/,
    );
    expect(told.decision.headline.split('By chance alone')).toHaveLength(2);
  });

  it('only warns against a baseline of another prompt, and says nothing of a single case', () => {
    const stale = createBaseline({ stale: true });
    expect(findingOf(askGate({ ...hidden(3), baseline: stale }))?.outcome).toBe('warns');
    const { head, base = null } = hidden(3);
    const one = head.map((row) => (FELL.slice(1).includes(row.id) ? withScores(row, [0.9, 0.9, 0.9]) : row));
    expect(findingOf(askGate({ head: one, base }))).toBeUndefined();
  });
});

describe('binomialTail', () => {
  it.each([
    [0, 5, 0.5, 1],
    [5, 5, 0.5, 1 / 32],
    [1, 2, 0.25, 7 / 16],
    [3000, 3000, 0.999, 0.999 ** 3000],
  ])('at least %i of %i at %d', (least, of, chance, expected) => {
    expect(binomialTail(least, of, chance)).toBeCloseTo(expected, 9);
  });
});

function withScores(row: CaseRecord, scores: readonly number[]): CaseRecord {
  return createScoredCase(row.id, scores);
}
