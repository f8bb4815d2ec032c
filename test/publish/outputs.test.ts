import { expect, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { buildOutputs, type Outputs } from '../../src/publish/outputs.js';
import { buildPublication } from '../../src/publish/publication.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';

function outputsOf(report: Report, resultJson = '{}'): Outputs {
  const run = { report, records: [], fingerprints: null };
  const publication = buildPublication(run, (text) => text);
  return buildOutputs(publication, {
    commentUrl: null,
    reportPath: null,
    htmlPath: null,
    resultsFile: null,
    resultJson,
  });
}

const usage = {
  target: { calls: 1, inputTokens: 100, outputTokens: 20 },
  judge: { calls: 2, inputTokens: 1000, outputTokens: 200 },
};

const regressed = createSuiteReport({
  suite: 'worst',
  decision: createDecision({
    outcome: 'fail',
    blocking: true,
    status: 'failure',
    passed: false,
  }),
  comparison: createComparison({
    pairs: [
      createPairedCase('a', { baseScores: [91], headScores: [80], statements: [createStatementChange()] }),
      createPairedCase('b', { baseScores: [90], headScores: [90] }),
      createPairedCase('c', {
        baseScores: [80],
        headScores: [79],
        statements: [createStatementChange(), createStatementChange({ kind: 'lost' })],
      }),
    ],
  }),
  head: createRecord({ usage }),
});

test('the scalar outputs are those of the worst suite, tokens those of all', () => {
  const report = createReport({
    suites: [createSuiteReport({ suite: 'fine', head: createRecord({ usage }) }), regressed],
    overall: regressed.decision,
  });
  expect(outputsOf(report, '{"x":1}')).toEqual({
    passed: 'false',
    decision: 'fail',
    score: '0.83',
    'baseline-score': '0.87',
    delta: '-0.04',
    regressions: '2',
    'newly-irrelevant': '2',
    'total-tokens': '2640',
    'worse-answers': '0',
    'comment-url': '',
    'report-path': '',
    'html-report': '',
    'results-file': '',
    'result-json': '{"x":1}',
  });
});

test.each([
  ['unchanged', createDecision(), 'pass'],
  [
    'not-evaluated',
    createDecision({ outcome: 'inconclusive', because: ['error'], passed: false }),
    'inconclusive',
  ],
] as const)('%s: no numbers', (kind, decision, outcome) => {
  const report = createReport({ suites: [{ kind, suite: 's', decision, notes: [] }], overall: decision });
  expect(outputsOf(report)).toMatchObject({
    decision: outcome,
    score: '',
    'baseline-score': '',
    delta: '',
    regressions: '',
    'newly-irrelevant': '',
    'total-tokens': '0',
  });
});

test('an inconclusive run gives no score, and after an error no counts either', () => {
  const decision = createDecision({ outcome: 'inconclusive', because: ['error'], passed: false });
  const report = createReport({ suites: [{ ...regressed, decision }], overall: decision });
  expect(outputsOf(report)).toMatchObject({ score: '', delta: '', regressions: '', 'newly-irrelevant': '' });
});

test('a result that the runner would refuse is left to the file', () => {
  expect(outputsOf(createReport(), 'ü'.repeat(460_000))['result-json']).toBe('');
  expect(outputsOf(createReport(), 'x'.repeat(460_000))['result-json']).toHaveLength(460_000);
});
