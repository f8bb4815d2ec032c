import { describe, expect, it } from 'vitest';
import type { ChangedBlock } from '../../../src/model/coverage.js';
import type { EvaluatedSuite, Report } from '../../../src/model/report.js';
import { renderComment } from '../../../src/report/comment/render-comment.js';
import { markdown } from '../../../src/report/markdown.js';
import { createBlock } from '../../support/coverage.js';
import { createRecordedReport } from '../recorded-report.js';

const noticing = (...ids: readonly string[]) =>
  ids.map((caseId) => ({ caseId, effect: 'lost-fact', text: 'A fact.' }) as const);

function changedBlock(overrides: Partial<ChangedBlock> = {}): ChangedBlock {
  return { ...createBlock(), cases: 300, createdAt: '2026-11-21T04:17:00.000Z', ...overrides };
}

/** What the comment says of the coverage of a change. */
function linesOf(changeCoverage: EvaluatedSuite['changeCoverage']): readonly string[] {
  const report = createRecordedReport(12);
  const suites = report.suites.map((suite) => ({ ...suite, ...(changeCoverage && { changeCoverage }) }));
  const comment = renderComment({ ...report, suites } as Report, { marker: markdown`<!-- m -->` });
  const lines = comment.split('\n').filter((line) => line.includes('**Prompt coverage**'));
  return lines.map((line) => line.replace('- ▫️ **Prompt coverage**: ', ''));
}

describe('the fold of the decision', () => {
  it('names the cases that notice a changed paragraph', () => {
    const blocks = [
      changedBlock({ noticedBy: noticing('refund') }),
      changedBlock({ lines: { first: 3, last: 5 }, noticedBy: noticing('a', 'b', 'c', 'd', 'e') }),
    ];
    expect(linesOf({ blocks })).toEqual([
      '`refund` notices line 1 of `prompts/support.md` on `main` (measured 2026-11-21).',
      '`a`, `b`, `c` and 2 more notice lines 3–5 of `prompts/support.md` on `main` (measured 2026-11-21).',
    ]);
  });

  it('says first that no case notices one, and how many were asked', () => {
    const blocks = [
      changedBlock({ noticedBy: noticing('refund') }),
      changedBlock({ state: 'unnoticed', asked: 30 }),
      changedBlock({ state: 'unnoticed', asked: 300 }),
    ];
    expect(linesOf({ blocks }).slice(0, 2)).toEqual([
      'No case notices line 1 of `prompts/support.md` on `main` (measured 2026-11-21, asked: 30 nearest of 300 cases).',
      'No case notices line 1 of `prompts/support.md` on `main` (measured 2026-11-21, asked: 300 cases).',
    ]);
  });

  it('names five paragraphs, and counts the others', () => {
    const blocks = Array.from({ length: 7 }, (_each, at) =>
      changedBlock({ lines: { first: at + 1, last: at + 1 }, noticedBy: noticing('a') }),
    );
    const lines = linesOf({ blocks });
    expect(lines).toHaveLength(6);
    expect(lines[5]).toBe('2 more changed paragraphs measured.');
  });

  it('names the new cases that notice the change, and those that do not', () => {
    expect(linesOf({ blocks: [], newCases: { noticing: ['a'], others: ['b', 'c', 'd', 'e'] } })).toEqual([
      'the new case `a` notices this change (one answer with and without it).',
      'the new cases `b`, `c`, `d` and 1 more do not notice this change (one answer with and without it).',
    ]);
    expect(linesOf({ blocks: [], newCases: { noticing: ['a', 'b'], others: ['c'] } })).toEqual([
      'the new cases `a`, `b` notice this change (one answer with and without it).',
      'the new case `c` does not notice this change (one answer with and without it).',
    ]);
    expect(linesOf({ blocks: [], newCases: { noticing: [], others: [] } })).toEqual([]);
  });

  it('escapes paths and case ids', () => {
    const [line = ''] = linesOf({
      blocks: [changedBlock({ path: '<b>`@acme`.md', noticedBy: noticing('`<i>') })],
    });
    expect(line).toContain('`` `<i> ``');
    expect(line).toContain('``<b>`@acme`.md``');
  });

  it('says nothing without a map', () => {
    expect(linesOf(undefined)).toEqual([]);
  });
});
