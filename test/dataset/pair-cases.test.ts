import { expect, it } from 'vitest';
import { pairCases } from '../../src/dataset/pair-cases.js';
import { createCase } from '../support/records.js';

/** Rows written as `id:input id:input`. */
const rowsOf = (text: string) =>
  text.split(' ').flatMap((row) => {
    const [id = '', input] = row.split(':');
    return input === undefined ? [] : [createCase(id, { input })];
  });

it.each([
  ['same id and input', 'a:x', 'a:x', 'a→a'],
  ['another order', 'b:y a:x', 'a:x b:y', 'b→b, a→a'],
  ['new and removed', 'a:x n:z', 'a:x o:y', 'a→a, added n, removed o'],
  ['edited input', 'a:x2', 'a:x', 'edited a'],
  ['renamed', 'new:x', 'old:x', 'old→new'],
  ['ids swapped', 'a:y b:x', 'a:x b:y', 'b→a, a→b'],
  ['one input twice, in another order', 'b:x a:x', 'a:x b:x', 'b→b, a→a'],
  ['renamed before edited', 'a:x2 b:x', 'a:x', 'added a, a→b'],
  ['two rows with one input, one renamed', 'a:x c:x', 'a:x b:x', 'a→a, b→c'],
  ['the same row twice at head', 'a:x a:x', 'a:x', 'a→a, added a'],
  ['the same row twice on both sides', 'a:x a:x', 'a:x a:x', 'a→a, a→a'],
  ['the same row twice at base', 'a:x', 'a:x a:x', 'a→a, removed a'],
  ['an id twice with different inputs', 'a:y a:x', 'a:x', 'added a, a→a'],
  ['nothing', '', '', ''],
])('pairs cases: %s', (_, head, base, expected) => {
  const { rows, removed } = pairCases(rowsOf(head), rowsOf(base));
  const lines = rows.map((row) =>
    row.kind === 'pair' ? `${row.base.id}→${row.head.id}` : `${row.kind} ${row.head.id}`,
  );
  expect([...lines, ...removed.map(({ id }) => `removed ${id}`)].join(', ')).toBe(expected);
});
