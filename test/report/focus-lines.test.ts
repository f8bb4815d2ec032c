import { describe, expect, it } from 'vitest';
import type { SignedLine } from '../../src/report/model/blocks.js';
import { focusLines } from '../../src/report/model/focus-lines.js';

const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ');
const change = (removed: string, added: string): readonly SignedLine[] => [
  { sign: '-', text: removed },
  { sign: '+', text: added },
];
const textsOf = (lines: readonly SignedLine[]) => focusLines(lines).map(({ text }) => text);

describe('focusLines', () => {
  it('shows what differs in a long line, with what is around it', () => {
    const [removed = '', added = ''] = textsOf(
      change(`${words(60)}. End ${words(40)}`, `${words(60)}. Say "Hello." End ${words(40)}`),
    );
    expect(removed).toMatch(/^….*word\. End word.*…$/);
    expect(added).toMatch(/^….*word\. Say "Hello\." End word.*…$/);
    expect(Math.max(removed.length, added.length)).toBeLessThanOrEqual(162);
  });

  it.each([
    ['at the start', `Old ${words(60)}`, `New ${words(60)}`, /^Old word.*…$/, /^New word.*…$/],
    ['at the end', `${words(60)} old.`, `${words(60)} new.`, /^….*word old\.$/, /^….*word new\.$/],
    ['added at the end', words(60), `${words(60)} New.`, /^….*word$/, /^….*word New\.$/],
    ['all of it', words(60, 'old'), words(60, 'new'), /^old old.*…$/, /^new new.*…$/],
  ])('%s', (_, removed, added, shownRemoved, shownAdded) => {
    const [first, second] = textsOf(change(removed, added));
    expect(first).toMatch(shownRemoved);
    expect(second).toMatch(shownAdded);
  });

  it('splits no character of two code units', () => {
    const [removed] = textsOf(
      change(`${'😀'.repeat(100)}a${'😀'.repeat(100)}`, `${'😀'.repeat(100)}b${'😀'.repeat(100)}`),
    );
    expect(removed).toMatch(/^…(😀)+a(😀)+…$/u);
  });

  it('leaves short lines, and lines that replace no single one', () => {
    const short = change('Be brief.', 'Be very brief.');
    expect(focusLines(short)).toEqual(short);
    const long: readonly SignedLine[] = [
      { sign: '-', text: words(60) },
      { sign: '+', text: words(60, 'new') },
      { sign: '+', text: words(61, 'new') },
    ];
    expect(focusLines(long)).toEqual(long);
  });

  it('pairs each removed line with its own added one', () => {
    const lines: readonly SignedLine[] = [
      { sign: '-', text: `${words(60)} one.` },
      { sign: '-', text: `${words(60)} two.` },
      { sign: '+', text: `${words(60)} first.` },
      { sign: '+', text: `${words(60)} second.` },
    ];
    expect(textsOf(lines).map((text) => text.split(' ').at(-1))).toEqual([
      'one.',
      'two.',
      'first.',
      'second.',
    ]);
  });
});
