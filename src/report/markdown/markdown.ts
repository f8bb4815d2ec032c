import { cutText, oneLine } from '../../text/values.js';
import { visibleText } from '../../text/visible-text.js';

/*
 * Foreign text (inputs, answers, statements, reasons, notes, names, messages) enters a comment through these functions
 * only. A reader sees its characters, and they never become markup, a link or a notification.
 */

/** Longer names and identifiers are shown by their beginning. */
const MAX_NAME_LENGTH = 100;

/** Numeric references where engines differ on the backslash; the span is GitHub's own way to say "no formula". */
const REPLACED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
  '\\': '&#92;',
  $: '<span>$</span>',
};

/** One line of markdown text for any place: also first in a paragraph, list item or table cell. */
export function inlineText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const shown = cutText(visibleLine(text), limit);
  return escapedStart(escaped(shown));
}

/** Words between backticks, and what a reader may want to copy: addresses, files with a line, hashes. Code needs no breaks. */
const CODE_IN_LINE =
  /(?<!`)`([^`]+)`(?!`)|(?<![\w`./-])(https?:\/\/[^\s`"'<>()[\]{}]*[^\s`"'<>()[\]{}.,;:!?…]|(?:[\w./-]+:)+\d\w*|(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?!\w))/g;

/** Longer than any sentence of our own, in which what is foreign is cut already. */
export const MAX_OWN_LINE_LENGTH = 1_000;

/** Like `inlineText`, with what is code as code. For messages and notes, which name things between backticks. */
export function formattedLine(text: string, limit = MAX_OWN_LINE_LENGTH): string {
  const shown = cutText(visibleLine(text), limit);
  let line = '';
  let at = 0;
  for (const { 0: whole, 1: quoted, 2: copied, index } of shown.matchAll(CODE_IN_LINE)) {
    const code = copied === undefined ? codeSpan(quoted ?? '') : codeSpan(copied, MAX_OWN_LINE_LENGTH);
    line += escaped(shown.slice(at, index)) + code;
    at = index + whole.length;
  }
  return escapedStart(line + escaped(shown.slice(at)));
}

/** An absolute path: no chat command has a second slash. */
const PATH = /^\/[\w.-]+\//;

/** A name in a line of text, as a code span. Not for table cells. */
export function codeSpan(text: string, limit = MAX_NAME_LENGTH): string {
  const shown = cutText(visibleLine(text), limit);
  if (shown === '') return '(empty)';
  // Behind a backtick no line begins, and a path is there to be copied.
  const inner = PATH.test(shown) ? breakMentions(shown) : breakRawTriggers(shown);
  const ticks = '`'.repeat(longestRun(inner) + 1);
  const pad = /^[` ]|[` ]$/.test(inner) ? ' ' : '';
  return `${ticks}${pad}${inner}${pad}${ticks}`;
}

export function codeCell(text: string, limit = MAX_NAME_LENGTH): string {
  const shown = cutText(visibleLine(text), limit);
  if (shown === '') return '(empty)';
  return `<code>${escaped(shown)}</code>`;
}

/** One line of text inside raw HTML, for example in a `<summary>`. */
export function htmlLine(text: string): string {
  return breakReferences(visibleLine(text)).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A block of foreign text, unchanged. The text gives no language to the fence and cannot close it. */
export function fence(text: string, language: '' | 'diff' = ''): string {
  const whole = breakRawTriggers(visibleText(text));
  let end = whole.length;
  while (whole[end - 1] === '\n') end -= 1;
  const inner = whole.slice(0, end);
  const ticks = '`'.repeat(Math.max(3, longestRun(inner) + 1));
  return `${ticks}${language}\n${inner}\n${ticks}`;
}

/** A link of our own; an address that is none is not linked. */
export function renderLink(text: string, url: string | null): string | null {
  if (url === null || !URL.canParse(url) || !/^https?:/.test(url)) return null;
  return `[${text}](<${new URL(url).href}>)`;
}

function visibleLine(text: string): string {
  return oneLine(visibleText(text));
}

function escaped(line: string): string {
  return breakReferences(line).replace(/[\\&<>|$`*_~[\]]/g, (sign) => REPLACED[sign] ?? `\\${sign}`);
}

/** Characters that open a list, a heading's underline or a rule at the start of a line. */
function escapedStart(line: string): string {
  return line.replace(/^[-+=]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Separates without being seen: what it splits is no longer a name, a number or an address. */
const BREAK = '\u200b';

const SHA = /(?<![0-9A-Za-z])[0-9a-f]{7,}(?![0-9A-Za-z])/gi;
/** One short of what GitHub reads as an abbreviated commit. */
const SHA_PIECE = /[0-9a-f]{6}(?=[0-9a-f])/gi;

/** Mentions, references, HTML comments (markers of other actions) and chat commands at the start of a line, also in code. */
function breakRawTriggers(text: string): string {
  return breakMentions(text).replace(/^([^\S\n\r\u2028\u2029]*)\/(?=[a-z])/gim, `$1${BREAK}/`);
}

function breakMentions(text: string): string {
  return text
    .replace(/[@#]/g, `$&${BREAK}`)
    .replace(/\bgh-(?=\d)/gi, `$&${BREAK}`)
    .replaceAll('<!--', `<${BREAK}!--`);
}

/**
 * Breaks what GitHub brings alive in rendered text, whatever the markdown escapes: mentions, issue references, commit
 * hashes, issue and advisory keys, addresses with and without scheme, mail addresses, emoji shortcodes (also one that
 * only a colon of ours behind the text would complete).
 */
function breakReferences(text: string): string {
  return breakRawTriggers(text)
    .replace(SHA, (hash) => hash.replace(SHA_PIECE, `$&${BREAK}`))
    .replace(/\b[A-Z][A-Z0-9]+-(?=\d)/g, `$&${BREAK}`)
    .replace(/\bGHSA-(?=\w)/gi, `$&${BREAK}`)
    .replace(/:(?=\/\/|[\w+-]+(?::|$))/g, `$&${BREAK}`)
    .replace(/www(?=\.)/gi, `$&${BREAK}`);
}
