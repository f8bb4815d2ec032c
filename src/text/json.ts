import { shownJson } from './values.js';

/**
 * `JSON.parse`, which lets the last of two equal keys win without a word, where another parser keeps the first: what was
 * meant cannot be known, so it is refused. Throws `SyntaxError`, with the position where there is one.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const repeated = findRepeatedKey(text);
  if (repeated === null) return value;
  throw new SyntaxError(`the key ${shownJson(repeated.key)} is given twice at position ${repeated.at}`);
}

/** The first key that a group of valid JSON gives twice, and where it does so; groups may lie in one another however deep. */
export function findRepeatedKey(text: string): { readonly key: string; readonly at: number } | null {
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

/** Index of the quote that closes the string which begins at `from`; the text's length or more where none does. */
export function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The index behind the bracket that closes the one at `from`; `null` where none does. */
export function endOfBrackets(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Deeper JSON comes from no agent that means well, and would exhaust the stack of whoever follows it. */
const DEEPEST = 100;
const MOST_TIMES = 16;
const ALWAYS_FINE = 10_000;

/**
 * How long the paths of all values of a JSON text may be together. A name is told with each value below it, and a long
 * one over many values would make a text of their product.
 */
export function mostPathCharacters(text: string): number {
  return ALWAYS_FINE + MOST_TIMES * text.length;
}

/**
 * A text that is one JSON object or list, and nothing else, to be told value by value under the path of its names.
 * `undefined` where it is none, is nested too deeply, or has so long a name over so many values that telling them would
 * take their product: such a text is read as prose.
 */
export function parseJsonAnswer(text: string): object | undefined {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed) || !/[}\]]$/.test(trimmed)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    return undefined;
  }
  return isNested(value) && canBeTold(value, mostPathCharacters(text)) ? value : undefined;
}

function canBeTold(value: object, mostCharacters: number): boolean {
  const due = [{ value, path: 0, depth: 1 }];
  let characters = 0;
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    for (const [name, member] of Object.entries(next.value)) {
      const path = next.path + (Array.isArray(next.value) ? 0 : name.length + 1);
      characters += path;
      if (characters > mostCharacters || next.depth > DEEPEST) return false;
      if (isNested(member)) due.push({ value: member, path, depth: next.depth + 1 });
    }
  }
  return true;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
