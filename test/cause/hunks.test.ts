import { describe, expect, test } from 'vitest';
import { cutHunks, type FileVersions, type Hunk, MAX_HUNKS } from '../../src/cause/hunks.js';

const PATH = 'prompts/support.md';

/** Each hunk as `base lines → head lines`, several edits joined by `;`. */
function showHunks(base: string | null, head: string | null, path = PATH): readonly string[] {
  const file = { path, base, head };
  return cutHunks([file], []).map((hunk) => showHunk(hunk, file));
}

function showHunk({ edits }: Hunk, { base, head }: FileVersions): string {
  const linesOf = (text: string | null, { start, end }: { readonly start: number; readonly end: number }) =>
    (text ?? '')
      .split('\n')
      .slice(start, end)
      .filter((line) => line.trim() !== '')
      .join(' | ');
  return edits.map((edit) => `${linesOf(base, edit.base)} → ${linesOf(head, edit.head)}`).join('; ');
}

describe('the hunks of a changed prompt', () => {
  const PROMPT = `# Support

Answer in two sentences.

- State the price.
- State the fee.
- Sign with a name.

Never guess.
`;

  test.each([
    ['nothing', PROMPT, []],
    ['white space', PROMPT.replace('two sentences', 'two   sentences').replaceAll('\n\n', '\n\n\n'), []],
    ['one list item', PROMPT.replace('the fee', 'every fee'), ['- State the fee. → - State every fee.']],
    ['a removed list item', PROMPT.replace('- State the fee.\n', ''), ['- State the fee. → ']],
    ['an added paragraph', PROMPT.replace('Never', 'Mention Plus.\n\nNever'), [' → Mention Plus.']],
    ['an added paragraph at the end', `${PROMPT}\nMention Plus.\n`, [' → Mention Plus.']],
    ['a removed first paragraph', PROMPT.replace('# Support\n\n', ''), ['# Support → ']],
    [
      'two neighbouring items',
      PROMPT.replace('the price', 'each price').replace('the fee', 'each fee'),
      ['- State the price. → - State each price.', '- State the fee. → - State each fee.'],
    ],
    [
      'a moved paragraph',
      `Never guess.\n\n${PROMPT.replace('\nNever guess.\n', '')}`,
      [' → Never guess.; Never guess. → '],
    ],
  ])('%s', (_, head, expected) => {
    expect(showHunks(PROMPT, head)).toEqual(expected);
  });

  test('a paragraph that is only broken at other places is no change, and with another word one hunk', () => {
    const base = 'Answer the question of the customer\nin two sentences and\nsign it.\n';
    const head = 'Answer the question\nof the customer in two sentences\nand sign it.\n';
    expect(showHunks(base, head)).toEqual([]);
    expect(showHunks(base, head.replace('two', 'three'))).toHaveLength(1);
  });

  test('in a long paragraph the hunk is the lines that differ', () => {
    const base = 'Answer politely,\nwith the price,\nand sign it.\n';
    expect(showHunks(base, base.replace('price', 'fee'))).toEqual(['with the price, → with the fee,']);
  });

  test('lines that end sentences are apart, without blank lines between them', () => {
    const base = 'Be brief.\nState the fee.\nSign it.\n';
    expect(showHunks(base, 'Be very brief.\nState the fee.\nSign it twice.\n')).toHaveLength(2);
  });

  test('a fenced block stays whole, and so does a file that is new or gone', () => {
    const base = 'Say:\n```\none.\n\ntwo.\n```\nEnd.\n';
    expect(showHunks(base, base.replace('one', '1').replace('two', '2'))).toHaveLength(1);
    expect(showHunks(null, 'One.\n\nTwo.\n')).toEqual([' → One. | Two.']);
    expect(showHunks('One.\n\nTwo.\n', null)).toEqual(['One. | Two. → ']);
  });

  test('a prompt file in YAML is cut by its keys and sentences', () => {
    const base =
      'model: gpt-5\nmessages:\n  - role: system\n    content: |\n      Be brief.\n      State the fee.\n';
    const head = base.replace('gpt-5', 'gpt-6').replace('the fee', 'no fee');
    expect(showHunks(base, head, 'a.prompt.yml')).toEqual([
      'model: gpt-5 → model: gpt-6',
      '      State the fee. →       State no fee.',
    ]);
  });

  test('in code and data, white space at the beginning of a line counts', () => {
    expect(showHunks('if a:\n  b()\nc()\n', 'if a:\n  b()\n  c()\n', 'agent.py')).toHaveLength(1);
    expect(showHunks('{\n  "a": 1\n}', '{\n  "a": 1,\n  "b": 2\n}', 'a.json')).toHaveLength(1);
  });

  test('settings that differ are hunks, and those that are equal are none', () => {
    const settings = [
      { name: 'model', base: 'a', head: 'b' },
      { name: 'parameters.stop', base: ['x'], head: ['x'] },
    ];
    expect(cutHunks([], settings)).toEqual([{ edits: [], settings: [settings[0]] }]);
  });

  test('of more than eight, the nearest neighbours are joined', () => {
    const rows = Array.from(
      { length: 12 },
      (_, at) => `Rule ${at} is kept.\n${at === 5 ? '' : '\nNever.\n\n'}`,
    );
    const head = rows.map((row, at) => row.replace('kept', `changed ${at}`));
    const hunks = showHunks(rows.join(''), head.join(''));
    expect(hunks).toHaveLength(MAX_HUNKS);
    expect(hunks.some((hunk) => hunk.includes('changed 5') && hunk.includes('changed 6'))).toBe(true);
  });
});
