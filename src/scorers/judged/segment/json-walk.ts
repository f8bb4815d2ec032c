/** Finding one's way through text that is known to be valid JSON. */

export function skipJsonSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length && /\s/.test(source[at] ?? '')) at += 1;
  return at;
}

/** The index after the value that begins at `from`. */
export function endOfJsonValue(source: string, from: number): number {
  const open = source[from];
  if (open === '"') return endOfString(source, from);
  if (open !== '{' && open !== '[')
    return from + (/^[^\s,:\]}]+/.exec(source.slice(from, from + 400))?.[0].length ?? 1);
  let depth = 0;
  let at = from;
  do {
    const char = source[at];
    if (char === '"') {
      at = endOfString(source, at);
      continue;
    }
    if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    at += 1;
  } while (depth > 0 && at < source.length);
  return at;
}

function endOfString(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== '"') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** A JSON string's text, and for each of its characters (and its end) where it stands in the source. */
export function decodeJsonString(
  source: string,
  start: number,
  end: number,
): { readonly text: string; readonly at: readonly number[] } {
  let text = '';
  const at: number[] = [];
  let index = start + 1;
  while (index < end - 1) {
    const length = source[index] !== '\\' ? 1 : source[index + 1] === 'u' ? 6 : 2;
    const raw = source.slice(index, index + length);
    at.push(index);
    text += length === 1 ? raw : String(JSON.parse(`"${raw}"`));
    index += length;
  }
  at.push(index);
  return { text, at };
}
