import { describe, expect, it } from 'vitest';
import { createSample, createStatement } from '../../support/records.js';
import { badFindings, playGate, type ScriptedCase, steadyCases } from './play-gate.js';

function fallen(count: number, to: number): readonly ScriptedCase[] {
  return Array.from({ length: count }, (_, index) => ({ id: `f${index}`, base: [1, 1, 1], head: [to] }));
}

const GOOD = createStatement('Returns take 14 days.');
const OFF = createStatement('Have a look at our summer sale!', 'no');
const good = createSample({ statements: [GOOD] });
const off = createSample({ statements: [GOOD, OFF] });

describe('situations that any engineer judges at a glance', () => {
  it.each([
    ['2 of 12 answers are gone', [...steadyCases(10), ...fallen(2, 0)], 'fail', ['broke fails']],
    ['1 of 30 answers is gone', [...steadyCases(29), ...fallen(1, 0)], 'fail', ['broke fails']],
    ['4 of 12 answers lose half', [...steadyCases(8), ...fallen(4, 0.5)], 'fail', ['several fails']],
    ['2 of 12 answers lose half', [...steadyCases(10), ...fallen(2, 0.5)], 'pass', ['several worse']],
    ['nothing changed', steadyCases(12), 'pass', []],
  ] as const)('%s', (_, cases, outcome, rules) => {
    const { decision } = playGate(cases);
    expect(decision.outcome).toBe(outcome);
    expect(badFindings(decision)).toEqual(rules);
    expect(decision.because.includes('worse')).toBe(outcome === 'pass' && rules.length > 0);
  });

  it.each([
    ['comes again four times', [0.6, 0.6, 0.85, 0.6], true],
    ['is as good as the base once in four', [0.6, 0.6, 1, 0.6], true],
    ['does not come again', [1, 1, 0.6, 1], false],
  ] as const)('one fall that %s', (_, headAgain, worse) => {
    const fall = { id: 'f', base: [1, 1, 1], head: [0.6], headAgain };
    const { decision } = playGate([...steadyCases(11), fall]);
    expect(decision.outcome).toBe('pass');
    expect(decision.because.includes('worse')).toBe(worse);
  });

  it('five of 20 recorded answers gain the same sentence', () => {
    const gained = Array.from({ length: 5 }, (_, index) => ({ id: `g${index}`, base: [good], head: [off] }));
    const same = Array.from({ length: 15 }, (_, index) => ({ id: `s${index}`, base: [good], head: [good] }));
    const { decision } = playGate([...gained, ...same], { askable: 'none' });
    expect(decision.outcome).toBe('fail');
    expect(decision.findings.some(({ rule, outcome }) => rule === 'sentence' && outcome === 'fails')).toBe(
      true,
    );
  });
});
