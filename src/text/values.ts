const LONGEST_SHOWN = 60;

export type Fields = Readonly<Record<string, unknown>>;

/** True for an object that is no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray`, which also knows a list that is read only. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isTexts(value: unknown): value is readonly string[] {
  return isList(value) && value.every((text) => typeof text === 'string');
}

/** What stands under these keys, one in the other; `undefined` where nothing does. */
export function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isFields(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined;
  }, data);
}

/** A value of a file as an error message names it: one line, at most about 60 characters, no control characters. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return isFields(value) ? 'a group of keys' : shownJson(value);
}

/** A value of a program as an error message quotes it: the beginning of its JSON, for lists and objects too. */
export function shownJson(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof RegExp) return String(value);
  if (typeof Object(value).then === 'function') return 'a promise, which nobody awaited';
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    // A cycle or a BigInt, which JSON cannot hold.
    return `a value of type ${typeof value}`;
  }
  // A reply of fetch, a map, an error: what they hold is none of their JSON.
  const maker: unknown = text === '{}' ? Object(value).constructor?.name : undefined;
  if (typeof maker === 'string' && maker !== '' && maker !== 'Object') return `an object of type ${maker}`;
  if (text.length <= LONGEST_SHOWN) return text;
  return `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…${typeof value === 'string' ? '"' : ''}`;
}

/** A name from outside as one unbroken Markdown code span. */
export function codeSpan(text: string): string {
  return `\`${text.replaceAll(/[`\s]/g, ' ').trim()}\``;
}

/** `uncertaintyWeight` → `uncertainty-weight`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A text on one line, its white space folded. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The same without control characters: for what is shown where they would do something. */
export function plainLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

const LAST_LINES = ' (last lines: ';

/** What a program wrote last, behind the reason why it failed. */
export function renderLastLines(lines: string): string {
  return `${LAST_LINES}${lines})`;
}

/** A reason without the last lines behind it. */
export function bareReason(reason: string): string {
  return reason.split(LAST_LINES)[0] ?? '';
}

/** At most so many UTF-16 units, the strictest reading of "characters", an ellipsis included. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not through the middle of a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 2)) ? most - 2 : most - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** What a person may call a commit. With more, or a control character, git could not even be started. */
export const REF_TEXT = /^\P{Cc}{1,250}$/u;

/** A commit as it is shown. */
export function shortCommit(commit: string | null): string {
  return commit?.slice(0, 7) ?? 'no commit';
}

/** The path and the line that a mistake opens with: `prompts/a.md:4: …` or `evals/a.jsonl:4:2: …`. `null` where it names none. */
export function placeOfProblem(problem: string): { readonly path: string; readonly line: number } | null {
  const [, path = '', line] = /^([^\s:]+):(\d+)(?::\d+)?: /.exec(problem) ?? [];
  return line === undefined ? null : { path, line: Number(line) };
}
