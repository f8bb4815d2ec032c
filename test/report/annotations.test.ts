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

test('a red suite is an error with its cause, at the changed line', () => {
  const [only, ...others] = annotate('red-same-sentence');
  expect(only).toMatchObject({
    level: 'error',
    title: 'support: 7 of 12 answers gained the same irrelevant sentence',
    file: 'prompts/support.md',
    line: 3,
  });
  expect(only?.message).toMatch(/^Added to 7 answers: “Join Lamp Club.*Remove or narrow that line/);
  expect(others).toEqual([]);
});

test('a yellow suite is one warning', () => {
  expect(annotate('yellow-dropped-facts').map(({ level }) => level)).toEqual(['warning']);
});

test('what is not decided names its cause and no score', () => {
  const [first, ...others] = annotate('undecided');
  expect(first).toMatchObject({
    level: 'error',
    title: 'support: no result: the provider failed, so 6 of 12 answers have no score',
  });
  expect(first?.message).toMatch(
    /api\.openai\.com answered 503 .* If this matters, remove or narrow that line first\. Re-run this job\. Until then, a merge that requires this check is blocked\.$/i,
  );
  expect(others).toEqual([]);
});

test('a line is not marked for a mean that was too low before', () => {
  const report = REPORTS['red-threshold']?.() ?? createReport();
  const suites = report.suites.filter((suite) => suite.kind === 'evaluated');
  const unmoved = suites.map((suite) => {
    const pairs = suite.comparison.pairs.map((pair) => ({ ...pair, base: 70, head: 70, delta: 0 }));
    return { ...suite, comparison: { ...suite.comparison, pairs, baseMean: 70, headMean: 70 } };
  });
  expect(buildAnnotations(report)[0]).toHaveProperty('file', 'prompts/support.md');
  expect(buildAnnotations({ ...report, suites: unmoved })[0]).not.toHaveProperty('file');
});

test('foreign names cannot become workflow commands', () => {
  const suite = createSuiteReport({ suite: 'a::error::b\u001b[31m', decision: FAIL });
  expect(buildAnnotations(createReport({ suites: [suite] }))[0]?.title).toContain('b␛[31m:');
});
