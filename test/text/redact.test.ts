import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  createRedactor,
  MIN_RANDOM_LENGTH,
  MIN_SECRET_LENGTH,
  MIN_SECRET_LINE_LENGTH,
} from '../../src/text/redact.js';
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

describe('the token of a workflow, ghs_<app>_<JWT>', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const HEADER = encode({ alg: 'RS256', typ: 'JWT', kid: 'c72b3e8c' });
  const PAYLOAD = encode({
    iss: 'github',
    sub: 'repo:acme/shop',
    scope: { contents: 'read' },
    exp: 1_764_000,
  });
  const SIGNATURE = Buffer.from('signature of 2048 bits: '.repeat(11).slice(0, 256)).toString('base64url');
  const TOKEN = `ghs_15368_${HEADER}.${PAYLOAD}.${SIGNATURE}`;
  const redact = createRedactor([TOKEN]);

  test.each([
    ['whole', `It is ${TOKEN}.`, 'It is ***.'],
    ['its payload', `It is ${PAYLOAD}.`, 'It is ***.'],
    ['its signature', `It is ${SIGNATURE}.`, 'It is ***.'],
    ['its payload, broken', `It is ${PAYLOAD.slice(0, 20)}\n${PAYLOAD.slice(20)}.`, 'It is ***.'],
    ['folded at 76', `It is\n${TOKEN.replaceAll(/.{76}/g, '$&\n')}\n\nEnd`, 'It is\n***\n\nEnd'],
    ['folded at 40, indented', `a\nb ${TOKEN.replaceAll(/.{40}/g, '$&\r\n    ')}.`, 'a\nb ***.'],
    ['folded inside JSON', JSON.stringify({ a: `${TOKEN.slice(0, 99)}\n${TOKEN.slice(99)}` }), '{"a":"***"}'],
    ['twice', `${TOKEN}\n${TOKEN.slice(0, 9)}\n${TOKEN.slice(9)}\n!`, '***\n***\n!'],
    ['in a header', `basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`, 'basic ***'],
  ])('is gone: %s', (_, text, safe) => {
    const redacted = redact(text);
    if (text.startsWith('basic')) {
      expect(redacted).toMatch(/^basic [\w+/]+\*{3}[\w=]*$/);
      expect(redacted).not.toContain(TOKEN.slice(20));
    } else {
      expect(redacted).toBe(safe);
    }
  });

  test('wherever it is broken', () => {
    for (let at = 1; at < TOKEN.length; at += 1) {
      expect(redact(`a ${TOKEN.slice(0, at)}\n  ${TOKEN.slice(at)} b`)).toBe('a *** b');
    }
  });

  test('leaves alone what every token has, and other names with two dots', () => {
    expect(redact(HEADER)).toBe(HEADER);
    const [name, part] = ['a-long-name-of-a-key.with-two-dots.x', 'with-two-dots'];
    expect(createRedactor([name])(part)).toBe(part);
  });
});

test('a short secret is not put together from the ends of two lines', () => {
  const broken = (secret: string) => createRedactor([secret])(`${secret.slice(0, 4)}\n${secret.slice(4)}`);
  expect(broken('7'.repeat(MIN_RANDOM_LENGTH - 1))).toBe('7777\n77777777777');
  expect(broken('7'.repeat(MIN_RANDOM_LENGTH))).toBe('***');
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

describe('an encoded secret that is wrapped', () => {
  const wrapped = (text: string, columns: number, end: string) =>
    text.replaceAll(new RegExp(`.{${columns}}`, 'g'), `$&${end}`);

  test.each(['p4ssw0', 'hunter2pass', KEY, `${KEY}${KEY}${KEY}`])('base64 of %j, at 76 columns', (secret) => {
    const redact = createRedactor([secret]);
    for (const end of ['\n', '\r\n', '\\n']) {
      for (let before = 0; before < 80; before += 1) {
        const encoded = Buffer.from(`${'x'.repeat(before)}${secret}${'y'.repeat(50)}`).toString('base64');
        const redacted = redact(wrapped(encoded, 76, end));
        expect(redacted).toContain('***');
        const rest = redacted.replaceAll(end, '').split('***');
        expect(rest).toHaveLength(2);
        expect(rest.join('').length).toBeLessThanOrEqual(
          encoded.length - Math.floor((secret.length * 4) / 3) + 3,
        );
      }
    }
  });

  test.each(['p4ssw0', KEY, 'zwölf Kästen'])('hex of %j, in either case, at 60 columns or none', (secret) => {
    const redact = createRedactor([secret]);
    const hex = Buffer.from(`before ${secret} behind`).toString('hex');
    for (const text of [
      hex,
      hex.toUpperCase(),
      wrapped(hex, 60, '\n'),
      wrapped(hex.toUpperCase(), 16, '\n'),
    ]) {
      const redacted = redact(text);
      expect(redacted).toContain('***');
      expect(redacted.replaceAll('\n', '').length).toBe('before  behind'.length * 2 + 3);
    }
  });
});

describe('a secret with special characters, and a line of one with several', () => {
  const SECRETS = ['p4ss (w0rd)!*+"<b>&\'ö\\~9', 'abcd/efgh+1234"5678'];
  const redact = createRedactor([SECRETS[0], `${SECRETS[1]}\nijkl/mnop+1234"5678`]);

  const url = encodeURIComponent;
  const html = (text: string, quotes: readonly [string, string] = ['&quot;', '&#39;']) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', quotes[0])
      .replaceAll("'", quotes[1]);
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const inAscii = (text: string) =>
    text.replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

  it.each<[string, (text: string) => string]>([
    ['URLs', url],
    ['URLs, in lower case', (text) => url(text).replaceAll(/%../g, (code) => code.toLowerCase())],
    ['URLs, strictly', (text) => url(text).replaceAll(/[!'()*]/g, (sign) => `%${hex(sign)}`)],
    ['forms', (text) => new URLSearchParams({ text }).toString().slice('text='.length)],
    [
      'the path of a URL',
      (text) => new URL(`https://x.test/${text.replaceAll('\\', '%5C')}`).pathname.slice(1),
    ],
    ['every character of a URL', (text) => hex(text).replaceAll(/../g, '%$&')],
    ['URLs twice', (text) => url(url(text))],
    ['JSON', json],
    ['JSON of Python', (text) => inAscii(json(text))],
    ['JSON of Go', (text) => json(text).replaceAll(/[<>&]/g, (sign) => `\\u00${hex(sign)}`)],
    ['JSON of PHP', (text) => inAscii(json(text)).replaceAll('/', '\\/')],
    ['JSON twice', (text) => json(json(text))],
    ['JSON in a URL', (text) => url(json(text))],
    ['HTML', html],
    ['HTML of Python', (text) => html(text, ['&quot;', '&#x27;'])],
    ['HTML of Jinja', (text) => html(text, ['&#34;', '&#39;'])],
    ['XML', (text) => html(text, ['&quot;', '&apos;'])],
    ['the text of an element', (text) => html(text, ['"', "'"])],
    ['a URL in HTML', (text) => html(url(text))],
    ['JSON in HTML', (text) => html(json(text))],
    ['every character of HTML', (text) => text.replaceAll(/./gsu, (sign) => `&#${sign.codePointAt(0)};`)],
    ['a shell', (text) => text.replaceAll(/[^\w/]/g, '\\$&')],
    ['bytes of a program', (text) => hex(text).replaceAll(/../g, '\\x$&')],
    ['colours', (text) => `${text.slice(0, 5)}\u001b[0;31m${text.slice(5)}`],
    ['unseen characters', (text) => `${text.slice(0, 5)}\u200b${text.slice(5)}`],
  ])('is gone from %s', (_, write) => {
    for (const secret of SECRETS) {
      const redacted = redact(`It is ${write(secret)} now.`);
      expect(redacted).toBe('It is *** now.');
    }
  });

  it.each<[string, (text: string) => string]>([
    ['base64 in a URL', (text) => url(base64(text))],
    ['base64 in JSON of PHP', (text) => base64(text).replaceAll('/', '\\/')],
    ['a dump with spaces', (text) => hex(text).replaceAll(/..(?!$)/g, '$& ')],
    [
      'a dump with colons, in capitals',
      (text) =>
        hex(text)
          .toUpperCase()
          .replaceAll(/..(?!$)/g, '$&:'),
    ],
    ['a list of bytes', (text) => hex(text).replaceAll(/..(?!$)/g, '$&, 0x')],
  ])('is gone from %s', (_, write) => {
    const [secret = ''] = SECRETS;
    const redacted = redact(`It is ${write(secret)} now.`);
    expect(redacted).toMatch(/^It is \*{3}(?:(?:%3D)*|=*) now\.$/);
  });

  it('is taken out alone: what is beside it stays as it was written', () => {
    const [secret = ''] = SECRETS;
    expect(redact(`a%20b &lt;${html(secret)}&gt; \\"c\\" \u200bd`)).toBe('a%20b &lt;***&gt; \\"c\\" \u200bd');
    expect(redact(`${url(secret)}${secret}&amp;${json(secret)}`)).toBe('******&amp;***');
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
      constant: MIN_SECRET_LENGTH,
      value: 6,
      outcome: (length) => createRedactor(['x'.repeat(length)])('x'.repeat(length)),
      below: [MIN_SECRET_LENGTH - 1, 'xxxxx'],
      above: [MIN_SECRET_LENGTH, '***'],
    }),
    'a secret with space around it': boundary({
      constant: MIN_SECRET_LENGTH,
      value: 6,
      outcome: (length) => createRedactor([`   ${'x'.repeat(length)}   `])('x'.repeat(length)),
      below: [MIN_SECRET_LENGTH - 1, 'xxxxx'],
      above: [MIN_SECRET_LENGTH, '***'],
    }),
    'a line of letters': boundary({
      constant: MIN_RANDOM_LENGTH,
      value: 16,
      outcome: (length) => lineOfSecret('x'.repeat(length)),
      below: [MIN_RANDOM_LENGTH - 1, 'xxxxxxxxxxxxxxx'],
      above: [MIN_RANDOM_LENGTH, '***'],
    }),
    'a line that does not read like a word': boundary({
      constant: MIN_SECRET_LINE_LENGTH,
      value: 8,
      outcome: (length) => lineOfSecret('7'.repeat(length)),
      below: [MIN_SECRET_LINE_LENGTH - 1, '7777777'],
      above: [MIN_SECRET_LINE_LENGTH, '***'],
    }),
  });
});
