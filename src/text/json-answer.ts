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
  return isObject(value) && canBeTold(value, mostPathCharacters(text)) ? value : undefined;
}

function canBeTold(value: object, mostCharacters: number): boolean {
  const due = [{ value, path: 0, depth: 1 }];
  let characters = 0;
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    for (const [name, member] of Object.entries(next.value)) {
      const path = next.path + (Array.isArray(next.value) ? 0 : name.length + 1);
      characters += path;
      if (characters > mostCharacters || next.depth > DEEPEST) return false;
      if (isObject(member)) due.push({ value: member, path, depth: next.depth + 1 });
    }
  }
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
