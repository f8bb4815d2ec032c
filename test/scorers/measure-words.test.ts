import { expect, test } from 'vitest';
import { measureOf } from '../../src/scorers/measure-words.js';

test.each([
  [{ id: 'answer-relevancy' }, 'relevancy', 'relevancy'],
  [{ id: 'strict', use: 'answer-relevancy' }, 'relevancy (strict)', 'strict'],
  [{ id: 'max-length' }, 'pass rate of max-length', 'max-length'],
  [{ id: 'names-the-form', use: 'contains' }, 'pass rate of names-the-form', 'names-the-form'],
  [{ id: 'house-style', use: 'own' }, 'house style', 'house-style'],
  // A scorer of the repository's own may be called like one of the catalog.
  [{ id: 'faithfulness', use: 'own' }, 'faithfulness', 'faithfulness'],
])('%o is told as “Mean %s” and listed as %s', (scorer, name, label) => {
  expect(measureOf({ ...scorer, higherIsBetter: true })).toMatchObject({ name, label });
});

test('what a scorer of one’s own judges has no words of the catalog’s', () => {
  expect(measureOf({ id: 'faithfulness', use: 'own', higherIsBetter: true }).items).toBeNull();
  expect(measureOf({ id: 'faithfulness', higherIsBetter: true }).items).toMatchObject({ many: 'claims' });
});
