import { isFields } from './values.js';

/** Shorter values would redact ordinary words. */
export const MIN_SECRET_LENGTH = 6;

/** In a secret of several lines, a shorter line counts only if it does not look like a word. */
export const MIN_RANDOM_LENGTH = 16;
export const MIN_SECRET_LINE_LENGTH = 8;

/** Every PEM file has these lines. */
const PEM_FRAME = /-----(BEGIN|END) /;

export type Redact = (text: string) => string;

/**
 * Replaces secrets by `***`: in plain text, base64, hex, URLs, forms, JSON and HTML, in one another, line by line, and
 * broken into lines. The runner's masks cover only its log, not comments, statuses and files.
 */
export function createRedactor(secrets: readonly (string | null | undefined)[]): Redact {
  const long = secrets
    .filter((secret) => typeof secret === 'string')
    .filter((secret) => secret.trim().length >= MIN_SECRET_LENGTH);
  if (long.length === 0) return (text) => text;
  const written = new Set(long.flatMap(writtenForms));
  const encoded = new Set(long.flatMap(encodedForms));
  const whole = matchAny(new Set([...written, ...encoded]));
  // Shorter words could come together by chance where two lines meet.
  const unbroken = [...written].map((form) => form.replaceAll(LINE_BREAK, '')).filter(isSurelyNoWord);
  const broken = matchAny(new Set([...unbroken, ...encoded]));
  // First, because a part of a token is a secret too.
  return (text) => redactBroken(text, broken).replace(whole, '***');
}

function matchAny(texts: ReadonlySet<string>): RegExp {
  // The longest first, since the first matching alternative wins.
  const longestFirst = [...texts].sort((a, b) => b.length - a.length);
  return longestFirst.length === 0 ? /(?!)/g : new RegExp(longestFirst.map(literally).join('|'), 'g');
}

const isSurelyNoWord = (text: string) => text.length >= MIN_RANDOM_LENGTH;

/** A line break with the indentation of the next line, also if it is written as `\n`. */
const LINE_BREAK = /(?:\r?\n|\\r\\n|\\n)\s*/g;

/** Replaces secrets that a terminal or a model broke into lines: `GITHUB_TOKEN` has about 520 characters. */
function redactBroken(text: string, secrets: RegExp): string {
  const breaks = [...text.matchAll(LINE_BREAK)];
  if (breaks.length === 0) return text;
  const placeOf = followPlaces(breaks);
  let redacted = '';
  let end = 0;
  for (const { index, 0: found } of text.replaceAll(LINE_BREAK, '').matchAll(secrets)) {
    redacted += `${text.slice(end, placeOf(index))}***`;
    end = placeOf(index + found.length - 1) + 1;
  }
  return redacted + text.slice(end);
}

/** From a place in a text without its line breaks to the same place in the whole text. Call it with rising places. */
function followPlaces(breaks: readonly RegExpExecArray[]): (place: number) => number {
  let passed = 0;
  let removed = 0;
  return (place) => {
    for (let next = breaks[passed]; next !== undefined; next = breaks[passed]) {
      if (next.index > place + removed) break;
      removed += next[0].length;
      passed += 1;
    }
    return place + removed;
  };
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A secret with and without white space around it, with either line end. */
function wholesOf(secret: string): readonly string[] {
  const unix = secret.replaceAll('\r\n', '\n');
  return [...new Set([secret, unix].flatMap((value) => [value, value.trim()]))];
}

/** Plain, escaped, and escaped twice; a part of it plain and escaped. */
function writtenForms(secret: string): readonly string[] {
  const wholes = wholesOf(secret).flatMap((value) => [
    value,
    value.replaceAll(/(?<!\r)\n/g, '\r\n'),
    value.replaceAll(/\r?\n/g, ' '),
  ]);
  const parts = [...linesOf(secret), ...tokenPartsOf(secret)];
  const once = [...wholes, ...parts].flatMap(escapedForms);
  const twice = wholes.flatMap(escapedForms).flatMap(escapedForms);
  return [...wholes, ...parts, ...once, ...twice];
}

function encodedForms(secret: string): readonly string[] {
  return wholesOf(secret).flatMap((value) => [...base64FormsOf(value), ...hexFormsOf(value)]);
}

const inLowerCase = (text: string) => text.replaceAll(/%../g, (code) => code.toLowerCase());

/** How formats escape special characters. */
const WRITERS: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => inLowerCase(encodeURIComponent(text)),
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => inLowerCase(encodeURIComponent(text)).replaceAll('%20', '+'),
  (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
];

function escapedForms(value: string): readonly string[] {
  return [...new Set(WRITERS.map((write) => write(value)))];
}

/** The distinctive lines of a secret with several, also with line breaks written as `\n`. */
function linesOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n|\\r\\n|\\n/).map((line) => line.trim());
  return lines.length < 2 ? [] : lines.filter(isTelling);
}

const NO_PLAIN_WORD = /\d|\p{Ll}\p{Lu}/u;

function isTelling(line: string): boolean {
  if (PEM_FRAME.test(line)) return false;
  return isSurelyNoWord(line) || (line.length >= MIN_SECRET_LINE_LENGTH && NO_PLAIN_WORD.test(line));
}

const TOKEN_PART = /^[\w-]+$/;

/**
 * Payload and signature of a JSON Web Token, alone or in a longer token as in `ghs_<app>_<JWT>`. The header stays:
 * every token of a service has the same.
 */
function tokenPartsOf(secret: string): readonly string[] {
  const [header = '', payload = '', signature = '', ...others] = secret.trim().split('.');
  const parts = [header, payload, signature];
  const isToken = others.length === 0 && parts.every((part) => isSurelyNoWord(part) && TOKEN_PART.test(part));
  return isToken ? [payload, signature] : [];
}

/** Base64 of the value alone, and inside a longer encoded text, at each of the three offsets. */
function base64FormsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const alone = bytes.toString('base64').replace(/=+$/, '');
  const within = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // Six bits per character: the first and last also hold bits of the neighbours.
    return encoded.slice(offset === 0 ? 0 : offset + 1).replace(/.=+$/, '');
  });
  return [alone, ...within].flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

function hexFormsOf(value: string): readonly string[] {
  const hex = Buffer.from(value, 'utf8').toString('hex');
  return [hex, hex.toUpperCase()];
}

/** A word of our own vocabulary, such as a kind or outcome, which code reads again. */
const OWN_WORD = /^[a-z]+(-[a-z]+)*$/;

/** Fields with text that people, programs or models wrote, in which a single word may be a secret too. */
const FOREIGN_FIELDS: ReadonlySet<string> = new Set(
  'text otherText output message reason headReason reasons problems input content context irrelevant statement toolCalls before after'.split(
    ' ',
  ),
);

/** A name that code uses, such as a suite's. Plain words stay. */
export function redactName(name: string, redact: Redact): string {
  return OWN_WORD.test(name) ? name : redact(name);
}

/** The same value without secrets, for code that reads it again: names of fields and our own words stay. */
export function redactTexts<T>(value: T, redact: Redact): T {
  const ownText: Redact = (text) => redactName(text, redact);
  return redactPart(value, ownText, { name: (name) => name, ownText, foreignText: redact }) as T;
}

/** The same JSON value of a program, with every text redacted, names of fields included. */
export function redactValue<T>(value: T, redact: Redact): T {
  return redactPart(value, redact, { name: redact, ownText: redact, foreignText: redact }) as T;
}

type PartRedactors = {
  readonly name: Redact;
  readonly ownText: Redact;
  /** For `FOREIGN_FIELDS`. */
  readonly foreignText: Redact;
};

/** Parts without secrets are shared with the value, not copied: a record may have 10,000 cases. */
function redactPart(part: unknown, redactText: Redact, redactors: PartRedactors): unknown {
  if (typeof part === 'string') return redactText(part);
  if (Array.isArray(part)) {
    const items = part.map((item) => redactPart(item, redactText, redactors));
    return items.some((item, index) => item !== part[index]) ? items : part;
  }
  if (!isFields(part)) return part;
  const { name, ownText, foreignText } = redactors;
  const keys = Object.keys(part);
  const values = keys.map((key) =>
    redactPart(part[key], FOREIGN_FIELDS.has(key) ? foreignText : ownText, redactors),
  );
  const isSame = keys.every((key, index) => values[index] === part[key] && name(key) === key);
  return isSame ? part : Object.fromEntries(keys.map((key, index) => [name(key), values[index]]));
}
