import { expect, test } from 'vitest';
import { decideAgreement } from '../../../src/decide/gate/inconclusive.js';

const GATE = { agreed: 45, of: 50, missed: 0, labels: 60, minimum: 0.9 };

test.each<[string, Partial<typeof GATE>, RegExp | null]>([
  ['as many as asked for', {}, null],
  [
    'one less',
    { agreed: 44 },
    /^the judge agrees with 44 of 50 of your labels \(0\.88\), and `min-agreement` is 0\.9 \(`prompt-regression judge-check` lists/,
  ],
  ['a share that rounding would lift', { agreed: 899, of: 1000 }, /899 of 1000 of your labels \(0\.899\)/],
  ['19 labels, whatever it says of them', { agreed: 0, of: 19 }, null],
  ['20 labels', { agreed: 17, of: 20 }, /17 of 20/],
  ['all of them asked for', { agreed: 20, of: 20, minimum: 1 }, null],
  [
    'most verdicts not to be had',
    { agreed: 10, of: 10, missed: 40 },
    /could be asked about only 10 of 50 of your labels/,
  ],
  ['a few not to be had', { agreed: 20, of: 20, missed: 2 }, null],
  ['nothing to ask about', { agreed: 0, of: 0, labels: 60 }, null],
])('%s', (_what, given, cause) => {
  const found = decideAgreement({ ...GATE, ...given });
  if (cause === null) expect(found).toBeNull();
  else {
    expect(found?.inconclusive).toMatchObject({ because: 'inconclusive', nothingMeasured: false });
    expect(found?.inconclusive?.cause).toMatch(cause);
  }
});
