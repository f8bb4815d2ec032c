import { describe, expect, test } from 'vitest';
import { buildAnnotations } from '../../src/report/annotations.js';
import { createDecision, createReport, createSuiteReport } from '../support/records.js';
import { SCENARIOS } from './scenarios.js';

describe('buildAnnotations', () => {
  test('says nothing of a pass', () => {
    expect(buildAnnotations(SCENARIOS['improved']?.() ?? createReport())).toEqual([]);
  });

  test('says the decision as an error and the worst cases as warnings', () => {
    const annotations = buildAnnotations(SCENARIOS['regression']?.() ?? createReport());
    expect(annotations.map(({ level, title }) => [level, title])).toEqual([
      ['error', 'support: fail: regression'],
      ['warning', 'support: refund-window'],
      ['warning', 'support: invoice-copy'],
      ['warning', 'support: ja-delivery'],
    ]);
    expect(annotations[1]?.message).toBe(
      '1.00 → 0.33 (−0.67). Newly irrelevant: “By the way, our new autumn collection is 20% off this week!”',
    );
  });

  test('warns where the decision does not block', () => {
    const [first] = buildAnnotations(SCENARIOS['not-blocking']?.() ?? createReport());
    expect(first).toMatchObject({ level: 'warning', title: 'support: fail: regression (not blocking)' });
  });

  test('names of what was not decided only what stood in the way', () => {
    const decision = createDecision({
      outcome: 'inconclusive',
      because: ['regression', 'error'],
      blocking: true,
    });
    const [first] = buildAnnotations(createReport({ suites: [createSuiteReport({ decision })] }));
    expect(first?.title).toBe('support: inconclusive: error');
  });

  test('names no case and no figure after an outage', () => {
    const annotations = buildAnnotations(SCENARIOS['outage']?.() ?? createReport());
    expect(annotations).toHaveLength(1);
    expect(annotations[0]?.message).not.toMatch(/\d\.\d\d/);
  });

  test('is at most ten of a level, each one line of plain characters; the last says how many more there are', () => {
    const decision = createDecision({
      outcome: 'fail',
      because: ['threshold'],
      blocking: true,
      headline: 'a\n::error::\u001b[31mb',
    });
    const suites = Array.from({ length: 30 }, (_, index) =>
      createSuiteReport({ suite: `s${index}`, decision }),
    );
    const annotations = buildAnnotations(createReport({ suites }));
    expect(annotations).toHaveLength(10);
    expect(annotations[0]?.message).toBe('a ::error::␛[31mb');
    expect(annotations.at(-1)).toMatchObject({ level: 'error', title: '21 more' });
    const both = [...suites, ...suites].map((suite, index) =>
      index < 30 ? suite : { ...suite, decision: { ...decision, blocking: false } },
    );
    const levels = buildAnnotations(createReport({ suites: both })).map(({ level }) => level);
    expect(Map.groupBy(levels, (level) => level).get('warning')).toHaveLength(10);
    expect(levels).toHaveLength(20);
  });
});
