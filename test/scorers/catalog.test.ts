import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import * as library from '../../src/library/index.js';
import type { GivenAnswer } from '../../src/model/answer.js';
import type { Judge } from '../../src/model/judge.js';
import type { ScorerSettings } from '../../src/model/suite.js';
import { openScorer, SCORERS } from '../../src/scorers/catalog.js';
import type { EvalScorer } from '../../src/scorers/eval-scorer.js';
import type { ScoreRequest } from '../../src/scorers/scorer.js';
import { toKebabCase } from '../../src/text/values.js';
import { listContentWords } from '../../src/text/words.js';
import { createScorerSettings } from '../support/suites.js';
import { partsOf, SPECIMENS } from './judged/judged-scorers.js';

const nobody: Judge = {
  name: 'nobody',
  fingerprint: 'nobody',
  builtin: false,
  ask: () => Promise.reject(new Error('nobody is asked')),
};
const tools = () => ({ judge: nobody, store: createVerdictStore(), salt: 'salt' });
const signal = new AbortController().signal;

/** Options without which a scorer makes no sense. */
const REQUIRED_OPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tool-call-accuracy': { expectedTool: 'search' },
  contains: { value: 'form 12' },
  regex: { pattern: '^\\d+$' },
  'json-schema': { schema: { type: 'object' } },
  'starts-with': { value: 'Dear' },
  'max-length': { characters: 20 },
  'called-tool': { tool: 'search' },
};

const settings = (id: string, options = REQUIRED_OPTIONS[id] ?? {}, name = id): ScorerSettings =>
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

  test('describes every option on the page', () => {
    const page = readFileSync('docs/scorers.md', 'utf8');
    const shared = page.split('<!-- shared-options')[1]?.split('<!-- end of')[0] ?? '';
    for (const { id, options, kind } of SCORERS) {
      const own = page.split(`\n### ${id}\n`)[1]?.split('<!-- end of')[0] ?? '';
      const section = kind === 'judged' ? own + shared : own;
      const { properties = {} } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
      for (const [name, schema] of Object.entries(properties)) {
        const { description } = Object(schema);
        expect(description, `${id}: ${name}`).toMatch(/\.$/);
        expect(section).toContain(`| \`${toKebabCase(name)}\` |`);
      }
    }
    expect(page).toContain('| `scoring.impactWeights.severe` |');
  });
});

describe('every scorer that needs no judge has a factory that takes its options and no others', () => {
  test.each(SCORERS.filter(({ kind }) => kind !== 'judged').map(({ id, factory }) => [id, factory]))(
    '%s: %s',
    async (id, factory) => {
      const create = Reflect.get(library, factory) as (options: object) => EvalScorer;
      const scorer = create(REQUIRED_OPTIONS[id] ?? {});
      expect(scorer).toMatchObject({ id, scale: 1, higherIsBetter: true });
      expect(scorer.description).not.toBe('');
      expect(create({ ...REQUIRED_OPTIONS[id], id: 'another' }).id).toBe('another');
      const run = { input: 'Name rivers', output: 'The Rhine', groundTruth: 'The Rhine' };
      expect((await scorer.run(run)).score).toBeGreaterThanOrEqual(0);
      expect(() => create({ ...REQUIRED_OPTIONS[id], valve: 'x' })).toThrow('there is no option "valve"');
    },
  );
});

describe('a scorer that is code', () => {
  const score = (id: string, given: ScoreRequest, options?: Readonly<Record<string, unknown>>) =>
    openScorer(settings(id, options), tools()).score(given, { signal });

  test.each([
    ['contains', request({ output: 'No idea.' }), 0],
    ['max-length', request(), 1],
    ['called-tool', request(), 0],
    ['called-tool', request({ toolCalls: [{ name: 'search', arguments: { q: 'form' } }] }), 1],
    ['equals', request({}, { groundTruth: 'send form 12.' }), 1],
    ['max-length', request({ output: '' }), 1],
  ])('%s gives a judgement with its reason (%#)', async (id, given, expected) => {
    expect(await score(id, given)).toMatchObject({
      status: 'scored',
      score: expected,
      reason: expect.stringMatching(/\S/),
      statements: [],
    });
  });

  test('text that is not an answer has no score from any scorer', async () => {
    expect(await score('max-length', request({ output: '[object Object]' }))).toMatchObject({
      kind: 'harness',
    });
    expect(await score('max-length', request({ output: '', finish: 'length' }))).toMatchObject({
      kind: 'length',
    });
  });
});

test('every judged scorer keeps the contract of its kind', () => {
  const judged = SCORERS.filter(({ kind }) => kind === 'judged').map(({ id }) => id);
  const known = SPECIMENS.map(({ scorer }) => scorer.about.id);
  expect(
    judged.filter((id) => !known.includes(id)),
    'each wants an entry of SPECIMENS in test/scorers/judged/judged-scorers.ts',
  ).toEqual([]);
});

describe('labels', () => {
  test.each(SPECIMENS.map((specimen) => [specimen.scorer.about.id, specimen] as const))(
    'of the parts of %s are all different, and its control and hostile ones are among them',
    (_, specimen) => {
      const all = partsOf(specimen);
      const labels = all.flatMap((part) => Object.keys(part.labels));
      expect(new Set(labels.map((label) => label.toLowerCase())).size).toBe(labels.length);
      for (const part of all) {
        const own = Object.keys(part.labels);
        expect(own).toEqual(
          expect.arrayContaining([
            ...part.control.labels,
            ...(part.hostile === 'skip' ? [] : [part.hostile]),
          ]),
        );
        // A judge that finds everything good must fall for the control items.
        for (const label of part.control.labels) expect(part.labels[label]).not.toBe('yes');
        for (const label of own) expect(part.rules).toMatch(new RegExp(`^- ${label}:|"${label}"`, 'm'));
        expect(part.rules).toContain(`"${part.itemsKey}"`);
        // Several, all different, and distinct from any data.
        const { pool } = part.control;
        expect(pool.length).toBeGreaterThanOrEqual(6);
        expect(new Set(pool).size).toBe(pool.length);
        for (const text of pool) expect(listContentWords(text).length, text).toBeGreaterThanOrEqual(3);
      }
    },
  );
});
