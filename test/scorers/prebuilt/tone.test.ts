import { describe, expect, it } from 'vitest';
import { explainNoTone, measureSentiment, measureToneStability } from '../../../src/scorers/prebuilt/tone.js';

const NONE = new Map<string, number>();

describe('the sentiment of text', () => {
  it.each([
    ['This product is fantastic and amazing!', 8 / 6],
    ['The interface is frustrating and confusing, though it has potential.', -0.4],
    ['The design shows promise but needs significant improvements to be usable.', 2 / 11],
    ['not good', -3 / 2],
    ['This is not a very good idea', -3 / 7],
    ["It isn't bad", 1],
    ['', 0],
    ['Great 👍🏽', 5 / 2],
    ['東京です😡', -3 / 3],
    ['Das ist die Antwort und nicht mehr', 0],
  ])('%j is %d', (text, expected) => {
    expect(measureSentiment(text, NONE).comparative).toBeCloseTo(expected, 12);
  });

  it('follows the words that are given before its own', () => {
    const given = new Map([
      ['gut', 3],
      ['great', 0],
    ]);
    expect(measureSentiment('Das ist gut', given).comparative).toBe(1);
    expect(measureSentiment('great', given).comparative).toBe(0);
  });
});

describe('the tone', () => {
  it.each([
    ['the last sentence needs no full stop', 'I like it. I hate it', 3],
    ['nor does the only one', 'This is great', 0],
    ['a number’s point ends no sentence', 'Version 2.5 is good. It is good.', 0],
  ])('%s', (_, text, sentencesApart) => {
    const { sentimentVariance } = measureToneStability(text, NONE);
    if (sentencesApart === 0) expect(sentimentVariance).toBeLessThan(0.1);
    else expect(sentimentVariance).toBeGreaterThan(0.5);
  });

  it.each([
    ['English', 'Trees are tall.', true],
    ['a short answer', 'Paris', true],
    ['German', 'Das Wetter ist schön und sonnig', false],
    ['Japanese', '東京の天気は晴れです。', false],
    ['Japanese with emoji', '東京の天気は晴れです 😀', true],
    ['nothing', '', false],
  ])('%s: readable %s', (_, text, readable) => {
    expect(explainNoTone(text, 'the answer', NONE) === null).toBe(readable);
  });
});
