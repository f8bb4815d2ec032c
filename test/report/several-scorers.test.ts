import { describe, expect, test } from 'vitest';
import { concludeRecords, decideSuite } from '../../src/decide/conclude.js';
import type { SuiteReport } from '../../src/ports/report.js';
import { buildAnnotations } from '../../src/report/annotations.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { renderConsole } from '../../src/report/console.js';
import { buildResultJson } from '../../src/report/result-json.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import { createBaseline, createReport } from '../support/records.js';
import { createTwofoldRecord } from '../support/several-scorers.js';

const IDS = Array.from({ length: 12 }, (_, index) => `case-${index + 1}`);

function suite(): Extract<SuiteReport, { kind: 'evaluated' }> {
  const record = (toxicity: (index: number) => number | string) =>
    createTwofoldRecord(
      Object.fromEntries(
        IDS.map((id, index) => [
          id,
          [0, 1, 2].map((sample) => ({
            relevancy: 0.9 + 0.02 * ((index + sample) % 4),
            toxicity: toxicity(index),
          })),
        ]),
      ),
    );
  const nothing = 'the answer has no elements';
  const base = record((index) => (index === 11 ? nothing : 0));
  const head = record((index) => (index < 6 ? 0.25 : index < 8 ? 0.1 : index === 11 ? nothing : 0));
  const baseline = createBaseline();
  const scorers = [
    { name: 'answer-relevancy', gate: { ...DEFAULT_GATE, threshold: 0.8 } },
    { name: 'toxicity', gate: { ...DEFAULT_GATE, threshold: 0.1 } },
  ];
  const decided = decideSuite(concludeRecords({ scorers, head, base, baseline, canSample: false }), []);
  return {
    kind: 'evaluated',
    suite: 'support',
    ...decided,
    baseline,
    head,
    notes: [{ kind: 'task-of-head' }],
  };
}

const report = () => {
  const evaluated = suite();
  return createReport({ suites: [evaluated], overall: evaluated.decision });
};

describe('a suite with several scorers', () => {
  test('is told as a table of scorers, and then each that has something to tell', async () => {
    const comment = renderComment(report(), { marker: '<!-- marker -->' });
    await expect(comment).toMatchFileSnapshot('goldens/several-scorers.md');
  });

  test('has its judge, baseline, cost and notes once', () => {
    for (const text of [
      renderComment(report(), { marker: 'm' }),
      renderConsole(report(), { color: false }),
    ]) {
      expect(text.match(/model call/g)).toHaveLength(1);
      expect(text.match(/against the new prompt/g)).toHaveLength(1);
    }
  });

  test('has what was run again once on the terminal, with the score that comes first', () => {
    const evaluated = suite();
    const lookedAgain = ['Run 2 of every case, because the mean fell.'];
    const scorers = (evaluated.scorers ?? []).map((score) => ({ ...score, lookedAgain }));
    const suites = [{ ...evaluated, scorers }];
    const text = renderConsole(createReport({ suites, overall: evaluated.decision }), { color: false });
    expect(text.match(/support · /g)).toHaveLength(2);
    expect(text.match(/Run 2 of every case/g)).toHaveLength(1);
  });

  test('in the log is one block a scorer, in its own direction', () => {
    const text = renderConsole(report(), { color: false });
    expect(text).toContain('support · toxicity: fail: regression');
    expect(text).toContain('support · relevancy: pass');
    expect(text).toMatch(/mean +0\.00 +0\.15 +\+0\.15/);
    expect(text).toContain('newly toxic');
  });

  test('annotates the scorer that fails', () => {
    expect(buildAnnotations(report()).map(({ title }) => title)).toEqual([
      'support · toxicity: fail: regression, threshold',
      'support · toxicity: case-1',
      'support · toxicity: case-2',
      'support · toxicity: case-3',
    ]);
  });

  test('has all of them in the result, and the worst in the suite’s own fields', () => {
    const [told] = buildResultJson(report()).suites;
    expect(told).toMatchObject({
      scorer: 'toxicity',
      higherIsBetter: false,
      decision: 'fail',
      baselineScore: 0,
    });
    expect(told?.score).toBeCloseTo(0.1545, 3);
    expect(told?.delta).toBeCloseTo(0.1545, 3);
    expect(told?.scorers.map(({ scorer, decision }) => [scorer, decision])).toEqual([
      ['answer-relevancy', 'pass'],
      ['toxicity', 'fail'],
    ]);
  });
});
