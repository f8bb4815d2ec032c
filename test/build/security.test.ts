import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Paragraphs and points that say what does not hold, or what to do. */
const NO_PROMISE = [
  '**Known gaps.**',
  '**A known limit.**',
  '**Red without a way to accept it.**',
  'A journal (',
];

/** Each paragraph or point of the page that promises something, by its first words. */
function listPromises(): readonly string[] {
  const page = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  const sections = page
    .split(/^## /m)
    .filter((section) => /^(?:Who is|Secrets|What is stored)/.test(section));
  const told = sections.flatMap((section) => section.split('\n').slice(1));
  return told.filter(
    (line) => /^(?:\*\*|- |[A-Z])/.test(line) && !NO_PROMISE.some((no) => line.startsWith(no)),
  );
}

it.each(listPromises().map((promise) => [promise.slice(0, 60), promise]))(
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
