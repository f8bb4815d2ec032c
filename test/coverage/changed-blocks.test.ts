import { describe, expect, it } from 'vitest';
import { findChangedBlocks } from '../../src/coverage/changed-blocks.js';
import { createBlock } from '../support/coverage.js';

const TEXT = 'Be kind.\n\n# Orders\n\n- Name the day.\n- Name\n  the price.\n\nBe short.\n';
const BLOCKS = [
  createBlock({ lines: { first: 1, last: 1 } }),
  createBlock({ lines: { first: 3, last: 5 } }),
  createBlock({ lines: { first: 6, last: 7 } }),
  createBlock({ lines: { first: 9, last: 9 }, state: 'unnoticed' }),
];
const changed = (after: string, before = TEXT) =>
  findChangedBlocks(BLOCKS, { before, after }).map(({ lines }) => lines.first);

describe('findChangedBlocks', () => {
  it.each<[string, string, number[]]>([
    ['nothing', TEXT, []],
    ['an edited line', TEXT.replace('the day', 'the date'), [3]],
    ['an edited heading, which belongs to the paragraph below', TEXT.replace('# Orders', '# Sales'), [3]],
    ['a removed line', TEXT.replace('Be short.\n', ''), [9]],
    ['a removed first line', TEXT.replace('Be kind.\n\n', ''), [1]],
    ['the last line of a block of two', TEXT.replace('the price', 'the cost'), [6]],
    ['two of them', TEXT.replace('kind', 'nice').replace('short', 'brief'), [1, 9]],
    ['a line put inside a block', TEXT.replace('- Name\n', '- Name\n  politely\n'), [6]],
    ['a new paragraph between two blocks', TEXT.replace('# Orders', 'Be fast.\n\n# Orders'), []],
    ['a new item behind a block', TEXT.replace('the price.\n', 'the price.\n- Name the shop.\n'), []],
    ['a new item between two blocks', TEXT.replace('- Name\n', '- Name the shop.\n- Name\n'), []],
    ['a new first line', `Hello.\n${TEXT}`, []],
    ['white space', TEXT.replace('- Name the', '-  Name  the').replace('Be kind.\n', 'Be kind.\n\n'), []],
    ['the whole file', '', [1, 3, 6, 9]],
  ])('%s', (_name, after, expected) => {
    expect(changed(after)).toEqual(expected);
  });

  it('counts lines alike with Windows line ends', () => {
    const text = TEXT.replaceAll('\n', '\r\n');
    expect(changed(text.replace('the price', 'the cost'), text)).toEqual([6]);
  });

  it('an unfinished block says nothing', () => {
    const blocks = BLOCKS.map((block) => ({ ...block, state: 'unfinished' as const }));
    expect(findChangedBlocks(blocks, { before: TEXT, after: '' })).toEqual([]);
  });
});
