import { expect, test } from 'vitest';
import { parseDataset } from '../../src/inputs/dataset.js';
import { keepBaseReferences } from '../../src/inputs/references.js';

const rows = (...lines: readonly object[]) =>
  parseDataset(lines.map((line) => JSON.stringify(line)).join('\n'), 'cases.jsonl');

test('a pull request cannot move what its own answers are held against', () => {
  const base = rows({ id: 'a', input: 'Which colour?', groundTruth: 'Blue.', context: ['The sky is blue.'] });
  const head = rows({ id: 'a', input: 'Which colour?', groundTruth: 'Green.', context: ['Grass.'] });
  const { cases, notes } = keepBaseReferences(head, base);
  expect(cases).toMatchObject([{ groundTruth: 'Blue.', context: ['The sky is blue.'] }]);
  expect(notes).toEqual([
    "The pull request edits the ground truth or context of 1 case: counts after the merge; scored against the base's.",
  ]);
});

test('a renamed case keeps the reference that it had, an edited one has its own', () => {
  const base = rows({ id: 'a', input: 'Which colour?', groundTruth: 'Blue.' });
  const renamed = rows({ id: 'b', input: 'Which colour?', groundTruth: 'Green.' });
  expect(keepBaseReferences(renamed, base).cases).toMatchObject([{ id: 'b', groundTruth: 'Blue.' }]);
  const edited = rows({ id: 'a', input: 'Which shape?', groundTruth: 'Round.' });
  expect(keepBaseReferences(edited, base)).toEqual({ cases: edited, notes: [] });
});

test('what the base does not say yet is the head’s', () => {
  const base = rows({ id: 'a', input: 'Which colour?' });
  const head = rows({ id: 'a', input: 'Which colour?', groundTruth: 'Blue.', context: ['x'] });
  expect(keepBaseReferences(head, base)).toEqual({ cases: head, notes: [] });
});
