import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildVariant } from '../../src/cause/build-variant.js';
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

const word = fc.constantFrom('price', 'fee', 'name', 'brief', 'sign');
const line = fc
  .tuple(fc.constantFrom('- ', '', '# ', '  '), word, word)
  .map(([mark, one, two]) => `${mark}Say the ${one} and ${two}.`);
const prompt = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n\n')), { maxLength: 12 })
  .map((lines) => lines.map((each) => each.join('')).join(''));

/** Without blank lines and outer white space. */
function bare(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

describe('a variant', () => {
  test('without every hunk the head is the base, and with every hunk the base is the head', () => {
    fc.assert(
      fc.property(prompt, prompt, (base, head) => {
        const files = [{ path: PATH, base, head }];
        const change = { files, settings: [], hunks: cutHunks(files, []) };
        const all = change.hunks.map((_, at) => at);
        const text = (origin: 'head' | 'base', hunks: readonly number[]) =>
          bare(buildVariant(change, { origin, hunks }).files.get(PATH));
        expect(text('head', all)).toBe(bare(base));
        expect(text('base', all)).toBe(bare(head));
        expect(text('head', [])).toBe(bare(head));
        expect(text('base', [])).toBe(bare(base));
        // The head without some hunks is the base with all others.
        const some = all.filter((at) => at % 2 === 0);
        const others = all.filter((at) => at % 2 === 1);
        expect(text('head', some)).toBe(text('base', others));
      }),
    );
  });

  test.each([
    ['head', 'One.\n\nThree, changed.\n'],
    ['base', 'One.\n\nTwo.\n\nThree.\n'],
  ] as const)('%s with one added paragraph left out or put in', (origin, expected) => {
    const files = [{ path: PATH, base: 'One.\n\nThree.\n', head: 'One.\n\nTwo.\n\nThree, changed.\n' }];
    const change = { files, settings: [], hunks: cutHunks(files, []) };
    expect(buildVariant(change, { origin, hunks: [0] }).files.get(PATH)).toBe(expected);
  });

  test('a paragraph can be added behind a last line without a line end', () => {
    const files = [{ path: PATH, base: 'One.', head: 'One.\n\nTwo.\n' }];
    const change = { files, settings: [], hunks: cutHunks(files, []) };
    expect(buildVariant(change, { origin: 'base', hunks: [0] }).files.get(PATH)).toBe('One.\n\nTwo.');
    expect(buildVariant(change, { origin: 'head', hunks: [0] }).files.get(PATH)).toBe('One.\n');
  });

  test('settings and whole files follow their hunk', () => {
    const files = [{ path: 'new.md', base: null, head: 'New.' }];
    const settings = [{ name: 'model', base: 'a', head: 'b' }];
    const change = { files, settings, hunks: cutHunks(files, settings) };
    const without = (hunk: number) => buildVariant(change, { origin: 'head', hunks: [hunk] });
    expect([without(0).files.get('new.md'), without(0).settings.get('model')]).toEqual([null, 'head']);
    expect([without(1).files.get('new.md'), without(1).settings.get('model')]).toEqual(['New.', 'base']);
  });
});
