import type { Case, Conversation } from '../model/case.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { digest, parseJsonAsWritten, tryJson } from '../text/json.js';
import { describeValue, isFields, isList } from '../text/values.js';
import { isWrittenNumber } from '../text/written-number.js';
import { parseMessages } from './messages.js';

/** `idGiven`: the row has its own id. */
type RowCase = { readonly row: Case; readonly idGiven: boolean };

/** A case, or the row's problems, one sentence each. */
export function buildCase(given: DatasetRow): RowCase | readonly string[] {
  const columns = readColumns(given);
  if (columns === null)
    return [`a row must be an object with columns, and this one is ${describeValue(given.value)}.`];
  const problems: string[] = [];
  const fail = (problem: string) => {
    problems.push(problem);
    return undefined;
  };
  const id = readColumn(columns, 'id', fail);
  const task = readColumn(columns, 'task', fail);
  const groundTruth = readGroundTruth(columns, fail);
  const context = readList(columns, 'context', fail);
  const tags = readList(columns, 'tags', fail) ?? [];
  const mustPass = readMustPass(columns, fail);
  const conversation = readScoreInput(columns, given.textOnly, fail);
  const vars = readVars(columns, fail);
  if (problems.length > 0 || conversation === undefined) return problems;

  // 64 bits make collisions within a dataset practically impossible.
  const inputHash = digest(
    [conversation.history, conversation.turns ?? conversation.input, sortVars(vars)],
    16,
  );
  const row: Case = omitUndefined({
    ...conversation,
    id: id ?? inputHash,
    inputHash,
    vars,
    tags: [...new Set(tags)],
    mustPass: mustPass === true ? true : undefined,
    groundTruth,
    context,
    task,
  });
  return { row, idGiven: id !== undefined };
}

function readGroundTruth(columns: Columns, fail: Fail): string | undefined {
  const names = ['groundTruth', 'expected'].filter(
    (name) => columns[name] !== undefined && columns[name] !== null,
  );
  const [name] = names;
  if (name === undefined) return undefined;
  if (names.length > 1) return fail('`groundTruth` and `expected` mean the same: remove one.');
  const value = columns[name];
  return typeof value === 'object' ? JSON.stringify(value) : readColumn(columns, name, fail);
}

const MUST_PASS = 'must-pass';

/** A table's cells are texts, and spreadsheets write TRUE. */
const TRUE_CELL = /^(?:true|yes|1)$/i;
const FALSE_CELL = /^(?:false|no|0)$/i;

function readMustPass(columns: Columns, fail: Fail): boolean | undefined {
  // In other letters it would become a variable, and the case would not be a must-pass case.
  const other = Object.keys(columns).find(
    (name) => name !== MUST_PASS && name.toLowerCase().replace(/[-_ ]/g, '') === 'mustpass',
  );
  if (other !== undefined) return fail(`\`${other}\` is not a column: write \`${MUST_PASS}\`.`);
  const value = columns[MUST_PASS];
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
  const cell = isWrittenNumber(value) ? value.rawJSON : value;
  if (typeof cell === 'string' && TRUE_CELL.test(cell.trim())) return true;
  if (typeof cell === 'string' && FALSE_CELL.test(cell.trim())) return false;
  return fail(`\`${MUST_PASS}\` is ${describeValue(value)}: it must be true or false.`);
}

function readScoreInput(columns: Columns, textOnly: boolean, fail: Fail): Conversation | undefined {
  const has = (name: string) => columns[name] !== undefined && columns[name] !== null;
  const [one, another] = ['input', 'messages', 'turns'].filter(has);
  if (another !== undefined) return fail(`\`${one}\` and \`${another}\` are both given: give one of them.`);
  if (one === 'messages') return readConversation(columns[one], fail);
  if (one === 'turns') return readTurns(columns[one], fail);
  const name = ['input', ...INPUT_ALIASES].find(
    (column) => has(column) && !(textOnly && columns[column] === ''),
  );
  if (name === undefined) {
    const names = Object.keys(columns).map((column) => JSON.stringify(column));
    const columnsInWords = names.length === 0 ? 'it has no columns' : `its columns are ${names.join(', ')}`;
    return fail(
      `there is no \`input\` (nor \`question\`, \`prompt\`, \`messages\` or \`turns\`), or it is empty; ${columnsInWords}.`,
    );
  }
  const input = readColumn(columns, name, fail);
  return input === undefined ? undefined : { history: [], input };
}

function readTurns(value: unknown, fail: Fail): Conversation | undefined {
  const python = explainPython('turns', value);
  if (python !== null) return fail(python);
  const rule = 'it must be a list of the user\'s messages, such as ["Do you ship abroad?", "How long?"]';
  if (!isList(value) || value.length === 0) return fail(`\`turns\` is ${describeValue(value)}: ${rule}.`);
  const wrong = value.findIndex((turn) => typeof turn !== 'string' || turn.trim() === '');
  if (wrong >= 0) {
    return fail(
      `\`turns\`, message ${wrong + 1} is ${describeValue(value[wrong])}: it must be text that asks something.`,
    );
  }
  const turns = value.map(String);
  return omitUndefined({ history: [], input: String(value[0]), turns: turns.length > 1 ? turns : undefined });
}

function readConversation(value: unknown, fail: Fail): Conversation | undefined {
  const python = explainPython('messages', value);
  if (python !== null) return fail(python);
  const parsed = parseMessages(value, '`messages`');
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

function readVars(columns: Columns, fail: Fail): Readonly<Record<string, string>> {
  const own = readOwnVars(columns, fail);
  return { ...readOtherColumns(columns, own, fail), ...own };
}

function readOwnVars(columns: Columns, fail: Fail): Readonly<Record<string, string>> {
  const value = columns['vars'];
  if (value === undefined || value === null) return {};
  if (!isFields(value)) {
    const rule = `\`vars\` is ${describeValue(value)}: it must be a group of names and values.`;
    fail(explainPython('vars', value) ?? rule);
    return {};
  }
  const names = Object.keys(value);
  for (const name of names.filter(isCaseColumn)) {
    fail(
      `\`vars.${name}\` would hide the column \`${name}\`: choose another name than ${CASE_COLUMNS.join(', ')}.`,
    );
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, renderVariable(item)]));
}

function readOtherColumns(columns: Columns, vars: object, fail: Fail): Readonly<Record<string, string>> {
  const others = Object.entries(columns).filter(
    ([name, value]) => !isCaseColumn(name) && value !== undefined,
  );
  for (const [name] of others.filter(([name]) => Object.hasOwn(vars, name))) {
    fail(`\`${name}\` is a column and a name in \`vars\`: give it once.`);
  }
  return Object.fromEntries(others.map(([name, value]) => [name, renderVariable(value)]));
}

function sortVars(vars: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(vars).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** One row of a dataset, as its file has it. */
export type DatasetRow = {
  readonly line: number;
  readonly value: unknown;
  /** True for CSV: empty cells are missing, and lists and groups are JSON. */
  readonly textOnly: boolean;
};

type Columns = Readonly<Record<string, unknown>>;

/** Adds a problem, one sentence. */
type Fail = (problem: string) => undefined;

/** Columns with a meaning; others become variables of the case. */
export const CASE_COLUMNS = [
  'id',
  'input',
  'messages',
  'turns',
  'vars',
  'groundTruth',
  'expected',
  'context',
  'tags',
  'must-pass',
  'task',
] as const;

/** Columns that replace a missing `input`, in order of precedence. */
export const INPUT_ALIASES = ['question', 'prompt'] as const;

/** True for a column with a meaning; all others become variables. */
export function isCaseColumn(name: string): boolean {
  return (CASE_COLUMNS as readonly string[]).includes(name);
}

function readColumns({ value, textOnly }: DatasetRow): Columns | null {
  if (!isFields(value)) return null;
  if (!textOnly) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, cell]) => {
      const structured = ['messages', 'turns', 'vars', 'context', 'tags'].includes(name);
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
      return parseJsonAsWritten(text);
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

/** Begins and ends like a list or group that Python prints. NumPy leaves out the commas. */
const PYTHON = /^\s*(?:\[[\s{[]*['"][\s\S]*['"\]}]\s*\]|\{\s*'[\s\S]*\})\s*$/;

/** The problem of a text that was meant as a list or group, else `null`. */
function explainPython(name: string, value: unknown): string | null {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || tryJson(value) !== undefined) return null;
  const json = convertPythonToJson(value);
  const isBareList = name === 'tags' && value.trim().endsWith(']');
  if (json === null && !PYTHON.test(value) && !isBareList) return null;
  const example = name === 'vars' ? '{"name": "value"}' : '["first", "second"]';
  return `\`${name}\` is ${describeValue(value)}, which is not JSON: write ${json ?? `it like ${example}`}.`;
}

const PYTHON_TOKEN = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\b(?:None|True|False)\b/g;
const PYTHON_WORDS: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' };

function convertPythonToJson(text: string): string | null {
  const json = text.trim().replaceAll(PYTHON_TOKEN, (token, single?: string, double?: string) => {
    const inside = single ?? double;
    return inside === undefined
      ? (PYTHON_WORDS[token] ?? token)
      : JSON.stringify(inside.replaceAll(/\\(['"])/g, '$1'));
  });
  return tryJson(json) === undefined ? null : json;
}

/** A column's text, or its number or boolean as the file has it. */
function readColumn(columns: Columns, name: string, fail: Fail): string | undefined {
  const value = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') {
    return value.trim() === '' ? fail(`\`${name}\` is empty: give it a text or leave it out.`) : value;
  }
  if (typeof value === 'boolean') return String(value);
  if (isWrittenNumber(value)) return value.rawJSON;
  return fail(`\`${name}\` is ${describeValue(value)}: it must be text.`);
}

function readList(columns: Columns, name: string, fail: Fail): readonly string[] | undefined {
  const value = columns[name];
  if (value === undefined || value === null) return undefined;
  const python = explainPython(name, value);
  if (python !== null) return fail(python);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wrong = items.find((item) => typeof item !== 'string' && !isWrittenNumber(item));
  if (wrong !== undefined)
    return fail(`\`${name}\` holds ${describeValue(wrong)}: it must be text or a list of texts.`);
  return items.map(renderVariable);
}

function renderVariable(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
