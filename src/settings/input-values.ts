import { filePathProblem, normalPath } from '../files/suite-path.js';
import { FAIL_ON, type FailOn } from '../ports/decision.js';
import { UserError } from '../ports/errors.js';
import type { BaselineChoice } from '../ports/settings.js';
import { nearestName } from '../text/nearest-name.js';
import { parseCount } from './quantities.js';

/** One entry a line; blank lines and surrounding white space do not count. */
export function parseLines(text: string): readonly string[] {
  return [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
}

export function parseText(text: string): string {
  return text.trim();
}

/** A path below the working directory, with forward slashes. */
export function parsePath(text: string): string {
  const problem = filePathProblem(text.trim());
  if (problem !== null) throw new UserError(problem);
  return normalPath(text.trim());
}

/** An http or https address. Credentials in it would end up in logs. */
export function parseBaseUrl(text: string): string {
  const problem = baseUrlProblem(text.trim());
  if (problem !== null) throw new UserError(problem);
  return text.trim();
}

export function baseUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'must be an address that starts with https:// or http://, for example https://api.openai.com/v1';
  }
  if (url.username !== '' || url.password !== '') {
    return 'must not hold a user name or password; give the key by its own input or environment variable';
  }
  return null;
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

/** `none`, or any of the reasons, one per line (a comma also separates). */
export function parseFailOn(text: string): readonly FailOn[] {
  const words = parseLines(text.replaceAll(',', '\n'));
  if (words.length === 1 && words[0] === 'none') return [];
  const unknown = words.find((word) => !isFailOn(word));
  if (unknown === undefined) return FAIL_ON.filter((reason) => words.includes(reason));
  const near = nearestName(unknown, FAIL_ON);
  const rule = `must be \`none\` alone or any of ${FAIL_ON.join(', ')}, one per line`;
  throw new UserError(near === null ? rule : `${rule} (did you mean \`${near}\`?)`);
}

function isFailOn(word: string): word is FailOn {
  return (FAIL_ON as readonly string[]).includes(word);
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

/** A commit's full id, as short ones may become ambiguous between two looks. */
export function parseSha(text: string): string {
  const sha = text.trim().toLowerCase();
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)) {
    throw new UserError('must be the full commit id, 40 hexadecimal digits');
  }
  return sha;
}

/** `auto`, or how many samples a case. */
export function parseRepeat(text: string): number | 'auto' {
  if (text.trim() === 'auto') return 'auto';
  try {
    return parseCount(text, { from: 1, to: MOST_REPEATS });
  } catch (cause) {
    throw new UserError(`must be auto or a whole number from 1 to ${MOST_REPEATS}`, { cause });
  }
}

/** More samples a case than this tell nothing more and only cost. */
export const MOST_REPEATS = 100;
