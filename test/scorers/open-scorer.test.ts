import { describe, expect, test } from 'vitest';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import type { Judge } from '../../src/ports/judge.js';
import type { ScorerSettings } from '../../src/ports/settings.js';
import { SCORERS } from '../../src/scorers/catalog.js';
import { openScorer } from '../../src/scorers/open-scorer.js';
import type { GivenAnswer, ScoreRequest } from '../../src/scorers/scorer.js';
import { createScorerSettings } from '../support/scorer-settings.js';

const nobody: Judge = {
  name: 'nobody',
  fingerprint: 'nobody',
  builtin: false,
  ask: () => Promise.reject(new Error('nobody is asked')),
};
const tools = () => ({ judge: nobody, store: createVerdictStore([]), salt: 'salt' });
const signal = new AbortController().signal;

/** Options without which a scorer makes no sense. */
const LEAST: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tool-call-accuracy': { expectedTool: 'search' },
  contains: { value: 'form 12' },
  regex: { pattern: '^\\d+$' },
  'json-schema': { schema: { type: 'object' } },
  'starts-with': { value: 'Dear' },
  'max-length': { characters: 20 },
  'called-tool': { tool: 'search' },
};

const settings = (id: string, options = LEAST[id] ?? {}, name = id): ScorerSettings =>
  createScorerSettings(id, { options, name });

function request(answer: Partial<GivenAnswer> = {}, rest: Partial<ScoreRequest> = {}): ScoreRequest {
  const given = {
    status: 'answered',
    output: 'Send form 12.',
    toolCalls: [],
    finish: 'stop',
    ...answer,
  } as const;
  return { task: null, history: [], input: 'Which form do I send?', answer: given, ...rest };
}

describe('the catalog', () => {
  test.each(SCORERS.map((about) => [about.id, about] as const))('%s can be opened', (id, about) => {
    const { fingerprint } = openScorer(settings(id), tools());
    expect(fingerprint).toMatchObject({ id, higherIsBetter: about.higherIsBetter });
    expect(fingerprint.judged !== false).toBe(about.kind === 'judged');
  });

  test('names every scorer once, and each by its own name', () => {
    const ids = SCORERS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(SCORERS.map(({ factory }) => factory)).size).toBe(ids.length);
  });
});

describe('a scorer that is code', () => {
  const score = (id: string, given: ScoreRequest, options?: Readonly<Record<string, unknown>>) =>
    openScorer(settings(id, options), tools()).score(given, { signal });

  test.each([
    ['contains', request(), 1],
    ['contains', request({ output: 'No idea.' }), 0],
    ['max-length', request(), 1],
    ['max-length', request({ output: 'x'.repeat(21) }), 0],
    ['starts-with', request(), 0],
    ['called-tool', request(), 0],
    ['called-tool', request({ toolCalls: [{ name: 'search', arguments: { q: 'form' } }] }), 1],
    ['equals', request({}, { groundTruth: 'send form 12.' }), 1],
    ['content-similarity', request({}, { groundTruth: 'Send form 12.' }), 1],
    ['textual-difference', request({}, { groundTruth: 'Send form 12.' }), 1],
    ['keyword-coverage', request({}, { input: 'Send form 12.' }), 1],
    ['max-length', request({ output: '' }), 1],
  ])('%s gives a judgement with its reason (%#)', async (id, given, expected) => {
    expect(await score(id, given)).toMatchObject({
      status: 'scored',
      score: expected,
      reason: expect.stringMatching(/\S/),
      statements: [],
    });
  });

  test('what is no answer has no score, whatever the scorer thinks of its text', async () => {
    expect(await score('max-length', request({ output: '[object Object]' }))).toMatchObject({
      kind: 'harness',
    });
    expect(await score('max-length', request({ output: '', finish: 'length' }))).toMatchObject({
      kind: 'length',
    });
  });

  test('nothing to score is said, and is no fault', async () => {
    expect(await score('completeness', request({}, { input: '?!' }))).toMatchObject({
      status: 'unscored',
      kind: 'not-scorable',
    });
  });

  test('other options are another formula', () => {
    const formula = (characters: number) =>
      openScorer(settings('max-length', { characters }), tools()).fingerprint.formula;
    expect(formula(20)).toBe(formula(20));
    expect(formula(20)).not.toBe(formula(21));
  });
});

test('a scorer under a name of its own keeps what it is', async () => {
  const scorer = openScorer(settings('contains', { value: 'form 12' }, 'names-the-form'), tools());
  expect(scorer).toMatchObject({
    id: 'names-the-form',
    fingerprint: { id: 'names-the-form', use: 'contains' },
  });
  expect(await scorer.score(request(), { signal })).toMatchObject({ score: 1 });
});
