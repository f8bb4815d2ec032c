import { normalPath } from '../../files/readers.js';
import { UserError } from '../../model/errors.js';
import type { Shard } from '../../model/shard.js';
import type { BaselineChoice } from '../../model/suite.js';
import { LABEL_KEY } from '../../model/verdict.js';

/** One entry per line; blank lines and surrounding white space do not count. */
export function parseLines(text: string): readonly string[] {
  return [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
}

export function parseText(text: string): string {
  return text.trim();
}

/** A file's path, relative with forward slashes, because it is read from commits too. */
export function parsePath(text: string): string {
  const path = text.trim();
  if (path === '' || path.endsWith('/')) throw new UserError('must be the path of a file');
  if (path.includes('\0') || /[\r\n]/.test(path)) throw new UserError('must be one path, on one line');
  if (path.includes('\\')) throw new UserError('must be written with forward slashes');
  if (path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:/.test(path)) {
    throw new UserError(
      'must be relative to the working directory, so that it can be read from other commits too',
    );
  }
  return normalPath(path);
}

/** An http or https address. Credentials in it would end up in logs. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new UserError(
      'must be an address that starts with https:// or http://, for example https://api.openai.com/v1',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError(
      'must not hold a user name or password; give the key by its own input or environment variable',
    );
  }
  return text.trim();
}

/** A key as it goes into an HTTP header. */
export function parseSecret(text: string): string {
  const secret = text.trim();
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new UserError(
      'a key must not hold white space, line breaks or letters beyond ASCII; look at how the secret was pasted',
    );
  }
  return secret;
}

/** `auto`, `stored`, `none`; a path that ends in .json or .json.gz is a run record; anything else is a git ref. */
export function parseBaseline(text: string): BaselineChoice {
  const value = text.trim();
  if (value === 'auto' || value === 'stored' || value === 'none') return { kind: value };
  if (/\.json(?:\.gz)?$/.test(value)) return { kind: 'record', path: value };
  // A leading hyphen would be read as an option by git.
  if (!/^[^\s\-:?*[\\][^\s:?*[\\]*$/.test(value) || value.includes('..')) {
    throw new UserError(
      "must be auto, stored, none, a git ref such as main, or the path of a run's record that ends in .json or .json.gz",
    );
  }
  return { kind: 'ref', ref: value };
}

export function parseSwitch(text: string): boolean {
  const value = text.trim().toLowerCase();
  if (value !== 'true' && value !== 'false') throw new UserError('must be true or false');
  return value === 'true';
}

/** One of a few words. */
export function parseChoice<const Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text.trim());
    if (found === undefined) throw new UserError(`must be ${words.join(' or ')}`);
    return found;
  };
}

/** `2/5`: part 2 of 5. */
export function parseShard(text: string): Shard {
  const [, index = '', count = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim()) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index < 1 || shard.index > shard.count) {
    throw new UserError('must be the number of a part and the number of parts, for example 2/5');
  }
  return shard;
}

/** A statement's complete key: a prefix may match another statement. */
export function parseLabelKey(text: string): string {
  const key = text.trim().toLowerCase();
  if (LABEL_KEY.test(key)) return key;
  throw new UserError('must be the whole key of a statement, 20 hexadecimal digits, copied from a report');
}

/** A commit's full id, because short ones may become ambiguous. */
export function parseSha(text: string): string {
  const sha = text.trim().toLowerCase();
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)) {
    throw new UserError('must be the full commit id, 40 hexadecimal digits');
  }
  return sha;
}

/** More samples per case add cost without information. */
export const MOST_REPEATS = 100;

/** Text forms, shared with the published JSON Schema of the config file. */
export const SHARE_PATTERN = /^(?:\d+(?:\.\d+)?|\.\d+)\s*%?$/;
export const DURATION_PATTERN = /^\d+(?:\.\d+)?(?:ms|s|m|h)$/;

export const SHARE_RULE = 'must be a number from 0 to 1 or a percentage, for example 0.8 or 80%';
export const DURATION_RULE =
  'must be a time above zero and at most 24 days, for example 500ms, 60s, 20m or 1h';

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The longest wait that a timer of Node can hold is 2^31 - 1 ms. */
const LONGEST_MS = 24 * 24 * 3_600_000;

/** `0.8`, `"0.8"` or `"80%"` → 0.8. Throws `UserError` with the rule for anything else, out of 0..1 included. */
export function parseShare(value: string | number): number {
  const text = typeof value === 'number' ? String(value) : value.trim();
  const share =
    typeof value === 'number'
      ? value
      : !SHARE_PATTERN.test(text)
        ? Number.NaN
        : text.endsWith('%')
          ? Number(text.slice(0, -1)) / 100
          : Number(text);
  if (!(share >= 0 && share <= 1)) throw new UserError(SHARE_RULE);
  return share;
}

/** `60s` → 60000: whole milliseconds. Throws `UserError` with the rule; a number without its unit is refused. */
export function parseDuration(value: string): number {
  const text = value.trim();
  const unit = /(?:ms|s|m|h)$/.exec(text)?.[0] ?? '';
  const factor = MILLISECONDS[unit];
  if (!DURATION_PATTERN.test(text) || factor === undefined) throw new UserError(DURATION_RULE);
  const milliseconds = Math.round(Number(text.slice(0, -unit.length)) * factor);
  if (milliseconds < 1 || milliseconds > LONGEST_MS) throw new UserError(DURATION_RULE);
  return milliseconds;
}

/** A whole number within `from..to`. Throws `UserError` with the rule. */
export function parseCount(value: string, range: { readonly from: number; readonly to: number }): number {
  const text = value.trim();
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= range.from && count <= range.to)) throw new UserError(countRule(range));
  return count;
}

export function countRule(range: { readonly from: number; readonly to: number }): string {
  return range.to >= Number.MAX_SAFE_INTEGER
    ? `must be a whole number, at least ${range.from}`
    : `must be a whole number from ${range.from} to ${range.to}`;
}
