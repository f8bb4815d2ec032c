import { parseJson } from '../text/json.js';
import { isFields, shownValue } from '../text/values.js';

/** One row as it lies in a file: a group of columns, and where it begins. */
export type DatasetRow = {
  readonly line: number;
  readonly value: unknown;
  /** In CSV every cell is text: an empty one is not given, and lists and groups are written as JSON. */
  readonly textOnly: boolean;
};

export type Columns = Readonly<Record<string, unknown>>;

/** Notes a problem, one sentence; what cannot be read is `undefined`. */
export type Fail = (problem: string) => undefined;

/** Columns that have a meaning of their own; any other column becomes a variable of the case. */
export const CASE_COLUMNS = [
  'id',
  'input',
  'messages',
  'vars',
  'groundTruth',
  'expected',
  'context',
  'tags',
  'task',
] as const;

/** Columns that hold the input where there is no `input`, first come first. */
export const INPUT_ALIASES = ['question', 'prompt'] as const;

export function isCaseColumn(name: string): boolean {
  return (CASE_COLUMNS as readonly string[]).includes(name);
}

export function readColumns({ value, textOnly }: DatasetRow): Columns | null {
  if (!isFields(value)) return null;
  if (!textOnly) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, cell]) => {
      const structured = name === 'messages' || name === 'vars' || name === 'context' || name === 'tags';
      if (isCaseColumn(name) && cell === '') return [name, undefined];
      return [name, structured && typeof cell === 'string' ? readCell(name, cell) : cell];
    }),
  );
}

/** Lists and groups in a cell are JSON; tags may also be written `a, b`. */
function readCell(name: string, cell: string): unknown {
  const text = cell.trim();
  if (text.startsWith('[') || text.startsWith('{')) {
    try {
      return parseJson(text);
    } catch {
      return cell;
    }
  }
  return name === 'tags'
    ? text
        .split(/[,;]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '')
    : cell;
}

/** Text of a column; numbers and booleans where writing them out is sure to give what the file says. */
export function textOf(columns: Columns, name: string, fail: Fail): string | undefined {
  const value = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') {
    return value.trim() === '' ? fail(`\`${name}\` is empty: give it a text or leave it out.`) : value;
  }
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    return fail(`\`${name}\` is the number ${value}: put it in quotes, so that its digits stay as they are.`);
  }
  return fail(`\`${name}\` is ${shownValue(value)}: it must be text.`);
}

export function listOf(columns: Columns, name: string, fail: Fail): readonly string[] | undefined {
  const value = columns[name];
  if (value === undefined || value === null) return undefined;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wrong = items.find((item) => typeof item !== 'string' && !Number.isSafeInteger(item));
  if (wrong !== undefined)
    return fail(`\`${name}\` holds ${shownValue(wrong)}: it must be text or a list of texts.`);
  return items.map(String);
}

export function variableText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
