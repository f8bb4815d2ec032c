import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  diffLines,
  listChangedLines,
  listChangedPlaces,
  sortBySharedWords,
} from '../../src/text/changed-lines.js';

const PROMPT = 'You help customers.\n\nRules:\n- Be kind.\n- Name the fee.\n- Be brief.\n';
const shown = (lines: readonly { sign: string; number: number; text: string }[]) =>
  lines.map(({ sign, number, text }) => `${sign}${number} ${text}`);

test('a diff has the lines of both sides in order, each with its number', () => {
  const after =
    'You help customers.\n\nRules:\n- Be kind.\n- Name no fee.\n- Mention Lumen Plus.\n- Be brief.\n';
  expect(shown(diffLines(PROMPT, after))).toEqual([
    ' 1 You help customers.',
    ' 2 ',
    ' 3 Rules:',
    ' 4 - Be kind.',
    '-5 - Name the fee.',
    '+5 - Name no fee.',
    '+6 - Mention Lumen Plus.',
    ' 7 - Be brief.',
  ]);
});

test.each<[string, string, string, readonly string[]]>([
  ['a new file', '', 'a\nb\n', ['+1 a', '+2 b']],
  ['a removed file', 'a\nb\n', '', ['-1 a', '-2 b']],
  ['the same text', PROMPT, PROMPT, []],
  ['the last line break', 'a\nb', 'a\nb\n', []],
  ['a blank line', 'a\nb\n', 'a\n\nb\n', []],
  ['other spacing', '- a\n- b  c\n', '  - a\n- b c\n', []],
  ['other spacing beside a new line', '- a\n', '  - a\n  - b\n', ['+2   - b']],
  ['line ends of Windows', 'a\r\nb\r\n', 'a\nc\n', ['-2 b', '+2 c']],
  ['a moved line', 'a\nb\nc\nd\n', 'd\na\nb\nc\n', ['+1 d', '-4 d']],
  ['one of two equal lines', 'x\na\nx\n', 'x\na\n', ['-3 x']],
])('changed lines of %s', (_, before, after, lines) => {
  expect(shown(listChangedLines(before, after))).toEqual(lines);
});

test('the places that changed stand apart', () => {
  const after = PROMPT.replace('kind', 'very kind').replace('- Be brief.\n', '');
  expect(listChangedPlaces(PROMPT, after).map(shown)).toEqual([
    ['-4 - Be kind.', '+4 - Be very kind.'],
    ['-6 - Be brief.'],
  ]);
});

test('a diff holds both texts, of thousands of lines too', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', ' d');
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (before, after) => {
      const lines = diffLines(
        before.map((text) => `${text}\n`).join(''),
        after.map((text) => `${text}\n`).join(''),
      );
      const side = (sign: '-' | '+') => lines.filter((each) => each.sign === ' ' || each.sign === sign);
      expect(side('-').map(({ text }) => text)).toEqual(before);
      expect(side('+').map(({ text, number }) => [text, number])).toEqual(
        after.map((text, at) => [text, at + 1]),
      );
    }),
  );
  const many = (word: string) => Array.from({ length: 3_000 }, (_, at) => `${word} ${at}`).join('\n');
  expect(listChangedLines(many('old'), many('new'))).toHaveLength(6_000);
});

test('the line that shares words with the cause comes first', () => {
  const lines = ['Be brief.', 'Mention Lumen Plus to members.', 'Answer members kindly.'].map((text) => ({
    text,
  }));
  const cause = 'By the way: Lumen Plus members get free shipping.';
  expect(sortBySharedWords(lines, cause).map(({ text }) => text)).toEqual([
    'Mention Lumen Plus to members.',
    'Answer members kindly.',
    'Be brief.',
  ]);
  expect(sortBySharedWords(lines, 'Something else.')).toEqual(lines);
  expect(
    sortBySharedWords([{ text: '丁寧に答える。' }, { text: '送料を案内する。' }], '送料は無料です。')[0]
      ?.text,
  ).toBe('送料を案内する。');
  // "Answers" is every line's word, "island" only the second one's.
  const fees = [
    { text: 'Answers stay short; answers never guess.' },
    { text: 'Leave out the island fee in answers.' },
  ];
  expect(sortBySharedWords(fees, 'Answers to islands lack the fee.')[0]).toBe(fees[1]);
});
