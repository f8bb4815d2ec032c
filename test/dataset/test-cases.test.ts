import { expect, test } from 'vitest';
import { parseDataset } from '../../src/dataset/dataset.js';
import { buildTestCases } from '../../src/dataset/test-cases.js';

const rows = (...lines: readonly object[]) =>
  parseDataset(lines.map((line) => JSON.stringify(line)).join('\n'), 'cases.jsonl');

const build = (
  head: ReturnType<typeof rows>,
  base: ReturnType<typeof rows>,
  options: Partial<Parameters<typeof buildTestCases>[2]> = {},
) => buildTestCases(head, base, { canAsk: () => true, recorded: false, ...options });

const ONE = { id: 'a', input: 'One?' };
const TWO = { id: 'b', input: 'Two?' };
const shownOf = ({ shown }: ReturnType<typeof build>) => shown.map(({ row, change }) => [row.id, change]);

test('rows pair by what they ask first, then by id', () => {
  const test = build(
    rows({ ...ONE, id: 'b' }, { ...TWO, id: 'c' }, { id: 'd', input: 'Three?' }),
    rows(ONE, TWO),
  );
  expect(test.head).toMatchObject([ONE, TWO]);
  expect(shownOf(test)).toEqual([['d', 'added']]);
  expect(test.changes).toEqual({
    before: 2,
    added: ['d'],
    removed: [],
    edited: [],
    renamed: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
    remarked: [],
  });
});

test.each<[was: object, now: object, remarked: object | null]>([
  [{}, { tags: ['x'] }, { hasOtherTags: true, mustPass: 'same' }],
  [{ tags: ['x', 'y'] }, { tags: ['x'] }, { hasOtherTags: true, mustPass: 'same' }],
  [{ tags: ['x', 'y'] }, { tags: ['y', 'x'] }, null],
  [{}, { 'must-pass': true }, { hasOtherTags: false, mustPass: 'added' }],
  [{ 'must-pass': true }, { tags: ['x'] }, { hasOtherTags: true, mustPass: 'removed' }],
  [{ 'must-pass': true }, { 'must-pass': true }, null],
])('tags and must-pass of the base decide, and %j that becomes %j is listed', (was, now, remarked) => {
  const test = build(rows({ ...ONE, ...now, id: 'c' }), rows({ ...ONE, ...was }));
  expect(test.head).toEqual(rows({ ...ONE, ...was }));
  expect(test.changes.remarked).toEqual(remarked === null ? [] : [{ id: 'c', ...remarked }]);
});

test("a case is asked as the base has it, with the variables that only the head's row has", () => {
  const test = build(
    rows({ ...ONE, input: 'Another?', vars: { tone: 'rude', place: 'Rome' } }),
    rows({ ...ONE, vars: { tone: 'kind' } }),
  );
  expect(test.head).toMatchObject([{ ...ONE, vars: { tone: 'kind', place: 'Rome' } }]);
  expect(test.base).toMatchObject([{ ...ONE, vars: { tone: 'kind' } }]);
  // The baseline's record knows it under the base's hash.
  expect(test.head[0]?.inputHash).toBe(test.base[0]?.inputHash);
  expect(shownOf(test)).toEqual([['a', 'edited']]);
});

test('a new column is no edit, also of rows without an id that ask the same but for a variable', () => {
  const base = [{ input: 'Say it.' }, { input: 'Say it.', vars: { to: 'Ann' } }];
  const head = base.map((row) => ({ ...row, tone: 'kind' }));
  const test = build(rows(...head.toReversed()), rows(...base));
  expect(test.head.map(({ vars }) => vars)).toEqual([{ tone: 'kind' }, { to: 'Ann', tone: 'kind' }]);
  expect(test).toMatchObject({ shown: [], changes: { removed: [], renamed: [] } });
});

test.each([
  ['groundTruth', { groundTruth: '1' }, { groundTruth: '2' }],
  ['context', {}, { context: ['It is.'] }],
  ['task', { task: 'Counts.' }, {}],
] as const)("another %s does not decide, and is scored beside the base's", (differs, was, now) => {
  const test = build(rows({ ...ONE, ...now, id: 'c' }), rows({ ...ONE, ...was }));
  expect(test.head).toEqual(rows({ ...ONE, ...was }));
  expect(test.regraded).toMatchObject([{ row: { id: 'c' }, differs, baseId: 'a' }]);
  expect(test.shown).toEqual([]);
});

test('removed rows stay, but for those that the prompt cannot be filled in with', () => {
  const test = build([], rows(ONE, TWO), { canAsk: ({ id }) => id === 'b' });
  expect([test.head, test.base]).toMatchObject([[TWO], [TWO]]);
  expect(test.changes).toMatchObject({ before: 2, removed: ['a', 'b'] });
});

test('of recorded answers only those decide that were given to what the base asks', () => {
  const test = build(rows({ ...ONE, id: 'c', tone: 'kind' }, { ...TWO, input: 'More?' }), rows(ONE, TWO), {
    recorded: true,
  });
  expect(test.head).toMatchObject([{ ...ONE, recordedAs: { id: 'c' } }]);
  expect(test.base).toEqual(rows(ONE));
  expect(shownOf(test)).toEqual([['b', 'edited']]);
});

test('at most as many cases are shown as the base has, or 100', () => {
  const many = (count: number) =>
    rows(...Array.from({ length: count }, (_, index) => ({ input: `Row ${index}?` })));
  expect(build(many(3), many(2)).maxShown).toBe(100);
  expect(build(many(1), many(150)).maxShown).toBe(150);
});
