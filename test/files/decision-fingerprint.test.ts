import { expect, test } from 'vitest';
import { decisionFingerprint } from '../../src/files/decision-fingerprint.js';
import type { SuiteSettings } from '../../src/ports/settings.js';
import { createScorerSettings } from '../support/scorer-settings.js';

const provider = { baseUrl: 'https://provider.test/v1', apiKey: 'sk-first', apiKeySource: 'the test' };
const target = { kind: 'prompt', prompt: 'a.md', model: 'agent', parameters: { temperature: 0 } } as const;
const suite: SuiteSettings = {
  name: 'support',
  dataset: 'cases.jsonl',
  task: null,
  watch: ['a.md'],
  target,
  provider,
  scorers: [createScorerSettings()],
  judge: { model: 'judge', provider, parameters: {} },
  repeat: 'auto',
  baselineRepeat: 3,
};
const run = {
  suite,
  baseTarget: target,
  baseDataset: 'cases.jsonl',
  choice: { kind: 'auto' },
  watched: { head: 'h', anchor: 'b' },
  version: '1.0.0',
} as const;

test.each<[string, Partial<Parameters<typeof decisionFingerprint>[0]>]>([
  ['the watched files of the head', { watched: { head: 'other', anchor: 'b' } }],
  ['those of the base', { watched: { head: 'h', anchor: 'other' } }],
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
  ["the base's model", { baseTarget: { ...target, model: 'another' } }],
  ["the base's dataset", { baseDataset: 'other.jsonl' }],
  ['the baseline that is asked for', { choice: { kind: 'none' } }],
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
  ['no repository', { watched: { head: null, anchor: 'b' } }],
  ['no base', { watched: { head: 'h', anchor: null } }],
  ['a record as the baseline, which nobody watches', { choice: { kind: 'record', path: 'x.json' } }],
])('there is none with %s', (_, change) => {
  expect(decisionFingerprint({ ...run, ...change })).toBeNull();
});
