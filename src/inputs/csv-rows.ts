import { CsvError, type Info, parse } from 'csv-parse/sync';
import { UserError } from '../model/errors.js';
import type { DatasetRow } from './case-columns.js';

type Read = { readonly record: readonly string[]; readonly info: Info };

/**
 * Rows of a CSV file with a header, separated by commas; cells may be quoted and hold line breaks.
 * Rows that are too short or too long are problems, not rows. Throws `UserError` where the quoting is broken, since
 * nothing behind that place is sure.
 */
export function readCsv(
  text: string,
  path: string,
): { readonly rows: readonly DatasetRow[]; readonly problems: readonly string[] } {
  const [first, ...rest] = parseCsv(text, path);
  if (first === undefined) return { rows: [], problems: [] };
  const header = first.record.map((name) => name.trim());
  const problems = headerProblems(header).map((problem) => `${path}:${firstLine(first)}: ${problem}`);
  const rows: DatasetRow[] = [];
  for (const read of rest) {
    const line = firstLine(read);
    if (read.record.length === header.length) {
      const value = Object.fromEntries(header.map((name, column) => [name, read.record[column] ?? '']));
      rows.push({ line, value, textOnly: true });
    } else {
      problems.push(
        `${path}:${line}: this row has ${cells(read.record.length)} and the header has ${header.length}; put cells that hold a comma in double quotes.`,
      );
    }
  }
  return { rows, problems };
}

function parseCsv(text: string, path: string): readonly Read[] {
  try {
    // The types of csv-parse do not know that `info` changes what comes back.
    return parse(text, {
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n'],
    }) as unknown as readonly Read[];
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = Number(cause['lines']) || 1;
    throw new UserError(
      `${path}:${line}: this is not valid CSV: ${cause.message} (a double quote inside a quoted cell is written twice).`,
      { cause },
    );
  }
}

function headerProblems(header: readonly string[]): readonly string[] {
  const problems: string[] = [];
  for (const [column, name] of header.entries()) {
    if (name === '') problems.push(`column ${column + 1} has no name in the header.`);
    else if (header.indexOf(name) < column)
      problems.push(`the header names the column ${JSON.stringify(name)} twice.`);
  }
  const [only = ''] = header;
  if (header.length === 1 && /[;\t|]/.test(only)) {
    problems.push(`the header is one column ${JSON.stringify(only)}: columns must be separated by commas.`);
  }
  return problems;
}

/** csv-parse counts lines up to a record's end. */
function firstLine({ record, info }: Read): number {
  return info.lines - record.join('').split('\n').length + 1;
}

function cells(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`;
}
