import { whyNoPattern } from '../../../text/foreign-pattern.js';
import { isFields } from '../../../text/values.js';
import type { Outcome } from './outcome.js';

/** An assertion that has a counterpart, with its variables filled in. */
export type Assertion = { readonly type: string; readonly value: unknown };
type Tests = readonly { readonly assertions: readonly Assertion[] }[];
type Scorer = { readonly id: string; readonly [option: string]: unknown };

/** Assertions with a whole expected answer, those with a part of it, and the scorer of each. */
const ANSWER: Readonly<Record<string, Scorer>> = {
  equals: { id: 'equals', 'ignore-case': false },
  similar: { id: 'answer-similarity' },
  factuality: { id: 'factuality' },
};
const FRAGMENT: Readonly<Record<string, Scorer>> = {
  contains: { id: 'contains', 'ignore-case': false },
  icontains: { id: 'contains' },
};
const OTHERS = ['regex', 'is-json', 'llm-rubric', 'answer-relevance'];
const KNOWN = new Set([...Object.keys(ANSWER), ...Object.keys(FRAGMENT), ...OTHERS]);

export function readAssertion(
  given: unknown,
  vars: Readonly<Record<string, string>>,
  outcome: Outcome,
): readonly Assertion[] {
  const { type, value = null, $ref } = isFields(given) ? given : {};
  const isFile = typeof value === 'string' && value.startsWith('file://');
  if (typeof type !== 'string' || !KNOWN.has(type) || isFile) {
    const isCode = type === 'javascript' || type === 'python';
    const own = 'code; write your own scorer (docs/config.md#your-own-scorer)';
    outcome.skipped(`assertion ${type ?? $ref}`, isCode ? own : isFile ? 'in a file' : 'no counterpart');
    return [];
  }
  const fill = (text: string) => text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (all, name) => vars[name] ?? all);
  return [{ type, value: typeof value === 'string' ? fill(value) : value }];
}

/** A cell of a CSV file: `contains: refund`, or the expected answer. */
export function readExpected(cell: string): Assertion {
  const [, type, value = ''] = /^([a-z-]+)(?::\s*([\s\S]*))?$/.exec(cell) ?? [];
  return type !== undefined && (KNOWN.has(type) || value !== '')
    ? { type, value }
    : { type: 'equals', value: cell };
}

/** The suite's scorers, and the columns of each test's case. */
export function importAssertions(tests: Tests, outcome: Outcome) {
  const count = (types: object) =>
    tests.filter((test) => test.assertions.some(({ type }) => type in types)).length;
  // A case has one expected text, of the kind that most tests have.
  const expected = count(FRAGMENT) > count(ANSWER) ? FRAGMENT : ANSWER;
  const scorers = new Map<string, Scorer>();
  const use = (scorer: Scorer) => scorers.set(JSON.stringify(scorer), scorer);
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
function scorerOf({ type, value }: Assertion, tests: Tests): Scorer | string {
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
