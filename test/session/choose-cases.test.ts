import { describe, expect, it } from 'vitest';
import type { PreparedSuite, SuitePreparation } from '../../src/model/stages.js';
import { type CaseChoice, chooseCases } from '../../src/session/choose-cases.js';
import { createPreparedSuite, createRow, createSide, createSuite } from '../support/suites.js';

const ROWS = [
  createRow('refund-late', { tags: ['money'] }),
  createRow('refund-card', { tags: ['money', 'card'] }),
  createRow('hours'),
];

function createPrepared(overrides: Partial<PreparedSuite> = {}): PreparedSuite {
  const suite = createSuite();
  return createPreparedSuite(suite, ROWS, {
    base: { ...createSide(suite, ROWS), name: 'base' },
    ...overrides,
  });
}

const choose = (choice: Partial<CaseChoice>, suites: readonly SuitePreparation[] = [createPrepared()]) =>
  chooseCases(suites, { ids: null, tags: null, failed: null, ...choice });

const idsOf = (suites: readonly SuitePreparation[]) =>
  suites.flatMap((suite) => (suite.status === 'ready' ? [suite.head.cases.map(({ id }) => id)] : []));

describe('chooseCases', () => {
  it.each<[what: string, choice: Partial<CaseChoice>, ids: readonly string[]]>([
    ['an id', { ids: ['hours'] }, ['hours']],
    ['ids by a pattern', { ids: ['refund-*'] }, ['refund-late', 'refund-card']],
    ['a pattern in the middle', { ids: ['*late*'] }, ['refund-late']],
    ['a tag', { tags: ['money'] }, ['refund-late', 'refund-card']],
    ['a tag and an id', { tags: ['money'], ids: ['*card'] }, ['refund-card']],
    ['what failed', { failed: new Map([['support', ['hours']]]) }, ['hours']],
    [
      'what failed, by a tag',
      { failed: new Map([['support', ['hours', 'refund-late']]]), tags: ['money'] },
      ['refund-late'],
    ],
  ])('keeps %s', (_, choice, ids) => {
    expect(idsOf(choose(choice))).toEqual([ids]);
  });

  it('keeps the same cases on both sides, and says that they are not all', () => {
    const [suite] = choose({ ids: ['hours'] });
    expect(suite).toMatchObject({
      base: { cases: [{ id: 'hours' }] },
      subset: { of: 3 },
      notes: [{ kind: 'some-cases', ran: 1, of: 3 }],
      onlyShown: false,
    });
  });

  it('leaves a suite as it is if all its cases are chosen, or nothing is asked for', () => {
    const suites = [createPrepared()];
    expect(chooseCases(suites, undefined)).toBe(suites);
    expect(choose({ ids: ['*'] }, suites)).toEqual(suites);
  });

  it('drops suites without such a case, and those that do not run', () => {
    const other = createPrepared();
    const renamed = { ...other, settings: { ...other.settings, name: 'sales' } };
    const unchanged: SuitePreparation = { ...other, status: 'unchanged' };
    const chosen = choose({ failed: new Map([['sales', ['hours']]]) }, [
      createPrepared(),
      renamed,
      unchanged,
    ]);
    expect(chosen.map(({ settings }) => settings.name)).toEqual(['sales']);
  });

  describe('beside a suite that did not change', () => {
    const other = createPrepared();
    const changed = { ...other, settings: { ...other.settings, name: 'sales' } };
    const unchanged: SuitePreparation = { ...other, status: 'unchanged' };

    it.each<[what: string, choice: Partial<CaseChoice>, suites: readonly SuitePreparation[]]>([
      ['what failed in it', { failed: new Map([['support', ['hours']]]) }, [changed, unchanged]],
      ['an id, if nothing else changed', { ids: ['late-hours'] }, [unchanged]],
      ['a tag, if nothing else changed', { tags: ['late'] }, [unchanged]],
    ])('keeps it for %s', (_, choice, suites) => {
      expect(choose(choice, suites)).toEqual([unchanged]);
    });

    it.each<[what: string, choice: Partial<CaseChoice>, problem: string]>([
      ['an id', { ids: ['huors'] }, 'case: no case of a suite that changed has the id "huors"'],
      ['one of two ids', { ids: ['hours', 'huors'] }, 'has the id "huors". Did you mean `hours`?'],
      ['a tag', { tags: ['mony'] }, 'tag: no case of a suite that changed has the tag "mony"'],
    ])('passes over no misspelled %s', (_, choice, problem) => {
      expect(() => choose(choice, [changed, unchanged])).toThrow(problem);
    });
  });

  it('shows only new rows if no earlier case is chosen', () => {
    const row = createRow('new-one', { tags: ['new'] });
    const shown = { rows: [{ row, change: 'added' as const }], max: 100, regraded: [], tasks: new Map() };
    const [suite] = choose({ tags: ['new'] }, [createPrepared({ shown })]);
    expect(suite).toMatchObject({
      onlyShown: true,
      notes: [],
      shown: { rows: [{ row: { id: 'new-one' } }] },
    });
    const [without] = choose({ ids: ['hours'] }, [createPrepared({ shown })]);
    expect(without).toMatchObject({ onlyShown: false, shown: { rows: [] } });
  });

  it.each<[what: string, choice: Partial<CaseChoice>, problem: string | RegExp]>([
    ['an id', { ids: ['huors'] }, 'case: no case has the id "huors". Did you mean `hours`?'],
    ['a pattern', { ids: ['x*'] }, 'Known: `refund-late`, `refund-card`'],
    ['a tag', { tags: ['mony'] }, 'tag: no case has the tag "mony". Did you mean `money`?'],
    [
      'conditions that exclude each other',
      { tags: ['card'], ids: ['hours'] },
      'case: no case is all of what',
    ],
    [
      'a character that means something in patterns',
      { ids: ['refund.late'] },
      'no case has the id "refund.late"',
    ],
  ])('refuses %s without a case', (_, choice, problem) => {
    expect(() => choose(choice)).toThrow(problem);
  });

  it('says how to get tags if no case has one', () => {
    const bare = createPreparedSuite(createSuite(), [createRow('a')]);
    expect(() => choose({ tags: ['money'] }, [bare])).toThrow('give rows of the dataset `tags`');
  });
});
