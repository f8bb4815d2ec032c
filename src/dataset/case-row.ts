import { createHash } from 'node:crypto';
import type { Case, Message } from '../ports/dataset.js';
import { isFields, shownValue } from '../text/values.js';
import {
  CASE_COLUMNS,
  type Columns,
  type DatasetRow,
  type Fail,
  INPUT_ALIASES,
  isCaseColumn,
  listOf,
  readColumns,
  textOf,
  variableText,
} from './case-columns.js';
import { parseMessages } from './messages.js';

/** Rows that take the same id twice tell by it which line was first; `idGiven` tells whose wording is at fault. */
export type RowCase = { readonly row: Case; readonly idGiven: boolean };

/** One case, or all that is wrong with the row, each a sentence. */
export function buildCase(given: DatasetRow): RowCase | readonly string[] {
  try {
    return readCase(given);
  } catch (thrown) {
    // What is written out as JSON again must not lie deeper than the stack is.
    if (!(thrown instanceof RangeError)) throw thrown;
    return ['the lists and groups of this row lie too deep in one another: put them into one text.'];
  }
}

function readCase(given: DatasetRow): RowCase | readonly string[] {
  const columns = readColumns(given);
  if (columns === null)
    return [`a row must be an object with columns, and this one is ${shownValue(given.value)}.`];
  const problems: string[] = [];
  const fail = (problem: string) => {
    problems.push(problem);
    return undefined;
  };
  const id = textOf(columns, 'id', fail);
  const task = textOf(columns, 'task', fail);
  const groundTruth = readGroundTruth(columns, fail);
  const context = listOf(columns, 'context', fail);
  const tags = listOf(columns, 'tags', fail);
  const asked = readAsked(columns, given.textOnly, fail);
  const ownVars = readVars(columns, fail);
  const others = otherColumns(columns, ownVars, fail);
  if (problems.length > 0 || asked === undefined) return problems;

  const vars = { ...others, ...ownVars };
  const inputHash = hash([asked.history, asked.input, sorted(vars)]);
  const row: Case = {
    id: id ?? inputHash,
    input: asked.input,
    history: asked.history,
    inputHash,
    vars,
    tags: tags ?? [],
    ...(groundTruth === undefined ? {} : { groundTruth }),
    ...(context === undefined ? {} : { context }),
    ...(task === undefined ? {} : { task }),
  };
  return { row, idGiven: id !== undefined };
}

function readGroundTruth(columns: Columns, fail: Fail): string | undefined {
  const names = ['groundTruth', 'expected'].filter(
    (name) => columns[name] !== undefined && columns[name] !== null,
  );
  const [name] = names;
  if (name === undefined) return undefined;
  if (names.length > 1) return fail('`groundTruth` and `expected` mean the same: give one of them.');
  const value = columns[name];
  return typeof value === 'object' ? JSON.stringify(value) : textOf(columns, name, fail);
}

function readAsked(
  columns: Columns,
  textOnly: boolean,
  fail: Fail,
): { readonly history: readonly Message[]; readonly input: string } | undefined {
  const has = (name: string) => columns[name] !== undefined && columns[name] !== null;
  if (has('messages')) {
    if (has('input')) return fail('`input` and `messages` are both given: give one of them.');
    const parsed = parseMessages(columns['messages'], '`messages`');
    if (parsed.status === 'wrong') {
      for (const problem of parsed.problems) fail(problem);
      return undefined;
    }
    const last = parsed.messages.at(-1);
    if (last?.role !== 'user') return fail("`messages` must end with the user's message, the one to answer.");
    if (last.content.trim() === '')
      return fail('`messages` ends with an empty message: it must ask something.');
    return { history: parsed.messages.slice(0, -1), input: last.content };
  }
  const name = ['input', ...INPUT_ALIASES].find(
    (column) => has(column) && !(textOnly && columns[column] === ''),
  );
  if (name === undefined) {
    const listed = Object.keys(columns).map((column) => JSON.stringify(column));
    const columnsInWords = listed.length === 0 ? 'it has no columns' : `its columns are ${listed.join(', ')}`;
    return fail(
      `there is no \`input\` (nor \`question\`, \`prompt\` or \`messages\`), or it is empty; ${columnsInWords}.`,
    );
  }
  const input = textOf(columns, name, fail);
  return input === undefined ? undefined : { history: [], input };
}

function readVars(columns: Columns, fail: Fail): Readonly<Record<string, string>> {
  const value = columns['vars'];
  if (value === undefined || value === null) return {};
  if (!isFields(value)) {
    fail(`\`vars\` is ${shownValue(value)}: it must be a group of names and values.`);
    return {};
  }
  const names = Object.keys(value);
  for (const name of names.filter(isCaseColumn)) {
    fail(
      `\`vars.${name}\` would hide the column \`${name}\`: choose another name than ${CASE_COLUMNS.join(', ')}.`,
    );
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, variableText(item)]));
}

function otherColumns(columns: Columns, vars: object, fail: Fail): Readonly<Record<string, string>> {
  const others = Object.entries(columns).filter(
    ([name, value]) => !isCaseColumn(name) && value !== undefined,
  );
  for (const [name] of others.filter(([name]) => Object.hasOwn(vars, name))) {
    fail(`\`${name}\` is a column and a name in \`vars\`: give it once.`);
  }
  return Object.fromEntries(others.map(([name, value]) => [name, variableText(value)]));
}

function sorted(vars: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(vars).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** 64 bits: collisions within one dataset are out of the question. */
function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
