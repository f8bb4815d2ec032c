import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { extractElements } from '../../src/scorers/prebuilt/completeness/completeness.js';
import { extractKeywords } from '../../src/scorers/prebuilt/keyword-coverage/keyword-coverage.js';
import { LINKING_WORDS } from '../../src/text/function-words.js';
import {
  contentWordSpans,
  contentWords,
  emojiOf,
  inPlainLetters,
  wordSpans,
  wordsOf,
} from '../../src/text/words.js';

test.each([
  ["Don't stop at Müller’s shop.", ["Don't", 'stop', 'at', 'Müller’s', 'shop']],
  ['the cats’ self-hosted node.js', ['the', 'cats', 'self', 'hosted', 'node', 'js']],
  ['1,299.90 € by 16:00, in v2.3.', ['1', '299', '90', 'by', '16', '00', 'in', 'v2', '3']],
  ['東京は日本の首都です。', ['東京', 'は', '日本', 'の', '首都', 'です']],
  ['— !', []],
])('the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('hyphens join words where they are counted as readers do', () => {
  expect(wordsOf('a well-known fact – or not', 'hyphens')).toEqual(['a', 'well-known', 'fact', 'or', 'not']);
});

test('a number is one word where it is a topic', () => {
  expect(wordsOf("1,299.90 € by 16:00, in v2.3, don't", 'numbers')).toEqual([
    '1,299.90',
    'by',
    '16',
    '00',
    'in',
    'v2.3',
    "don't",
  ]);
});

test('a word is told with its place, in scripts without spaces too', () => {
  const text = 'Ask 田中さん  now, please.';
  expect(wordSpans(text).length).toBeGreaterThan(3);
  for (const { word, start } of wordSpans(text)) expect(text.slice(start).startsWith(word)).toBe(true);
  expect(contentWordSpans('Is it in the Garden?')).toEqual([{ word: 'garden', start: 13 }]);
});

test('content is what neither links, turns nor measures, in any language', () => {
  expect(contentWords('Die Rechnung ist nicht bezahlt')).toEqual(['rechnung', 'bezahlt']);
  expect(contentWords('東京の天気です')).toEqual(['東京', '天気']);
  expect(contentWords('the door of a plus-size car')).toEqual(['door', 'plus', 'size', 'car']);
});

test('what turns or measures a statement is no mere link', () => {
  expect(['not', 'without', 'more', 'nicht', 'sans', 'не'].filter((word) => LINKING_WORDS.has(word))).toEqual(
    [],
  );
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

describe('letters that are no accents', () => {
  test.each([
    // Above blanks, and above the letters of a word that was said before.
    ['\u00a0\u0368\u0363\u036d', 'cat'],
    ['a\u0364b\u0365', 'aebi'],
    ['x\u1ddc\u1de8\u1df4', 'xkbü'],
    ['x\u2de0\u2df6\u2dff', 'xбаѭ'],
    // Of a private font; one alone is an icon.
    ['\ue063\ue061\ue074 \uf8ff', 'xxx \uf8ff'],
  ])('%j read as %s', (text, plain) => {
    expect(inPlainLetters(text).trim()).toBe(plain);
  });
});

test('no pattern that stands in the code makes V8 list all emoji at the start of every run', () => {
  const src = join(import.meta.dirname, '../../src');
  const files = globSync('**/*.ts', { cwd: src });
  expect(files).toContain('text/words.ts');
  expect(files.filter((file) => /\/\S*\\p\{RGI_Emoji/.test(readFileSync(join(src, file), 'utf8')))).toEqual(
    [],
  );
});
