import { readCsv } from '../../../dataset/csv-rows.js';
import { parseYamlDocument } from '../../../files/yaml-document.js';
import { attempt } from '../../../model/errors.js';
import { type Fields, isFields, isList } from '../../../text/values.js';
import { type Assertion, readAssertion, readExpected } from './assertions.js';
import { asList, type Outcome } from './outcome.js';
import type { ReadNamed } from './prompts.js';

export type ImportedTest = {
  readonly description: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly assertions: readonly Assertion[];
};

const KNOWN = new Set(['description', 'vars', 'assert']);

/** The tests, with the variables and assertions of `defaultTest`. */
export async function importTests(
  { tests, defaultTest }: Fields,
  read: ReadNamed,
  outcome: Outcome,
): Promise<readonly ImportedTest[]> {
  const [defaults = {}] = await readEntries(defaultTest, read, outcome);
  const imported: ImportedTest[] = [];
  for (const test of await readEntries(tests, read, outcome)) {
    for (const key of Object.keys({ ...defaults, ...test }).filter((each) => !KNOWN.has(each))) {
      outcome.skipped(`test setting ${key}`, 'no counterpart');
    }
    const vars = await readVars({ ...Object(defaults['vars']), ...Object(test['vars']) }, read, outcome);
    const assertions = [...asList(defaults['assert']), ...asList(test['assert'])];
    imported.push({
      description: String(test['description'] ?? ''),
      vars,
      assertions: assertions.flatMap((each) => readAssertion(each, vars, outcome)),
    });
  }
  return imported;
}

/** Tests of a list, or of the files that it names. */
async function readEntries(given: unknown, read: ReadNamed, outcome: Outcome): Promise<readonly Fields[]> {
  const entries: Fields[] = [];
  for (const entry of asList(given)) {
    const path = isFields(entry) ? entry['path'] : entry;
    if (isFields(entry) && path === undefined) entries.push(entry);
    else {
      const text = (await read(String(path))) ?? '';
      const rows = (await attempt([], async () => parseTests(text, String(path)))) ?? [];
      if (rows.length === 0) outcome.skipped(`tests ${path}`, 'not a readable YAML, JSON or CSV file');
      entries.push(...rows);
    }
  }
  return entries;
}

function parseTests(text: string, path: string): readonly Fields[] {
  if (/\.(?:ya?ml|json)$/.test(path)) return asList(parseYaml(text, path)).filter(isFields);
  const { rows, problems } = readCsv(text, path, ',');
  if (!path.endsWith('.csv') || problems.length > 0) return [];
  return rows.map(({ value }) => {
    const cells = Object.entries(Object(value));
    return {
      vars: Object.fromEntries(cells.filter(([name]) => !name.startsWith('__'))),
      assert: cells.flatMap(([name, cell]) =>
        /^__expected\d*$/.test(name) && cell !== '' ? [readExpected(String(cell))] : [],
      ),
    };
  });
}

/** A YAML or JSON file's value. Throws `UserError`. */
export function parseYaml(text: string, path: string): unknown {
  const document = parseYamlDocument(text, path);
  return document.valueOf(document.root);
}

async function readVars(given: Fields, read: ReadNamed, outcome: Outcome): Promise<ImportedTest['vars']> {
  const vars: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const text = await readValue(value, read);
    if (text === null) outcome.skipped(`variable ${name}`, 'a list or an unreadable file; write its text');
    else vars[name] = text;
  }
  return vars;
}

async function readValue(value: unknown, read: ReadNamed): Promise<string | null> {
  if (typeof value !== 'string') return isList(value) ? null : JSON.stringify(value);
  if (!value.startsWith('file://')) return value;
  return /\.(?:[cm]?[jt]s|py)$/.test(value) ? null : ((await read(value))?.trim() ?? null);
}
