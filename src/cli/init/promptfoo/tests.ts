import { readCsv } from '../../../dataset/rows.js';
import { parseYamlDocument } from '../../../files/yaml-document.js';
import { attempt } from '../../../model/errors.js';
import { whyNoPattern } from '../../../text/foreign-pattern.js';
import { type Fields, isFields, isList } from '../../../text/values.js';
import { asList, type PromptOutcome, type ReadNamed } from './prompts.js';

export type PromptfooTest = {
  readonly description: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly assertions: readonly Assertion[];
};

const KNOWN = new Set(['description', 'vars', 'assert']);

export async function importTests(
  { tests, defaultTest }: Fields,
  read: ReadNamed,
  outcome: PromptOutcome,
): Promise<readonly PromptfooTest[]> {
  const [defaults = {}] = await readEntries(defaultTest, read, outcome);
  const imported: PromptfooTest[] = [];
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

async function readEntries(
  given: unknown,
  read: ReadNamed,
  outcome: PromptOutcome,
): Promise<readonly Fields[]> {
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

export function parseYaml(text: string, path: string): unknown {
  const document = parseYamlDocument(text, path);
  return document.valueOf(document.root);
}

async function readVars(
  given: Fields,
  read: ReadNamed,
  outcome: PromptOutcome,
): Promise<PromptfooTest['vars']> {
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

/** An assertion that has a counterpart, with its variables filled in. */
type Assertion = { readonly type: string; readonly value: unknown };
type AssertedTests = readonly { readonly assertions: readonly Assertion[] }[];
type ImportedScorer = { readonly id: string; readonly [option: string]: unknown };

/** Assertions with a whole expected answer, those with a part, and their scorers. */
const ANSWER: Readonly<Record<string, ImportedScorer>> = {
  equals: { id: 'equals', 'ignore-case': false },
  similar: { id: 'answer-similarity' },
  factuality: { id: 'factuality' },
};
const FRAGMENT: Readonly<Record<string, ImportedScorer>> = {
  contains: { id: 'contains', 'ignore-case': false },
  icontains: { id: 'contains' },
};
const OTHERS = ['regex', 'is-json', 'llm-rubric', 'answer-relevance'];
const ASSERTIONS = new Set([...Object.keys(ANSWER), ...Object.keys(FRAGMENT), ...OTHERS]);

function readAssertion(
  given: unknown,
  vars: Readonly<Record<string, string>>,
  outcome: PromptOutcome,
): readonly Assertion[] {
  const { type, value = null, $ref } = isFields(given) ? given : {};
  const isFile = typeof value === 'string' && value.startsWith('file://');
  if (typeof type !== 'string' || !ASSERTIONS.has(type) || isFile) {
    const isCode = type === 'javascript' || type === 'python';
    const own = 'code; write your own scorer (docs/config.md#your-own-scorer)';
    outcome.skipped(`assertion ${type ?? $ref}`, isCode ? own : isFile ? 'in a file' : 'no counterpart');
    return [];
  }
  const fill = (text: string) => text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (all, name) => vars[name] ?? all);
  return [{ type, value: typeof value === 'string' ? fill(value) : value }];
}

/** A cell of a CSV file: `contains: refund`, or the expected answer. */
function readExpected(cell: string): Assertion {
  const [, type, value = ''] = /^([a-z-]+)(?::\s*([\s\S]*))?$/.exec(cell) ?? [];
  return type !== undefined && (ASSERTIONS.has(type) || value !== '')
    ? { type, value }
    : { type: 'equals', value: cell };
}

export function importAssertions(tests: AssertedTests, outcome: PromptOutcome) {
  const count = (types: object) =>
    tests.filter((test) => test.assertions.some(({ type }) => type in types)).length;
  // A case has one expected text, of the kind that most tests have.
  const expected = count(FRAGMENT) > count(ANSWER) ? FRAGMENT : ANSWER;
  const scorers = new Map<string, ImportedScorer>();
  const use = (scorer: ImportedScorer) => scorers.set(JSON.stringify(scorer), scorer);
  const add = ({ type, value }: Assertion, first: Assertion | undefined) => {
    const isExpected = type in expected && value === first?.value;
    const scorer = isExpected ? expected[type] : scorerOf({ type, value }, tests);
    const column = isExpected ? ', groundTruth' : type === 'llm-rubric' ? ', task' : '';
    if (typeof scorer !== 'object') return outcome.skipped(`assertion ${type}`, scorer ?? '');
    use(scorer);
    outcome.taken(`assertion ${type}`, `scorer ${scorer.id}${column}`);
  };
  use({ id: 'answer-relevancy' });
  const columns = tests.map(({ assertions }) => {
    const first = assertions.find(({ type }) => type in expected);
    for (const assertion of assertions) add(assertion, first);
    const rubrics = assertions.filter(({ type }) => type === 'llm-rubric');
    const task = `The answer must meet this: ${rubrics.map(({ value }) => textOf(value).trim()).join(' ')}`;
    return {
      ...(first !== undefined && { groundTruth: textOf(first.value) }),
      ...(rubrics.length > 0 && { task }),
    };
  });
  const all = [...scorers.values()];
  const named = all.map((scorer, at) => {
    const before = all.slice(0, at).filter(({ id }) => id === scorer.id).length;
    return before === 0 ? scorer : { ...scorer, name: `${scorer.id}-${before + 1}` };
  });
  return { scorers: named, columns };
}

/** The scorer of an assertion that gives no expected text, or the reason why there is none. */
function scorerOf({ type, value }: Assertion, tests: AssertedTests): ImportedScorer | string {
  if (type === 'answer-relevance') return { id: 'answer-relevancy' };
  if (type === 'llm-rubric') return { id: 'prompt-alignment', 'evaluation-mode': 'system' };
  if (type in ANSWER || type in FRAGMENT) return 'a case has one expected text';
  const same = JSON.stringify({ type, value });
  if (!tests.every(({ assertions }) => assertions.some((each) => JSON.stringify(each) === same))) {
    return 'a check applies to every case, and not every test has it';
  }
  if (type === 'is-json') return { id: 'json-schema', schema: isFields(value) ? value : {} };
  const problem = whyNoPattern(textOf(value), '');
  return problem ?? { id: 'regex', pattern: textOf(value) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
