import { describe, expect, it } from 'vitest';
import {
  decideNotEvaluated,
  decideUnchanged,
  worstDecision,
} from '../../../src/decide/gate/decision-table.js';
import { asClause, renderChance, renderSize } from '../../../src/decide/gate/gate-words.js';
import type { Decision } from '../../../src/ports/decision.js';
import { wordsFor } from '../../../src/scorers/measure-words.js';
import { counted } from '../../../src/text/counts.js';
import { cutText } from '../../../src/text/values.js';
import { createDecision } from '../../support/records.js';

const relevancy = wordsFor({ id: 'answer-relevancy', higherIsBetter: true });

describe('decideUnchanged', () => {
  it('passes without a score', () => {
    expect(decideUnchanged()).toMatchObject({
      outcome: 'pass',
      because: [],
      status: 'success',
      passed: true,
      mean: null,
    });
    expect(decideUnchanged().headline).not.toMatch(/\d/);
  });
});

describe('decideNotEvaluated', () => {
  it('ends its line once', () => {
    const headlineOf = (reason: string) =>
      decideNotEvaluated({ because: 'error', remedy: 'run-again', reason }).headline;
    expect(headlineOf('unknown key `gates`. Did you mean `gate`?')).toBe(
      'Not evaluated: unknown key `gates`. Did you mean `gate`?',
    );
    expect(headlineOf('no key.')).toBe('Not evaluated: no key.');
  });

  it.each(['error', 'inconclusive'] as const)('blocks whatever fail-on says: %s', (because) => {
    const reason = 'no key:\n set OPENAI_API_KEY.';
    expect(decideNotEvaluated({ because, remedy: 'mend-access', reason })).toMatchObject({
      outcome: 'inconclusive',
      because: [because],
      blocking: true,
      status: 'error',
      passed: false,
      headline: 'Not evaluated: no key: set OPENAI_API_KEY.',
      shortLine: 'not evaluated: no key: set OPENAI_API_KEY; fix it, then re-run',
      remedy: 'mend-access',
    });
  });

  it('says a reason of ours to its end', () => {
    const reason = `${'the baseline keeps no text of the task. '.repeat(10)}Store it again`;
    expect(decideNotEvaluated({ because: 'inconclusive', remedy: 'as-told', reason }).headline).toContain(
      'Store it again.',
    );
  });

  it('fits a commit status', () => {
    expect(
      decideNotEvaluated({ because: 'error', remedy: 'run-again', reason: 'x'.repeat(5000) }).shortLine,
    ).toHaveLength(140);
  });
});

describe('worstDecision', () => {
  const pass = createDecision();
  const quiet = createDecision({ outcome: 'fail', because: ['regression'] });
  const open = createDecision({ outcome: 'inconclusive', because: ['error'], passed: false });
  const stuck = createDecision({
    outcome: 'inconclusive',
    because: ['error'],
    passed: false,
    blocking: true,
  });
  const fail = createDecision({
    outcome: 'fail',
    because: ['regression'],
    passed: false,
    blocking: true,
  });
  const ranked: readonly Decision[] = [pass, quiet, open, stuck, fail];

  it('ranks what blocks above what does not, and a fail above what is open', () => {
    for (const [better, a] of ranked.entries()) {
      for (const b of ranked.slice(better + 1)) {
        expect(worstDecision([a, b])).toBe(b);
        expect(worstDecision([b, a])).toBe(b);
      }
    }
  });

  it('takes the larger drop of equals, else the first', () => {
    const mean = {
      cases: 9,
      baseRuns: 1,
      headRuns: 1,
      drop: 0.1,
      maxDrop: 0.02,
      p: 0.01,
      pEven: 0.01,
    };
    const larger = { ...fail, mean };
    expect(worstDecision([fail, larger, { ...fail }])).toBe(larger);
    expect(worstDecision([fail, { ...fail }])).toBe(fail);
  });

  it('is no pass without a suite', () => {
    expect(() => worstDecision([])).toThrow(RangeError);
  });
});

describe('words', () => {
  it.each([
    [0.5, 'in 500 of 1,000 runs'],
    [0.0041, 'in 4 of 1,000 runs'],
    [0.0004, 'in fewer than 1 of 1,000 runs'],
    [0, 'in fewer than 1 of 1,000 runs'],
    [1, 'in all of 1,000 runs'],
  ])('chance %d', (p, expected) => {
    expect(renderChance(p)).toBe(expected);
  });

  it('counts, moves and sizes', () => {
    expect(counted(1, 'case')).toBe('1 case');
    expect(counted(1200, 'case')).toBe('1,200 cases');
    expect(renderSize(50, 3, 3)).toBe('50 cases, 3 runs each');
    expect(renderSize(50, 3, 1)).toBe('50 cases, 3 runs each before and 1 now');
    expect(renderSize(1, 1, 2)).toBe('1 case, 1 run each before and 2 now');
    expect(relevancy.move(91.2, 84.8)).toBe('0.91 → 0.85');
    expect(relevancy.move(90, 90.3)).toBe('0.900 → 0.903');
  });

  it('cuts without breaking a character', () => {
    expect(cutText('abcdef', 4)).toBe('abc…');
    expect(cutText('ab😀def', 4)).toBe('ab…');
    expect(asClause(' a\u0000\n\tb. ')).toBe('a b');
    expect(asClause('x'.repeat(300))).toBe('x'.repeat(300));
    expect(asClause('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  });
});
