import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasetFingerprint, watchedFingerprint } from '../../src/files/fingerprint.js';

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
