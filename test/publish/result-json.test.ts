import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { NO_USAGE } from '../../src/model/answer.js';
import type { Cost } from '../../src/model/spending.js';
import { buildResultJson } from '../../src/publish/result-json.js';
import { renderResultSchema, resultSchema } from '../../src/publish/result-schema.js';
import { REPORTS } from '../report/reports.js';
import {
  createComparison,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';

const validate = new Ajv2020().compile(JSON.parse(renderResultSchema()));

function resultOf(name: string) {
  return buildResultJson(REPORTS[name]?.() ?? createReport());
}

describe('buildResultJson', () => {
  test.each(Object.entries(REPORTS))('%s fits the published schema', (_, build) => {
    const result = buildResultJson(build());
    expect(validate(JSON.parse(JSON.stringify(result))), JSON.stringify(validate.errors)).toBe(true);
    expect(resultSchema.parse(result)).toEqual(result);
  });

  test('has the figures of a regression', () => {
    const result = resultOf('red-same-sentence');
    expect(result).toMatchObject({ decision: 'fail', passed: false, totalTokens: 88_500 });
    expect(result.headline).toBe(
      'support: 7 of 12 answers gained the same irrelevant sentence · relevancy 1.00 → 0.81',
    );
    const [suite] = result.suites;
    expect(suite).toMatchObject({ newlyIrrelevant: 7, lost: 1, noLongerIrrelevant: 0 });
    expect(suite?.worse).toHaveLength(7);
    expect(suite?.cases).toMatchObject({ head: 12, paired: 12, lower: 7, higher: 0 });
    expect(suite?.regressions[0]).toEqual({
      labelKeys: [],
      id: 'case-1',
      baselineScore: 1,
      score: 0.67,
      delta: -0.33,
      newlyIrrelevant: 1,
      lost: 1,
    });
    expect((suite?.score ?? 0) - (suite?.baselineScore ?? 0)).toBeCloseTo(suite?.delta ?? 1, 5);
  });

  test('has no score if nothing was decided', () => {
    const [suite] = resultOf('undecided').suites;
    expect(suite).toMatchObject({ score: null, baselineScore: null, delta: null, regressions: [] });
  });

  test('describes the worst suite first', () => {
    expect(resultOf('suites').suites.map(({ suite }) => suite)).toEqual(['support', 'billing', 'triage']);
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
  });

  test('counts what became of the dataset', () => {
    const dataset = {
      before: 9,
      added: ['a', 'b'],
      removed: [],
      edited: ['c'],
      renamed: [{ from: 'd', to: 'e' }],
      remarked: [{ id: 'f', hasOtherTags: true, mustPass: 'same' }] as const,
    };
    const [suite] = buildResultJson(createReport({ suites: [createSuiteReport({ dataset })] })).suites;
    expect(suite?.dataset).toEqual({ before: 9, added: 2, removed: 0, edited: 1, renamed: 1, remarked: 1 });
  });
});
