import { describe, expect, test } from 'vitest';
import {
  isJudgedByRules,
  judgeCallsPerAnswer,
  leastCalls,
  planBaseline,
  planCheck,
} from '../../src/produce/plan-run.js';
import { renderCallEstimate } from '../../src/report/call-estimate.js';
import { resolveSettings } from '../../src/settings/resolve-settings.js';
import { createScorerSettings } from '../support/suites.js';

function suiteOf(judgeModel: string) {
  const overrides = { prompt: 'p.md', dataset: 'd.jsonl', model: 'm', judgeModel };
  const settings = { config: null, configPath: null, overrides, env: {}, shell: 'cli' } as const;
  const [suite] = resolveSettings(settings).suites;
  if (suite === undefined) throw new Error('no suite');
  return suite;
}

/** Cases that the head's dataset drops; a stored record knows all but the first. */
const ROWS = ['a', 'b', 'c'].map((id) => ({ id, inputHash: `hash of ${id}` }));

const record = (again: { answers: number; questions: number } | null = null) =>
  ({ kind: 'record', again, record: { cases: ROWS.slice(1) }, used: { stale: false } }) as const;

function runOf(judgeModel: string) {
  return { suite: suiteOf(judgeModel), files: { cases: Array.from({ length: 5 }) }, dropped: [] };
}

test.each([
  [
    'check',
    planCheck(runOf('builtin'), { kind: 'none' }),
    '5 cases × 1 head run: 5 answers, judged by rules, at no cost. If the result is unclear, up to 10 answers more.',
  ],
  [
    'check with a stored base',
    planCheck(runOf('builtin'), record()),
    '5 cases × 1 head run: 5 answers, judged by rules, at no cost. If the result is unclear, up to 10 answers more; for a case that looks broken, up to 13 answers more.',
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

describe('cases that the dataset drops', () => {
  test.each([
    ['are asked of both sides where the base is run', { kind: 'run' }, 3, 32],
    ['of the head where stored answers to them are known', record(), 2, 7],
    ['of nobody against another prompt', { ...record(), used: { stale: true } }, 0, 5],
    ['of nobody without a baseline', { kind: 'none' }, 0, 5],
  ] as const)('%s', (_, found, dropped, calls) => {
    const plan = planCheck({ ...runOf('judge'), dropped: ROWS }, found);
    expect(plan.dropped).toBe(dropped);
    expect(leastCalls(plan)).toBe(calls);
  });
});

test.each([
  [['answer-relevancy'], 2],
  [['max-length'], 0],
  [['faithfulness'], 2],
  [['context-precision'], 1],
  [['answer-relevancy', 'prompt-alignment', 'contains'], 6],
] as const)('the judge calls of %j are counted scorer by scorer', (ids, calls) => {
  const options: Readonly<Record<string, object>> = { 'max-length': { words: 9 }, contains: { value: 'x' } };
  const scorers = ids.map((id) => createScorerSettings(id, { options: { ...options[id] } }));
  expect(judgeCallsPerAnswer({ ...suiteOf('judge'), scorers })).toBe(calls);
  expect(isJudgedByRules({ ...suiteOf('judge'), scorers })).toBe(calls === 0);
});
