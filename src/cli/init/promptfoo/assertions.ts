import { buildPageUrl } from '../../../settings/page-url.js';
import { explainBadPattern } from '../../../text/foreign-pattern.js';
import { toPlainNumbers, tryJson } from '../../../text/json.js';
import { isFields } from '../../../text/values.js';
import { type ConfigPart, listFields, readFields, renderPlainValue, renderValue } from './config-part.js';
import type { ImportOutcome } from './import-outcome.js';
import { findTemplate, renderTemplate } from './templates.js';

/** Assertions of promptfoo 0.120; a cell with another beginning is the expected answer itself. */
const TYPES =
  'answer-relevance|bleu|classifier|contains-all|contains-any|contains-html|contains-json|contains-sql|contains-xml|contains|context-faithfulness|context-recall|context-relevance|conversation-relevance|cost|equals|factuality|finish-reason|g-eval|gleu|guardrails|human|icontains-all|icontains-any|icontains|is-html|is-json|is-refusal|is-sql|is-valid-function-call|is-valid-openai-function-call|is-valid-openai-tools-call|is-xml|javascript|latency|levenshtein|llm-rubric|meteor|model-graded-closedqa|model-graded-factuality|moderation|perplexity-score|perplexity|pi|python|regex|rouge-[lns]|ruby|search-rubric|select-best|max-score|similar(?::(?:cosine|dot|euclidean))?|starts-with|tool-call-f1|trace-[a-z-]+|trajectory:[a-z-]+|skill-used|webhook|word-count';
const CELL = new RegExp(`^((?:not-)?(?:${TYPES}))(?:\\((\\d+(?:\\.\\d+)?)\\))?(?::([\\s\\S]*))?$`);
/** Older names in cells. */
const OLD_TYPES: Readonly<Record<string, string>> = {
  fn: 'javascript',
  eval: 'javascript',
  grade: 'llm-rubric',
};

/** A cell of a table: `contains: refund`, `similar(0.8): Bonn`, or the expected answer. */
export function parseExpectedCell(cell: string): object {
  const text = cell.trim();
  const [, old = '', rest = ''] = /^(fn|eval|grade):([\s\S]*)$/.exec(text) ?? [];
  const oldType = OLD_TYPES[old];
  if (oldType !== undefined) return { type: oldType, value: rest.trim() };
  if (/^file:\/\/.*\.(?:[cm]?[jt]s|py)(?::\w+)?$/.test(text)) return { type: 'javascript', value: text };
  const [, type, threshold, value] = CELL.exec(text) ?? [];
  if (type === undefined) return { type: 'equals', value: text };
  return {
    type,
    ...(value !== undefined && { value: value.trim() }),
    ...(threshold !== undefined && { threshold: Number(threshold) }),
  };
}

type ImportedScorer = { readonly id: string; readonly [option: string]: unknown };

/** Assertions that compare with an expected text, a case's `groundTruth`, and their scorers. */
const EXPECTED: Readonly<Record<string, ImportedScorer>> = {
  equals: { id: 'equals', 'ignore-case': false },
  similar: { id: 'answer-similarity' },
  factuality: { id: 'factuality' },
  contains: { id: 'contains', 'ignore-case': false },
  icontains: { id: 'contains' },
};
/** Their scorers apply to every case, so every test must have them. */
const FOR_ALL = ['llm-rubric', 'regex', 'is-json'];
const OWN_SCORER = `write your own scorer: ${buildPageUrl('config.md#your-own-scorer')}`;
/** Simple checks that have no scorer of the same meaning. */
const CHECK = /^(?:not-i?contains|i?contains-(?:any|all)|(?:not-)?starts-with)$/;
const RELEVANCE = 'answer-relevance';
const CODE = /^(?:not-)?(?:javascript|python|ruby|webhook)$/;
/** Options that only say how much an assertion counts, and who judges it. */
const DROPPED_OPTIONS = ['threshold', 'weight', 'metric', 'provider', 'rubricPrompt', 'config'];

export type Assertion = {
  readonly type: string;
  /** With its variables filled in; the schema of `is-json` as JSON. */
  readonly value: string;
  readonly place: string;
};

/** An assertion with a counterpart, else `null`, with a row of the outcome. */
export function readAssertion(
  part: ConfigPart,
  values: ReadonlyMap<string, string>,
  outcome: ImportOutcome,
): Assertion | null {
  const { type, $ref } = readFields(part);
  const name = `assertion ${renderValue(type ?? $ref) || 'without a type'}`;
  const value = readValue(part, values);
  if ('reason' in value) {
    outcome.skipped(name, value.reason, part);
    return null;
  }
  for (const [key, option] of listFields(part).filter(([key]) => DROPPED_OPTIONS.includes(key))) {
    outcome.skipped(`${name}, its ${key}`, 'no counterpart', option);
  }
  return { type: renderValue(type), value: value.text, place: part.place };
}

function readValue(
  part: ConfigPart,
  values: ReadonlyMap<string, string>,
): { readonly text: string } | { readonly reason: string } {
  const { type, value } = readFields(part);
  if (CODE.test(renderValue(type))) return { reason: `code; ${OWN_SCORER}` };
  if (![...Object.keys(EXPECTED), ...FOR_ALL, RELEVANCE].includes(renderValue(type)))
    return { reason: CHECK.test(renderValue(type)) ? `no counterpart; ${OWN_SCORER}` : 'no counterpart' };
  const option = Object.keys(readFields(part)).find(
    (key) => !['type', 'value', ...DROPPED_OPTIONS].includes(key),
  );
  if (option !== undefined) return { reason: `its ${option} may change what is checked` };
  if (type === RELEVANCE) return { text: '' };
  if (type === 'is-json') return readSchema(value);
  const text = renderPlainValue(value);
  if (text === null || text.trim() === '') return { reason: 'its value is not a text' };
  if (text.startsWith('file://')) return { reason: 'in a file' };
  if (type !== 'regex') return renderTemplate(text, values);
  const problem = findTemplate(text, new Set())?.reason ?? explainBadPattern(text, '');
  return problem === null ? { text } : { reason: problem };
}

function readSchema(value: unknown): { readonly text: string } | { readonly reason: string } {
  if (value === undefined || value === null || value === '') return { text: '{}' };
  const schema = typeof value === 'string' ? tryJson(value) : toPlainNumbers(value);
  return isFields(schema) ? { text: JSON.stringify(schema) } : { reason: 'its value is not a JSON schema' };
}

type AssertedTest = { readonly assertions: readonly Assertion[] };
type Columns = { readonly groundTruth?: string; readonly task?: string };

/**
 * Scorers for assertions, and the columns that each case needs for them. A scorer applies to every case that has its
 * column, so an assertion is only taken if no other case would be scored by it.
 */
export function importAssertions(
  tests: readonly AssertedTest[],
  outcome: ImportOutcome,
): { readonly scorers: readonly ImportedScorer[]; readonly columns: readonly Columns[] } {
  const scorers = new Map<string, ImportedScorer>();
  const expected = chooseExpected(tests);
  const [main] = expected;
  const decide = ({ type, value }: Assertion, test: AssertedTest): ImportedScorer | string => {
    if (type === RELEVANCE) return { id: 'answer-relevancy' };
    if (!(type in EXPECTED)) return importForAll({ type, value }, tests);
    if (!expected.includes(type)) return `a case has one expected text, and it is the one of ${main}`;
    return findFirstValue(test, type) === value ? (EXPECTED[type] ?? '') : 'a case has one expected text';
  };
  scorers.set('{"id":"answer-relevancy"}', { id: 'answer-relevancy' });
  for (const test of tests) {
    for (const assertion of test.assertions) {
      const scorer = decide(assertion, test);
      if (typeof scorer === 'string') {
        outcome.skipped(`assertion ${assertion.type}`, scorer, assertion);
        continue;
      }
      scorers.set(JSON.stringify(scorer), scorer);
      outcome.taken(`assertion ${assertion.type}`, `scorer ${scorer.id}${chooseColumn(assertion.type)}`);
    }
  }
  const isForAll = tests.every((test) => findFirstValue(test, 'llm-rubric') !== undefined);
  const columns = tests.map((test) => {
    const groundTruth = main === undefined ? undefined : findFirstValue(test, main);
    const rubrics = test.assertions
      .filter(({ type }) => type === 'llm-rubric')
      .map(({ value }) => value.trim());
    return {
      ...(groundTruth !== undefined && { groundTruth }),
      ...(isForAll && { task: `The answer must meet this: ${rubrics.join(' ')}` }),
    };
  });
  return { scorers: nameScorers([...scorers.values()]), columns };
}

function chooseColumn(type: string): string {
  if (type in EXPECTED) return ', groundTruth';
  return type === 'llm-rubric' ? ', task' : '';
}

/** A test's first value of a type. */
function findFirstValue({ assertions }: AssertedTest, type: string): string | undefined {
  return assertions.find((each) => each.type === type)?.value;
}

/** The type with an expected text that most tests have, and those that expect the same of the same tests. */
function chooseExpected(tests: readonly AssertedTest[]): readonly string[] {
  const types = [...new Set(tests.flatMap(({ assertions }) => assertions.map(({ type }) => type)))];
  const count = (type: string) => tests.filter((test) => findFirstValue(test, type) !== undefined).length;
  const [main, ...others] = types.filter((type) => type in EXPECTED).sort((a, b) => count(b) - count(a));
  if (main === undefined) return [];
  const isSame = (type: string) =>
    tests.every((test) => findFirstValue(test, type) === findFirstValue(test, main));
  return [main, ...others.filter(isSame)];
}

/** The scorer of an assertion that every test has, or the reason why there is none. */
function importForAll(
  { type, value }: Pick<Assertion, 'type' | 'value'>,
  tests: readonly AssertedTest[],
): ImportedScorer | string {
  const isOwn = (each: Assertion) => each.type === type && (type === 'llm-rubric' || each.value === value);
  if (!tests.every(({ assertions }) => assertions.some(isOwn))) {
    return 'its scorer applies to every case, and not every test has it: put it into defaultTest, or make two configs';
  }
  if (type === 'llm-rubric') return { id: 'prompt-alignment', 'evaluation-mode': 'system' };
  return type === 'is-json'
    ? { id: 'json-schema', schema: JSON.parse(value) }
    : { id: 'regex', pattern: value };
}

/** A scorer that is used twice needs a name. */
function nameScorers(scorers: readonly ImportedScorer[]): readonly ImportedScorer[] {
  return scorers.map((scorer, at) => {
    const before = scorers.slice(0, at).filter(({ id }) => id === scorer.id).length;
    return before === 0 ? scorer : { ...scorer, name: `${scorer.id}-${before + 1}` };
  });
}
