import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, SHORTEST_LINE, SHORTEST_SECRET, SURELY_NO_WORD } from '../../src/text/redact.js';
import { boundary, testBoundaries } from '../support/boundaries.js';

const LINES = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', 'BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'] as const;
const PEM = `-----BEGIN PRIVATE KEY-----\n${LINES.join('\n')}\n-----END PRIVATE KEY-----\n`;
const KEY = 'sk???>>>-0123456789abcdef';

describe('a secret of several lines', () => {
  const redact = createRedactor([PEM]);

  test.each([
    ['whole', PEM],
    ['with the line ends of Windows', PEM.replaceAll('\n', '\r\n')],
    ['on one line', PEM.replaceAll('\n', ' ')],
    ['in JSON', JSON.stringify(PEM)],
    ['one line of it', `It is ${LINES[1]}, it said.`],
  ])('is gone: %s', (_, text) => {
    for (const line of LINES) expect(redact(text)).not.toContain(line);
    expect(redact(text)).toContain('***');
  });

  test('that came with the line ends of Windows, or written as one line, is gone line by line too', () => {
    const text = `the key ${LINES[1]}`;
    expect(createRedactor([PEM.replaceAll('\n', '\r\n')])(text)).toBe('the key ***');
    expect(createRedactor([PEM.replaceAll('\n', '\\n')])(text)).toBe('the key ***');
  });

  test('leaves alone what others have too: frames, short lines, words', () => {
    const text = '-----BEGIN PRIVATE KEY-----\nprivate\nfalse\nuserconfig\n';
    expect(createRedactor([`${PEM}${text}`])(text)).toBe(text);
  });
});

describe('base64', () => {
  const redact = createRedactor([KEY]);

  test.each(['', 'u', 'us', 'use', 'user:'])('after %j, and whatever follows', (before) => {
    for (const after of ['', '!', '!!', '!!!']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = redact(Buffer.from(`${before}${KEY}${after}`).toString(encoding));
        expect(text).toContain('***');
        // At most what the neighbours share with the first and the last character.
        expect(Buffer.from(text.split('***')[1] ?? '', 'base64').length).toBeLessThanOrEqual(4);
      }
    }
  });
});

test('the longer of two secrets that begin alike is taken out whole', () => {
  expect(createRedactor(['secret-1', 'secret-1-and-more'])('a secret-1-and-more b secret-1')).toBe(
    'a *** b ***',
  );
});

test('no character of a secret has a special meaning', () => {
  const secret = fc.string({ minLength: 8 }).filter((text) => text.trim().length >= 8);
  fc.assert(
    fc.property(secret, (value) => {
      const redact = createRedactor([value]);
      expect(redact(`<${value}>`)).toBe('<***>');
      expect(redact('the returns policy')).toBe('the returns policy');
    }),
    { numRuns: 200 },
  );
});

test('without a secret nothing is redacted', () => {
  expect(createRedactor([null, undefined, '', 'short'])('short words stay')).toBe('short words stay');
});

describe('the shortest that is taken out', () => {
  /** A line by itself, where a secret has it as its second. */
  const lineOfSecret = (line: string) => createRedactor([`the-first-line\n${line}`])(line);

  testBoundaries({
    'a secret': boundary({
      constant: SHORTEST_SECRET,
      value: 6,
      outcome: (length) => createRedactor(['x'.repeat(length)])('x'.repeat(length)),
      below: [SHORTEST_SECRET - 1, 'xxxxx'],
      above: [SHORTEST_SECRET, '***'],
    }),
    'a secret with space around it': boundary({
      constant: SHORTEST_SECRET,
      value: 6,
      outcome: (length) => createRedactor([`   ${'x'.repeat(length)}   `])('x'.repeat(length)),
      below: [SHORTEST_SECRET - 1, 'xxxxx'],
      above: [SHORTEST_SECRET, '***'],
    }),
    'a line of letters': boundary({
      constant: SURELY_NO_WORD,
      value: 16,
      outcome: (length) => lineOfSecret('x'.repeat(length)),
      below: [SURELY_NO_WORD - 1, 'xxxxxxxxxxxxxxx'],
      above: [SURELY_NO_WORD, '***'],
    }),
    'a line that does not read like a word': boundary({
      constant: SHORTEST_LINE,
      value: 8,
      outcome: (length) => lineOfSecret('7'.repeat(length)),
      below: [SHORTEST_LINE - 1, '7777777'],
      above: [SHORTEST_LINE, '***'],
    }),
  });
});
