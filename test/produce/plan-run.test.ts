import { describe, expect, test } from 'vitest';
import type { CallPlan } from '../../src/model/spending.js';
import {
  isJudgedByRules,
  judgeCallsPerAnswer,
  leastCalls,
  planAsking,
  planBaseline,
  planCheck,
} from '../../src/produce/plan-run.js';
import { renderCallEstimate } from '../../src/report/call-estimate.js';
import { settingsOf } from '../support/settings.js';
import { createScorerSettings } from '../support/suites.js';

function suiteOf(judgeModel: string) {
  const target = '{ prompt: p.md, model: m }';
  const [suite] = settingsOf(
    `judge: { model: ${judgeModel} }\nsuites: [{ name: p, dataset: d.jsonl, target: ${target} }]`,
  ).suites;
  if (suite === undefined) throw new Error('no suite');
  return suite;
}

const record = (again: { answers: number; questions: number } | null = null) =>
  ({ kind: 'record', again }) as const;

function runOf(judgeModel: string) {
  return {
    suite: suiteOf(judgeModel),
    files: { cases: [1, 2, 3, 4, 5], shown: [], regraded: [], mostShown: 2 },
  };
}

const asking = (plan: CallPlan) =>
  planAsking(plan, { askable: 'both', extraRuns: 6, scorers: suiteOf('builtin').scorers });

test.each([
  [
    'check',
    planCheck(runOf('builtin'), { kind: 'none' }),
    '5 cases × 1 head run: 5 answers, judged by rules, at no cost.',
  ],
  [
    'check with a stored base',
    asking(planCheck(runOf('builtin'), record())),
    '5 cases × 1 head run: 5 answers, judged by rules, at no cost. If the result is unclear, up to 30 answers more.',
  ],
  [
    'check with nothing to decide on',
    asking(planCheck(runOf('builtin'), { kind: 'none' })),
    '5 cases × 1 head run: 5 answers, judged by rules, at no cost.',
  ],
  [
    'baseline',
    planBaseline(runOf('builtin'), { kind: 'none' }),
    '5 cases × 3 runs: 15 answers, judged by rules, at no cost.',
  ],
])('the plan of a %s tells what it costs', (_, plan, line) => {
  expect(renderCallEstimate(plan)).toBe(line);
});

describe('what a run cannot do with less than', () => {
  const rejudged = { answers: 15, questions: 4 };

  test.each([
    ['head alone', 'judge', { kind: 'none' }, 5],
    ['both sides', 'judge', { kind: 'run' }, 20],
    ['stored answers judged again: a call for each question', 'judge', record(rejudged), 9],
    ['the built-in judge is not called', 'builtin', record(rejudged), 5],
  ] as const)('%s', (_, judge, found, calls) => {
    expect(leastCalls(planCheck(runOf(judge), found))).toBe(calls);
  });

  test('answers that the journal has cost none', () => {
    expect(leastCalls({ ...planCheck(runOf('judge'), { kind: 'none' }), kept: 3 })).toBe(2);
  });
});

test('cases that are only shown are no part of what a run cannot do without', () => {
  const run = runOf('judge');
  const plan = planCheck(
    { ...run, files: { ...run.files, shown: [1, 2, 3], regraded: [1] } },
    { kind: 'run' },
  );
  expect(plan).toMatchObject({ shown: 2, regraded: 1 });
  expect(leastCalls(plan)).toBe(leastCalls(planCheck(run, { kind: 'run' })));
  expect(renderCallEstimate(plan)).toContain('2 new or edited cases');
});

test.each([
  [['answer-relevancy'], 1],
  [['max-length'], 0],
  [['faithfulness'], 1],
  [['context-precision'], 1],
  [['answer-relevancy', 'prompt-alignment', 'contains'], 5],
] as const)('the judge calls of %j are counted scorer by scorer', (ids, calls) => {
  const options: Readonly<Record<string, object>> = { 'max-length': { words: 9 }, contains: { value: 'x' } };
  const scorers = ids.map((id) => createScorerSettings(id, { options: { ...options[id] } }));
  expect(judgeCallsPerAnswer({ ...suiteOf('judge'), scorers })).toBe(calls);
  expect(isJudgedByRules({ ...suiteOf('judge'), scorers })).toBe(calls === 0);
});
