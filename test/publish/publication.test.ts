import { describe, expect, it } from 'vitest';
import type { Report, SuiteReport } from '../../src/model/report.js';
import { buildPublication, redactReport } from '../../src/publish/publication.js';
import { createRedactor } from '../../src/text/redact.js';
import { createDecision, createReport, createSuiteReport } from '../support/records.js';

const publish = (report: Report) =>
  buildPublication({ report, records: [], fingerprints: null }, (text) => text);

const UNCHANGED: SuiteReport = { ...createSuiteReport(), kind: 'unchanged' };
const dataset = { before: 3, added: [], removed: [], edited: [], renamed: [], remarked: [] };

describe('a comment is made', () => {
  it.each<[what: string, suites: readonly SuiteReport[], mayCreate: boolean]>([
    ['not if no watched file changed', [UNCHANGED], false],
    ['if a suite was measured', [UNCHANGED, createSuiteReport()], true],
    [
      'if a suite needs human review',
      [{ ...UNCHANGED, decision: createDecision({ outcome: 'fail' }) }],
      true,
    ],
    ['if the dataset lost a case', [{ ...UNCHANGED, dataset: { ...dataset, removed: ['a'] } }], true],
    [
      'if the code asks another model',
      [{ ...UNCHANGED, changes: [{ kind: 'model-in-code', path: 'a.ts', model: 'm', measured: 'n' }] }],
      true,
    ],
    [
      'not if the workflow changed',
      [{ ...UNCHANGED, changes: [{ kind: 'workflow', path: 'w.yml' }] }],
      false,
    ],
    ['not if the dataset is the same', [{ ...UNCHANGED, dataset }], false],
  ])('%s', (_, suites, mayCreate) => {
    expect(publish(createReport({ suites })).comment).toMatchObject({ mayCreate });
  });
});

it('an earlier suggestion is removed, unless a suite is undecided or no causes are looked for', () => {
  expect(publish(createReport()).suggestion).toBe('none');
  const undecided = createDecision({ outcome: 'inconclusive', because: [], status: 'error', passed: false });
  const suites = [createSuiteReport({ decision: undecided })];
  expect(publish(createReport({ suites })).suggestion).toBe('unknown');
  const run = { report: createReport(), records: [], fingerprints: null, explains: false };
  expect(buildPublication(run, (text) => text).suggestion).toBe('unknown');
});

it('counts of cases are known if the worst suite was decided', () => {
  expect(publish(createReport()).hasCounts).toBe(true);
  const undecided = createDecision({ outcome: 'inconclusive', because: [], status: 'error', passed: false });
  const suites = [createSuiteReport(), createSuiteReport({ suite: 'sales', decision: undecided })];
  expect(publish(createReport({ suites })).hasCounts).toBe(false);
});

it('links and commits of our own stay, though a secret looks like a part of them', () => {
  const report = createReport({
    runUrl: 'https://github.com/acme/agents/actions/runs/12345678',
    notices: [],
  });
  const redacted = redactReport(report, createRedactor(['12345678']));
  expect(redacted.runUrl).toBe(report.runUrl);
});
