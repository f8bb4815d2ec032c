import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareWording } from '../../src/text/wording.js';

test('normalising is settled after one time, and never leaves nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = bareWording(text);
      expect(bareWording(once)).toBe(once);
      if (text.trim() !== '') expect(once).not.toBe('');
    }),
  );
});

test('outer marks are stripped in time linear to their number', () => {
  expect(bareWording(`${'.'.repeat(200_000)}a${'.'.repeat(200_000)}`)).toMatch(/a$/);
  expect(bareWording('- ** 5% off! **')).toBe('5% off');
  expect(bareWording('...')).toBe('...');
});
