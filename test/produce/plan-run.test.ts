import { expect, test } from 'vitest';
import type { Case } from '../../src/model/case.js';
import {
  estimateCalls,
  planBaselineCalls,
  planCheckCalls,
  planExtraAnswers,
} from '../../src/produce/plan-run.js';
import { renderCallEstimate } from '../../src/report/call-estimate.js';
import { settingsOf } from '../support/settings.js';
import { createPreparedSuite, createRow, createSide } from '../support/suites.js';

const PROMPT = '{ prompt: p.md, model: m }';
const NONE = { kind: 'none' } as const;
const RUN = { kind: 'run' } as const;
const record = (answers?: number) =>
  ({ kind: 'record', again: answers === undefined ? null : { answers } }) as const;

function runOf({ judge = 'j', target = PROMPT, scorers = '[answer-relevancy]', shown = 0, talks = 0 }) {
  const suites = `[{ name: p, dataset: d.jsonl, target: ${target}, scorers: ${scorers} }]`;
  const [suite] = settingsOf(`judge: { model: ${judge} }\nsuites: ${suites}`).suites;
  if (suite === undefined) throw new Error('no suite');
  const cases = [1, 2, 3, 4, 5].map((index) =>
    createRow(`case-${index}`, { input: 'x', ...(index <= talks && { turns: ['x', 'y'] }) }),
  );
  const rows = Array.from({ length: shown }, () => ({ row: createRow('new'), change: 'added' as const }));
  const side = createSide(suite, cases);
  return createPreparedSuite(suite, cases, {
    base: { ...side, promptTokens: 1_000 },
    head: { ...side, promptTokens: 2_000 },
    shown: { rows, max: 2, regraded: [], tasks: new Map() },
  });
}

const RECORDED = '{ recorded: a.jsonl }';
const COMMAND = '{ command: [./agent] }';
const FOUR = '[answer-relevancy, prompt-alignment, { id: max-length, words: 9 }]';

test.each([
  // 20 answers, as many verdicts, 5 comparisons and 5 confirmations. An answer takes 1,202 tokens on the base and 2,202 on
  // the head, a judge call 973.
  [
    'both sides',
    {},
    RUN,
    '5 cases × 3 base runs + 5 cases × 1 head run: 20 answers, at most 50 calls, about 58,000 tokens.',
    20,
  ],
  [
    'no base: nothing to compare',
    {},
    NONE,
    '5 cases × 1 head run: 5 answers, at most 10 calls, about 16,000 tokens.',
    5,
  ],
  [
    'a stored base',
    {},
    record(),
    '5 cases × 1 head run: 5 answers, at most 20 calls, about 26,000 tokens.',
    5,
  ],
  [
    'cases of several turns',
    { talks: 2 },
    record(),
    '5 cases (7 turns) × 1 head run: 7 answers, at most 24 calls, about 32,000 tokens.',
    7,
  ],
  [
    'a built-in judge',
    { judge: 'builtin' },
    record(),
    '5 cases × 1 head run: 5 answers, at most 5 calls, about 11,000 tokens.',
    5,
  ],
  [
    'stored answers judged again',
    {},
    record(15),
    '5 cases × 1 head run: 5 answers, at most 35 calls, about 40,000 tokens. 15 stored answers of the base are judged again.',
    5,
  ],
  [
    'shown cases, up to their limit',
    { shown: 3 },
    NONE,
    '5 cases × 1 head run: 5 answers, at most 14 calls, about 22,000 tokens. This includes 2 new or edited cases for show only.',
    5,
  ],
  [
    'several scorers',
    { scorers: FOUR },
    NONE,
    '5 cases × 1 head run: 5 answers, at most 30 calls, about 35,000 tokens.',
    5,
  ],
  [
    'a command',
    { target: COMMAND },
    record(),
    '5 cases × 1 head run: 5 answers, at most 15 judge calls, about 15,000 tokens.',
    0,
  ],
  // Up to five runs of each side count, since they cost nothing.
  [
    'recorded answers',
    { target: RECORDED },
    RUN,
    '5 cases with recorded answers, at most 85 judge calls, about 83,000 tokens.',
    0,
  ],
  [
    'rules judge recorded answers',
    { target: RECORDED, judge: 'builtin' },
    RUN,
    '5 cases with recorded answers, no judge calls.',
    0,
  ],
] as const)('the cost of a check: %s', (_, options, found, line, least) => {
  const plan = planCheckCalls(runOf(options), found);
  const estimate = estimateCalls(plan);
  expect(renderCallEstimate(plan, estimate, null)).toBe(line);
  expect(estimate.least).toBe(least);
});

test.each([
  // 30 answers, verdicts and comparisons; of two broken cases, twice 20 answers are judged again.
  [
    'both sides are asked again',
    {},
    'both',
    ' up to 30 more answers, at most 220 calls, about 240,000 tokens in all.',
  ],
  [
    'the head is asked again',
    {},
    'head',
    ' up to 30 more answers, at most 244 calls, about 280,000 tokens in all.',
  ],
  [
    'some have several turns',
    { talks: 2 },
    'head',
    ' up to 42 more answers, at most 314 calls, about 370,000 tokens in all.',
  ],
  [
    'rules judge',
    { judge: 'builtin' },
    'both',
    ' up to 30 more answers, at most 35 calls, about 62,000 tokens in all.',
  ],
  ['nobody is asked again', { target: RECORDED }, 'none', ''],
] as const)('the cost of asking again: %s', (_, options, askable, more) => {
  const run = runOf(options);
  const plan = planExtraAnswers(planCheckCalls(run, record()), {
    askable,
    extraRuns: 6,
    scorers: run.settings.scorers,
  });
  const [, later = ''] = renderCallEstimate(plan, estimateCalls(plan), null).split(
    'If the result is unclear,',
  );
  expect(later).toBe(more);
});

test('without a base and a threshold, no answer is asked for again', () => {
  const run = runOf({});
  const asking = { askable: 'both', extraRuns: 6, scorers: run.settings.scorers } as const;
  expect(planExtraAnswers(planCheckCalls(run, NONE), asking).extraAnswers).toBe(0);
});

test('some cases of a suite may be asked as often as in a run of all', () => {
  const run = runOf({});
  const asking = { askable: 'both', extraRuns: 6, scorers: run.settings.scorers } as const;
  const plan = planCheckCalls(run, record());
  expect(planExtraAnswers(plan, asking).extraAnswers).toBe(30);
  expect(planExtraAnswers(plan, { ...asking, ofCases: 20 }).extraAnswers).toBe(120);
});

test('the cost of a baseline, with what the budget leaves', () => {
  const plan = planBaselineCalls(runOf({}), NONE);
  const left = { calls: 4_990, maxCalls: 5_000, isDefault: true, tokens: 80, maxTokens: 1_000 };
  expect(renderCallEstimate(plan, estimateCalls(plan), left)).toBe(
    '5 cases × 3 runs: 15 answers, at most 30 calls, about 48,000 tokens. The budget leaves 4,990 of 5,000 calls (default of limits.max-calls) and 80 of 1,000 tokens.',
  );
});

test('asking again makes no more calls than the budget leaves', () => {
  const run = runOf({});
  const plan = planExtraAnswers(planCheckCalls(run, record()), {
    askable: 'head',
    extraRuns: 6,
    scorers: run.settings.scorers,
  });
  const left = { calls: 100, maxCalls: 100, isDefault: false, tokens: 0, maxTokens: null };
  expect(renderCallEstimate(plan, estimateCalls(plan), left)).toContain(
    ' more answers, at most 100 calls, about 110,000 tokens in all.',
  );
});

test('asking again takes no more tokens than the budget leaves', () => {
  const run = runOf({});
  const asking = { askable: 'head', extraRuns: 6, scorers: run.settings.scorers } as const;
  const plan = planExtraAnswers(planCheckCalls(run, record()), asking);
  const left = { calls: 1_000, maxCalls: 1_000, isDefault: false, tokens: 90_000, maxTokens: 100_000 };
  expect(renderCallEstimate(plan, estimateCalls(plan), left)).toContain(
    'at most 244 calls, about 90,000 tokens in all.',
  );
});

test('a long task and a long conversation count in every call to the judge', () => {
  const prepared = runOf({});
  const { cases } = prepared.head;
  const tokensOf = (history: Case['history'], task = '') =>
    planCheckCalls(
      {
        ...prepared,
        head: { ...prepared.head, cases: cases.map((row) => ({ ...row, history })) },
        tasks: new Map(cases.map(({ id }) => [id, task])),
      },
      NONE,
    ).tokens;
  const long = 'word '.repeat(800);
  expect(tokensOf([], long).judge).toBeCloseTo(1_973, -1);
  const talk = tokensOf([{ role: 'user', content: long }]);
  expect(talk.judge).toBeCloseTo(1_980, -2);
  expect(talk.head).toBeCloseTo(3_210, -2);
});
