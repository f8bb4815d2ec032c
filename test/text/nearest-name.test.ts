import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNearestName, suggestName } from '../../src/text/nearest-name.js';

const KNOWN = ['threshold', 'max-drop', 'fail-on', 'prompt', 'judge-model', 'dataset'];

test.each([
  ['treshold', 'threshold'],
  ['thershold', 'threshold'],
  ['maxDrop', 'max-drop'],
  ['max_drop', 'max-drop'],
  ['MAX-DROP', 'max-drop'],
  ['failon', 'fail-on'],
  ['promt', 'prompt'],
  ['pormpt', 'prompt'],
  ['data-set', 'dataset'],
  ['shard', null],
  ['x', null],
  ['', null],
  ['p'.repeat(10_000), null],
])('%s is a slip of %s', (unknown, wanted) => {
  expect(findNearestName(unknown, KNOWN)).toBe(wanted);
});

test('a known name with one swap, gap or extra letter is found again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KNOWN), fc.nat(20), (name, at) => {
      const cut = at % name.length;
      expect(findNearestName(name.slice(0, cut) + name.slice(cut + 1), KNOWN)).toBe(name);
      expect(findNearestName(`${name.slice(0, cut)}q${name.slice(cut)}`, KNOWN)).toBe(name);
    }),
  );
});

test('lists the known names if none is near', () => {
  expect(suggestName('zzz', ['a', 'b'])).toBe('Known: `a`, `b`.');
  expect(suggestName('treshold', KNOWN)).toBe('Did you mean `threshold`?');
  expect(suggestName('a', [])).toBe('Nothing is known here.');
});
