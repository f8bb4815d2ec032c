import fc from 'fast-check';

/** Pieces of markup, references and unseen characters; joined at random they make hostile text. */
export const HOSTILE_PIECES: readonly string[] = [
  ...'`*_~[]()!#<>|\\&$@:-+=.\'"{}^/%;,? \t\n',
  '\r',
  '\r\n',
  '\n\n',
  '    ',
  '  \n',
  '\n---\n',
  '\n===\n',
  '\n# ',
  '\n> ',
  '\n- ',
  '\n1. ',
  '\n\t',
  '```',
  '````',
  '~~~',
  '\n```\n',
  '`` ` ``',
  '$$',
  '$`',
  '`$',
  '\\|',
  '\\\\|',
  '|---|',
  '\n| a | b |\n| - | - |\n',
  '<!--',
  '-->',
  '<!-- prompt-regression: ci/eval/support -->',
  '</details>',
  '<details>',
  '</code>',
  '</span>',
  '<b>',
  '<img src=x>',
  '<script>',
  '<?',
  '<![CDATA[',
  '&amp;',
  '&#124;',
  '&lt;',
  '&copy;',
  '&#x202e;',
  '@org/team',
  '@user',
  '#1',
  'owner/repo#1',
  'GH-1',
  'gh-22',
  'CVE-2020-1234',
  'GHSA-xxxx-yyyy-zzzz',
  'JIRA-7',
  '1234567',
  'deadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
  'a1b2c3d',
  'octo/repo@a1b2c3d',
  'a1b2c3d...d3c2b1a',
  'http://',
  'https://github.com/o/r/issues/1',
  'www.',
  'www.example.com',
  'mail@example.com',
  'ftp://x.y',
  '<https://x.y>',
  '[a](http://x.y)',
  '![i](http://x.y/i.png)',
  '[^1]',
  '[^1]: note',
  '[a]: http://x.y',
  '[ ]',
  '- [x] ',
  ':tada:',
  ':+1:',
  '::error::',
  '##[group]',
  '/lgtm',
  '\n/approve',
  'http',
  '://',
  'x',
  '\u001b[31m',
  '\u001b]8;;http://x\u0007',
  '\u0000',
  '\u007f',
  '\u009b',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u2028',
  '\u2029',
  '\ufe0f',
  '\u{e0041}',
  '\ud800',
  '\udc00',
  '\u3164',
  '\u00a0',
  '😀',
  '👩‍💻',
  '日本語',
  'שלום',
  'مرحبا',
  'é',
  'a',
  'Z',
  '0',
  '9',
  'word',
];

/**
 * Any character but half ones, in any order; instead of `unit: 'binary'`, for which the library keeps a table of all
 * million: each process that tests start afterwards takes longer for as much memory.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_PIECES), fc.string({ unit: anyCharacter, maxLength: 3 })), {
    maxLength: 24,
  })
  .map((pieces) => pieces.join(''));

/** What Markdown itself links, also inside the HTML of a code element. */
export const LINKED_BY_MARKDOWN: readonly RegExp[] = [/:\/\//, /www\./i, /[\w.+-]@[\w-]/];

/**
 * What GitHub would bring alive in rendered text, whatever the markdown is. Keys such as JIRA-7 link only to where the
 * repository's owner wants.
 */
export const LIVE_IN_TEXT: readonly RegExp[] = [
  /@[\w-]/,
  /#\d/,
  /\bgh-\d/i,
  /(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/i,
  /:[\w+-]+:/,
  /:\/\//,
  /www\./i,
];

/** What other actions and chat bots find in the raw text, also inside code: their marks, and commands; a path is none. */
export const LIVE_IN_RAW: readonly RegExp[] = [/<!--/, /^\s*\/[a-z][\w-]*(?:\s|$)/im];

/** Those of the texts that one of the patterns finds something alive in. */
export function alive(texts: readonly string[], patterns: readonly RegExp[]): string[] {
  return texts.filter((text) => patterns.some((pattern) => pattern.test(text)));
}

/** Characters that act unseen; our own U+200B is the only one that belongs into a report. */
export const UNSEEN = /(?![\n\t])\p{Cc}|[\p{Zl}\p{Zp}\u00ad\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
