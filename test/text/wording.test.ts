import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeWording } from '../../src/text/words.js';

test('normalising is settled after one time, and never leaves nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = normalizeWording(text);
      expect(normalizeWording(once)).toBe(once);
      if (text.trim() !== '') expect(once).not.toBe('');
    }),
  );
});
