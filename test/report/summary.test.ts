import { describe, expect, test } from 'vitest';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { renderSummary } from '../../src/report/summary.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';
import { SCENARIOS } from './scenarios.js';
import { parseGfm, textOf } from './tree.js';

describe('renderSummary', () => {
  test('has the unchanged cases too', () => {
    const summary = renderSummary(SCENARIOS['no-change']?.() ?? createReport());
    const [sight = '', fold = ''] = summary.split('<details><summary>20 cases with the same score</summary>');
    expect(sight).not.toContain('steady');
    expect(fold.match(/<code>steady-\d+<\/code>/g)).toHaveLength(20);
  });

  test('counts the perfect cases of a suite without a baseline, and lists the others', () => {
    const summary = renderSummary(SCENARIOS['no-baseline']?.() ?? createReport());
    expect(summary).toMatch(/<code>gift-card<\/code> \| 0\.90 \|\n\n1 more case at 1\.00\.\n/);
    expect(summary).not.toContain('refund-window');
  });

  test('has the keys of statements in one fold at the end, and says what they are for', () => {
    const said = (id: string, text: string, labelKey: string) =>
      createPairedCase(id, {
        headScores: [10],
        statements: [createStatementChange({ kind: 'newly-irrelevant', text, labelKey })],
      });
    const pairs = [
      said('a', 'Cats purr.', '1'.repeat(20)),
      said('b', 'Cats purr.', '2'.repeat(20)),
      said('c', 'It rains.', '3'.repeat(20)),
    ];
    const report = createReport({ suites: [createSuiteReport({ comparison: createComparison({ pairs }) })] });
    const summary = renderSummary(report);
    const [before = '', fold = ''] = summary.split(
      '<details><summary>Label these statements yourself</summary>',
    );
    expect(before).not.toMatch(/(\d)\1{19}/);
    expect(fold).toContain('`prompt-regression label --key <key> --as no`');
    for (const line of ['`1{20}` `a`: “Cats', '`2{20}` `b`: “Cats', '`3{20}` `c`: “It rains'])
      expect(fold).toMatch(new RegExp(`^- ${line}`, 'm'));
    expect(renderComment(report, { marker: '<!-- m -->' })).not.toMatch(/Label these|3{20}/);
  });

  test('has the last lines of a crash, which the comment leaves out where it names the cause', () => {
    const decision = createDecision({
      outcome: 'inconclusive',
      because: ['error'],
      headline: 'Not decided: boom.',
    });
    const unscored = [
      {
        id: 'a',
        input: 'A?',
        kind: 'target',
        reason: 'boom (last lines: at x | boom)',
        noLongerAnswers: true,
      },
    ] as const;
    const suite = createSuiteReport({ decision, comparison: createComparison({ unscored }) });
    const report = createReport({ suites: [suite], overall: decision });
    expect(renderSummary(report)).toContain('- 1 case: boom (last lines: at x');
    expect(renderComment(report, { marker: '<!-- m -->' })).not.toContain('- 1 case');
  });

  test('shows long answers further than the comment', () => {
    const pair = createPairedCase('long', {
      headScores: [10],
      headAnswer: { status: 'answered', output: 'x'.repeat(30_000), toolCalls: [] },
    });
    const summary = renderSummary(
      createReport({ suites: [createSuiteReport({ comparison: createComparison({ pairs: [pair] }) })] }),
    );
    expect(summary).toContain('first 20,000 of 30,000 characters');
  });

  test('fits 900,000 bytes with 5,000 cases, and counts what it leaves out', () => {
    const pairs = Array.from({ length: 5_000 }, (_, index) =>
      createPairedCase(`case-${index}-${'日本'.repeat(60)}`, {
        headScores: [index % 90],
        headAnswer: { status: 'answered', output: '急須'.repeat(500), toolCalls: [] },
      }),
    );
    const summary = renderSummary(
      createReport({ suites: [createSuiteReport({ comparison: createComparison({ pairs }) })] }),
    );
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(900_000);
    expect(summary).toMatch(/\d more cases and \d+ answers? are left out here; the run record has them\./);
    const shown = summary.match(/^\| <code>/gm)?.length ?? 0;
    expect(textOf(parseGfm(/^[\d,]+ more cases fell.*$/m.exec(summary)?.[0] ?? ''))).toContain(
      `${(5_000 - shown).toLocaleString('en-US')} more cases fell`,
    );
  });
});
