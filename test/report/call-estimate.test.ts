import { describe, expect, test } from 'vitest';
import type { CallPlan } from '../../src/model/spending.js';
import { renderCallEstimate } from '../../src/report/call-estimate.js';

const PLAN: CallPlan = {
  shown: 0,
  regraded: 0,
  cases: 20,
  baseSamples: 3,
  rejudged: 0,
  rejudgedQuestions: 0,
  compared: true,
  headSamples: 1,
  extraAnswers: 0,
  callsPerAnswer: 1,
  judgeCallsPerAnswer: 2,
  judgedByRules: false,
  recorded: false,
  kept: 0,
  known: false,
};

describe('renderCallEstimate', () => {
  test.each<[string, Partial<CallPlan>, string]>([
    [
      'both sides',
      {},
      '20 cases × 3 base runs + 20 cases × 1 head run: 80 answers, at most 160 judge calls.',
    ],
    [
      'answers that a killed run left',
      { kept: 12 },
      '20 cases × 3 base runs + 20 cases × 1 head run: 80 answers, at most 160 judge calls. 12 of these answers are in the journal already and cost nothing.',
    ],
    [
      'a stored baseline',
      { baseSamples: 0, known: true },
      '20 cases × 1 head run: 20 answers, at most 40 judge calls (fewer if answers are unchanged).',
    ],
    [
      'the built-in judge',
      { judgeCallsPerAnswer: 0, judgedByRules: true },
      '20 cases × 3 base runs + 20 cases × 1 head run: 80 answers, judged by rules, at no cost.',
    ],
    [
      "scorers of the repository's own",
      { judgeCallsPerAnswer: 0 },
      '20 cases × 3 base runs + 20 cases × 1 head run: 80 answers, no judge call.',
    ],
    [
      'answers from a file: no agent runs',
      { baseSamples: 0, headSamples: 5, recorded: true },
      '20 cases with recorded answers: no agent runs, at most 200 judge calls.',
    ],
    [
      'more samples on demand',
      { baseSamples: 0, extraAnswers: 40 },
      '20 cases × 1 head run: 20 answers, at most 40 judge calls. If the result is unclear, up to 40 answers, at most 80 judge calls more.',
    ],
    [
      'more samples on demand, the built-in judge',
      { baseSamples: 0, extraAnswers: 60, judgeCallsPerAnswer: 0, judgedByRules: true },
      '20 cases × 1 head run: 20 answers, judged by rules, at no cost. If the result is unclear, up to 60 answers more.',
    ],
    [
      'what becomes a baseline',
      { baseSamples: 0, headSamples: 3, compared: false },
      '20 cases × 3 runs: 60 answers, at most 120 judge calls.',
    ],
    [
      'stored answers judged again',
      { baseSamples: 0, rejudged: 60, known: true },
      '20 cases × 1 head run: 20 answers, at most 40 judge calls (fewer if answers are unchanged). 60 stored answers of the base are judged again: at most 120 judge calls.',
    ],
    [
      'one stored answer, the built-in judge',
      { baseSamples: 0, rejudged: 1, judgeCallsPerAnswer: 0, judgedByRules: true },
      '20 cases × 1 head run: 20 answers, judged by rules, at no cost. 1 stored answer of the base is judged again, at no cost.',
    ],
    ['one case', { cases: 1, baseSamples: 0 }, '1 case × 1 head run: 1 answer, at most 2 judge calls.'],
    [
      'a run of many',
      { cases: 1_000, baseSamples: 0 },
      '1,000 cases × 1 head run: 1,000 answers, at most 2,000 judge calls.',
    ],
  ])('%s', (_, overrides, expected) => {
    expect(renderCallEstimate({ ...PLAN, ...overrides })).toBe(expected);
  });

  test('says what a budget leaves', () => {
    expect(renderCallEstimate({ ...PLAN, baseSamples: 0 }, '90 of 200 calls')).toBe(
      '20 cases × 1 head run: 20 answers, at most 40 judge calls. The budget leaves 90 of 200 calls.',
    );
  });
});
