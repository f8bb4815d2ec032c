import { hash } from 'node:crypto';
import { isFields, shownJson } from './values.js';

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
  const value: unknown = JSON.parse(text);
  const repeated = findRepeatedKey(text);
  if (repeated === null) return value;
  throw new SyntaxError(`the key ${shownJson(repeated.key)} is given twice at position ${repeated.at}`);
}

/** `JSON.parse`, or `undefined` for anything but JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first repeated key in valid JSON, and its position. */
function findRepeatedKey(text: string): { readonly key: string; readonly at: number } | null {
  const keys: Set<string>[] = [];
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      start = at;
      at = endOfString(text, at);
      end = at + 1;
    } else if (char === '{' || char === '[') keys.push(new Set());
    else if (char === '}' || char === ']') keys.pop();
    else if (char === ':') {
      const key = String(JSON.parse(text.slice(start, end)));
      const known = keys.at(-1);
      if (known?.has(key)) return { key, at: start };
      known?.add(key);
    }
  }
  return null;
}

/** Index of the quote that closes the string at `from`; at least the text's length if there is none. */
function endOfString(text: string, from: number): number {
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

/** Strings, brackets, and numbers or words; what stands between them says nothing more in valid JSON. */
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
export function sha256(text: string, length = 64): string {
  return hash('sha256', text, 'hex').slice(0, length);
}

/** The same for a value's JSON: a key for lookups. */
export function digest(value: unknown, length = 32): string {
  return sha256(JSON.stringify(value), length);
}

/** A text's hash for a Content-Security-Policy: `'sha256-…'`. */
export function policyHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
