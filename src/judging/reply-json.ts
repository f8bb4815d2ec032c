import { ProviderError } from '../model/errors.js';
import { endOfBrackets, findRepeatedKey } from '../text/json.js';

/**
 * The one JSON value of a reply, also inside a fence or between prose. Two values, repeated keys and a cut value are
 * ambiguous. Throws `ProviderError`, kind `malformed`.
 */
export function parseReplyJson(content: string): unknown {
  const text = withoutThinking(content).trim();
  if (text === '') throw malformed('is empty');
  const whole = tryParse(text);
  if (whole !== NOT_JSON) return checked(whole, text);
  const found = jsonParts(text);
  const [first] = found;
  if (!first) throw malformed('is not JSON');
  if (found.length > 1) throw malformed('holds more than one JSON value');
  return checked(first.value, first.text);
}

const NOT_JSON = Symbol('not JSON');

/** Some local models think aloud before they answer. */
function withoutThinking(content: string): string {
  return content.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '');
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

function checked(value: unknown, text: string): unknown {
  if (typeof value !== 'object' || value === null) throw malformed('is not a JSON object');
  if (findRepeatedKey(text) !== null) throw malformed('names a key twice');
  return value;
}

/** Brackets in prose that are not JSON; each is searched to its end. */
const MOST_TRIES = 100;

/** All top-level objects and lists of the text. */
function jsonParts(text: string): { readonly value: unknown; readonly text: string }[] {
  const parts: { value: unknown; text: string }[] = [];
  let at = 0;
  let left = MOST_TRIES;
  while (at < text.length) {
    const open = text[at];
    if (open !== '{' && open !== '[') {
      at += 1;
      continue;
    }
    const end = endOfBrackets(text, at);
    // Never closed: the reply was cut.
    if (end === null) throw malformed('is not whole JSON');
    const part = text.slice(at, end);
    const value = tryParse(part);
    if (value === NOT_JSON) {
      at += 1;
      left -= 1;
      if (left === 0) throw malformed('is not JSON');
    } else {
      parts.push({ value, text: part });
      at = end;
    }
  }
  return parts;
}

function malformed(what: string): ProviderError {
  return new ProviderError(`the judge's reply ${what}`, { kind: 'malformed' });
}
