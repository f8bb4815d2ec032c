import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCommentKey, buildCommentMarker, hasMarker } from '../../src/publish/comment-body.js';
import { anyCharacter } from '../report/hostile-text.js';

test('a marker is one HTML comment of one line, whatever the key', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('-->', '--!>', '<!--', '\n', '')),
      (key) => {
        const marker = buildCommentMarker(key);
        expect(marker).toMatch(/^<!-- [a-z0-9]+(?:[- ][a-z0-9]+)* -->$/);
        expect(hasMarker(`${marker}\r\ntext`, marker)).toBe(true);
        expect(hasMarker(marker, marker)).toBe(true);
      },
    ),
  );
});

test('different keys have different markers, the same key the same', () => {
  expect(buildCommentMarker('ci / a')).toBe(buildCommentMarker('ci / a'));
  const keys = ['ci / a', 'ci - a', 'CI / a', 'ci / a ', `${'x'.repeat(100)}1`, `${'x'.repeat(100)}2`];
  expect(new Set(keys.map(buildCommentMarker)).size).toBe(keys.length);
});

test.each([
  ['below the first line', (marker: string) => `text\n${marker}`],
  ['with more on its line', (marker: string) => `${marker} text`],
  ['of another key', () => buildCommentMarker('other')],
])('a marker %s does not count', (_, body) => {
  const marker = buildCommentMarker('key');
  expect(hasMarker(body(marker), marker)).toBe(false);
});

test('the default key tells workflow and what the inputs name apart, in whatever order the suites come', () => {
  const run = { workflow: 'ci', config: null, suites: ['b', 'a'], directory: '' };
  expect(buildCommentKey(run)).toBe('ci / a / b');
  expect(buildCommentKey({ ...run, suites: ['a', 'b'] })).toBe(buildCommentKey(run));
  const others = [
    run,
    { ...run, suites: ['a'] },
    { ...run, suites: [] },
    { ...run, directory: 'app' },
    { ...run, suites: [], directory: 'app' },
    { ...run, suites: [], config: 'app.yml' },
  ];
  expect(new Set(others.map(buildCommentKey)).size).toBe(others.length);
});
