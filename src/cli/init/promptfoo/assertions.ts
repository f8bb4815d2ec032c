import { omitUndefined } from '../../../model/omit-undefined.js';
import { explainBadPattern } from '../../../text/foreign-pattern.js';
import { toPlainNumbers, tryJson } from '../../../text/json.js';
import { isFields, isList } from '../../../text/values.js';
import { type ConfigPart, listFields, readFields, renderPlainValue, renderValue } from './config-part.js';
import type { ImportOutcome } from './import-outcome.js';
import { findAssertionRemedy, findOptionRemedy, OWN_SCORER } from './remedies.js';
import { findTemplate, type RenderedText, renderTemplate } from './templates.js';
import {
  buildTextCheck,
  checksSeveral,
  type ImportedScorer,
  isTextCheck,
  splitTexts,
} from './text-checks.js';

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
  return omitUndefined({
    type,
    value: value?.trim(),
    threshold: threshold === undefined ? undefined : Number(threshold),
  });
}

/** Assertions that compare with an expected text, a case's `groundTruth`, and their scorers. */
const EXPECTED: Readonly<Record<string, ImportedScorer>> = {
  equals: { id: 'equals', 'ignore-case': false },
  similar: { id: 'answer-similarity' },
  factuality: { id: 'factuality' },
  contains: { id: 'contains', 'ignore-case': false },
  icontains: { id: 'contains' },
};
const RUBRIC = 'llm-rubric';
const RELEVANCE = 'answer-relevance';
/** Its scorer applies to every case with a context. */
const FAITHFULNESS = 'context-faithfulness';
const OTHERS = [RUBRIC, 'is-json', RELEVANCE, FAITHFULNESS];
/** promptfoo's other names for the same assertion. */
const ALIASES: Readonly<Record<string, string>> = {
  'model-graded-factuality': 'factuality',
  'similar:cosine': 'similar',
};
/** Options that only say how much an assertion counts, and who judges it. */
const DROPPED_OPTIONS = ['threshold', 'weight', 'metric', 'provider', 'rubricPrompt', 'config'];

/** An assertion of promptfoo that has a counterpart. */
export type Assertion = {
  readonly type: string;
  /** With its variables filled in; a list of texts and the schema of `is-json` as JSON. */
  readonly value: string;
  readonly place: string;
};

/** An assertion with a counterpart, else `null`, with a row of the outcome. */
export function readAssertion(
  part: ConfigPart,
  values: ReadonlyMap<string, string>,
  outcome: ImportOutcome,
): Assertion | null {
  const { type: given, $ref } = readFields(part);
  const shown = renderValue(given ?? $ref);
  const type = ALIASES[shown] ?? shown;
  const name = `assertion ${shown || 'without a type'}`;
  const value = readValue(type, part, values);
  if ('reason' in value) {
    outcome.skipped(name, value.reason, part);
    return null;
  }
  for (const [key, option] of listFields(part).filter(([key]) => DROPPED_OPTIONS.includes(key))) {
    outcome.skipped(`${name}, its ${key}`, findOptionRemedy(key), option);
  }
  return { type, value: value.text, place: part.place };
}

function readValue(type: string, part: ConfigPart, values: ReadonlyMap<string, string>): RenderedText {
  const { value } = readFields(part);
  if (!(type in EXPECTED) && !isTextCheck(type) && !OTHERS.includes(type)) {
    return { reason: findAssertionRemedy(type) };
  }
  const option = Object.keys(readFields(part)).find(
    (key) => !['type', 'value', ...DROPPED_OPTIONS].includes(key),
  );
  if (option !== undefined) {
    return { reason: `its ${option} may change what is checked; ${findOptionRemedy(option)}` };
  }
  if (type === RELEVANCE || type === FAITHFULNESS) return { text: '' };
  if (type === 'is-json') return readSchema(value);
  if (checksSeveral(type)) return readTexts(value, values);
  const text = renderPlainValue(value);
  if (text === null || text.trim() === '') return { reason: `its value is not a text; ${OWN_SCORER}` };
  if (text.startsWith('file://')) return { reason: 'in a file; write the text into the config' };
  if (!type.endsWith('regex')) return renderTemplate(text, values);
  const problem = findTemplate(text, new Set())?.reason ?? explainBadPattern(text, '');
  return problem === null ? { text } : { reason: problem };
}

/** The texts of a list, or of a text with commas, as JSON. */
function readTexts(value: unknown, values: ReadonlyMap<string, string>): RenderedText {
  const given = typeof value === 'string' ? splitTexts(value) : value;
  const texts = (isList(given) ? given : []).map(renderPlainValue);
  const rendered: string[] = [];
  for (const text of texts) {
    if (text === null || text === '') return { reason: 'its value is not a list of texts; write one' };
    const result = renderTemplate(text, values);
    if ('reason' in result) return result;
    rendered.push(result.text);
  }
  if (rendered.length === 0) return { reason: 'its value is not a list of texts; write one' };
  return { text: JSON.stringify(rendered) };
}

function readSchema(value: unknown): RenderedText {
  if (value === undefined || value === null || value === '') return { text: '{}' };
  const schema = typeof value === 'string' ? tryJson(value) : toPlainNumbers(value);
  return isFields(schema)
    ? { text: JSON.stringify(schema) }
    : { reason: 'its value is not a JSON schema; write the schema into the config' };
}

type AssertedTest = {
  readonly assertions: readonly Assertion[];
  /** Of its variables. */
  readonly values: ReadonlyMap<string, string>;
};
type Columns = { readonly groundTruth?: string };

/**
 * Scorers for assertions, and the columns that they need in each case. A scorer applies to every case that has its
 * column, so an assertion is only taken if no other case would be scored by it.
 */
export function importAssertions(
  tests: readonly AssertedTest[],
  outcome: ImportOutcome,
): {
  readonly scorers: readonly ImportedScorer[];
  readonly columns: readonly Columns[];
  /** What an answer must meet, by test; `null` unless every test has an llm-rubric. */
  readonly demands: readonly string[] | null;
} {
  const scorers = new Map<string, ImportedScorer>();
  const isShared = (assertion: Assertion) => isTextCheck(assertion.type) && isOfEveryTest(assertion, tests);
  const own = tests.map((test) => ({
    ...test,
    assertions: test.assertions.filter((each) => !isShared(each)),
  }));
  const expected = chooseExpected(own);
  const [main] = expected;
  const chooseScorer = (assertion: Assertion, test: AssertedTest): ImportedScorer | string => {
    const { type, value } = assertion;
    if (type === RELEVANCE) return { id: 'answer-relevancy' };
    if (isShared(assertion)) return buildTextCheck(type, value);
    if (type === FAITHFULNESS) return importFaithfulness(test, tests);
    if (!(type in EXPECTED)) return importForAll(assertion, tests);
    if (!expected.includes(type))
      return `expected texts belong to one scorer, which is ${main} here; for others, ${OWN_SCORER}`;
    return findFirstValue(test, type) === value
      ? (EXPECTED[type] ?? '')
      : `a case has one expected text, the first one; for others, ${OWN_SCORER}`;
  };
  scorers.set('{"id":"answer-relevancy"}', { id: 'answer-relevancy' });
  for (const [at, test] of tests.entries()) {
    for (const assertion of test.assertions) {
      const scorer = chooseScorer(assertion, own[at] ?? test);
      if (typeof scorer === 'string') {
        outcome.skipped(`assertion ${assertion.type}`, scorer, assertion);
        continue;
      }
      scorers.set(JSON.stringify(scorer), scorer);
      const column = isShared(assertion) ? '' : chooseColumn(assertion.type);
      outcome.taken(`assertion ${assertion.type}`, `scorer ${scorer['name'] ?? scorer.id}${column}`);
    }
  }
  const hasRubrics = tests.every((test) => findFirstValue(test, RUBRIC) !== undefined);
  const columns = tests.map((test, at) =>
    omitUndefined({
      groundTruth: main === undefined ? undefined : findFirstValue(own[at] ?? test, main),
    }),
  );
  const demands = hasRubrics ? tests.map(buildDemand) : null;
  return { scorers: nameScorers([...scorers.values()]), columns, demands };
}

function buildDemand({ assertions }: AssertedTest): string {
  const rubrics = assertions.filter(({ type }) => type === RUBRIC).map(({ value }) => value.trim());
  return `The answer must meet this: ${rubrics.join(' ')}`;
}

function chooseColumn(type: string): string {
  if (type in EXPECTED) return ', groundTruth';
  return type === RUBRIC ? ', task' : '';
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

/** True if all tests, and more than one, have the assertion with this value. A rubric may have any. */
function isOfEveryTest({ type, value }: Assertion, tests: readonly AssertedTest[]): boolean {
  const isSame = (each: Assertion) => each.type === type && (type === RUBRIC || each.value === value);
  const needsTwo = type in EXPECTED;
  return (tests.length > 1 || !needsTwo) && tests.every(({ assertions }) => assertions.some(isSame));
}

function importFaithfulness(test: AssertedTest, tests: readonly AssertedTest[]): ImportedScorer | string {
  const hasContext = ({ values }: AssertedTest) => (values.get('context') ?? '').trim() !== '';
  if (!hasContext(test)) return `the test has no variable context; ${findAssertionRemedy(FAITHFULNESS)}`;
  const isWhole = tests.every(
    (each) => !hasContext(each) || findFirstValue(each, FAITHFULNESS) !== undefined,
  );
  return isWhole
    ? { id: 'faithfulness' }
    : 'its scorer would apply to every case with a context: put it into defaultTest, or make two configs';
}

/** The scorer of an assertion that every test has, or the reason why there is none. */
function importForAll(assertion: Assertion, tests: readonly AssertedTest[]): ImportedScorer | string {
  if (!isOfEveryTest(assertion, tests)) {
    return `its scorer would apply to every case, and not every test has it: put it into defaultTest, make two configs, or ${OWN_SCORER}`;
  }
  return assertion.type === RUBRIC
    ? { id: 'prompt-alignment', 'evaluation-mode': 'system' }
    : { id: 'json-schema', schema: JSON.parse(assertion.value) };
}

/** Scorers that are used twice need different names. */
function nameScorers(scorers: readonly ImportedScorer[]): readonly ImportedScorer[] {
  const readName = (scorer: ImportedScorer) => scorer['name'] ?? scorer.id;
  return scorers.map((scorer, at) => {
    const name = readName(scorer);
    const before = scorers.slice(0, at).filter((each) => readName(each) === name).length;
    return before === 0 ? scorer : { ...scorer, name: `${name}-${before + 1}` };
  });
}
