import { isWrittenNumber } from './written-number.js';

const MAX_SHOWN_LENGTH = 60;

/** An object of a file or of a reply, whose values are not checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for an object other than a list or a number as a file has it. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isWrittenNumber(value);
}

/** `Array.isArray` for read-only lists too. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** True for a list of strings, the empty list included. */
export function isStringList(value: unknown): value is readonly string[] {
  return isList(value) && value.every((text) => typeof text === 'string');
}

/** The value at a path of keys, else `undefined`. */
export function getValueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isFields(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined;
  }, data);
}

/** A file's value for error messages: one line, at most about 60 characters, no control characters. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return isFields(value) ? 'a group of keys' : describeJson(value);
}

/** A program's value for error messages: the beginning of its JSON. */
export function describeJson(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof RegExp) return String(value);
  if (typeof Object(value).then === 'function') return 'a promise, which nobody awaited';
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    // JSON cannot hold a cycle or a BigInt.
    return `a value of type ${typeof value}`;
  }
  // JSON shows nothing of a fetch reply, a map or an error.
  const maker: unknown = text === '{}' ? Object(value).constructor?.name : undefined;
  if (typeof maker === 'string' && maker !== '' && maker !== 'Object') return `an object of type ${maker}`;
  if (text.length <= MAX_SHOWN_LENGTH) return text;
  return `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…${typeof value === 'string' ? '"' : ''}`;
}

/** A foreign name as one unbroken Markdown code span. */
export function quoteAsCode(text: string): string {
  return `\`${text.replaceAll(/[`\s]/g, ' ').trim()}\``;
}

/** `uncertaintyWeight` → `uncertainty-weight`. */
export function toKebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * A text without such characters at its end. A pattern that ends in `+$` would start over at each such character, which takes
 * hours for a long text.
 */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A text on one line, its white space folded. */
export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The same without control characters. */
export function toPlainLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

const LAST_LINES = ' (last lines: ';

/** A program's last lines, to follow the reason of its failure. */
export function renderLastLines(lines: string): string {
  return `${LAST_LINES}${lines})`;
}

/** A reason without the last lines after it. */
export function removeLastLines(reason: string): string {
  return reason.split(LAST_LINES)[0] ?? '';
}

const ECHO = ' (it wrote: ';

/** A program's output, to follow the reason why it cannot be used. */
export function quoteOutput(written: string): string {
  return `${ECHO}${written})`;
}

/** A program's or a judge's answer, in the middle of a reason. */
const QUOTED_ANSWER = /(?<=\banswered )".*"(?= instead of |: )/;

/** A reason without the texts that differ from case to case: equal for equal failures. */
export function normalizeReason(reason: string): string {
  const [cause = ''] = collapseWhitespace(removeLastLines(reason)).split(ECHO);
  return cause.replace(QUOTED_ANSWER, '…');
}

/** Cuts to at most `most` UTF-16 units, the strictest reading of "characters", with an ellipsis. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // A cut inside a surrogate pair would leave half a character.
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 2)) ? most - 2 : most - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** 200 characters and the ellipsis. */
const MAX_QUOTE_LENGTH = 201;

/** A foreign text for messages: its beginning on one line, in quotes. */
export function quoteStart(text: string): string {
  const line = toPlainLine(text.slice(0, 20 * MAX_QUOTE_LENGTH));
  return line === '' ? 'nothing' : `"${cutText(line, MAX_QUOTE_LENGTH)}"`;
}

/** With a capital first letter. */
export function capitalize(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** A commit's name. git cannot be started with a longer one, or one with control characters. */
export const REF_TEXT = /^\P{Cc}{1,250}$/u;

/** A commit for readers. */
export function shortenCommit(commit: string | null): string {
  return commit?.slice(0, 7) ?? 'no commit';
}

/** Path and line at the start of a problem: `prompts/a.md:4: …` or `evals/a.jsonl:4:2: …`. `null` without them. */
export function parsePlace(problem: string): { readonly path: string; readonly line: number } | null {
  const [, path = '', line] = /^([^\s:]+):(\d+)(?::\d+)?: /.exec(problem) ?? [];
  return line === undefined ? null : { path, line: Number(line) };
}

/** A number as `1,200`. By hand, since the first `toLocaleString` of a process takes 20 ms. */
export function formatNumber(count: number): string {
  return String(count).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/gu, ',');
}

/** An estimate to two digits: `57,000`. */
export function formatEstimate(count: number): string {
  return formatNumber(Number(count.toPrecision(2)));
}

/** `1 case`, `1,200 cases`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

const MAX_LISTED = 12;
const MAX_LISTED_LENGTH = 40;

/** Some of many words: `a, b, c and 9 more`. */
export function summarizeWords(words: readonly string[]): string {
  const shown = words.slice(0, MAX_LISTED).map((word) => cutText(word, MAX_LISTED_LENGTH));
  const more = words.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}

/** Names in a row: `a`, `a and b`, `a, b and c`. */
export function renderList(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The first of many: `a, b and 9 more`; with a noun `a, b and 9 more cases`. */
export function renderFirst<T>(
  all: readonly T[],
  most: number,
  render: (one: T) => string,
  noun?: string,
): string {
  const more = all.length - most;
  const rest = noun === undefined ? `${formatNumber(more)} more` : formatCount(more, `more ${noun}`);
  return renderList([...all.slice(0, most).map(render), ...(more > 0 ? [rest] : [])]);
}
