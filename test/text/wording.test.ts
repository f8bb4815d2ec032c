import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareWording } from '../../src/text/words.js';

test('normalising is settled after one time, and never leaves nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = bareWording(text);
      expect(bareWording(once)).toBe(once);
      if (text.trim() !== '') expect(once).not.toBe('');
    }),
  );
});
