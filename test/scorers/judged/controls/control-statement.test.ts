import { describe, expect, test } from 'vitest';
import {
  ADVERTISEMENTS,
  CONTROL_POOL,
  topicsToSellBeside,
} from '../../../../src/scorers/judged/controls/control-pool.js';
import { createControlChooser } from '../../../../src/scorers/judged/controls/control-statement.js';
import { contentWords } from '../../../../src/text/words.js';
import { isControl } from '../../../support/judges.js';

const TOPICS = topicsToSellBeside('How much is the Vesta kettle?');
const chooseAll = (
  salt: string,
  foreign: readonly string[],
  items = ['one', 'two', 'three'],
  round = 'first',
) =>
  createControlChooser({
    salt,
    seed: 'answer',
    foreign,
    sources: [
      { pool: CONTROL_POOL, labels: ['far'] },
      { pool: ADVERTISEMENTS, topics: TOPICS, labels: ['near'] },
    ],
  })({ items, round });
const choose = (...args: Parameters<typeof chooseAll>) => {
  const far = chooseAll(...args).find(({ labels }) => labels.includes('far'));
  if (!far) throw new Error('there is no far control');
  return far;
};

test('the pool holds at least 50 different sentences of several content words', () => {
  expect(new Set(CONTROL_POOL).size).toBe(CONTROL_POOL.length);
  expect(CONTROL_POOL.length).toBeGreaterThanOrEqual(50);
  for (const sentence of CONTROL_POOL)
    expect(contentWords(sentence).length, sentence).toBeGreaterThanOrEqual(4);
});

describe('the choice', () => {
  test('is the same within a run, and not to be foretold across runs', () => {
    expect(chooseAll('a', [])).toEqual(chooseAll('a', []));
    const salts = Array.from({ length: 60 }, (_, index) => `salt ${index}`);
    expect(new Set(salts.map((salt) => choose(salt, []).text)).size).toBeGreaterThan(25);
    const places = salts.map((salt) => chooseAll(salt, []).map(({ position }) => position));
    for (const [first = 0, second = 0] of places) expect(first).toBeLessThan(second);
    expect(new Set(places.flat())).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(new Set(salts.map((salt) => chooseAll(salt, [])[0]?.labels[0]))).toEqual(new Set(['far', 'near']));
  });

  test('is another one when the batch is asked again', () => {
    const rounds = Array.from({ length: 20 }, (_, index) => choose('a', [], ['one'], `round ${index}`).text);
    expect(new Set(rounds).size).toBeGreaterThan(5);
  });

  test('shares no content word with anything that the judge sees', () => {
    for (let index = 0; index < 200; index++) {
      const foreign = [
        CONTROL_POOL[index % CONTROL_POOL.length] ?? '',
        'Marmots, GLACIERS and the bassoon section',
      ];
      const words = new Set(foreign.flatMap(contentWords));
      const { text } = choose(`salt ${index}`, foreign);
      expect(contentWords(text).filter((word) => words.has(word))).toEqual([]);
    }
  });

  test('stands even where the data was made of the whole pool', () => {
    expect(CONTROL_POOL).toContain(choose('a', [...CONTROL_POOL]).text);
  });
});

describe('advertisements beside what was asked', () => {
  test.each([
    ['How much is the Vesta kettle?', /kettle|Vesta/i],
    ['Wann wird der Sperrmüll abgeholt?', /Sperrmüll|abgeholt/i],
    ['住民票はどこで取れますか。', /住民|票|取れ/],
  ])('name it: %s', (input, topic) => {
    const topics = topicsToSellBeside(input);
    {
      const source = { pool: ADVERTISEMENTS, topics, labels: ['near'] };
      const given = { salt: input, seed: 'answer', foreign: [input], sources: [source] };
      const chosen = Array.from({ length: 30 }, (_, index) =>
        createControlChooser(given)({ items: ['one'], round: `round ${index}` }).map(({ text }) => text),
      );
      for (const text of chosen.flat()) {
        expect(text).toMatch(topic);
        expect(isControl(text)).toBe(true);
      }
      expect(new Set(chosen.flat()).size).toBeGreaterThan(3);
    }
  });

  test.each(['Which discounts do you have this week?', '…'])(
    'are none where one may be asked for, or nothing is named: %s',
    (input) => {
      expect(topicsToSellBeside(input)).toEqual([]);
    },
  );
});
