import { tryJson } from '../../text/json.js';
import { type Fields, isFields, isList } from '../../text/values.js';

/** A value of an expression in a workflow; `undefined` if the files do not show it. */
export type ExpressionValue = unknown;

const TOKEN = /\s*('(?:[^']|'')*'|-?\d+(?:\.\d+)?|[A-Za-z_][\w-]*|\|\||&&|[=!<>]=|[<>!()[\].,*])/y;

/**
 * The value of `github.event_name == 'push' && …`, with as much of the context as is known. An operand that is not known
 * makes the whole unknown only if it matters.
 */
export function evaluateExpression(text: string, context: Fields): ExpressionValue {
  const tokens = readTokens(text);
  if (tokens === null) return undefined;
  const cursor = { tokens, at: 0, context };
  const value = readOr(cursor);
  return cursor.at === tokens.length ? value : undefined;
}

/** An `if`, with or without `${{ }}`: true, false, or `undefined` if it is not known. */
export function evaluateCondition(text: string, context: Fields): boolean | undefined {
  const expression = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(text)?.[1] ?? text;
  const value = evaluateExpression(expression, context);
  return value === undefined ? undefined : Boolean(value);
}

/**
 * A text with its expressions replaced by their values, as far as they are known. Names of `matrix` and `inputs` in the
 * others are replaced, so that they mean the same elsewhere.
 */
export function fillText(text: string, values: Fields): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    const filled = fillNames(expression, values);
    const value = evaluateExpression(filled, values);
    return value === undefined || isFields(value) || isList(value) ? `\${{${filled}}}` : String(value ?? '');
  });
}

/** The same for an `if`, which is an expression without braces too. */
export function fillCondition(text: string, values: Fields): string {
  return fillNames(text, values);
}

function fillNames(expression: string, values: Fields): string {
  return expression.replaceAll(/(?<![\w.'])(?:matrix|inputs)(?:\.[\w-]+)+/g, (name) => {
    const value = lookUp(name.split('.'), values);
    if (typeof value !== 'string') {
      return value === undefined || isFields(value) || isList(value) ? name : String(value);
    }
    const [, inner] = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(value) ?? [];
    if (inner !== undefined) return `(${inner.trim()})`;
    return value.includes('${{') ? name : `'${value.replaceAll("'", "''")}'`;
  });
}

function readTokens(text: string): readonly string[] | null {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.trimEnd().length) {
    const [, token] = pattern.exec(text) ?? [];
    if (token === undefined) return null;
    tokens.push(token);
  }
  return tokens;
}

type Cursor = { readonly tokens: readonly string[]; readonly context: Fields; at: number };

/** Goes past the token if it is one of these. */
function take(cursor: Cursor, ...tokens: readonly string[]): string | null {
  const token = cursor.tokens[cursor.at];
  if (token === undefined || !tokens.includes(token)) return null;
  cursor.at += 1;
  return token;
}

function readOr(cursor: Cursor): ExpressionValue {
  let value = readAnd(cursor);
  while (take(cursor, '||') !== null) value = computeOr(value, readAnd(cursor));
  return value;
}

function readAnd(cursor: Cursor): ExpressionValue {
  let value = readComparison(cursor);
  while (take(cursor, '&&') !== null) value = computeAnd(value, readComparison(cursor));
  return value;
}

function readComparison(cursor: Cursor): ExpressionValue {
  let value = readOperand(cursor);
  for (;;) {
    const operator = take(cursor, '==', '!=', '<', '>', '<=', '>=');
    if (operator === null) return value;
    const other = readOperand(cursor);
    const isKnown = value !== undefined && other !== undefined && /^[=!]=$/.test(operator);
    value = isKnown ? isEqual(value, other) === (operator === '==') : undefined;
  }
}

function readOperand(cursor: Cursor): ExpressionValue {
  if (take(cursor, '!') !== null) {
    const value = readOperand(cursor);
    return value === undefined ? undefined : !value;
  }
  if (take(cursor, '(') !== null) {
    const value = readOr(cursor);
    take(cursor, ')');
    return value;
  }
  const token = cursor.tokens[cursor.at] ?? '';
  cursor.at += 1;
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (/^-?\d/.test(token)) return Number(token);
  return take(cursor, '(') === null ? readName(token, cursor) : callFunction(token, readArguments(cursor));
}

const CONSTANTS: ReadonlyMap<string, ExpressionValue> = new Map<string, ExpressionValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** `github.event.action`, `labels.*.name`, `secrets['KEY']`. */
function readName(first: string, cursor: Cursor): ExpressionValue {
  if (CONSTANTS.has(first)) return CONSTANTS.get(first);
  const path: (string | null)[] = [first];
  for (;;) {
    if (take(cursor, '.') !== null) {
      path.push(cursor.tokens[cursor.at] ?? null);
      cursor.at += 1;
    } else if (take(cursor, '[') !== null) {
      const key = readOr(cursor);
      path.push(typeof key === 'string' ? key : null);
      take(cursor, ']');
    } else return lookUp(path, cursor.context);
  }
}

/** A missing field of a context is unknown. A field that is `null` has no fields on GitHub either. */
function lookUp(path: readonly (string | null)[], context: Fields): ExpressionValue {
  let value: unknown = context;
  for (const key of path) {
    if (value === null) return null;
    if (key === null || !isFields(value)) return undefined;
    value = value[key];
  }
  return value;
}

function readArguments(cursor: Cursor): readonly ExpressionValue[] {
  const values: ExpressionValue[] = [];
  if (take(cursor, ')') !== null) return values;
  do values.push(readOr(cursor));
  while (take(cursor, ',') !== null);
  take(cursor, ')');
  return values;
}

/** Earlier steps succeed; functions that are not here have no known result. */
function callFunction(name: string, [first, second]: readonly ExpressionValue[]): ExpressionValue {
  switch (name.toLowerCase()) {
    case 'always':
    case 'success':
      return true;
    case 'failure':
    case 'cancelled':
      return false;
    case 'fromjson':
      return typeof first === 'string' ? tryJson(first) : undefined;
    case 'contains':
      if (isList(first))
        return second === undefined ? undefined : first.some((each) => isEqual(each, second));
      return compareTexts(first, second, (text, part) => text.includes(part));
    case 'startswith':
      return compareTexts(first, second, (text, part) => text.startsWith(part));
    case 'endswith':
      return compareTexts(first, second, (text, part) => text.endsWith(part));
    default:
      return undefined;
  }
}

function compareTexts(
  first: ExpressionValue,
  second: ExpressionValue,
  compare: (text: string, part: string) => boolean,
): ExpressionValue {
  if (first === undefined || second === undefined || isFields(first)) return undefined;
  return compare(String(first ?? '').toLowerCase(), String(second ?? '').toLowerCase());
}

/** As GitHub compares: without regard to capitals, and as numbers if the types differ. */
function isEqual(first: ExpressionValue, second: ExpressionValue): boolean {
  if (typeof first === 'string' && typeof second === 'string') {
    return first.toLowerCase() === second.toLowerCase();
  }
  return typeof first === typeof second && first !== null && second !== null
    ? first === second
    : Number(first) === Number(second);
}

function computeOr(first: ExpressionValue, second: ExpressionValue): ExpressionValue {
  // Any other value may be another's: `unknown || 'auto'`.
  if (first === undefined) return second === true ? true : undefined;
  return first ? first : second;
}

function computeAnd(first: ExpressionValue, second: ExpressionValue): ExpressionValue {
  if (first === undefined) return second ? undefined : second;
  return first ? second : first;
}
