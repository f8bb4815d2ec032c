import { describe, expect, test } from 'vitest';
import { CONTROL_POOL } from '../../../../src/scorers/judged/ask/control-pool.js';
import { createControlChooser } from '../../../../src/scorers/judged/ask/control-statement.js';
import { contentWords } from '../../../../src/text/words.js';

const choose = (salt: string, foreign: readonly string[], items = ['one', 'two', 'three'], round = 'first') =>
  createControlChooser({ salt, seed: 'answer', foreign })({ items, round });

test('the pool holds at least 50 different sentences of several content words', () => {
  expect(new Set(CONTROL_POOL).size).toBe(CONTROL_POOL.length);
  expect(CONTROL_POOL.length).toBeGreaterThanOrEqual(50);
  for (const sentence of CONTROL_POOL) expect(contentWords(sentence).length).toBeGreaterThanOrEqual(4);
});

describe('the choice', () => {
  test('is the same within a run, and not to be foretold across runs', () => {
    expect(choose('a', [])).toEqual(choose('a', []));
    const salts = Array.from({ length: 60 }, (_, index) => `salt ${index}`);
    expect(new Set(salts.map((salt) => choose(salt, []).text)).size).toBeGreaterThan(25);
    expect(new Set(salts.map((salt) => choose(salt, []).position))).toEqual(new Set([0, 1, 2, 3]));
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
