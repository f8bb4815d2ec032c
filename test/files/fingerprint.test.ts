import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hashDataset, hashDecisionInputs, hashWatchedFiles } from '../../src/files/watched-files.js';
import type { PreparedSuite } from '../../src/model/stages.js';
import {
  createPreparedSuite,
  createRow,
  createScorerSettings,
  createSide,
  createSuite,
} from '../support/suites.js';

describe('hashWatchedFiles', () => {
  const a = { path: 'prompts/a.md', blob: '1'.repeat(40) };
  const b = { path: 'prompts/b.md', blob: '2'.repeat(40) };
  const other = { path: 'docs/x.md', blob: '3'.repeat(40) };

  it('depends on watched paths and contents only, not on their order', () => {
    const fingerprint = hashWatchedFiles([a, b], ['prompts/**']);
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(hashWatchedFiles([b, other, a], ['prompts/**'])).toBe(fingerprint);
    expect(hashWatchedFiles([a], ['prompts/**'])).not.toBe(fingerprint);
    expect(hashWatchedFiles([a, { ...b, blob: '4'.repeat(40) }], ['prompts/**'])).not.toBe(fingerprint);
    expect(hashWatchedFiles([a, { ...b, path: 'prompts/c.md' }], ['prompts/**'])).not.toBe(fingerprint);
  });
});

describe('hashDataset', () => {
  const row = fc.record({ id: fc.string(), inputHash: fc.string() });

  it('is the same for any order of the rows', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(hashDataset([...rows].reverse())).toBe(hashDataset(rows));
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
const cases = [createRow('a'), createRow('b')];
const side = createSide(suite, cases);
const base = { ...side, watched: { ...side.watched, fingerprint: 'b' } };
const head = { ...side, watched: { ...side.watched, fingerprint: 'h' } };
const run = createPreparedSuite(suite, cases, { base, head, judgedBy: 'base' });

function fingerprint(change: Partial<PreparedSuite> = {}, version = '1.0.0') {
  return hashDecisionInputs({ ...run, ...change }, version);
}

const { settings } = run;
const addressed = { ...provider, baseUrl: null };

test.each<[string, Partial<PreparedSuite>]>([
  [
    'the watched files of the head',
    { head: { ...head, watched: { ...head.watched, fingerprint: 'other' } } },
  ],
  ['those of the base', { base: { ...base, watched: { ...base.watched, fingerprint: 'other' } } }],
  ['the files that differ', { changedFiles: ['a.md'] }],
  [
    'the gate',
    { settings: { ...settings, scorers: [createScorerSettings(undefined, { gate: { maxDrop: 0.5 } })] } },
  ],
  ['the judge', { settings: { ...settings, judge: { ...suite.judge, model: 'another' } } }],
  ["the judge's provider", { settings: { ...settings, judge: { ...suite.judge, provider: addressed } } }],
  ['the provider', { head: { ...head, provider: addressed } }],
  ['the model', { head: { ...head, target: { ...target, model: 'another' } } }],
  ["the base's model", { base: { ...base, target: { ...target, model: 'another' } } }],
  ["the base's provider", { base: { ...base, provider: addressed } }],
  ["the base's dataset", { base: { ...base, dataset: 'other.jsonl' } }],
  ['a suite that is new', { inConfig: { base: false, head: true } }],
  ['the folder of the suite', { prefix: 'apps/a' }],
  ['the cases that are chosen', { subset: { of: 3 } }],
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
  const same = { ...settings, judge: { ...settings.judge, provider: other } };
  const reordered = Object.fromEntries(Object.entries(same).reverse()) as typeof same;
  const elsewhere = { ...head, root: '/elsewhere', commit: 'b'.repeat(40), provider: other };
  expect(fingerprint({ settings: reordered, base: { ...base, provider: other }, head: elsewhere })).toBe(
    fingerprint(),
  );
  expect(fingerprint({ changes: [{ kind: 'task' }] })).toBe(fingerprint());
  const flex = { ...target, parameters: { temperature: 0, service_tier: 'flex' } };
  expect(fingerprint({ head: { ...head, target: flex } })).toBe(fingerprint());
  expect(hashDecisionInputs({ ...run, status: 'unchanged' }, '1.0.0')).toBe(fingerprint());
  const watched = { ...head.watched, rewritten: ['package-lock.json'] };
  expect(fingerprint({ head: { ...head, watched, rewritten: ['a'] } })).toBe(fingerprint());
  expect(fingerprint()).toMatch(/^[0-9a-f]{32}$/);
});

test.each<[string, Partial<PreparedSuite>]>([
  ['no repository', { head: side }],
  ['no base', { base: null }],
  ['no files of the base', { base: side }],
  ['a record as the baseline, which nobody watches', { choice: { kind: 'record', path: 'x.json' } }],
])('there is none with %s', (_, change) => {
  expect(fingerprint(change)).toBeNull();
});
