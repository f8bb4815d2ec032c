import { describe, expect, it, test } from 'vitest';
import { decodeLossy, decodeText } from '../../src/text/file-text.js';
import { estimateTokens } from '../../src/text/tokens.js';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

describe('the text of a file', () => {
  it.each([
    ['plain', 'a\nb', 'a\nb'],
    ['with a byte order mark', '\uFEFFa', 'a'],
    ['with line ends of Windows', 'a\r\nb\r\n', 'a\nb\n'],
    ['in any script', 'おはよう', 'おはよう'],
    ['empty', '', ''],
    ['with a marker of a conflict that is indented', ' <<<<<<< main', ' <<<<<<< main'],
  ])('%s', (_title, text, decoded) => {
    expect(decodeText('a.md', bytes(text))).toBe(decoded);
  });

  it.each([
    ['Latin-1', bytes('für', 'latin1'), 'a.md is not UTF-8 text'],
    ['UTF-16', bytes('hello', 'utf16le'), 'a.md is not UTF-8 text'],
    ['a NUL byte', bytes('one\ntwo\0\nthree'), 'a.md:2: this line has a NUL byte'],
    ['a merge conflict', bytes('one\n<<<<<<< HEAD\n'), 'a.md:2: here begins a merge conflict'],
    [
      'a pointer of Git LFS',
      bytes('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'),
      'a.md is a pointer of Git LFS here',
    ],
  ])('is refused for %s', (_title, content, problem) => {
    expect(() => decodeText('a.md', content)).toThrow(problem);
  });

  it('may be about Git LFS', () => {
    const page = `version https://git-lfs.github.com/spec/v1\n${'How pointers look. '.repeat(60)}`;
    expect(decodeText('a.md', bytes(page))).toBe(page);
  });
});

test('texts that are only compared may have any bytes, and differ if their bytes do', () => {
  expect(decodeLossy(bytes('ü', 'latin1'))).toBe('ü');
  expect(decodeLossy(bytes('a\r\n'))).toBe('a\n');
  expect(decodeLossy(Buffer.from([0xff, 0xfe]))).not.toBe(decodeLossy(Buffer.from([0xff, 0xfd])));
});

test.each([
  [0, 0],
  [1, 1],
  [4, 1],
  [5, 2],
])('%d bytes are about %d tokens', (length, tokens) => {
  expect(estimateTokens(length)).toBe(tokens);
});
