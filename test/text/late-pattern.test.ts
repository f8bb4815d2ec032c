import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latePattern } from '../../src/text/late-pattern.js';

const PATTERNS = [/\p{L}+/gu, /(\p{N})(\p{L})?/u, /[^\p{L}\s]/giu, /(?<a>\p{Lu})/gv, /\p{L}/uy];
const texts = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '1', ' ', '-', '日'), maxLength: 12 });

/** What each use of a pattern gives, one after the other, so that where one stops tells in the next. */
function used(pattern: RegExp, text: string) {
  const tried = (use: () => unknown) => {
    try {
      return use();
    } catch (thrown) {
      return String(thrown);
    }
  };
  return [
    pattern.test(text),
    pattern.lastIndex,
    pattern.exec(text),
    pattern.lastIndex,
    text.replace(pattern, '<$&$1>'),
    text.replace(pattern, (found, ...rest) => `${found.length}${rest.length}`),
    tried(() => text.replaceAll(pattern, '')),
    text.match(pattern),
    tried(() => [...text.matchAll(pattern)]),
    text.search(pattern),
    text.split(pattern),
    text.split(pattern, 2),
    pattern.source,
    pattern.flags,
    pattern.global,
    `${pattern}`,
    new RegExp(pattern).source,
  ];
}

describe('a late pattern', () => {
  it('gives what the pattern itself gives, in every use', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATTERNS), texts, fc.nat(3), (pattern, text, from) => {
        const itself = new RegExp(pattern);
        const late = latePattern(() => new RegExp(pattern));
        itself.lastIndex = from;
        late.lastIndex = from;
        expect(used(late, text)).toEqual(used(itself, text));
      }),
    );
  });

  it('is made once, when it is first used', () => {
    let made = 0;
    const late = latePattern(() => {
      made += 1;
      return /x/;
    });
    expect(made).toBe(0);
    late.test('x');
    late.test('x');
    expect(made).toBe(1);
  });
});

it('stands in the bundle for every constant with Unicode classes, so that no start reads them', async () => {
  const bundle = await readFile(new URL('../../dist/index.js', import.meta.url), 'utf8');
  const constants = bundle.match(/^const [A-Z_]+ = (?:\/.*\\p\{.*\/[a-z]*|new RegExp\(.*\));$/gimu);
  expect(constants).toBeNull();
  expect(bundle.match(/\(\(\) => new RegExp\(/g)?.length).toBeGreaterThan(30);
});
