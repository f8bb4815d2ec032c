import { describe, expect, it } from 'vitest';
import { extractKeywords, listMatchedKeywords } from '../../../src/scorers/prebuilt/keyword-coverage.js';

function counts(reference: string, response: string): readonly [matched: number, total: number] {
  const keywords = extractKeywords(reference, response);
  return [listMatchedKeywords(keywords).length, keywords.reference.size];
}

describe('keywords', () => {
  it.each([
    ['JavaScript frameworks like React and Vue', 'javascript frameworks react vue'],
    ['I know React.js, C++, C# and .NET.', 'react.js c++ c# .net'],
    ['“Quoted” (words), well-known ones!', 'quoted words well-known'],
    ['In 2024 it grew 12% to 4.5', 'grew 12%'],
    ['see <b>bold</b> at https://example.org/a?b=c', 'bold https://example.org/a?b=c'],
    ["The user's e-mail", 'user e-mail'],
    ['What is it?', ''],
    ['The war and the hat', 'war hat'],
    ['東京の天気は晴れです', '東京 天気 晴れ'],
    ['ما هي عاصمة فرنسا؟', 'ما هي عاصمة فرنسا'],
    ['cafe\u0301', 'café'],
  ])('of %j', (text, keywords) => {
    expect([...extractKeywords(text, '').reference].join(' ')).toBe(keywords);
  });

  it.each([
    [
      'JavaScript frameworks like React and Vue',
      'Popular JavaScript frameworks include React and Vue for web development',
      4,
      4,
    ],
    ['three boxes', 'a box', 1, 2],
    ['the bus', 'the buses', 0, 1],
    ['one word', 'another', 0, 1],
  ])('%j in %j: %i of %i', (reference, response, matched, total) => {
    expect(counts(reference, response)).toEqual([matched, total]);
  });
});
