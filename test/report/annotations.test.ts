import { expect, test } from 'vitest';
import { buildAnnotations } from '../../src/report/annotations.js';
import { createReport, createSuiteReport } from '../support/records.js';
import { FAIL } from './foreign-report.js';
import { REPORTS } from './reports.js';

function annotate(name: string) {
  return buildAnnotations(REPORTS[name]?.() ?? createReport());
}

test('a pass has no annotation', () => {
  expect(annotate('green')).toEqual([]);
});

test('a red suite is an error with its cause, and its worst cases are warnings', () => {
  const annotations = annotate('red-same-sentence');
  expect(annotations.map(({ level, title }) => [level, title])).toEqual([
    ['error', 'support: 7 of 12 answers got worse'],
    ['warning', 'support: How long can I return a lamp?'],
    ['warning', 'support: Where is my refund?'],
    ['warning', 'support: Which bulb fits the desk lamp?'],
  ]);
  expect(annotations[0]?.message).toMatch(
    /^Newly irrelevant in 7 answers: “Join Lamp Club.*Not intended\? Fix/,
  );
  expect(annotations[0]?.file).toBe('prompts/support.md');
  expect(annotations[1]?.message).toMatch(/^1\.00 → 0\.67 \(−0\.33\)\. \+ Join Lamp Club/);
});

test('a yellow suite is one warning', () => {
  expect(annotate('yellow-dropped-facts').map(({ level }) => level)).toEqual(['warning']);
});

test('what is not decided names its cause and no score', () => {
  const [first, ...others] = annotate('undecided');
  expect(first).toMatchObject({
    level: 'error',
    title: 'support: not decided, 10 of 12 cases have no score',
  });
  expect(first?.message).toMatch(/^api\.openai\.com answered 503 .* Run it again\.$/);
  expect(others).toEqual([]);
});

test('at most ten per level; the last says how many more there are', () => {
  const suites = Array.from({ length: 30 }, (_, index) =>
    createSuiteReport({ suite: `a::error::${index}\u001b[31m`, decision: FAIL }),
  );
  const annotations = buildAnnotations(createReport({ suites }));
  expect(annotations).toHaveLength(10);
  expect(annotations[0]?.title).toContain('0␛[31m:');
  expect(annotations.at(-1)).toMatchObject({ level: 'error', title: '21 more' });
});
