import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildVariant, buildVariantKey } from '../../src/cause/build-variant.js';
import { cutHunks } from '../../src/cause/hunks.js';

const PATH = 'prompts/support.md';

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

  test('a file that the head lacks comes back without its hunk', () => {
    const files = [{ path: 'old.md', base: 'Old.', head: null }];
    const change = { files, settings: [], hunks: cutHunks(files, []) };
    const textOf = (origin: 'head' | 'base', hunks: readonly number[]) =>
      buildVariant(change, { origin, hunks }).files.get('old.md');
    expect([textOf('head', []), textOf('head', [0]), textOf('base', []), textOf('base', [0])]).toEqual([
      null,
      'Old.',
      'Old.',
      null,
    ]);
  });

  test('two files of one change are mixed apart', () => {
    const files = ['a.md', 'b.md'].map((path) => ({ path, base: `${path} old.`, head: `${path} new.` }));
    const change = { files, settings: [], hunks: cutHunks(files, []) };
    const mixed = buildVariant(change, { origin: 'head', hunks: [1] }).files;
    expect([...mixed.values()]).toEqual(['a.md new.', 'b.md old.']);
  });

  test('has the same key however its hunks are listed', () => {
    expect(buildVariantKey({ origin: 'head', hunks: [10, 2] })).toBe(
      buildVariantKey({ origin: 'head', hunks: [2, 10] }),
    );
    expect(buildVariantKey({ origin: 'head', hunks: [2] })).not.toBe(
      buildVariantKey({ origin: 'base', hunks: [2] }),
    );
  });
});
