import { hash } from 'node:crypto';
import { describeJson, isFields } from './values.js';
import { parseWrittenNumber } from './written-number.js';

/** Levels of lists and objects. No honest value has more, and code that follows a value level by level has a limit too. */
export const MAX_DEPTH = 128;
/** Our own files hold values of that depth within their own levels. */
const MAX_STORED_DEPTH = 2 * MAX_DEPTH;

/** JSON Pointer (RFC 6901): empty for the whole value. */
export const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

/** The part of a JSON value that a pointer names, else `undefined`. */
export function resolvePointer(json: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((value, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
    return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, json);
}

/**
 * Like `JSON.parse`, but refuses a repeated key, of which parsers take either the first or the last. Throws
 * `SyntaxError`, with the position if known.
 */
export function parseJson(text: string): unknown {
  return parseStrictly(text);
}

/** The same with every number as a `WrittenNumber`, so that its digits stay. */
export function parseJsonAsWritten(text: string): unknown {
  // TypeScript's library does not know the third argument yet.
  const keep = (_key: string, item: unknown, context?: { readonly source?: string }): unknown =>
    typeof item === 'number' ? parseWrittenNumber(context?.source ?? String(item)) : item;
  return parseStrictly(text, keep);
}

function parseStrictly(text: string, reviver?: (key: string, item: unknown) => unknown): unknown {
  const deep = findTooDeep(text, MAX_DEPTH);
  if (deep !== null)
    throw new SyntaxError(`it is nested more than ${MAX_DEPTH} levels deep at position ${deep}`);
  try {
    const value: unknown = JSON.parse(text, reviver);
    refuseRepeatedKey(text);
    return value;
  } catch (thrown) {
    const strange = findStrangeNumber(text);
    if (strange === null) throw thrown;
    throw new SyntaxError(`${explainStrangeNumber(strange)} (at position ${strange.at})`);
  }
}

/** A value with its `WrittenNumber`s as plain numbers. */
export function toPlainNumbers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** `JSON.parse`, or `undefined` for anything but JSON, and for JSON that is nested too deeply. */
export function tryJson(text: string): unknown {
  return tryParse(text, MAX_DEPTH);
}

/** The same for a file that we wrote, or that pretends to be one. */
export function tryStoredJson(text: string): unknown {
  return tryParse(text, MAX_STORED_DEPTH);
}

function tryParse(text: string, maxDepth: number): unknown {
  if (findTooDeep(text, maxDepth) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuseRepeatedKey(text: string): void {
  const repeated = findRepeatedKey(text);
  if (repeated === null) return;
  throw new SyntaxError(`the key ${describeJson(repeated.key)} is given twice at position ${repeated.at}`);
}

/** `NaN` and the like, which Python and JavaScript print for numbers, and its position in the text. */
type StrangeNumber = { readonly name: string; readonly at: number };

/** A string that is not closed goes to the end, or each of its quotation marks would look for another. */
const STRING_OR_STRANGE = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|\b(?:NaN|Infinity)\b/g;

/** The first number that JSON does not have, if it is all that makes a text invalid JSON; else `null`. */
export function findStrangeNumber(text: string): StrangeNumber | null {
  let first: StrangeNumber | null = null;
  const repaired = text.replaceAll(STRING_OR_STRANGE, (found, at: number) => {
    if (found.startsWith('"')) return found;
    first ??= { name: found, at };
    return '0';
  });
  return first !== null && tryJson(repaired) !== undefined ? first : null;
}

/** The end of an error message, with the remedy. */
export function explainStrangeNumber({ name }: StrangeNumber): string {
  return `it has ${name}, which JSON does not know; write null or a number instead`;
}

/** The first repeated key in valid JSON, and its position. */
function findRepeatedKey(text: string): { readonly key: string; readonly at: number } | null {
  const keys: Set<string>[] = [];
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      start = at;
      at = findStringEnd(text, at);
      end = at + 1;
    } else if (char === '{' || char === '[') keys.push(new Set());
    else if (char === '}' || char === ']') keys.pop();
    else if (char === ':') {
      const key = String(JSON.parse(text.slice(start, end)));
      const siblings = keys.at(-1);
      if (siblings?.has(key)) return { key, at: start };
      siblings?.add(key);
    }
  }
  return null;
}

/** The position in JSON at which it is nested more deeply; `null` if it is not. */
function findTooDeep(text: string, maxDepth: number): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = findStringEnd(text, at);
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth > maxDepth) return at;
  }
  return null;
}

/** True for JSON that is nested more than `MAX_DEPTH` levels deep. */
export function isTooDeepJson(text: string): boolean {
  return findTooDeep(text, MAX_DEPTH) !== null;
}

/** True for a value that is nested more than `MAX_DEPTH` levels deep. */
export function isTooDeepValue(value: unknown): boolean {
  // A set, since an object may be in several places.
  let level = new Set([value].filter(isObject));
  for (let depth = 1; level.size > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = new Set([...level].flatMap((each) => Object.values(each).filter(isObject)));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Index of the quote that closes the string at `from`; at least the text's length if there is none. */
function findStringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** A JSON value with its place in the text. */
export type JsonNode = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'object'; readonly fields: readonly (readonly [string, JsonNode])[] }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'plain'; readonly value: unknown }
);

/** Strings, brackets, and numbers or words. In valid JSON the text between them has no meaning. */
const JSON_TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|[^\s{}[\],:"]+/g;

type OpenNode = { start: number; end: number } & (
  | { kind: 'object'; fields: [string, JsonNode][] }
  | { kind: 'list'; items: JsonNode[] }
);

/** Valid JSON as a tree, in the order of its text. */
export function readJsonNodes(json: string): JsonNode {
  const root: OpenNode & { kind: 'list' } = { kind: 'list', items: [], start: 0, end: json.length };
  const open: OpenNode[] = [root];
  let key: string | null = null;
  for (const { 0: token, index: start } of json.matchAll(JSON_TOKEN)) {
    const end = start + token.length;
    const parent = open.at(-1) ?? root;
    if (token === '}' || token === ']') {
      parent.end = end;
      open.pop();
    } else if (parent.kind === 'object' && key === null) key = String(JSON.parse(token));
    else {
      const node = openNode(token, start, end);
      addNode(parent, key ?? '', node);
      key = null;
      if (node.kind !== 'plain') open.push(node);
    }
  }
  return root.items[0] ?? root;
}

function addNode(parent: OpenNode, key: string, node: JsonNode): void {
  if (parent.kind === 'object') parent.fields.push([key, node]);
  else parent.items.push(node);
}

function openNode(token: string, start: number, end: number): OpenNode | (JsonNode & { kind: 'plain' }) {
  if (token === '{') return { kind: 'object', fields: [], start, end };
  if (token === '[') return { kind: 'list', items: [], start, end };
  return { kind: 'plain', value: JSON.parse(token), start, end };
}

/** Hex SHA-256 of a text's UTF-8, cut to `length` digits of four bits each. */
export function sha256(content: string | Uint8Array, length = 64): string {
  return hash('sha256', content, 'hex').slice(0, length);
}

/** The same for a value's JSON: a key for lookups. */
export function digest(value: unknown, length = 32): string {
  return sha256(JSON.stringify(value), length);
}

/** A text's hash for a Content-Security-Policy: `'sha256-…'`. */
export function hashForPolicy(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
