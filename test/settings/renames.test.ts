import { expect, test } from 'vitest';
import type { FileReader } from '../../src/model/repository.js';
import { findRenamed } from '../../src/settings/review-change.js';

const PROMPT = 'You answer questions.\nYou are short.\nYou name prices.\nYou are kind.\n';
const HALF = PROMPT.replace('You are kind.', 'You are stern.').replace('You are short.', 'You are long.');
const OTHER = 'Something that was never there.\nAnd more of it.\n';

/** `null` stands for what is listed and cannot be read: a link or a submodule. */
type Files = Readonly<Record<string, string | null>>;
const side = (name: 'head' | 'base', files: Files): FileReader => ({
  name,
  read: async (path) => files[path] ?? null,
  paths: async () => Object.keys(files),
});
const sides = (head: Files, base: Files = { 'p/a.md': PROMPT, 'x.md': OTHER }) => ({
  head: side('head', head),
  base: side('base', base),
});

test.each<[string, Files, string | null]>([
  ['moved as it is', { 'q/b.md': PROMPT, 'x.md': OTHER }, 'q/b.md'],
  ['moved and edited in half of its text', { 'b.md': HALF }, 'b.md'],
  ['replaced by another text', { 'b.md': OTHER }, null],
  ['moved beside a second one that is as near', { 'b.md': PROMPT, 'c.md': HALF }, null],
  ['still there', { 'p/a.md': PROMPT, 'b.md': PROMPT }, null],
  ['still there as a link', { 'p/a.md': null, 'b.md': PROMPT }, null],
  ['put into a file that was there', { 'x.md': PROMPT }, null],
])('a prompt that is %s', async (_, head, to) => {
  expect(await findRenamed('p/a.md', sides(head))).toBe(to);
});

test('where nothing can be listed, nothing is followed', async () => {
  const { head, base } = sides({ 'b.md': PROMPT });
  const blind = { head: { name: head.name, read: head.read }, base };
  expect(await findRenamed('p/a.md', blind)).toBeNull();
});
