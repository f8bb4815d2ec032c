import { expect, test } from 'vitest';
import { concernsFiles } from '../../src/files/attributes.js';
import type { FileReader } from '../../src/ports/files.js';

const WATCHED = ['prompts/support.md', 'evals/cases.jsonl'].map((path) => ({ path, blob: path }));
const side = (name: string, text: string | null): FileReader => ({ name, read: async () => text });

test.each<[string, string, string | null, string | null, boolean]>([
  ['of pictures', '.gitattributes', null, '*.png binary\n', false],
  ['of another folder', 'docs/.gitattributes', null, '*.md text\n', false],
  ['of a folder that is not watched', '.gitattributes', '* text\n', '* text\ndocs/** eol=crlf\n', false],
  ['a comment and an empty line', '.gitattributes', '*.md text\n', '# More\n\n*.md text\n', false],
  ['of prompts', '.gitattributes', null, '*.md text\n', true],
  ['of prompts, from their own folder', 'prompts/.gitattributes', null, 'support.md eol=crlf\n', true],
  ['by the path from there', 'prompts/.gitattributes', null, '/support.md eol=crlf\n', true],
  ['of everything', '.gitattributes', '* text\n', null, true],
  ['in another order', '.gitattributes', '*.md text\n* eol=lf\n', '* eol=lf\n*.md text\n', true],
  ['by a macro', '.gitattributes', null, '[attr]odd filter=odd\n', true],
  ['in quotes', '.gitattributes', null, '"sup port.md" text\n', true],
  ['in a form that only git reads', '.gitattributes', null, 'support\\.md text\n', true],
])('lines of attributes %s', async (_, path, was, now, concerns) => {
  const sides = { head: side('head', now), base: side('base', was) };
  expect(await concernsFiles(path, WATCHED, sides)).toBe(concerns);
});
