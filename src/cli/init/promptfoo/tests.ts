import { readCsv, readJsonLines } from '../../../dataset/rows.js';
import { attempt } from '../../../model/errors.js';
import { omitUndefined } from '../../../model/omit-undefined.js';
import { isFields, isList } from '../../../text/values.js';
import { parseExpectedCell } from './assertions.js';
import {
  type ConfigPart,
  createConfigPart,
  listFields,
  listItems,
  parseConfigPart,
  readFields,
  renderValue,
} from './config-part.js';
import type { ImportOutcome } from './import-outcome.js';
import { type IncludedFile, namesFile } from './included-files.js';
import type { ReadNamed, ReferencedFile } from './named-files.js';
import { findOptionRemedy } from './remedies.js';
import { collectTexts, listVariables, type RenderedText, renderTemplate } from './templates.js';

/** One test with one combination of its values. */
export type PromptfooTest = {
  readonly description: string;
  readonly place: string;
  /** Every variable, as its text or the reason why it has none. */
  readonly vars: ReadonlyMap<string, RenderedText>;
  /** The variables whose value is a file. */
  readonly files: ReadonlyMap<string, IncludedFile>;
  /** By variable, the paths of the files whose texts are in its text. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
  readonly assertions: readonly ConfigPart[];
  /** Of `metadata.tags`. */
  readonly tags: readonly string[];
};

type Tools = { readonly read: ReadNamed; readonly outcome: ImportOutcome };

const KNOWN_KEYS = ['description', 'vars', 'assert', 'options'];
/** Settings that only change the judging. All others may change the question. */
const JUDGING_KEYS = ['threshold', 'metadata', 'metric', 'config', 'assertScoringFunction'];
const JUDGING_OPTIONS = [
  'provider',
  'rubricPrompt',
  'factuality',
  'embedding',
  'transform',
  'postprocess',
  'storeOutputAs',
];
/** Combinations of the values of a test's lists. */
const MAX_COMBINATIONS = 1_000;

/** The tests of the config, with the defaults in each. */
export async function importTests(config: ConfigPart, tools: Tools): Promise<readonly PromptfooTest[]> {
  const defaults = (await readEntries(config.at('defaultTest'), tools)).slice(0, 1);
  const tests = await readEntries(config.at('tests'), tools);
  const imported: PromptfooTest[] = [];
  for (const test of tests) imported.push(...(await readTest([...defaults, test], tools)));
  for (const scenario of await readEntries(config.at('scenarios'), tools)) {
    for (const layers of await readScenario(scenario, tools)) {
      imported.push(...(await readTest([...defaults, ...layers], tools)));
    }
  }
  return imported;
}

/** Each of its configs with each of its tests; without tests, the configs alone. */
async function readScenario(scenario: ConfigPart, tools: Tools): Promise<readonly (readonly ConfigPart[])[]> {
  const shared = await readEntries(scenario.at('config'), tools);
  const own = await readEntries(scenario.at('tests'), tools);
  if (shared.length === 0) {
    tools.outcome.skipped('scenario', 'it has no config; write its tests into `tests`', scenario);
  }
  return shared.flatMap((data) => (own.length === 0 ? [[data]] : own.map((test) => [data, test])));
}

/** Tests in the config, or in files that it names. */
async function readEntries(given: ConfigPart, { read, outcome }: Tools): Promise<readonly ConfigPart[]> {
  const entries: ConfigPart[] = [];
  for (const part of listItems(given)) {
    const path = isFields(part.value) ? part.value['path'] : part.value;
    if (path === undefined) {
      entries.push(part);
      continue;
    }
    const files = typeof path === 'string' ? await read(path) : [];
    const parsed = await Promise.all(files.map((file) => attempt([], async () => parseTests(file))));
    const tests = parsed.flatMap((each) => each ?? []);
    const isWhole = parsed.every((each) => each !== undefined && each.length > 0) && tests.length > 0;
    if (!isWhole) {
      const problem = files.map((file) => file.problem).find((each) => each !== null);
      outcome.skipped(`tests ${renderValue(path)}`, explainUnreadTests(renderValue(path), problem), part);
    }
    entries.push(...tests);
  }
  return entries.filter((entry) => {
    if (isFields(entry.value)) return true;
    outcome.skipped('test', 'not a group of keys', entry);
    return false;
  });
}

function explainUnreadTests(path: string, problem: string | undefined): string {
  if (/^(?!file:)\w+:\/\//.test(path)) return 'kept in another service; save them as a CSV file';
  if (/\.(?:[cm]?[jt]s|py)(?::\w+)?$/.test(path)) return 'made by code; save them as JSON Lines';
  return problem ?? 'not a readable YAML, JSON, JSON Lines or CSV file';
}

function parseTests({ path, text }: ReferencedFile): readonly ConfigPart[] | undefined {
  if (text === null) return undefined;
  if (/\.(?:ya?ml|json)$/.test(path)) return listItems(parseConfigPart(text, path));
  const isCsv = path.endsWith('.csv');
  if (!isCsv && !path.endsWith('.jsonl')) return undefined;
  const { rows, problems } = isCsv ? readCsv(text, path, ',') : readJsonLines(text, path);
  if (problems.length > 0) return undefined;
  return rows.map(({ line, value }) =>
    createConfigPart(isCsv ? parseTestRow(Object(value)) : value, `${path}:${line}`),
  );
}

/** A row of promptfoo's tables: columns with `__` are settings, the others variables. */
function parseTestRow(row: Readonly<Record<string, string>>): object {
  const cells = Object.entries(row);
  const settings = cells.filter(([name, cell]) => name.startsWith('__') && cell.trim() !== '');
  const isExpected = ([name]: readonly [string, string]) => /^__expected\d*$/.test(name);
  const { __description: description = '', ...others } = Object.fromEntries(
    settings.filter((cell) => !isExpected(cell)),
  );
  // `__metadata:plan` is one key of `metadata`.
  const fields = Object.entries(others).map(([name, cell]) => [name.slice(2).split(':')[0], cell]);
  const { prefix, suffix, ...rest } = Object.fromEntries(fields);
  return {
    description,
    vars: Object.fromEntries(cells.filter(([name]) => !name.startsWith('__'))),
    assert: settings.filter(isExpected).map(([, cell]) => parseExpectedCell(cell)),
    options: omitUndefined({ prefix, suffix }),
    ...rest,
  };
}

/** @param layers The defaults, what a scenario shares, and the test. Later ones win; their assertions add up. */
async function readTest(
  layers: readonly ConfigPart[],
  { read, outcome }: Tools,
): Promise<readonly PromptfooTest[]> {
  const [test] = layers.slice(-1);
  if (test === undefined) return [];
  const [changing] = layers.flatMap(listChanging);
  if (changing !== undefined) {
    outcome.skipped(
      'test',
      `its setting ${changing} may change what is asked; delete it, or write the question out`,
      test,
    );
    return [];
  }
  const wrong = layers.some(
    ({ value }) => ![undefined, null].includes(Object(value).vars) && !isFields(Object(value).vars),
  );
  if (wrong) {
    outcome.skipped('test', 'its vars are not a group of names and values', test);
    return [];
  }
  for (const [name, part] of layers.flatMap(listDropped))
    outcome.skipped(`test setting ${name}`, findOptionRemedy(name), part);
  const parts = new Map(layers.flatMap((each) => listFields(each.at('vars'))));
  const combinations = combineValues(parts);
  if (combinations === null) {
    outcome.skipped('test', `more than ${MAX_COMBINATIONS} combinations of its lists`, test);
    return [];
  }
  const assertions = layers.flatMap(listAssertions);
  const description = renderValue(readFields(test)['description']);
  return Promise.all(
    combinations.map(async (values) => ({
      description,
      place: test.place,
      ...(await renderVariables(values, read)),
      assertions,
      tags: [...new Set(layers.flatMap(readTags))],
    })),
  );
}

/** A set that only holds assertions is as good as its assertions. */
function listAssertions(test: ConfigPart): readonly ConfigPart[] {
  return listItems(test.at('assert')).flatMap((each) => {
    const { type, assert, ...others } = readFields(each);
    const isPlainSet = type === 'assert-set' && isList(assert) && Object.keys(others).length === 0;
    return isPlainSet ? listItems(each.at('assert')) : [each];
  });
}

/** Settings that are neither read nor only about judging. */
function listChanging(test: ConfigPart): readonly string[] {
  const options = test.at('options');
  const keys = Object.keys(readFields(test)).filter((key) => ![...KNOWN_KEYS, ...JUDGING_KEYS].includes(key));
  const isUnread = options.value !== undefined && options.value !== null && !isFields(options.value);
  return [
    ...keys,
    ...(isUnread ? ['options'] : []),
    ...Object.keys(readFields(options))
      .filter((key) => !JUDGING_OPTIONS.includes(key))
      .map((key) => `options.${key}`),
  ];
}

/** A text or a list of texts; the other keys of `metadata` have no counterpart. */
function readTags(test: ConfigPart): readonly string[] {
  const { tags } = readFields(test.at('metadata'));
  const list = isList(tags) ? tags : [tags];
  return list.filter((tag) => typeof tag === 'string').filter((tag) => tag.trim() !== '');
}

/** True if its tags are all that it has. */
function hasTagsAlone(metadata: ConfigPart): boolean {
  return Object.keys(readFields(metadata)).every((key) => key === 'tags') && isFields(metadata.value);
}

function listDropped(test: ConfigPart): readonly (readonly [string, ConfigPart])[] {
  const options = listFields(test.at('options')).map(([key, part]) => [`options.${key}`, part] as const);
  const dropped = listFields(test).filter(
    ([key, part]) => JUDGING_KEYS.includes(key) && !(key === 'metadata' && hasTagsAlone(part)),
  );
  return [...dropped, ...options];
}

/** promptfoo asks a test with lists once for each combination of their items. `null` for too many. */
function combineValues(
  parts: ReadonlyMap<string, ConfigPart>,
): readonly ReadonlyMap<string, unknown>[] | null {
  let combinations: readonly ReadonlyMap<string, unknown>[] = [new Map()];
  for (const [name, { value }] of parts) {
    const values = isList(value) ? value : [value];
    if (combinations.length * values.length > MAX_COMBINATIONS) return null;
    combinations = combinations.flatMap((known) => values.map((item) => new Map([...known, [name, item]])));
  }
  return combinations;
}

async function renderVariables(
  values: ReadonlyMap<string, unknown>,
  read: ReadNamed,
): Promise<Pick<PromptfooTest, 'vars' | 'files' | 'sources'>> {
  const loaded = new Map<string, LoadedValue>();
  for (const [name, value] of values) loaded.set(name, await loadValue(value, read));
  const texts = collectTexts(loaded);
  const files = new Map<string, IncludedFile>();
  for (const [name, { path, ...value }] of loaded) {
    if (path !== undefined && 'text' in value) files.set(name, { path, text: value.text });
  }
  return {
    vars: new Map(
      [...loaded].map(([name, value]) => [
        name,
        'text' in value ? renderTemplate(value.text, texts, [name]) : value,
      ]),
    ),
    files,
    sources: new Map([...loaded].map(([name]) => [name, listSources(name, texts, files)])),
  };
}

/** A value may have variables inside it, whose values are files. */
function listSources(
  name: string,
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, IncludedFile>,
): readonly string[] {
  // A set also has the names that are added while it is read.
  const names = new Set([name]);
  for (const each of names) for (const inner of listVariables(texts.get(each) ?? '')) names.add(inner);
  return [...names].map((each) => files.get(each)?.path).filter((path) => path !== undefined);
}

type LoadedValue = RenderedText & { readonly path?: string };

async function loadValue(value: unknown, read: ReadNamed): Promise<LoadedValue> {
  if (typeof value !== 'string') {
    return namesFile(value)
      ? { reason: 'it names a file inside a group; write its value out' }
      : { text: renderValue(value) };
  }
  if (/^(?:package|exec):/.test(value)) return { reason: 'made by code; write its value out' };
  // promptfoo drops one line end, which a block of YAML always has.
  if (!value.startsWith('file://')) return { text: value.replace(/\n$/, '') };
  const [file, ...others] = await read(value);
  if (file === undefined || others.length > 0 || !/\.(?:txt|md|json|ya?ml|csv|html?|xml)$/.test(file.path)) {
    return { reason: 'not one file of text; write its value out' };
  }
  if (file.text === null) return { reason: file.problem ?? '' };
  const text = file.text.trim();
  const { path } = file;
  if (!/\.ya?ml$/.test(path)) return { text, path };
  const parsed = await attempt([], async () => JSON.stringify(parseConfigPart(text, path).value));
  return parsed === undefined ? { reason: 'not valid YAML' } : { text: parsed, path };
}
