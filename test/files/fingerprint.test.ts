import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  datasetFingerprint,
  decisionFingerprint,
  watchedFingerprint,
} from '../../src/files/watched-files.js';
import type { PreparedSuite } from '../../src/model/suite-run.js';
import { createRow, createScorerSettings, createSuite } from '../support/suites.js';

describe('watchedFingerprint', () => {
  const a = { path: 'prompts/a.md', blob: '1'.repeat(40) };
  const b = { path: 'prompts/b.md', blob: '2'.repeat(40) };
  const other = { path: 'docs/x.md', blob: '3'.repeat(40) };

  it('depends on watched paths and contents only, not on their order', () => {
    const fingerprint = watchedFingerprint([a, b], ['prompts/**']);
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(watchedFingerprint([b, other, a], ['prompts/**'])).toBe(fingerprint);
    expect(watchedFingerprint([a], ['prompts/**'])).not.toBe(fingerprint);
    expect(watchedFingerprint([a, { ...b, blob: '4'.repeat(40) }], ['prompts/**'])).not.toBe(fingerprint);
    expect(watchedFingerprint([a, { ...b, path: 'prompts/c.md' }], ['prompts/**'])).not.toBe(fingerprint);
  });
});

describe('datasetFingerprint', () => {
  const row = fc.record({ id: fc.string(), inputHash: fc.string() });

  it('is the same for any order of the rows', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(datasetFingerprint([...rows].reverse())).toBe(datasetFingerprint(rows));
      }),
    );
  });
});

const provider = { baseUrl: 'https://provider.test/v1', apiKey: 'sk-first', apiKeySource: 'the test' };
const target = { kind: 'prompt', prompt: 'a.md', model: 'agent', parameters: { temperature: 0 } } as const;
const suite = createSuite({
  watch: ['a.md'],
  target,
  provider,
  judge: { model: 'judge', provider, parameters: {} },
});
const [row, other] = [createRow('a'), createRow('b')];
const reader = { name: 'files of the test', read: async () => null };
const was = { target, provider, dataset: 'cases.jsonl' };
const run: KnownRun = {
  suite,
  was,
  inBase: true,
  onlyInBase: false,
  changes: [],
  review: [],
  head: { name: 'head', root: '/a/runner', reader, files: null, commit: 'a'.repeat(40), rewritten: [] },
  baseCommit: null,
  reference: null,
  choice: { kind: 'auto' },
  labels: new Map(),
  prefix: '',
  configPath: null,
  status: 'ready',
  files: {
    cases: [row, other],
    tasks: new Map(),
    taskSource: 'base-prompt',
    baseCases: [row, other],
    shown: [],
    mostShown: 100,
    promptTokens: { base: null, head: null },
    regraded: [],
    changes: { before: 2, added: [], removed: [], edited: [], renamed: [] },
    shownTasks: new Map(),
    onlyShown: false,
    datasetChanged: false,
    baseHasTarget: true,
    review: [],
    notes: [],
  },
  watched: { head: 'h', base: 'b', changed: null, built: [], rewritten: [] },
};
type KnownRun = Extract<PreparedSuite, { readonly status: 'ready' }>;

function fingerprint(change: Readonly<Record<string, unknown>> = {}, version = '1.0.0') {
  return decisionFingerprint({ ...run, ...change }, version);
}

test.each<[string, Partial<KnownRun>]>([
  ['the watched files of the head', { watched: { ...run.watched, head: 'other' } }],
  ['those of the base', { watched: { ...run.watched, base: 'other' } }],
  [
    'the gate',
    { suite: { ...suite, scorers: [createScorerSettings(undefined, { gate: { maxDrop: 0.5 } })] } },
  ],
  ['the judge', { suite: { ...suite, judge: { ...suite.judge, model: 'another' } } }],
  [
    "the judge's provider",
    { suite: { ...suite, judge: { ...suite.judge, provider: { ...provider, baseUrl: null } } } },
  ],
  ['the provider', { suite: { ...suite, provider: { ...provider, baseUrl: null } } }],
  ['the model', { suite: { ...suite, target: { ...target, model: 'another' } } }],
  ["the base's model", { was: { ...was, target: { ...target, model: 'another' } } }],
  ["the base's provider", { was: { ...was, provider: { ...provider, baseUrl: null } } }],
  ["the base's dataset", { was: { ...was, dataset: 'other.jsonl' } }],
  ['the baseline that is asked for', { choice: { kind: 'none' } }],
  ['what needs human review', { review: [{ kind: 'broken-base', reason: 'no agent' }] }],
  [
    'what the team says of a statement',
    { labels: new Map([['k', { key: 'k', label: 'yes', line: 1, said: null }]]) },
  ],
])('%s makes it another question', (_, change) => {
  expect(fingerprint(change)).not.toBe(fingerprint());
});

test('keys, the commit, the folder, what is only told and the order of fields do not, and the hash gives no key away', () => {
  const other = { ...provider, apiKey: 'sk-second', apiKeySource: 'elsewhere' };
  const same = { ...suite, provider: other, judge: { ...suite.judge, provider: other } };
  const reordered = Object.fromEntries(Object.entries(same).reverse());
  const head = { ...run.head, root: '/elsewhere', commit: 'b'.repeat(40) };
  expect(fingerprint({ suite: reordered, was: { ...was, provider: other }, head })).toBe(fingerprint());
  expect(fingerprint({ changes: ['the gate changes after the merge'] })).toBe(fingerprint());
  const flex = { ...suite, target: { ...target, parameters: { temperature: 0, service_tier: 'flex' } } };
  expect(fingerprint({ suite: flex })).toBe(fingerprint());
  expect(fingerprint({ status: 'unchanged', files: undefined })).toBe(fingerprint());
  const left = { ...run.watched, rewritten: ['package-lock.json'] };
  expect(fingerprint({ watched: left, head: { ...head, rewritten: ['a'] } })).toBe(fingerprint());
  expect(fingerprint()).toMatch(/^[0-9a-f]{32}$/);
});

test.each<[string, Partial<KnownRun>]>([
  ['no repository', { watched: { ...run.watched, head: null } }],
  ['no base', { watched: { ...run.watched, base: null } }],
  ['a record as the baseline, which nobody watches', { choice: { kind: 'record', path: 'x.json' } }],
])('there is none with %s', (_, change) => {
  expect(fingerprint(change)).toBeNull();
});
