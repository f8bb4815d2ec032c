import { describe, expect, it } from 'vitest';
import { findSharedStatements, groupWordings } from '../../../src/decide/compare/shared-statements.js';
import type { IrrelevantPoint } from '../../../src/model/comparison.js';
import { createPairedCase } from '../../support/records.js';

const SALE = 'Have a look at our big summer sale today!';
const SALES = 'Have a look at our big summer sales today!';
const BOAT = 'Our founder likes to sail around the island.';

const point = (text: string, runs: Partial<IrrelevantPoint> = {}): IrrelevantPoint => ({
  text,
  base: [],
  head: [0],
  baseCase: [],
  headCase: [],
  ...runs,
});
const pair = (id: string, ...irrelevant: readonly IrrelevantPoint[]) =>
  createPairedCase(id, {
    irrelevant,
    baseScores: [100, 100, 100],
    headScores: [50, 50],
    baseCaseScores: [100],
    headCaseScores: [50, 50, 50, 50],
  });

function shared(...pairs: readonly ReturnType<typeof pair>[]) {
  const texts = pairs.flatMap(({ irrelevant }) => (irrelevant ?? []).map(({ text }) => text));
  return findSharedStatements(pairs, groupWordings(texts)).map(({ cases }) => cases);
}

describe('wordings', () => {
  it('in the same or nearly the same words are one, called like the commonest', () => {
    expect([...groupWordings([SALE, SALES, BOAT, SALES])]).toEqual([
      [SALES, SALES],
      [SALE, SALES],
      [BOAT, BOAT],
    ]);
    expect([...groupWordings(['It is on.', 'It is on!'])]).toEqual([
      ['It is on.', 'It is on.'],
      ['It is on!', 'It is on.'],
    ]);
  });

  it('are near a group if they are near one of it', () => {
    const words = 'the shop of our town sells fresh bread and warm rolls every day';
    const between = words.replace('fresh', 'old').replace('warm', 'cold');
    const last = between.replace('town', 'street').replace('day', 'night');
    expect(new Set(groupWordings([words, last]).values()).size).toBe(2);
    expect(new Set(groupWordings([words, between, last]).values()).size).toBe(1);
  });

  it('beyond the limit are left out, the rarest first', () => {
    const many = Array.from({ length: 301 }, (_, index) => `${'x'.repeat(index + 1)} ${index}`);
    const found = groupWordings([...many, ...many.slice(1)]);
    expect(found.has(many[0] ?? '')).toBe(false);
    expect(found.has(many[300] ?? '')).toBe(true);
  });
});

describe('statements of several cases', () => {
  it('count the runs of each case', () => {
    const [found] = shared(
      pair('a', point(SALE, { head: [0, 1], base: [2], headCase: [1, 2, 3], baseCase: [0] })),
      pair('b', point(SALE)),
      pair('c', point(SALES)),
    );
    const runs = { headRuns: 2, baseRuns: 3 };
    const again = { headRuns: 4, baseRuns: 1 };
    expect(found).toEqual([
      { id: 'a', text: SALE, ...runs, head: 2, base: 1, again: { ...again, head: 3, base: 1 } },
      { id: 'b', text: SALE, ...runs, head: 1, base: 0, again: { ...again, head: 0, base: 0 } },
      { id: 'c', text: SALES, ...runs, head: 1, base: 0, again: { ...again, head: 0, base: 0 } },
    ]);
  });

  it.each([2, 3])('%i cases', (count) => {
    const pairs = Array.from({ length: count }, (_, index) => pair(`c${index}`, point(SALE)));
    expect(shared(...pairs)).toHaveLength(count < 3 ? 0 : 1);
  });

  it('other statements are others', () => {
    const both = ['a', 'b', 'c'].map((id) => pair(id, point(SALE), point(BOAT)));
    expect(shared(...both).map((cases) => cases.map(({ text }) => text))).toEqual([
      [SALE, SALE, SALE],
      [BOAT, BOAT, BOAT],
    ]);
  });

  it('a case with two wordings counts once, with the one that it uses most', () => {
    const twice = pair('a', point(SALE), point(SALES, { head: [0], base: [0] }));
    expect(shared(twice, pair('b', point(SALE)))).toEqual([]);
    const [found] = shared(twice, pair('b', point(SALE)), pair('c', point(SALE)));
    expect(found?.map(({ id, text }) => [id, text])).toEqual([
      ['a', SALES],
      ['b', SALE],
      ['c', SALE],
    ]);
  });

  it('a case whose texts are not kept has none', () => {
    const kept = ['a', 'b'].map((id) => pair(id, point(SALE)));
    expect(shared(...kept, createPairedCase('c', { irrelevant: null }))).toEqual([]);
  });
});
