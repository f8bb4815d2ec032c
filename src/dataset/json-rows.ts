import { LineCounter, parseDocument } from 'yaml';
import { LONGEST_YAML } from '../files/yaml-document.js';
import { messageOf, UserError } from '../model/errors.js';
import { endOfBrackets, endOfString, parseJson } from '../text/json.js';
import { oneLine } from '../text/values.js';
import type { DatasetRow } from './case-row.js';

/** Rows of JSON Lines without blank lines, and the problems of unreadable ones. */
export function readJsonLines(
  text: string,
  path: string,
): { readonly rows: readonly DatasetRow[]; readonly problems: readonly string[] } {
  const rows: DatasetRow[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      rows.push({ line: index + 1, value: parseJson(line), textOnly: false });
    } catch (thrown) {
      const cause = oneLine(messageOf(thrown)).replace(/\(line 1 (column \d+)\)/, '($1)');
      problems.push(`${path}:${index + 1}: this line is not valid JSON: ${cause}.`);
    }
  }
  return { rows, problems };
}

/** Rows of a JSON list. Throws `UserError` with the line. */
export function readJsonList(text: string, path: string): readonly DatasetRow[] {
  const value = parseJsonFile(text, path);
  if (!Array.isArray(value))
    throw new UserError(`${path}:1: a JSON dataset must be a list of rows: [{ … }, …].`);
  const lines = elementLines(text);
  return value.map((item: unknown, index) => ({ line: lines[index] ?? 1, value: item, textOnly: false }));
}

/** Throws `UserError` as `path:line: …`. */
export function parseJsonFile(text: string, path: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    const line = faultLine(text, messageOf(cause));
    throw new UserError(`${path}:${line}: this is not valid JSON: ${oneLine(messageOf(cause))}.`, { cause });
  }
}

/** V8 only sometimes gives the position, so the YAML parser finds it: it accepts nearly all JSON. */
function faultLine(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split('\n').length;
  if (text.length > LONGEST_YAML) return 1;
  const lines = new LineCounter();
  const [error] = parseDocument(text, { schema: 'json', lineCounter: lines, prettyErrors: false }).errors;
  return error === undefined ? text.trimEnd().split('\n').length : lines.linePos(error.pos[0]).line;
}

/** The line of each element in the outermost list of valid JSON. */
function elementLines(text: string): readonly number[] {
  const lines: number[] = [];
  let line = 1;
  let from = 0;
  for (let at = text.indexOf('[') + 1; ; at = endOfValue(text, at)) {
    while (/[\s,]/.test(text.charAt(at))) at += 1;
    if (text[at] === ']') return lines;
    line += text.slice(from, at).split('\n').length - 1;
    from = at;
    lines.push(line);
  }
}

function endOfValue(text: string, from: number): number {
  if (/[{[]/.test(text.charAt(from))) return endOfBrackets(text, from) ?? text.length;
  if (text[from] === '"') return endOfString(text, from) + 1;
  return from + text.slice(from).search(/[\s,\]]/);
}
