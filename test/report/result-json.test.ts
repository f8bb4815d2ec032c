import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { buildResultJson } from '../../src/report/result-json.js';
import { resultSchema, resultSchemaText } from '../../src/report/result-schema.js';
import {
  createComparison,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';
import { SCENARIOS } from './scenarios.js';

const validate = new Ajv2020().compile(JSON.parse(resultSchemaText()));

describe('buildResultJson', () => {
  test.each(Object.entries(SCENARIOS))('%s fits the published schema', (_, build) => {
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
    expect(suite).toMatchObject({ newlyIrrelevant: 4, lost: 2, noLongerIrrelevant: 1, p: 0.004 });
    expect(suite?.cases).toEqual({
      head: 22,
      paired: 20,
      lower: 3,
      higher: 1,
      added: 1,
      removed: 1,
      edited: 1,
      unscored: 1,
      noLongerAnswers: 1,
    });
    expect(suite?.regressions[0]).toEqual({
      id: 'refund-window',
      baselineScore: 1,
      score: 0.33,
      delta: -0.67,
      newlyIrrelevant: 2,
      lost: 1,
    });
    expect((suite?.score ?? 0) - (suite?.baselineScore ?? 0)).toBeCloseTo(suite?.delta ?? 1, 5);
    expect(result.totalTokens).toBe(85_500);
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
});
