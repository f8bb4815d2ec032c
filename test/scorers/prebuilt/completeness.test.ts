import { describe, expect, it } from 'vitest';
import {
  extractElements,
  findMissingElements,
  stemWord,
} from '../../../src/scorers/prebuilt/completeness.js';

describe('the elements of text', () => {
  it.each([
    ['The primary colors are red, blue, and yellow.', 'the primary colors are red blue and yellow'],
    ['The seasons include summer.', 'the seasons include summer'],
    ['getUserName fails', 'get user name fails'],
    ['parseHTTPReply and JavaScript', 'parse http reply and javascript'],
    ['a high-level café', 'a high level cafe'],
    ["We can't go, won't stay and don't know.", 'we not go stay and do know'],
    ['The refund will reach you and has been moved.', 'the refund reach you and moved'],
    ['Can you see the will of the people? It was late.', 'can you see the will of people it was late'],
    ["it's what they're for", 'it what they for'],
    ['one One ONE', 'one'],
    ['東京の天気は晴れです', '東京 の 天気 は 晴れ です'],
    ['مَرْحَبًا بالعالم', 'مرحبا بالعالم'],
    ['नमस्ते दुनिया', 'नमस्ते दुनिया'],
    ['한국어 문장', '한국어 문장'],
    ['👍 !!', '👍'],
    ['?! …', ''],
    ['', ''],
  ])('%j', (text, elements) => {
    expect(extractElements(text).join(' ')).toBe(elements);
  });

  it.each([
    ['running', 'run'],
    ['included', 'include'],
    ['visited', 'visit'],
    ['making', 'make'],
    ['tried', 'try'],
    ['went', 'go'],
    ['being', 'be'],
    ['described', 'describe'],
  ])('%s is a form of %s', (form, base) => {
    expect(stemWord(form)).toBe(stemWord(base));
  });

  it.each(['morning', 'king', 'red', 'spring'])('%s is not a form of another word', (word) => {
    expect(extractElements(word)).toEqual([word]);
  });
});

describe('what is missing', () => {
  it.each([
    ['what the others have is not', ['red', 'blue'], ['blue', 'red'], []],
    ['short words must be met exactly', ['cat'], ['cats', 'category'], ['cat']],
    ['a part of more than 60 % covers', ['color'], ['colors'], []],
    ['in both directions', ['colors'], ['color'], []],
    ['a part of exactly 60 % does not', ['script'], ['javascript'], ['script']],
    ['a shorter part does not', ['work'], ['workshops'], ['work']],
    ['the length is that of characters as a reader counts them', ['ก็ก็'], ['ก็ก็ก็'], ['ก็ก็']],
  ])('%s', (_, elements, others, missing) => {
    expect(findMissingElements(elements, others)).toEqual(missing);
  });
});
