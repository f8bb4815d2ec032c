import { CsvError, parse } from 'csv-parse/sync';
import { isSeq, LineCounter, type Node } from 'yaml';
import { MAX_YAML_LENGTH, tryYaml } from '../files/yaml-document.js';
import { describeError, UserError } from '../model/errors.js';
import { parseJson, parseJsonAsWritten, tryJson } from '../text/json.js';
import { collapseWhitespace, describeValue, isFields } from '../text/values.js';
import type { DatasetRow } from './case-row.js';

/** Rows of JSON Lines without blank lines, and the problems of unreadable ones. */
export function readJsonLines(
  text: string,
  path: string,
): { readonly rows: readonly DatasetRow[]; readonly problems: readonly string[] } {
  const rows: DatasetRow[] = [];
  const problems: string[] = [];
  const lines = text.split(LINE_END);
  if (isOneValue(text, lines)) {
    const problem = `${path}:1: this file is one JSON value over several lines, and JSON Lines has one row per line: name it .json, as a list of rows.`;
    return { rows, problems: [problem] };
  }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    try {
      rows.push({ line: index + 1, value: parseJsonAsWritten(line), textOnly: false });
    } catch (thrown) {
      const cause = collapseWhitespace(describeError(thrown)).replace(/\(line 1 (column \d+)\)/, '($1)');
      problems.push(`${path}:${index + 1}: this line is not valid JSON: ${cause}.`);
    }
  }
  return { rows, problems };
}

/** Old Macs end lines with CR alone. */
const LINE_END = /\r\n|\n|\r/;

function isOneValue(text: string, lines: readonly string[]): boolean {
  const [first = '', second] = lines.filter((line) => line.trim() !== '');
  return second !== undefined && tryJson(first) === undefined && tryJson(text) !== undefined;
}

/** The second line of JSON Lines, else `null`. */
function findSecondValueLine(text: string): number | null {
  const [first, second] = [...text.split(LINE_END).entries()].filter(([, line]) => line.trim() !== '');
  const areRows = [first, second].every((entry) => entry !== undefined && isFields(tryJson(entry[1])));
  return areRows && second !== undefined ? second[0] + 1 : null;
}

/** Rows of a JSON list. Throws `UserError` with the line. */
export function readJsonList(text: string, path: string): readonly DatasetRow[] {
  const value = parseJsonFile(text, path, parseJsonAsWritten);
  if (!Array.isArray(value))
    throw new UserError(`${path}:1: a JSON dataset must be a list of rows: [{ … }, …].`);
  const { document, findLine } = readPlaces(text);
  const items = isSeq<Node>(document?.contents) ? document.contents.items : [];
  return value.map((item: unknown, index) => ({
    line: findLine(items[index]?.range?.[0]),
    value: item,
    textOnly: false,
  }));
}

/** Places in JSON, which the YAML parser knows: it accepts nearly all JSON, but is slow for long texts. */
function readPlaces(text: string) {
  const lines = new LineCounter();
  const document =
    text.length > MAX_YAML_LENGTH
      ? null
      : tryYaml(text, { schema: 'json', lineCounter: lines, uniqueKeys: false });
  const findLine = (offset = 0): number => lines.linePos(offset).line || 1;
  return { document, findLine };
}

/** Throws `UserError` as `path:line: …`. */
export function parseJsonFile(text: string, path: string, parse = parseJson): unknown {
  try {
    return parse(text);
  } catch (cause) {
    const second = findSecondValueLine(text);
    if (second !== null) {
      const problem = `${path}:${second}: a second JSON value begins here, so this file is JSON Lines: name it .jsonl.`;
      throw new UserError(problem, { cause });
    }
    const line = findFaultLine(text, describeError(cause));
    throw new UserError(
      `${path}:${line}: this is not valid JSON: ${collapseWhitespace(describeError(cause))}.`,
      { cause },
    );
  }
}

/** V8 only sometimes gives the position. */
function findFaultLine(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split('\n').length;
  const { document, findLine } = readPlaces(text);
  const [error] = document?.errors ?? [];
  return error === undefined ? text.trimEnd().split('\n').length : findLine(error.pos[0]);
}

type CsvRecord = { readonly record: readonly string[]; readonly lines: number };

/** Of the cells in a row: CSV or TSV. */
export type Separator = ',' | '\t';

/**
 * Rows of a CSV or TSV file with a header. Rows of the wrong length are problems; after broken quoting the reading
 * ends, since nothing later is certain.
 */
export function readCsv(
  text: string,
  path: string,
  separator: Separator,
): { readonly rows: readonly DatasetRow[]; readonly problems: readonly string[] } {
  const { records, broken } = parseCsv(text, separator);
  const problems = broken === null ? [] : [`${path}:${broken.line}: ${broken.problem}`];
  const [first, ...rest] = records.filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  if (first === undefined) return { rows: [], problems };
  const header = first.record.map((name) => name.trim());
  const at = findFirstLine(first);
  const apart = explainOtherSeparator(header, separator);
  // Every row would lack the columns that the header does not name.
  if (apart !== null) return { rows: [], problems: [`${path}:${at}: ${apart}`] };
  for (const problem of listRepeatedNames(header)) problems.push(`${path}:${at}: ${problem}`);
  const rows: DatasetRow[] = [];
  const nameless = new Set<number>();
  for (const read of rest) {
    const line = findFirstLine(read);
    const record = trimEmptyCells(read.record, header.length);
    if (record.length !== header.length) {
      problems.push(
        `${path}:${line}: this row has ${formatCells(record.length)} and the header has ${header.length}; put cells that hold ${separator === ',' ? 'a comma' : 'a tab'} in double quotes.`,
      );
      continue;
    }
    const columns = record.map((cell, column) => ({ name: header[column] ?? '', cell, column }));
    for (const { cell, column } of columns.filter(({ name, cell }) => name === '' && cell.trim() !== '')) {
      if (nameless.has(column)) continue;
      nameless.add(column);
      problems.push(
        `${path}:${line}: column ${column + 1} has no name in the header, and here it is ${describeValue(cell)}: name the column, or remove it.`,
      );
    }
    const namedColumns = columns.filter(({ name }) => name !== '');
    const value = Object.fromEntries(namedColumns.map(({ name, cell }) => [name, cell]));
    rows.push({ line, value, textOnly: true });
  }
  return { rows, problems };
}

/** Spreadsheets write empty cells behind the last column. */
function trimEmptyCells(record: readonly string[], columns: number): readonly string[] {
  const end = record.findLastIndex((cell) => cell.trim() !== '') + 1;
  return record.slice(0, Math.max(end, Math.min(columns, record.length)));
}

const QUOTES_ARE_DOUBLED = '(a double quote inside a quoted cell is written twice)';
const BROKEN_QUOTING: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: `a quoted cell that begins here is never closed ${QUOTES_ARE_DOUBLED}`,
  CSV_INVALID_CLOSING_QUOTE: `there is text after a cell's closing quote ${QUOTES_ARE_DOUBLED}`,
  INVALID_OPENING_QUOTE:
    'a cell that does not begin with a double quote has one (put the whole cell in double quotes; one inside it is written twice)',
};

function parseCsv(
  text: string,
  separator: Separator,
): {
  readonly records: readonly CsvRecord[];
  readonly broken: { readonly line: number; readonly problem: string } | null;
} {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      delimiter: separator,
      // Text pasted from a table has quotes inside cells.
      relax_quotes: separator === '\t',
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\n', '\r'],
      on_record: (record: readonly string[], { lines }) => {
        records.push({ record, lines });
        return null;
      },
    });
    return { records, broken: null };
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    // An unclosed quote is noticed only at the file's end; it was opened after the last whole record.
    const open = cause.code === 'CSV_QUOTE_NOT_CLOSED';
    const line = open ? (records.at(-1)?.lines ?? 0) + 1 : Number(cause['lines']) || 1;
    const problem = BROKEN_QUOTING[cause.code] ?? `${cause.message} ${QUOTES_ARE_DOUBLED}`;
    const format = separator === ',' ? 'CSV' : 'TSV';
    return { records, broken: { line, problem: `this is not valid ${format}: ${problem}.` } };
  }
}

function listRepeatedNames(header: readonly string[]): readonly string[] {
  const names = header.filter((name) => name !== '');
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  return [...new Set(repeated)].map((name) => `the header names the column ${JSON.stringify(name)} twice.`);
}

function explainOtherSeparator([only = '', ...more]: readonly string[], separator: Separator): string | null {
  if (more.length > 0 || !/[,;\t|]/.test(only)) return null;
  const by = separator === ',' ? 'by commas (in a .tsv by tabs)' : 'by tabs (in a .csv by commas)';
  return `the header is one column ${JSON.stringify(only)}: columns must be separated ${by}.`;
}

function findFirstLine({ record, lines }: CsvRecord): number {
  return lines - record.join('').split(LINE_END).length + 1;
}

function formatCells(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`;
}
