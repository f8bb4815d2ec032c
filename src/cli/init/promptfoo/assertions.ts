import { omitUndefined } from '../../../model/omit-undefined.js';
import { isExpression } from '../../../text/foreign-code.js';
import { explainBadPattern } from '../../../text/foreign-pattern.js';
import { toPlainNumbers, tryJson } from '../../../text/json.js';
import { isFields, isList } from '../../../text/values.js';
import { type ConfigPart, listFields, readFields, renderPlainValue, renderValue } from './config-part.js';
import type { ImportOutcome } from './import-outcome.js';
import { findAssertionRemedy, findOptionRemedy, OWN_SCORER } from './remedies.js';
import { findTemplate, type RenderedText, renderTemplate } from './templates.js';
import { checksSeveral, isTextCheck, splitTexts } from './text-checks.js';

/** A scorer as a suite lists it: its id or path, and its options. */
export type ImportedScorer =
  | { readonly id: string; readonly 'evaluation-mode'?: string }
  | { readonly path: string; readonly name: string };

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
  similar: { id: 'answer-similarity' },
  factuality: { id: 'factuality' },
};
const RUBRIC = 'llm-rubric';
const RELEVANCE = 'answer-relevance';
/** Its scorer applies to every case with a context. */
const FAITHFULNESS = 'context-faithfulness';
const OTHERS = [RUBRIC, RELEVANCE, FAITHFULNESS];
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
  /** With its variables filled in; of a check of the text, as JavaScript. */
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
  if (type.endsWith('is-json')) return readSchema(value);
  if (type.endsWith('word-count')) return readWordCount(value);
  if (type.endsWith('javascript')) return readCode(part, values);
  if (checksSeveral(type)) return readTexts(value, values);
  const text = readText(value, values, { isPattern: type.endsWith('regex') });
  return 'text' in text && isTextCheck(type) ? { text: JSON.stringify(text.text) } : text;
}

function readText(
  value: unknown,
  values: ReadonlyMap<string, string>,
  { isPattern }: { readonly isPattern: boolean },
): RenderedText {
  const text = renderPlainValue(value);
  if (text === null || text.trim() === '') return { reason: `its value is not a text; ${OWN_SCORER}` };
  if (text.startsWith('file://')) return { reason: 'in a file; write the text into the config' };
  if (!isPattern) return renderTemplate(text, values);
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

/** A number of words, or the least and the most. */
function readWordCount(value: unknown): RenderedText {
  const count = renderPlainValue(value);
  const { min = '0', max = 'Infinity' } = count === null ? Object(value) : { min: count, max: count };
  const limits = [min, max].map((limit) => Number(renderPlainValue(limit) ?? Number.NaN));
  const isGiven = count !== null || isFields(value);
  return isGiven && !limits.some(Number.isNaN)
    ? { text: `{ min: ${limits[0]}, max: ${limits[1]} }` }
    : { reason: 'its value is not a number of words; write one, or `min` and `max`' };
}

/** An expression, or several lines that return, as a function of the answer. */
function readCode(part: ConfigPart, values: ReadonlyMap<string, string>): RenderedText {
  const { value, threshold } = readFields(part);
  const given = readText(value, values, { isPattern: false });
  if ('reason' in given) return { reason: findAssertionRemedy('javascript') };
  const code = given.text.trim();
  const body = code.includes('\n') ? `{\n${code}\n}` : `(${code.replace(/;$/, '')})`;
  const check = `(output) => ${body}`;
  // A scorer has no other variables of promptfoo.
  const needsMore = /\b(?:context|process|require)\b/.test(code) || threshold !== undefined;
  return needsMore || !isExpression(check) ? { reason: findAssertionRemedy('javascript') } : { text: check };
}

type AssertedTest = {
  readonly assertions: readonly Assertion[];
  /** Of its variables. */
  readonly values: ReadonlyMap<string, string>;
};
type Columns = { readonly groundTruth?: string };

/**
 * Scorers for assertions, and what they need of each case. A judged scorer applies to every case that has its column,
 * so its assertion is only taken if no other case would be scored by it.
 * @param path Of the scorer of all checks of the answer's text.
 */
export function importAssertions(
  tests: readonly AssertedTest[],
  path: string,
  outcome: ImportOutcome,
): {
  readonly scorers: readonly ImportedScorer[];
  readonly columns: readonly Columns[];
  /** Of the answer's text, by test. */
  readonly checks: readonly (readonly Assertion[])[];
  /** What an answer must meet, by test; `null` unless every test has an llm-rubric. */
  readonly demands: readonly string[] | null;
} {
  const scorers = new Map<string, ImportedScorer>();
  const expected = chooseExpected(tests);
  const [main] = expected;
  const chooseScorer = (assertion: Assertion, test: AssertedTest): ImportedScorer | string => {
    const { type, value } = assertion;
    if (isTextCheck(type)) return { path, name: 'assertions' };
    if (type === RELEVANCE) return { id: 'answer-relevancy' };
    if (type === FAITHFULNESS) return importFaithfulness(test, tests);
    if (type === RUBRIC) return importRubric(tests);
    if (!expected.includes(type))
      return `expected texts belong to one scorer, which is ${main} here; for others, ${OWN_SCORER}`;
    return findFirstValue(test, type) === value
      ? (EXPECTED[type] ?? '')
      : `a case has one expected text, the first one; for others, ${OWN_SCORER}`;
  };
  scorers.set('{"id":"answer-relevancy"}', { id: 'answer-relevancy' });
  for (const test of tests) {
    for (const assertion of test.assertions) {
      const { type } = assertion;
      const scorer = chooseScorer(assertion, test);
      if (typeof scorer === 'string') {
        outcome.skipped(`assertion ${type}`, scorer, assertion);
        continue;
      }
      scorers.set(JSON.stringify(scorer), scorer);
      const name = 'path' in scorer ? scorer.path : scorer.id;
      outcome.taken(`assertion ${type}`, `scorer ${name}${chooseColumn(type)}`);
    }
  }
  const hasRubrics = tests.every((test) => findFirstValue(test, RUBRIC) !== undefined);
  return {
    scorers: [...scorers.values()],
    columns: tests.map((test) =>
      omitUndefined({ groundTruth: main === undefined ? undefined : findFirstValue(test, main) }),
    ),
    checks: tests.map(({ assertions }) => assertions.filter(({ type }) => isTextCheck(type))),
    demands: hasRubrics ? tests.map(buildDemand) : null,
  };
}

function buildDemand({ assertions }: AssertedTest): string {
  const rubrics = assertions.filter(({ type }) => type === RUBRIC).map(({ value }) => value.trim());
  const sentences = rubrics.map((rubric) => (/[.!?。]$/u.test(rubric) ? rubric : `${rubric}.`));
  return `The answer must meet this: ${sentences.join(' ')}`;
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

/** The scorer of rubrics, which scores every case. */
function importRubric(tests: readonly AssertedTest[]): ImportedScorer | string {
  return tests.every((test) => findFirstValue(test, RUBRIC) !== undefined)
    ? { id: 'prompt-alignment', 'evaluation-mode': 'system' }
    : 'taken only if every test has one: add one to `defaultTest`, delete the files that `init` wrote, and run it again';
}
