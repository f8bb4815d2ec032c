import { markdownTable } from 'markdown-table';
import type { OwnedText } from '../model/github.js';
import { collapseWhitespace, cutText } from '../text/values.js';
import { revealInvisible } from '../text/visible-text.js';

declare const MARKDOWN: unique symbol;

/**
 * Text that is safe in a comment. A plain string is foreign (an input, an answer, a reason, a name, a message) and
 * becomes Markdown only through the functions of this file: a reader sees its characters, and they never become markup,
 * a link or a notification.
 */
export type Markdown = string & { readonly [MARKDOWN]: true };

/**
 * Our own Markdown. It takes Markdown and numbers, so unescaped text does not compile.
 *
 * @example
 * markdown`**${escapeLine(name)}:** ${count} cases`
 */
export function markdown(
  literals: TemplateStringsArray,
  ...values: readonly (Markdown | number)[]
): Markdown {
  return String.raw({ raw: literals }, ...values) as Markdown;
}

type Separator = '' | ' ' | '\n' | '\n\n' | ' · ' | ', ' | '<br>' | '<br>\n';

/** Our own Markdown with a separator between the parts. */
export function joinMarkdown(parts: readonly Markdown[], separator: Separator): Markdown {
  return parts.join(separator) as Markdown;
}

/** The lines of our own Markdown. */
export function splitLines(text: Markdown): Markdown[] {
  return text.split('\n') as Markdown[];
}

/** Replaces each occurrence by other Markdown of our own. */
export function replaceMarkdown(text: Markdown, from: Markdown, to: Markdown): Markdown {
  return text.replaceAll(from, () => to) as Markdown;
}

/** A table whose first row has the heads. */
export function renderTable(
  rows: readonly (readonly Markdown[])[],
  align: readonly ('left' | 'right')[],
): Markdown {
  return markdownTable(rows, { align, alignDelimiters: false }) as Markdown;
}

/** Our comment of an earlier run. Anyone can write text that looks like ours, so the author counts. */
export function readOwnComment({ body, writtenByUs }: OwnedText): Markdown {
  if (!writtenByUs) throw new Error('A comment by another author is foreign text.');
  return body.replaceAll('\r\n', '\n') as Markdown;
}

/** A line that GitHub does not show, for marks and encoded data. */
export function renderHiddenLine(text: string): Markdown {
  if (!/^(?:[\w+/=. ]|-(?!-))*$/.test(text)) throw new Error(`This cannot be hidden in Markdown: ${text}`);
  return `<!-- ${text} -->` as Markdown;
}

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
  ':': '<span>:</span>',
};

/** One line of markdown text for any place: also first in a paragraph, list item or table cell. */
export function escapeLine(text: string, limit = Number.POSITIVE_INFINITY): Markdown {
  const shown = cutText(revealLine(text), limit);
  return escapeStart(escapeText(shown)) as Markdown;
}

/** Text of a table's cell, whose long words may wrap: on a phone they would push the next column out of sight. */
export function escapeCell(text: string, limit = Number.POSITIVE_INFINITY): Markdown {
  const shown = cutText(revealLine(text), limit);
  return escapeStart(escapeText(shown.replace(LONG_WORD, `$&${BREAK}`))) as Markdown;
}

/** Two columns of such words fit a phone. */
const LONG_WORD = /\S{18}(?=\S)/gu;

/** Text that never starts a line, such as a number: `0.89` stays unchanged. */
export function escapeInLine(text: string): Markdown {
  return escapeText(revealLine(text)) as Markdown;
}

/** Words between backticks, and what a reader may want to copy: addresses, files with a line, hashes. Code needs no breaks. */
const CODE_IN_LINE =
  /(?<!`)`([^`]+)`(?!`)|(?<![\w`./-])(https?:\/\/[^\s`"'<>()[\]{}]*[^\s`"'<>()[\]{}.,;:!?…]|(?:[\w./-]+:)+\d\w*|(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?!\w))/g;

/** No sentence of our own is longer. The foreign text in it is cut already. */
export const MAX_OWN_LINE_LENGTH = 1_000;

/** Like `escapeLine`, with what is code as code. For messages and notes, which name things between backticks. */
export function formatLine(text: string, limit = MAX_OWN_LINE_LENGTH): Markdown {
  return escapeStart(formatInLine(text, limit)) as Markdown;
}

/** The same for a part that never starts a line. */
export function formatInLine(text: string, limit = MAX_OWN_LINE_LENGTH): Markdown {
  const shown = cutText(revealLine(text), limit);
  let line = '';
  let at = 0;
  for (const { 0: whole, 1: quoted, 2: copied, index } of shown.matchAll(CODE_IN_LINE)) {
    const code =
      copied === undefined ? renderCodeSpan(quoted ?? '') : renderCodeSpan(copied, MAX_OWN_LINE_LENGTH);
    line += escapeText(shown.slice(at, index)) + code;
    at = index + whole.length;
  }
  return (line + escapeText(shown.slice(at))) as Markdown;
}

/** A name in a line of text, as a code span. Not for table cells. */
export function renderCodeSpan(text: string, limit = MAX_NAME_LENGTH): Markdown {
  const shown = cutText(revealLine(text), limit);
  if (shown === '') return markdown`(empty)`;
  const inner = breakMarks(shown);
  const ticks = '`'.repeat(measureLongestRun(inner) + 1);
  const pad = /^[` ]|[` ]$/.test(inner) ? ' ' : '';
  return `${ticks}${pad}${inner}${pad}${ticks}` as Markdown;
}

/** A name in a table cell, as code. HTML, because a code span cannot hold `|`. */
export function renderCodeCell(text: string, limit = MAX_NAME_LENGTH): Markdown {
  const shown = cutText(revealLine(text), limit);
  if (shown === '') return markdown`(empty)`;
  // Markdown links addresses here too. GitHub links nothing else in code.
  const parts = breakAddresses(breakMarks(shown)).replace(LONG_WORD, '$&\n').split('\n');
  // A name is copied without these breaks.
  return `<code>${parts.map(escapeSigns).join('<wbr>')}</code>` as Markdown;
}

/** One line of text inside raw HTML, for example in a `<summary>`. */
export function escapeSummary(text: string): Markdown {
  const shown = breakReferences(revealLine(text));
  const escapedText = shown.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return escapedText.replace(EMOJI_COLON, '<span>:</span>') as Markdown;
}

/** A block of foreign text, unchanged. The text gives no language to the fence and cannot close it. */
export function renderFence(text: string, language: '' | 'diff' = ''): Markdown {
  const whole = breakCommands(breakMarks(revealInvisible(text)));
  let end = whole.length;
  while (whole[end - 1] === '\n') end -= 1;
  const inner = whole.slice(0, end);
  const ticks = '`'.repeat(Math.max(3, measureLongestRun(inner) + 1));
  return `${ticks}${language}\n${inner}\n${ticks}` as Markdown;
}

/** GitHub's block that offers these lines in place of others. They are files of the repository, so nothing is escaped. */
export function renderSuggestionFence(lines: readonly string[]): Markdown {
  const ticks = '`'.repeat(Math.max(3, measureLongestRun(lines.join('\n')) + 1));
  return [`${ticks}suggestion`, ...lines, ticks].join('\n') as Markdown;
}

/** A link of our own; `null` for a text that is not a web address. */
export function renderLink(text: Markdown, url: string | null): Markdown | null {
  if (url === null || !URL.canParse(url) || !/^https?:/.test(url)) return null;
  return `[${text}](<${new URL(url).href}>)` as Markdown;
}

function revealLine(text: string): string {
  return collapseWhitespace(revealInvisible(text));
}

/** A colon of a shortcode, such as `:tada:`; also of one that only a colon of ours behind the text would complete. */
const EMOJI_COLON = /:(?=[\w+-]+(?::|$))/g;
const SIGNS = new RegExp(`[\\\\&<>|$\`*_~[\\]]|${EMOJI_COLON.source}`, 'g');

function escapeText(line: string): string {
  return escapeSigns(breakReferences(line));
}

function escapeSigns(line: string): string {
  return line.replace(SIGNS, (sign) => REPLACED[sign] ?? `\\${sign}`);
}

/** Characters that open a list, a heading's underline or a rule at the start of a line. */
function escapeStart(line: string): string {
  return line.replace(/^[-+=]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

function measureLongestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Separates without being seen: what it splits is no longer a name, a number or an address. */
const BREAK = '\u200b';

const SHA = /(?<![0-9A-Za-z])[0-9a-f]{7,}(?![0-9A-Za-z])/gi;
/** One digit less than GitHub reads as an abbreviated commit. */
const SHA_PIECE = /[0-9a-f]{6}(?=[0-9a-f])/gi;

/** Breaks HTML comments, also in code: other actions find their own comment by one. */
function breakMarks(text: string): string {
  return text.replaceAll('<!--', `<${BREAK}!--`);
}

/** Breaks chat commands at the start of a line, also in code. A path is not a command. */
function breakCommands(text: string): string {
  return text.replace(/^([^\S\n\r\u2028\u2029]*)\/(?=[a-z][\w-]*(?:\s|$))/gim, `$1${BREAK}/`);
}

/** Breaks addresses with and without a scheme, and mail addresses. */
function breakAddresses(text: string): string {
  return text
    .replace(/:(?=\/\/)/g, `$&${BREAK}`)
    .replace(/www(?=\.)/gi, `$&${BREAK}`)
    .replace(/(?<=[\w.+-])@(?=[\w-])/g, `$&${BREAK}`);
}

/**
 * Breaks what GitHub links even if it is escaped: mentions of people and issues, commit hashes and addresses. A sign at
 * the end counts too, because our own text may follow it.
 */
function breakReferences(text: string): string {
  return breakAddresses(breakCommands(breakMarks(text)))
    .replace(/@(?=[\w-]|$)|#(?=\d|$)|\bgh-(?=\d)/gi, `$&${BREAK}`)
    .replace(SHA, (hash) => hash.replace(SHA_PIECE, `$&${BREAK}`));
}
