import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const MAX_WORDS = 1_200;

/** The points of the sections that promise something. */
function listPromises(): readonly string[] {
  const sections = PAGE.split(/^## /m).filter((section) =>
    /^(?:What we promise|The base branch)/.test(section),
  );
  return sections.flatMap((section) => section.split('\n').filter((line) => line.startsWith('- ')));
}

it(`the page has at most ${MAX_WORDS} words`, () => {
  expect(PAGE.split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS);
});

it('the page promises something', () => {
  expect(listPromises().length).toBeGreaterThan(10);
});

it.each(listPromises().map((promise) => [promise.slice(2, 60), promise]))(
  '%s names the test that tries it',
  (_, promise) => {
    const named = [...promise.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name = '']) => name);
    expect(named).not.toEqual([]);
    // After the first, a list of several names files of its folder.
    const [first = ''] = named;
    const folder = first.slice(0, first.lastIndexOf('/'));
    for (const name of named) {
      expect(existsSync(join(ROOT, name)) || existsSync(join(ROOT, folder, name)), name).toBe(true);
    }
  },
);
