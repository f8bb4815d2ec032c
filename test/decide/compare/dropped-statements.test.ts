import { describe, expect, it } from 'vitest';
import {
  buildDroppedStatements,
  classifyLoss,
  confirmFacts,
  describeLoss,
} from '../../../src/decide/compare/dropped-statements.js';
import type { Fact, FactStatus, StatementChange } from '../../../src/model/comparison.js';

function createFact(overrides: Partial<Fact> = {}): Fact {
  return {
    kind: 'statement',
    text: 'A fact.',
    label: 'yes',
    base: ['said', 'said', 'dropped'],
    baseCase: [],
    head: ['dropped'],
    headCase: [],
    second: null,
    otherText: null,
    reason: '',
    ...overrides,
  };
}

describe('what became of a fact', () => {
  it.each<[head: FactStatus[], kind: string]>([
    [['dropped'], 'lost'],
    [['partly'], 'partly-lost'],
    [['contradicted'], 'says-otherwise'],
    [['partly', 'partly', 'dropped'], 'partly-lost'],
    [['partly', 'dropped', 'dropped'], 'lost'],
    [['partly', 'contradicted', 'contradicted'], 'says-otherwise'],
    [['partly', 'contradicted', 'said'], 'says-otherwise'],
    [['partly', 'dropped', 'said'], 'lost'],
    [['dropped', 'contradicted'], 'says-otherwise'],
    [['said', 'said', 'partly'], 'partly-lost'],
    [['said', 'unknown'], 'lost'],
    [[], 'lost'],
  ])('%j', (head, kind) => {
    expect(classifyLoss(head)).toBe(kind);
  });
});

describe('a loss', () => {
  it('counts the runs of both sides that say it', () => {
    expect(describeLoss(createFact({ head: ['dropped', 'said', 'dropped'] }), true)).toEqual({
      kind: 'lost',
      text: 'A fact.',
      otherText: null,
      reason: '',
      head: { runs: 1, of: 3 },
      base: { runs: 2, of: 3 },
      confirmed: true,
    });
  });

  it.each<[status: FactStatus, otherText: string | null]>([
    ['contradicted', 'Another fact.'],
    ['partly', null],
    ['dropped', null],
  ])('names what is said instead: %s', (status, otherText) => {
    const fact = createFact({ head: [status], otherText: 'Another fact.', reason: 'why', labelKey: 'k' });
    expect(describeLoss(fact, false)).toMatchObject({ otherText, reason: 'why', labelKey: 'k' });
  });

  it.each<[effect: 'takes-back' | 'restricts', status: FactStatus, named: boolean]>([
    ['takes-back', 'contradicted', true],
    ['restricts', 'partly', true],
    ['takes-back', 'partly', false],
    ['restricts', 'contradicted', false],
    ['restricts', 'dropped', false],
  ])('has its effect if that decides its kind: %s, %s', (effect, status, named) => {
    const loss = describeLoss(createFact({ head: [status], effect, otherText: 'Not in May.' }), false);
    expect(loss.effect).toBe(named ? effect : undefined);
    expect(loss.otherText).toBe(named || status === 'contradicted' ? 'Not in May.' : null);
  });

  it.each<[what: string, fact: Partial<Fact>, listed: number]>([
    ['a relevant fact that no head run says', {}, 1],
    ['one that a head run says', { head: ['dropped', 'said'] }, 0],
    ['one that the judge was unsure of', { label: 'unsure' }, 0],
    ['one that is missing in part', { head: ['partly', 'unknown'] }, 1],
  ])('possibly dropped: %s', (_, fact, listed) => {
    const found = buildDroppedStatements([createFact(fact)]);
    expect(found).toHaveLength(listed);
    expect(found.every(({ confirmed }) => confirmed === false)).toBe(true);
  });
});

describe('confirmed facts', () => {
  const change = (text: string, overrides: Partial<StatementChange> = {}): StatementChange => ({
    kind: 'lost',
    text,
    otherText: null,
    reason: '',
    head: { runs: 0, of: 1 },
    base: { runs: 1, of: 1 },
    ...overrides,
  });
  const told = (changes: readonly StatementChange[]) =>
    changes.map(({ text, confirmed, head, base }) => [text, confirmed, head, base]);

  it('take the place of what was possibly dropped, and count the new runs', () => {
    const fact = createFact({ baseCase: ['said', 'dropped'], headCase: ['dropped', 'said'] });
    const changes = [
      change('Aside.', { kind: 'newly-irrelevant' }),
      change('A fact.', { confirmed: false }),
      change('Another.', { confirmed: false }),
    ];
    expect(told(confirmFacts(changes, [fact]))).toEqual([
      ['Aside.', undefined, { runs: 0, of: 1 }, { runs: 1, of: 1 }],
      ['A fact.', true, { runs: 1, of: 3 }, { runs: 3, of: 5 }],
      ['Another.', false, { runs: 0, of: 1 }, { runs: 1, of: 1 }],
    ]);
  });

  it('that were not listed come first', () => {
    const changes = [change('Another.', { confirmed: false })];
    expect(told(confirmFacts(changes, [createFact()])).map(([text]) => text)).toEqual([
      'A fact.',
      'Another.',
    ]);
  });

  it('leave a change of another kind with the same words alone', () => {
    const changes = [change('A fact.', { kind: 'newly-irrelevant' })];
    expect(confirmFacts(changes, [createFact()])).toEqual(changes);
  });
});
