import { escapePattern } from './foreign-pattern.js';
import { isFields } from './values.js';

/** Shorter values would redact ordinary words. */
export const MIN_SECRET_LENGTH = 6;

/** Words are shorter. In a secret of several lines, a shorter line counts only if it does not look like a word. */
export const MIN_RANDOM_LENGTH = 16;
/** In a secret of several lines, a shorter line never counts. */
export const MIN_SECRET_LINE_LENGTH = 8;

/** Every PEM file has these lines. */
const PEM_FRAME = /-----(BEGIN|END) /;

/** Replaces every secret in a text by `***`. */
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
  const written = long.flatMap((secret) => [
    ...listWholeForms(secret),
    secret.replaceAll(/\r?\n/g, ' '),
    ...listSecretLines(secret),
    ...listTokenParts(secret),
  ]);
  const encoded = long
    .flatMap(listWholeForms)
    .flatMap((value) => [...listBase64Forms(value), ...listHexForms(value)]);
  const whole = matchAny([...written, ...encoded]);
  // Shorter words could appear by accident at a line break.
  const unbroken = written.map((form) => form.replaceAll(LINE_BREAK, '')).filter(isSurelyNoWord);
  const broken = matchAny([...unbroken, ...encoded]);
  const writings = written.some((form) => form.includes(' ')) ? [FORM_CODES, ...ENCODINGS] : ENCODINGS;
  return (text) => {
    const unfolded = decode(text, UNFOLD);
    const spans = [
      ...findSecrets(text, whole, writings),
      ...(unfolded === null ? [] : unfolded.toSource(findSecrets(unfolded.text, broken, writings))),
    ];
    return replaceSpans(text, spans);
  };
}

function matchAny(texts: readonly string[]): RegExp {
  // The longest first, since the first matching alternative wins.
  const longestFirst = [...new Set(texts)].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
}

const isSurelyNoWord = (text: string) => text.length >= MIN_RANDOM_LENGTH;

type Span = { readonly start: number; readonly end: number };

/** An encoding that writes characters as other characters. */
type Encoding = { readonly escapes: RegExp; readonly read: (written: string) => string };

/** A line break with the indentation of the next line, also if it is written as `\n`. */
const LINE_BREAK = /(?:\r?\n|\\r\\n|\\n)\s*/g;

/** A terminal or a model breaks long words into lines: `GITHUB_TOKEN` has about 520 characters. */
const UNFOLD: Encoding = { escapes: LINE_BREAK, read: () => '' };

const decodeHex = (written: string) => Buffer.from(written.replaceAll(/%|\\x/g, ''), 'hex').toString('utf8');

const URL_CODES: Encoding = { escapes: /(?:%[\da-f]{2})+/gi, read: decodeHex };

const FORM_CODES: Encoding = {
  escapes: /(?:%[\da-f]{2})+|\+/gi,
  read: (written) => (written === '+' ? ' ' : decodeHex(written)),
};

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const ENTITIES: Encoding = {
  escapes: /&(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[\da-f]{1,5});/gi,
  read(written) {
    const name = written.slice(1, -1).toLowerCase();
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return NAMED[name] ?? String.fromCodePoint(code);
  },
};

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Of JSON, and of most programming languages. */
const BACKSLASHES: Encoding = {
  escapes: /\\u[\da-f]{4}|(?:\\x[\da-f]{2})+|\\[^a-z\d\r\n]|\\[nrt]/gi,
  read(written) {
    const [, kind = ''] = written;
    if (kind === 'u') return String.fromCharCode(Number.parseInt(written.slice(2), 16));
    return kind === 'x' ? decodeHex(written) : (LETTERS[kind] ?? written.slice(1));
  },
};

/** Colours of a terminal, and characters without a width. */
const UNSEEN: Encoding = { escapes: /\p{Cc}\[[\d;]*m|\p{Cf}/gu, read: () => '' };

/** Text between the bytes of a dump. */
const HEX_BYTES: Encoding = {
  escapes: /(?<=\b(?:0x)?[\da-f]{2})(?:[ :-]|, ?)(?:0x)?(?=[\da-f]{2}\b)/gi,
  read: () => '',
};

/** Decoded in this order: a URL may hold HTML, which may hold JSON. In the other order, the outer encoding changes no character of the inner one. */
const ENCODINGS: readonly Encoding[] = [URL_CODES, ENTITIES, BACKSLASHES, UNSEEN, HEX_BYTES];
/** People cannot read a text that is encoded more often. */
const MAX_NESTED_ENCODINGS = 2;

/** The places where a text has a secret, plain or encoded in one of these ways. */
function findSecrets(
  text: string,
  secrets: RegExp,
  writings: readonly Encoding[],
  depth = MAX_NESTED_ENCODINGS,
): readonly Span[] {
  const plain = Array.from(text.matchAll(secrets), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
  if (depth === 0) return plain;
  const read = writings.flatMap((writing, at) => {
    const source = decode(text, writing);
    if (source === null) return [];
    return source.toSource(findSecrets(source.text, secrets, writings.slice(at), depth - 1));
  });
  return [...plain, ...read];
}

type DecodedText = {
  readonly text: string;
  /** From places in it to the places in the text that it was read from. */
  readonly toSource: (spans: readonly Span[]) => readonly Span[];
};

/** The text behind its escapes; `null` without any. */
function decode(text: string, writing: Encoding): DecodedText | null {
  const rewritten = text.replaceAll(writing.escapes, (written) => writing.read(written));
  if (rewritten === text) return null;
  return {
    text: rewritten,
    // Most texts have no secret, so their places are not computed.
    toSource: (spans) => (spans.length === 0 ? [] : spans.map(createPlaces(text, writing))),
  };
}

function createPlaces(text: string, { escapes, read }: Encoding): (span: Span) => Span {
  const changes: { readonly from: Span; readonly to: Span }[] = [];
  let shift = 0;
  for (const { index: start, 0: written } of text.matchAll(escapes)) {
    const end = start + written.length;
    const to = { start: start + shift, end: start + shift + read(written).length };
    changes.push({ from: { start, end }, to });
    shift = to.end - end;
  }
  const findSource = (place: number): Span => {
    const change = changes[countUpTo(changes, place) - 1];
    if (change === undefined) return { start: place, end: place + 1 };
    const { from, to } = change;
    if (place < to.end) return from;
    const start = place - to.end + from.end;
    return { start, end: start + 1 };
  };
  return ({ start, end }) => ({ start: findSource(start).start, end: findSource(end - 1).end });
}

/** How many of the changes begin at or before a place. */
function countUpTo(changes: readonly { readonly to: Span }[], place: number): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.to.start ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  let redacted = '';
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start >= end) redacted += `${text.slice(end, span.start)}***`;
    end = Math.max(end, span.end);
  }
  return redacted + text.slice(end);
}

/** A secret with and without white space around it, with either line end. */
function listWholeForms(secret: string): readonly string[] {
  const ends = [secret, secret.replaceAll('\r\n', '\n'), secret.replaceAll(/(?<!\r)\n/g, '\r\n')];
  return [...new Set(ends.flatMap((value) => [value, value.trim()]))];
}

/** The distinctive lines of a secret with several, also with line breaks written as `\n`. */
function listSecretLines(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n|\\r\\n|\\n/).map((line) => line.trim());
  return lines.length < 2 ? [] : lines.filter(isDistinctive);
}

const NO_PLAIN_WORD = /\d|\p{Ll}\p{Lu}/u;

function isDistinctive(line: string): boolean {
  if (PEM_FRAME.test(line)) return false;
  return isSurelyNoWord(line) || (line.length >= MIN_SECRET_LINE_LENGTH && NO_PLAIN_WORD.test(line));
}

const TOKEN_PART = /^[\w-]+$/;

/**
 * Payload and signature of a JSON Web Token, alone or in a longer token as in `ghs_<app>_<JWT>`. The header stays:
 * every token of a service has the same.
 */
function listTokenParts(secret: string): readonly string[] {
  const [header = '', payload = '', signature = '', ...others] = secret.trim().split('.');
  const parts = [header, payload, signature];
  const isToken = others.length === 0 && parts.every((part) => isSurelyNoWord(part) && TOKEN_PART.test(part));
  return isToken ? [payload, signature] : [];
}

/** Base64 of the value alone, and inside a longer encoded text, at each of the three offsets. */
function listBase64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const alone = bytes.toString('base64').replace(/=+$/, '');
  const within = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // Six bits per character: the first and last also hold bits of the neighbours.
    return encoded.slice(offset === 0 ? 0 : offset + 1).replace(/.=+$/, '');
  });
  return [alone, ...within].flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

function listHexForms(value: string): readonly string[] {
  const hex = Buffer.from(value, 'utf8').toString('hex');
  return [hex, hex.toUpperCase()];
}

/** A word of our own vocabulary, such as a kind or outcome, which code reads again. */
const OWN_WORD = /^[a-z]+(-[a-z]+)*$/;

/** Fields with text that people, programs or models wrote, in which a single word may be a secret too. */
const FOREIGN_FIELDS: ReadonlySet<string> = new Set(
  'text otherText output message reason headReason reasons problems input content context irrelevant statement toolCalls'.split(
    ' ',
  ),
);

/** A setting's values, which may be groups with names that the user chose. */
const SETTING_VALUES: ReadonlySet<string> = new Set(['before', 'after']);

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
    SETTING_VALUES.has(key)
      ? redactValue(part[key], foreignText)
      : redactPart(part[key], FOREIGN_FIELDS.has(key) ? foreignText : ownText, redactors),
  );
  const isSame = keys.every((key, index) => values[index] === part[key] && name(key) === key);
  return isSame ? part : Object.fromEntries(keys.map((key, index) => [name(key), values[index]]));
}
