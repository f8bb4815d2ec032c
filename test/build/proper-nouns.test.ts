import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

function filesBelow(folder: string, endings: readonly string[]): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => join(ROOT, folder, path));
}

/** Capitalised words that belong to any text: calendar, languages, headings. */
const ANYONES = new Set(
  (
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August ' +
    'September October November December English German Japanese French Spanish GitHub ' +
    'Documents Priority Topic Next Plus Route Versand'
  ).split(' '),
);

/** Names in running English text: capitalised in the middle of a sentence, never seen in small letters. */
function properNouns(texts: readonly string[]): ReadonlySet<string> {
  const small = new Set<string>();
  const names = new Set<string>();
  for (const text of texts) {
    for (const [, word] of text.matchAll(/(?<![\p{L}\d])([\p{Ll}]{3,})(?![\p{L}\d])/gu)) {
      if (word !== undefined) small.add(word);
    }
    for (const [, word] of text.matchAll(
      /(?<=[\p{Ll},] |": "|\p{Lu}\p{Ll}+ )(\p{Lu}\p{Ll}{2,})(?![\p{L}\d])/gu,
    )) {
      if (word !== undefined) names.add(word);
    }
  }
  return new Set([...names].filter((word) => !small.has(word.toLowerCase()) && !ANYONES.has(word)));
}

it('no proper noun of a dataset occurs in src/: the rules are general', () => {
  // What judges said is in many languages, and German writes every noun with a capital.
  const texts = filesBelow('evals', ['.jsonl', '.md', '.json'])
    .filter((path) => !path.includes('/recorded/'))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    // German writes every noun with a capital.
    .filter((line) => !/[äöüß]|\b(?:und|der|die|das|eine?|wird)\b/i.test(line));
  const nouns = new Set([...properNouns(texts), 'Paris', 'France']);
  expect(nouns.size).toBeGreaterThan(5);
  const found: string[] = [];
  for (const path of filesBelow('src', ['.ts'])) {
    const words = new Set(readFileSync(path, 'utf8').match(/[\p{L}\d]+/gu));
    for (const noun of nouns) {
      if (words.has(noun) || words.has(noun.toLowerCase()))
        found.push(`${path.slice(ROOT.length + 1)}: ${noun}`);
    }
  }
  expect(found).toEqual([]);
});
