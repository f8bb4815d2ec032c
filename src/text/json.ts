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
