import { describe, expect, test } from 'vitest';
import type { SuiteHistory } from '../../src/ports/history.js';
import { buildAnnotations } from '../../src/report/annotations.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { renderConsole } from '../../src/report/console.js';
import { renderBars, renderCourse } from '../../src/report/history.js';
import { buildResultJson } from '../../src/report/result-json.js';
import { renderSummary } from '../../src/report/summary.js';
import { wordsFor } from '../../src/scorers/measure-words.js';
import { createRecord, createReport, createSuiteReport, SCORER } from '../support/records.js';
import { parseGfm, textOf } from './tree.js';

function historyOf(levels: readonly number[], more: Partial<SuiteHistory> = {}): SuiteHistory {
  return {
    scorer: SCORER,
    higherIsBetter: true,
    levels: levels.map((level, day) => ({
      commit: String(day).repeat(40),
      createdAt: `2026-01-0${day + 1}T10:00:00.000Z`,
      level,
    })),
    falls: [],
    ...more,
  };
}

const SLOW = historyOf([95, 94, 94.2, 92, 91, 88], {
  falls: [{ first: 0, at: 3, foundAt: 5, from: 94.4, to: 90.33 }],
});
const reportOf = (...history: readonly SuiteHistory[]) =>
  createReport({ suites: [createSuiteReport({ history })] });

const FALL =
  'Mean relevancy fell and stays lower: 0.94 on average before `3333333`, 0.90 from there on. ' +
  'The largest steps: `1111111` (−0.01), `3333333` (−0.02) and `5555555` (−0.03). ' +
  'If that was intended, nothing is to be done: from now on the new level counts.';

describe('the history of a suite', () => {
  test('is a row of bars: the best at the top, and no mountains out of noise', () => {
    expect(renderBars(historyOf([100, 50, 0]))).toBe('█▅▁');
    expect(renderBars(historyOf([93, 92.2, 93.2]))).toBe('█▇█');
    expect(renderBars(historyOf(Array.from({ length: 200 }, () => 90)))).toBe('█'.repeat(40));
  });

  test('of one run is that run', () => {
    const words = wordsFor({ id: SCORER, higherIsBetter: true });
    expect(renderCourse(historyOf([90]), words)).toBe('mean relevancy 0.90 in 1 run');
    expect(renderCourse(historyOf([90, 92]), words)).toBe('mean relevancy 0.90 → 0.92 over 2 runs');
  });

  test('stands in the job summary, and a fall that became clear is a warning there', () => {
    const text = textOf(parseGfm(renderSummary(reportOf(SLOW))));
    expect(text).toContain(`On this branch ${renderBars(SLOW)} mean relevancy 0.95 → 0.88 over 6 runs`);
    expect(renderSummary(reportOf(SLOW))).toContain('> [!WARNING]\n> Mean relevancy fell and stays lower');
    expect(text.replaceAll('\n', ' ')).toContain(FALL.replaceAll('`', ''));
  });

  test('is in the log, and an annotation', () => {
    const log = renderConsole(reportOf(SLOW), { color: false });
    expect(log).toContain(`  on this branch: ${renderBars(SLOW)} mean relevancy 0.95 → 0.88 over 6 runs`);
    expect(log).toContain(`  ! ${FALL}`);
    expect(buildAnnotations(reportOf(SLOW))).toEqual([
      { level: 'warning', title: 'support: lasting loss on this branch', message: FALL },
    ]);
  });

  test('warns once: with the next run the fall is told already', () => {
    const later = { ...SLOW, levels: [...SLOW.levels, ...historyOf([88]).levels] };
    expect(renderSummary(reportOf(later))).not.toContain('WARNING');
    expect(buildAnnotations(reportOf(later))).toEqual([]);
  });

  test('is told as the scorer counts, where lower is better', () => {
    const scorer = { id: 'toxicity', formula: 'f', rubric: 'r', scale: 1, higherIsBetter: false };
    const suite = createSuiteReport({ history: [{ ...SLOW, scorer: 'toxicity', higherIsBetter: false }] });
    const comparison = { ...suite.comparison, scorer: 'toxicity' };
    const head = createRecord({ scorers: [scorer] });
    const log = renderConsole(createReport({ suites: [{ ...suite, comparison, head }] }), { color: false });
    expect(log).toContain('mean toxicity 0.05 → 0.12 over 6 runs');
    expect(log).toContain(
      'Mean toxicity rose and stays higher: 0.06 on average before `3333333`, 0.10 from there on',
    );
    // Bars are tall where the score is high.
    expect(log).toContain('▃▄▄▅▆█');
  });

  test('that a pull request inherits is one line of comment, summary and log, and fields of the result', () => {
    const loss = { scorer: SCORER, commit: 'abc1234'.padEnd(40, '0'), createdAt: '2026-09-01T10:00:00.000Z' };
    const told = (change: number) =>
      createReport({ suites: [createSuiteReport({ slowLosses: [{ ...loss, from: 97, to: 91, change }] })] });
    const line =
      'Since `abc1234` (2026-09-01) mean relevancy fell 0.97 → 0.91, little by little; this pull request is −0.01 of it.';
    expect(renderComment(told(-1), { marker: '<!-- m -->' })).toContain(`**Slow loss** ${line}\n`);
    expect(renderSummary(told(-1))).toContain(line);
    expect(renderConsole(told(-1), { color: false })).toContain(`  slow loss: ${line}\n`);
    expect(buildResultJson(told(-1)).suites[0]?.slowLoss).toEqual({
      ...{ commit: loss.commit, createdAt: loss.createdAt },
      ...{ from: 0.97, to: 0.91, change: -0.01 },
    });
    for (const change of [0, 2]) {
      expect(renderSummary(told(change))).toContain('this pull request is no part of it.');
    }
    expect(buildAnnotations(told(-1))).toEqual([]);
    expect(buildResultJson(createReport()).suites[0]).not.toHaveProperty('slowLoss');
  });

  test('is not there for one run, nor for another scorer', () => {
    for (const history of [historyOf([90]), { ...SLOW, scorer: 'tone' }]) {
      expect(renderSummary(reportOf(history))).not.toContain('On this branch');
    }
    expect(renderComment(createReport(), { marker: '<!-- m -->' })).not.toContain('On this branch');
  });
});
