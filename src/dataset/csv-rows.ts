import { CsvError, parse } from 'csv-parse/sync';
import type { DatasetRow } from './case-row.js';

/** `lines`: number of lines up to the record's end. */
type Read = { readonly record: readonly string[]; readonly lines: number };

export type Separator = ',' | '\t';

/**
 * Rows of a CSV (or, separated by tabs, TSV) file with a header; cells may be quoted and hold line breaks.
 * Rows that are too short or too long are problems, not rows. Broken quoting ends the reading, since nothing behind
 * that place is sure.
 */
export function readCsv(
  text: string,
  path: string,
  separator: Separator,
): { readonly rows: readonly DatasetRow[]; readonly problems: readonly string[] } {
  const { records, broken } = parseCsv(text, separator);
  const problems = broken === null ? [] : [`${path}:${broken.line}: ${broken.problem}`];
  const [first, ...rest] = records;
  if (first === undefined) return { rows: [], problems };
  const header = first.record.map((name) => name.trim());
  const at = firstLine(first);
  for (const problem of headerProblems(header, separator)) problems.push(`${path}:${at}: ${problem}`);
  const rows: DatasetRow[] = [];
  for (const read of rest) {
    const line = firstLine(read);
    if (read.record.length === header.length) {
      const value = Object.fromEntries(header.map((name, column) => [name, read.record[column] ?? '']));
      rows.push({ line, value, textOnly: true });
    } else {
      problems.push(
        `${path}:${line}: this row has ${cells(read.record.length)} and the header has ${header.length}; put cells that hold ${separator === ',' ? 'a comma' : 'a tab'} in double quotes.`,
      );
    }
  }
  return { rows, problems };
}

function parseCsv(
  text: string,
  separator: Separator,
): {
  readonly records: readonly Read[];
  readonly broken: { readonly line: number; readonly problem: string } | null;
} {
  const records: Read[] = [];
  try {
    parse(text, {
      delimiter: separator,
      // What is pasted from a table has quotes in the middle of cells.
      relax_quotes: separator === '\t',
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n'],
      on_record: (record: readonly string[], { lines }) => {
        records.push({ record, lines });
        return null;
      },
    });
    return { records, broken: null };
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    // A quote that is never closed is noticed at the end of the file; it was opened behind the last whole record.
    const open = cause.code === 'CSV_QUOTE_NOT_CLOSED';
    const line = open ? (records.at(-1)?.lines ?? 0) + 1 : Number(cause['lines']) || 1;
    const problem = open ? 'a quoted cell that begins here is never closed' : cause.message;
    return {
      records,
      broken: {
        line,
        problem: `this is not valid ${separator === ',' ? 'CSV' : 'TSV'}: ${problem} (a double quote inside a quoted cell is written twice).`,
      },
    };
  }
}

function headerProblems(header: readonly string[], separator: Separator): readonly string[] {
  const problems: string[] = [];
  const before = new Set<string>();
  for (const [column, name] of header.entries()) {
    if (name === '') problems.push(`column ${column + 1} has no name in the header.`);
    else if (before.has(name)) problems.push(`the header names the column ${JSON.stringify(name)} twice.`);
    before.add(name);
  }
  const [only = ''] = header;
  if (header.length === 1 && /[,;\t|]/.test(only)) {
    const by = separator === ',' ? 'by commas (in a .tsv by tabs)' : 'by tabs (in a .csv by commas)';
    problems.push(`the header is one column ${JSON.stringify(only)}: columns must be separated ${by}.`);
  }
  return problems;
}

function firstLine({ record, lines }: Read): number {
  return lines - record.join('').split('\n').length + 1;
}

function cells(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`;
}
