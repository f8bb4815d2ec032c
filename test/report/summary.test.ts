import { expect, test } from 'vitest';
import { renderComment, renderSummary } from '../../src/report/comment/render-comment.js';
import {
  createBaseline,
  createComparison,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';
import { FAIL } from './foreign-report.js';

test('the job summary has the keys of statements in one fold, and the comment has none', () => {
  const labelKey = '1'.repeat(20);
  const statements = [createStatementChange({ text: 'Cats purr.', labelKey })];
  const headAnswer = { status: 'answered', output: 'Cats purr.', toolCalls: [] } as const;
  const pairs = [createPairedCase('a', { headScores: [10], statements, headAnswer })];
  const report = createReport({ suites: [createSuiteReport({ comparison: createComparison({ pairs }) })] });
  const [before, fold] = renderSummary(report).split('<summary>Label these statements yourself</summary>');
  expect(before).not.toContain(labelKey);
  expect(fold).toContain(`- \`${labelKey}\` “Cats purr.”`);
  expect(renderComment(report, { marker: '<!-- m -->' })).not.toContain(labelKey);
});

test('the last line says how old a stored baseline is, from one day on', () => {
  const lastLine = (createdAt: string) => {
    const suite = createSuiteReport({ baseline: createBaseline({ createdAt }) });
    return renderSummary(createReport({ suites: [suite] })).match(/^<sub>.* on .*$/m)?.[0];
  };
  expect(lastLine('2026-07-20T10:00:00.000Z')).toContain(', 12 days old');
  expect(lastLine('2026-08-01T10:00:00.000Z')).not.toContain('old');
});

test('fits 900,000 bytes with 5,000 cases, and says that it leaves some out', () => {
  const pairs = Array.from({ length: 5_000 }, (_, index) =>
    createPairedCase(`case-${index}-${'日本'.repeat(60)}`, {
      headScores: [index % 90],
      headAnswer: { status: 'answered', output: '急須'.repeat(500), toolCalls: [] },
    }),
  );
  const decision = { ...FAIL, worse: pairs.map(({ id }) => id) };
  const suite = createSuiteReport({ decision, comparison: createComparison({ pairs }) });
  const summary = renderSummary(createReport({ suites: [suite] }));
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(900_000);
  expect(summary).toMatch(/\d blocks left out here\. The whole report: run record\./);
});
