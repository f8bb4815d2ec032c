import { expect, test } from 'vitest';
import { buildAnnotations } from '../../src/report/annotations.js';
import { renderCaseRuns, sortCaseChanges } from '../../src/report/case-changes.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { renderConsole } from '../../src/report/console.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createReport,
  createSuiteReport,
} from '../support/records.js';

const DEEPER = createPairedCase('deeper', { baseScores: [100], headScores: [0] });
const BROKEN = createPairedCase('broken', { baseScores: [90], headScores: [20], caseScores: [20, 10] });
const SLIPPED = createPairedCase('slipped', { baseScores: [90, 80], headScores: [20], caseScores: [85] });
const comparison = createComparison({ pairs: [SLIPPED, DEEPER, BROKEN] });
const line = 'One case broke: `broken` 0.90 → 0.20 in 3 of 3 runs.';
const fails = createDecision({
  outcome: 'fail',
  because: ['regression'],
  blocking: true,
  headline: line,
  findings: [{ rule: 'case', outcome: 'fails', line, cases: ['broken'] }],
});

test('what the gate calls broken comes first, then the largest fall', () => {
  const ids = (decision: typeof fails) => sortCaseChanges(comparison, decision).lower.map(({ id }) => id);
  expect(ids(fails)).toEqual(['broken', 'deeper', 'slipped']);
  const warns = createDecision({ findings: [{ rule: 'case', outcome: 'warns', line, cases: ['broken'] }] });
  expect(ids(warns)).toEqual(['deeper', 'broken', 'slipped']);
});

const words = { lower: 'lower' } as const;

test('a case that was asked again says in how many runs it lay low', () => {
  expect(renderCaseRuns(DEEPER, words)).toBe('');
  expect(renderCaseRuns(BROKEN, words)).toBe(', lower in 3 of 3 runs');
  expect(renderCaseRuns(SLIPPED, words)).toBe(', lower in 1 of 2 runs');
});

test('comment, annotations and console begin with the broken case', () => {
  const report = createReport({ suites: [createSuiteReport({ decision: fails, comparison })] });
  const comment = renderComment(report, { marker: '<!-- x -->' });
  expect(comment).toContain('**`broken` 0.90 → 0.20 (−0.70), lower in 3 of 3 runs**');
  expect(comment.indexOf('broken` 0.90')).toBeLessThan(comment.indexOf('deeper` 1.00'));
  expect(buildAnnotations(report)[1]).toMatchObject({
    title: 'support: broken',
    message: '0.90 → 0.20 (−0.70), lower in 3 of 3 runs',
  });
  const lines = renderConsole(report, { color: false }).split('\n');
  const at = (id: string) => lines.findIndex((text) => text.trim().startsWith(id));
  expect(at('broken')).toBeLessThan(at('deeper'));
});
