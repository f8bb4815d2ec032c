import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutBlocks, detectTextKind, normaliseLines, type TextKind } from '../../src/cause/blocks.js';

/** The lines of each block. */
function show(text: string, kind: TextKind = 'prose'): readonly string[] {
  const lines = text.split('\n');
  return cutBlocks(text, kind).map(({ start, end }) => lines.slice(start, end).join('|'));
}

test.each([
  ['prompts/a.md', 'prose'],
  ['a.prompt.yml', 'prose'],
  ['a.J2', 'prose'],
  ['tools.json', 'data'],
  ['cases.jsonl', 'data'],
  ['agent.py', 'code'],
  ['Makefile', 'code'],
] as const)('%s is %s', (path, kind) => {
  expect(detectTextKind(path)).toBe(kind);
});

describe('the blocks of a prompt', () => {
  test.each([
    ['paragraphs', 'One\nand two.\n\n\nThree.', ['One|and two.', 'Three.']],
    ['list items', '- one\n- two\n  more\n3. three', ['- one', '- two|  more', '3. three']],
    ['headings, even without blank lines', '# A\ntext\n## B\nmore', ['# A', 'text', '## B', 'more']],
    ['table rows', 'Prices\n| a | b |\n| c | d |\nend', ['Prices', '| a | b |', '| c | d |', 'end']],
    ['tags', '<rules>\nBe kind\n</rules>', ['<rules>', 'Be kind', '</rules>']],
    ['keys of YAML', 'model: x\ntext: y', ['model: x', 'text: y']],
    ['sentences that end with their line', 'One.\nTwo!\nThree\nfour', ['One.', 'Two!', 'Three|four']],
    ['sentences in other scripts', '你好。\n再见。', ['你好。', '再见。']],
    ['sentences that end in quotes', 'Say "yes."\nThen go', ['Say "yes."', 'Then go']],
    ['fenced code as a whole', 'A\n```\n- x.\n\n- y.\n```\nB', ['A', '```|- x.||- y.|```', 'B']],
    ['a fence in a longer fence', '````\n```\na\n```\n````\nB', ['````|```|a|```|````', 'B']],
    ['a fence without an end', '~~~\na\n\nb', ['~~~|a||b']],
    ['nothing', '\n \n', []],
  ])('are %s', (_, text, expected) => {
    expect(show(text)).toEqual(expected);
  });

  test('in code, blank lines separate; in data, each line is one', () => {
    const text = '# A\nb.\nc\n\n- d\n- e';
    expect(show(text, 'code')).toEqual(['# A|b.|c', '- d|- e']);
    expect(show(text, 'data')).toEqual(['# A', 'b.', 'c', '- d', '- e']);
  });

  test('hold every line that is not blank, in order', () => {
    const line = fc.constantFrom('', '  ', '# a', '- b', 'c', 'd.', '```', '~~~', '| e |', '<f>', 'g: h');
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom<TextKind>('prose', 'code', 'data'), (lines, kind) => {
        const blocks = cutBlocks(lines.join('\n'), kind);
        const covered = blocks.flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, at) => start + at),
        );
        const filled = [...lines.keys()].filter((at) => lines[at]?.trim() !== '');
        expect(covered).toEqual(covered.toSorted((a, b) => a - b));
        expect(covered).toEqual(expect.arrayContaining(filled));
        expect(new Set(covered).size).toBe(covered.length);
      }),
    );
  });
});

test('white space counts only at the beginning of a line of code', () => {
  expect(normaliseLines(['  a  b ', 'c'], 'prose')).toBe('a b c');
  expect(normaliseLines(['  a  b ', 'c'], 'code')).toBe('  a  b\nc');
});
