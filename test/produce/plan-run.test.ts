import { describe, expect, test } from 'vitest';
import { leastCalls, planRun } from '../../src/produce/plan-run.js';
import { renderCallEstimate } from '../../src/report/call-estimate.js';
import { resolveSettings } from '../../src/settings/resolve-settings.js';
import { createScorerSettings } from '../support/scorer-settings.js';

function suiteOf(judgeModel: string) {
  const overrides = { prompt: 'p.md', dataset: 'd.jsonl', model: 'm', judgeModel };
  const settings = { config: null, configPath: null, overrides, env: {}, shell: 'cli' } as const;
  const [suite] = resolveSettings(settings).suites;
  if (suite === undefined) throw new Error('no suite');
  return suite;
}

function planOf(
  judgeModel: string,
  request: Pick<Parameters<typeof planRun>[0], 'purpose' | 'base' | 'rejudged'>,
) {
  return planRun({ suite: suiteOf(judgeModel), cases: 5, ...request });
}

test.each([
  [
    'check',
    'none',
    '5 cases × 1 head sample: 5 answers, no judge call; if the gate asks for more samples, up to 10 answers more',
  ],
  [
    'check',
    'record',
    '5 cases × 1 head sample: 5 answers, no judge call; if the gate asks for more samples, up to 10 answers more, and of a case that looks broken up to 11 answers more',
  ],
  ['baseline', 'none', '5 cases × 3 samples: 15 answers, no judge call'],
] as const)('the plan of a %s with base %s tells what it costs', (purpose, base, line) => {
  expect(renderCallEstimate(planOf('builtin', { purpose, base }))).toBe(line);
});

describe('what a run cannot do with less than', () => {
  const rejudged = { answers: 15, questions: 4 };

  test.each([
    ['head alone', 'judge', { base: 'none' }, 5],
    ['both sides', 'judge', { base: 'run' }, 20],
    ['stored answers judged again: a call for each question', 'judge', { base: 'record', rejudged }, 9],
    ['the built-in judge is not called', 'builtin', { base: 'record', rejudged }, 5],
  ] as const)('%s', (_, judge, request, calls) => {
    expect(leastCalls(planOf(judge, { purpose: 'check', ...request }))).toBe(calls);
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
  const plan = planRun({ suite: { ...suiteOf('judge'), scorers }, cases: 1, purpose: 'check', base: 'none' });
  expect(plan.judgeCallsPerAnswer).toBe(calls);
});
