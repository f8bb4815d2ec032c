import { expect, test } from 'vitest';
import { extractElements } from '../../../src/scorers/library/completeness/elements.js';
import { extractKeywords } from '../../../src/scorers/library/keyword-coverage/keywords.js';
import { emojiOf } from '../../../src/text/words.js';

test.each([
  ['Is 🍕 or 🍔 better?', ['🍕', '🍔']],
  ['👍🏽👨‍👩‍👧', ['👍🏽', '👨‍👩‍👧']],
  ['pizza🍕!', ['🍕']],
  ['寿司🍣', ['🍣']],
  ['Call 112 # *', []],
])('finds the emoji as readers see them: %s', (text, emoji) => {
  expect(emojiOf(text)).toEqual(emoji);
});

test('an answer without the emoji that were asked about does not cover them', () => {
  expect(extractElements('Is 🍕 or 🍔 better?')).toEqual(expect.arrayContaining(['🍕', '🍔']));
  const { reference, response } = extractKeywords('Which is better, 🍕 or 🍔?', 'I like 🍕!');
  expect([...reference]).toEqual(expect.arrayContaining(['🍕', '🍔']));
  expect([...response]).toContain('🍕');
});

test('letters that only look like others with a mark stay letters of their own', () => {
  expect(extractElements('мой её')).toEqual(['мой', 'её']);
  expect(extractElements('schön café')).toEqual(['schon', 'cafe']);
});
