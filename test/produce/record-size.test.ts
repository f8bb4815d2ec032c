import { expect, test } from 'vitest';
import { SILENT_LOG } from '../../src/model/effects.js';
import { ProviderError } from '../../src/model/errors.js';
import { planRecordSize, type RecordSizePlan } from '../../src/produce/record-size.js';
import { createCase, createRecord, createSample, createStatement } from '../support/records.js';
import { createRow } from '../support/suites.js';

const LIMIT = 100_000;

function open(plan: Partial<RecordSizePlan> & { readonly count?: number }) {
  const warnings: string[] = [];
  const log = { ...SILENT_LOG, warning: (line: string) => void warnings.push(line) };
  const { count = 10, ...more } = plan;
  const cases = Array.from({ length: count }, (_, index) => createRow(`case-${index}`, { input: 'Hello?' }));
  const size = planRecordSize(
    { suite: 'support', cases, samples: 3, text: 'full', earlier: null, ...more },
    log,
    LIMIT,
  );
  return { warnings, size };
}

const sampleOf = (length: number) =>
  createSample({ answerHash: 'h', output: 'x'.repeat(length), statements: [createStatement('A.')] });

function refusalAfter(count: number, add: () => void): ProviderError | null {
  for (let index = 0; index < count; index += 1) {
    try {
      add();
    } catch (thrown) {
      if (thrown instanceof ProviderError) return thrown;
      throw thrown;
    }
  }
  return null;
}

test('warns before the first call, by the number of cases alone', () => {
  expect(open({ count: 9 }).warnings).toEqual([]);
  expect(open({ count: 12 }).warnings).toEqual([
    'Suite support: its baseline would have about 0.11 MB, and at most 0.10 MB can be stored. Keep less text (`store: { text: statements }` or `store: { text: none }`), lower `baseline-repeat`, or split the suite.',
  ]);
});

test('warns by the answers of the last baseline, as the store keeps them', () => {
  const earlier = createRecord({ cases: [createCase('a', { samples: [sampleOf(9_000)] })] });
  expect(open({ count: 2, earlier }).warnings).toEqual([]);
  expect(open({ count: 4, earlier }).warnings).toHaveLength(1);
  expect(open({ count: 4, earlier, text: 'statements' }).warnings).toEqual([]);
  const short = createRecord({ cases: [createCase('a', { samples: [sampleOf(10)] })] });
  expect(open({ count: 12, earlier: short }).warnings).toEqual([]);
});

test('warns by long inputs, and by long reference answers', () => {
  const long = 'x'.repeat(12_000);
  const row = createRow('a', { input: 'Hello?' });
  expect(open({ cases: Array.from({ length: 9 }, () => ({ ...row, input: long })) }).warnings).toHaveLength(
    1,
  );
  expect(open({ cases: [{ ...row, groundTruth: long }] }).warnings).toHaveLength(1);
  expect(open({ cases: [{ ...row, groundTruth: 'x'.repeat(9_000) }] }).warnings).toEqual([]);
});

test('ends a run once its answers show that the record will be too large', () => {
  const { size } = open({ count: 100 });
  const error = refusalAfter(300, () => size.add(sampleOf(700)));
  expect(error).toMatchObject({ kind: 'too-large', fatal: true });
  expect(error?.message).toMatch(
    /^the baseline would have about 0\.\d\d MB, and at most 0\.10 MB can be stored; keep less text \(`store: \{ text: statements \}` or `store: \{ text: none \}`\), lower `baseline-repeat`, or split the suite$/,
  );
  expect(refusalAfter(49, () => open({ count: 100 }).size.add(sampleOf(700)))).toBeNull();
});

test('ends a run that is too large already, however few its answers are', () => {
  const { size } = open({ count: 2 });
  expect(refusalAfter(6, () => size.add(sampleOf(30_000)))).not.toBeNull();
});

test('advises to keep less text only if that helps', () => {
  const { size } = open({ count: 100 });
  const long = createStatement('x'.repeat(800), 'yes', { key: 'k' });
  const sample = createSample({ answerHash: 'h', output: long.text, statements: [long] });
  expect(refusalAfter(300, () => size.add(sample))?.message).toMatch(
    /; keep less text \(`store: \{ text: none \}`\), lower/,
  );
  const none = open({ count: 1_000 });
  expect(refusalAfter(300, () => none.size.add(sample))?.message).toMatch(/; lower `baseline-repeat`/);
});

test('lets a run end that fits, and one that may', () => {
  const { size } = open({ count: 50 });
  expect(refusalAfter(150, () => size.add(sampleOf(5)))).toBeNull();
  const nearly = open({ count: 100 });
  // A fifth too large as it looks so far: the other answers may be shorter.
  expect(refusalAfter(100, () => nearly.size.add(sampleOf(40)))).toBeNull();
});

test('counts what the store keeps', () => {
  const { size } = open({ count: 100, text: 'none' });
  expect(refusalAfter(300, () => size.add(sampleOf(9_000)))).toBeNull();
});
