import { describe, expect, it } from 'vitest';
import { findPurpose } from '../../src/project/find-purpose.js';

describe('findPurpose', () => {
  it.each<[what: string, prompt: string, purpose: string | null]>([
    ['the first sentence', 'You answer for a shop. Be kind.', 'You answer for a shop.'],
    ['the first below a heading', '# Shop\n\nYou answer for a shop.\nBe kind.', 'You answer for a shop.'],
    [
      'the first below front matter and tags',
      '---\n<role>\nYou answer for a shop.',
      'You answer for a shop.',
    ],
    ['a line without a full stop', 'You answer for a shop', 'You answer for a shop'],
    [
      'a whole sentence before a placeholder',
      'You answer for a shop. Ask {{question}}',
      'You answer for a shop.',
    ],
    ['Japanese', 'あなたは店員です。短く答えます。', 'あなたは店員です。'],
    ['nothing of a sentence with a placeholder', 'Translate into {{language}}.', null],
    ['nothing of an empty prompt', ' \n# Shop\n', null],
  ])('finds %s', (_, prompt, purpose) => {
    expect(findPurpose(prompt)).toBe(purpose);
  });

  it('cuts a long one', () => {
    expect(findPurpose('x'.repeat(500))?.length).toBeLessThanOrEqual(201);
  });
});
