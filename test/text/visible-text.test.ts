import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { revealInvisible } from '../../src/text/visible-text.js';
import { hostileText, UNSEEN } from '../report/hostile-text.js';

describe('revealInvisible', () => {
  test.each([
    ['a colour code', '\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
    ['a null byte', 'a\u0000b', 'a␀b'],
    ['a C1 control', 'a\u009b31m', 'a⟨U+009B⟩31m'],
    ['a bidi override', 'user\u202egnp.exe', 'user⟨U+202E⟩gnp.exe'],
    ['isolates', '\u2066a\u2069', '⟨U+2066⟩a⟨U+2069⟩'],
    ['a zero-width space', 'pass\u200bword', 'pass⟨U+200B⟩word'],
    ['a joiner that joins nothing', 'a\u200db', 'a⟨U+200D⟩b'],
    ['tag characters', 'hi\u{e0041}\u{e0042}', 'hi⟨U+E0041⟩⟨U+E0042⟩'],
    ['a second variation selector', '❤\ufe0f\ufe0f', '❤\ufe0f⟨U+FE0F⟩'],
    ['a line separator', 'a\u2028b', 'a⟨U+2028⟩b'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['line endings', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
  ])('shows %s', (_, text, expected) => {
    expect(revealInvisible(text)).toBe(expected);
  });

  test.each([
    ['right-to-left letters', 'שלום مرحبا'],
    ['an emoji of several', '👩‍💻 👨‍👩‍👧 ❤️'],
    ['an emoji with skin tone in a sequence', '👩🏽‍🚀'],
    ['a non-joiner of Persian', 'می\u200cخواهم'],
    ['a joiner of Hindi', 'क्\u200dष'],
    ['tabs and line feeds', 'a\tb\nc'],
  ])('keeps %s', (_, text) => {
    expect(revealInvisible(text)).toBe(text);
  });

  test('leaves nothing unseen in any text', () => {
    fc.assert(fc.property(hostileText, (text) => !UNSEEN.test(revealInvisible(text))));
  });
});
