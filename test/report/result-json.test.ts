import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { NO_USAGE } from '../../src/ports/answer.js';
import type { Cost } from '../../src/ports/spending.js';
import { buildResultJson } from '../../src/report/result-json.js';
import { resultSchema, resultSchemaText } from '../../src/report/result-schema.js';
import {
  createComparison,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';
import { DECISIONS } from './decisions.js';
import { SCENARIOS } from './scenarios.js';

const validate = new Ajv2020().compile(JSON.parse(resultSchemaText()));

describe('buildResultJson', () => {
  test.each(Object.entries({ ...SCENARIOS, ...DECISIONS }))('%s fits the published schema', (_, build) => {
    const result = buildResultJson(build());
    expect(validate(JSON.parse(JSON.stringify(result))), JSON.stringify(validate.errors)).toBe(true);
    expect(resultSchema.parse(result)).toEqual(result);
  });

  test('has the figures of a regression', () => {
    const result = buildResultJson(SCENARIOS['regression']?.() ?? createReport());
    expect(result).toMatchObject({
      format: 'prompt-regression/result',
      version: 1,
      decision: 'fail',
      passed: false,
    });
    const [suite] = result.suites;
    expect(suite).toMatchObject({
      newlyIrrelevant: 4,
      lost: 2,
      noLongerIrrelevant: 1,
      p: expect.closeTo(0.008304, 6),
    });
    expect(suite?.cases).toEqual({
      head: 23,
      paired: 20,
      lower: 6,
      higher: 1,
      added: 1,
      removed: 1,
      edited: 1,
      unscored: 1,
      noLongerAnswers: 1,
    });
    expect(suite?.regressions[0]).toEqual({
      labelKeys: [],
      id: 'refund-window',
      baselineScore: 1,
      score: 0.33,
      delta: -0.67,
      newlyIrrelevant: 2,
      lost: 1,
      broken: false,
    });
    expect((suite?.score ?? 0) - (suite?.baselineScore ?? 0)).toBeCloseTo(suite?.delta ?? 1, 5);
    expect(result.totalTokens).toBe(85_500);
  });

  test('tells the case that broke from those that only fell', () => {
    const [suite] = buildResultJson(DECISIONS['decided-broken-case']?.() ?? createReport()).suites;
    expect(suite?.regressions.map(({ id, broken }) => [id, broken])).toEqual([['case-5', true]]);
    const [noisy] = buildResultJson(DECISIONS['decided-clear-regression']?.() ?? createReport()).suites;
    expect(noisy?.regressions.length).toBeGreaterThan(3);
    expect(noisy?.regressions.filter(({ broken }) => broken)).toEqual([]);
  });

  test('has no score where an error left nothing to rely on', () => {
    const [suite] = buildResultJson(SCENARIOS['outage']?.() ?? createReport()).suites;
    expect(suite).toMatchObject({
      score: null,
      baselineScore: null,
      delta: null,
      newlyIrrelevant: 0,
      regressions: [],
    });
  });

  test('has no score where nothing was run', () => {
    const [suite] = buildResultJson(SCENARIOS['unchanged']?.() ?? createReport()).suites;
    expect(suite).toMatchObject({ status: 'unchanged', passed: true, score: null, delta: null });
  });

  test('describes the worst suite first', () => {
    const { suites } = buildResultJson(SCENARIOS['two-suites']?.() ?? createReport());
    expect(suites.map(({ suite }) => suite)).toEqual(['support', 'triage', 'search']);
  });

  test('has no text of a model, and stays small', () => {
    const pairs = Array.from({ length: 5_000 }, (_, index) =>
      createPairedCase(`case-${index}`, {
        headScores: [10],
        statements: [createStatementChange({ text: 'SAID BY A MODEL', reason: 'SAID BY A MODEL' })],
        headAnswer: { status: 'answered', output: 'SAID BY A MODEL', toolCalls: [] },
      }),
    );
    const suite = createSuiteReport({ comparison: createComparison({ pairs }) });
    const text = JSON.stringify(buildResultJson(createReport({ suites: [suite] })));
    expect(text).not.toContain('SAID BY A MODEL');
    expect(text.length).toBeLessThan(60_000);
    expect(JSON.parse(text).suites[0].cases.lower).toBe(5_000);
  });

  describe('cost', () => {
    const USED = { target: NO_USAGE, judge: NO_USAGE, seconds: 1 };
    const costing = (cost?: Cost) => createSuiteReport({ spent: { ...USED, ...(cost && { cost }) } });
    const known: Cost = { status: 'known', amount: 0.25, covers: 'all' };

    test.each<[string, readonly (Cost | undefined)[], readonly (number | null)[], number | null]>([
      ['of all suites', [known, known], [0.25, 0.25], 0.5],
      ['without prices', [undefined], [null], null],
      ['with a model that has none', [known, { status: 'unpriced', models: ['m'] }], [0.25, null], null],
      ['of the judge alone', [{ ...known, covers: 'judge' }], [null], null],
    ])('%s', (_, costs, each, total) => {
      const result = buildResultJson(createReport({ suites: costs.map(costing) }));
      expect(result.suites.map(({ cost }) => cost)).toEqual(each);
      expect(result.totalCost).toBe(total);
      expect(validate(JSON.parse(JSON.stringify(result)))).toBe(true);
    });

    test('of a suite that was not evaluated is what was spent until then', () => {
      const result = buildResultJson(SCENARIOS['spent-at-base']?.() ?? createReport());
      expect(result).toMatchObject({ totalCost: 0.0213, totalTokens: 16_000 });
    });
  });

  test('counts what became of the dataset', () => {
    const dataset = {
      before: 9,
      added: ['a', 'b'],
      removed: [],
      edited: ['c'],
      renamed: [{ from: 'd', to: 'e' }],
    };
    const [suite] = buildResultJson(createReport({ suites: [createSuiteReport({ dataset })] })).suites;
    expect(suite?.dataset).toEqual({ before: 9, added: 2, removed: 0, edited: 1, renamed: 1 });
  });

  test('has no figure of a run that ended before its plan was done', () => {
    const [suite] = buildResultJson(SCENARIOS['stopped-early']?.() ?? createReport()).suites;
    expect(suite).toMatchObject({ score: null, delta: null, regressions: [], newlyIrrelevant: 0 });
    expect(suite?.cases).toMatchObject({ lower: 0, unscored: 17 });
  });
});
