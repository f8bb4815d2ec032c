import { expect, test } from 'vitest';
import { extractElements } from '../../src/scorers/prebuilt/completeness.js';
import {
  findContentWords,
  findEmoji,
  findWords,
  listContentWords,
  listWords,
  looksEnglish,
} from '../../src/text/words.js';

test.each([
  ["Don't stop at Müller’s shop.", ["Don't", 'stop', 'at', 'Müller’s', 'shop']],
  ['the cats’ self-hosted node.js', ['the', 'cats', 'self', 'hosted', 'node', 'js']],
  ['1,299.90 € by 16:00, in v2.3.', ['1', '299', '90', 'by', '16', '00', 'in', 'v2', '3']],
  ['東京は日本の首都です。', ['東京', 'は', '日本', 'の', '首都', 'です']],
  ['— !', []],
])('the words of %j', (text, words) => {
  expect(listWords(text)).toEqual(words);
});

test('hyphens join words where they are counted as readers do', () => {
  expect(listWords('a well-known fact – or not', 'hyphens')).toEqual([
    'a',
    'well-known',
    'fact',
    'or',
    'not',
  ]);
});

test('a number is one word where it is a topic', () => {
  expect(listWords("1,299.90 € by 16:00, in v2.3, don't", 'numbers')).toEqual([
    '1,299.90',
    'by',
    '16',
    '00',
    'in',
    'v2.3',
    "don't",
  ]);
});

test('gives each word with its position, also in scripts without spaces', () => {
  const text = 'Ask 田中さん  now, please.';
  expect(findWords(text).length).toBeGreaterThan(3);
  for (const { word, start } of findWords(text)) expect(text.slice(start).startsWith(word)).toBe(true);
  expect(findContentWords('Is it in the Garden?')).toEqual([{ word: 'garden', start: 13 }]);
});

test('content is what neither links, turns nor measures, in any language', () => {
  expect(listContentWords('Die Rechnung ist nicht bezahlt')).toEqual(['rechnung', 'bezahlt']);
  expect(listContentWords('東京の天気です')).toEqual(['東京', '天気']);
  expect(listContentWords('the door of a plus-size car')).toEqual(['door', 'plus', 'size', 'car']);
});

test.each([
  ['The weather is fine.', true],
  ['Paris', true],
  ['Los Angeles, Las Vegas, El Paso', true],
  ['Ask for the café “Le Monde” in Paris', true],
  ['', true],
  ['Das Wetter ist schön und sonnig.', false],
  ['Il fait beau dans le nord de la France.', false],
  ['El tren sale a las nueve y llega por la tarde.', false],
  ['Hij komt niet met de trein.', false],
  ['東京の天気', false],
  ['Погода хорошая', false],
  ['The word 東京 means Tokyo and is the name of a city', true],
])('%j is English: %s', (text, english) => {
  expect(looksEnglish(text)).toBe(english);
});

test.each([
  ['Is 🍕 or 🍔 better?', ['🍕', '🍔']],
  ['👍🏽👨‍👩‍👧', ['👍🏽', '👨‍👩‍👧']],
  ['pizza🍕!', ['🍕']],
  ['寿司🍣', ['🍣']],
  ['Call 112 # *', []],
  ['🇩🇪', ['🇩🇪']],
  ['🏽, ©️', ['🏽', '©️']],
  ['1️⃣', []],
])('finds the emoji as readers see them: %s', (text, emoji) => {
  expect(findEmoji(text)).toEqual(emoji);
});

test('letters that only look like others with a mark stay separate letters', () => {
  expect(extractElements('мой её')).toEqual(['мой', 'её']);
  expect(extractElements('schön café')).toEqual(['schon', 'cafe']);
});
