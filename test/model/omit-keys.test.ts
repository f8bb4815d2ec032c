import { expect, test } from 'vitest';
import { omitKeys } from '../../src/model/omit-keys.js';

test('a copy without these fields, the others in their order', () => {
  const given = { a: 1, b: undefined, c: 3, d: null };
  const left = omitKeys(given, 'a', 'd');
  expect(Object.entries(left)).toEqual([
    ['b', undefined],
    ['c', 3],
  ]);
  expect(given).toEqual({ a: 1, b: undefined, c: 3, d: null });
});

test('a field that is missing changes nothing', () => {
  const given: { readonly a?: number; readonly b: number } = { b: 2 };
  expect(omitKeys(given, 'a')).toEqual({ b: 2 });
});
