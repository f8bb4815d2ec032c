import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { datasetFingerprint, decisionFingerprint, watchedFingerprint } from '../../src/files/fingerprint.js';
import type { SuiteSettings } from '../../src/ports/settings.js';
import { createScorerSettings, createSuite } from '../support/suites.js';

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

  it('cannot be made equal by moving text between fields or rows', () => {
    expect(datasetFingerprint([{ id: 'a', inputHash: 'bc' }])).not.toBe(
      datasetFingerprint([{ id: 'ab', inputHash: 'c' }]),
    );
    expect(datasetFingerprint([{ id: 'a\n', inputHash: 'b' }])).not.toBe(
      datasetFingerprint([{ id: 'a', inputHash: '\nb' }]),
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
const run = {
  suite,
  was: { target, provider, dataset: 'cases.jsonl' },
  review: [],
  choice: { kind: 'auto' },
  watched: { head: 'h', base: 'b' },
  labels: new Map(),
  version: '1.0.0',
} as const;
const { was } = run;

test.each<[string, Partial<Parameters<typeof decisionFingerprint>[0]>]>([
  ['the watched files of the head', { watched: { head: 'other', base: 'b' } }],
  ['those of the base', { watched: { head: 'h', base: 'other' } }],
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
  ['what a person has to look at', { review: ['the config cannot be read'] }],
  ['the version', { version: '1.0.1' }],
])('%s makes it another question', (_, change) => {
  expect(decisionFingerprint({ ...run, ...change })).not.toBe(decisionFingerprint(run));
});

test('keys and the order of fields do not, and the hash gives no key away', () => {
  const other = { ...provider, apiKey: 'sk-second', apiKeySource: 'elsewhere' };
  const same = { ...suite, provider: other, judge: { ...suite.judge, provider: other } };
  const reordered = Object.fromEntries(Object.entries(same).reverse()) as SuiteSettings;
  expect(decisionFingerprint({ ...run, suite: reordered })).toBe(decisionFingerprint(run));
  expect(decisionFingerprint(run)).toMatch(/^[0-9a-f]{32}$/);
});

test.each<[string, Partial<Parameters<typeof decisionFingerprint>[0]>]>([
  ['no repository', { watched: { head: null, base: 'b' } }],
  ['no base', { watched: { head: 'h', base: null } }],
  ['a record as the baseline, which nobody watches', { choice: { kind: 'record', path: 'x.json' } }],
])('there is none with %s', (_, change) => {
  expect(decisionFingerprint({ ...run, ...change })).toBeNull();
});
