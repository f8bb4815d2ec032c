import { expect, test } from 'vitest';
import { renderSummary } from '../../src/report/comment/render-comment.js';
import {
  createBaseline,
  createComparison,
  createPairedCase,
  createRecord,
  createReport,
  createSuiteReport,
} from '../support/records.js';
import { FAIL } from './foreign-report.js';

test('the report says how old a stored baseline is, from one day on', () => {
  const baselineOf = (createdAt: string) => {
    const suite = createSuiteReport({ baseline: createBaseline({ createdAt }) });
    return renderSummary(createReport({ suites: [suite] })).match(/^- Compared with .*$/m)?.[0];
  };
  expect(baselineOf('2026-07-20T10:00:00.000Z')).toContain(', 12 days old');
  expect(baselineOf('2026-08-01T10:00:00.000Z')).not.toContain('old');
});

test.each([
  [{ text: 'none' }, {}, true],
  [{}, { text: 'none' }, true],
  [{ text: 'statements' }, {}, false],
] as const)('base %j, head %j: the report says that only scores were compared: %s', (base, head, isSaid) => {
  const suite = createSuiteReport({ base: createRecord(base), head: createRecord(head) });
  const summary = renderSummary(createReport({ suites: [suite] }));
  expect(summary.includes('> Only scores were compared')).toBe(isSaid);
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
