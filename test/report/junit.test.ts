import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { renderJunit } from '../../src/report/junit.js';
import {
  createComparison,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';
import { HOSTILE_PIECES } from './hostile-text.js';
import { REPORTS } from './reports.js';

/** Reads XML with Python's parser, which refuses what is not XML 1.0. */
const READ = `
import json, sys, xml.etree.ElementTree as tree
def read(node): return [node.tag, node.attrib, node.text or '', [read(child) for child in node]]
print(json.dumps([read(tree.fromstring(xml.encode())) for xml in json.load(sys.stdin)]))
`;
type Node = readonly [string, Readonly<Record<string, string>>, string, readonly Node[]];

const hostile = [...HOSTILE_PIECES, '\0\u0008\u001b\ud800\ufffe\uffff]]>', '\u{1f6cb}'].join('');
const pairs = [
  createPairedCase(hostile, { headScores: [10], statements: [createStatementChange({ text: hostile })] }),
];
const comparison = createComparison({ pairs });
const texts = Object.entries({
  ...REPORTS,
  hostile: () => createReport({ suites: [createSuiteReport({ suite: hostile, comparison })] }),
}).map(([name, create]) => [name, renderJunit(create())] as const);
const input = JSON.stringify(texts.map(([, xml]) => xml));
const parsed: readonly Node[] = JSON.parse(
  execFileSync('python3', ['-c', READ], { input, encoding: 'utf8' }),
);
const roots = new Map(texts.map(([name], index) => [name, parsed[index]]));

/** Results by test, after a check of the suites' counts. */
function resultsOf(name: string): Readonly<Record<string, string>> {
  const [root, , , suites] = roots.get(name) ?? ['', {}, '', []];
  expect(root).toBe('testsuites');
  const results = suites.flatMap(([tag, about, , tests]) => {
    expect(tag).toBe('testsuite');
    const kinds = tests.map(([, , , [problem]]) => problem?.[0] ?? 'passed');
    const count = (kind: string) => String(kinds.filter((each) => each === kind).length);
    expect(about).toEqual({
      name: about['name'],
      tests: String(tests.length),
      failures: count('failure'),
      errors: count('error'),
      skipped: count('skipped'),
    });
    return tests.map(([, { name, classname }, , [problem]]) => {
      expect(classname).toBe(about['name']);
      const result = problem === undefined ? 'passed' : `${problem[0]}: ${problem[1]['message']}`;
      return [`${classname} / ${name}`, result] as const;
    });
  });
  return Object.fromEntries(results);
}

test.each(Object.entries(REPORTS))('the report %s is valid, and its decision is a test', (name, create) => {
  const report = create();
  const results = resultsOf(name);
  const kinds = { pass: 'passed', fail: 'failure: ', inconclusive: 'skipped: ' };
  for (const { suite, decision, kind } of report.suites) {
    const [, result] = Object.entries(results).find(([name]) => name.startsWith(suite)) ?? [];
    expect(result).toContain(kinds[decision.outcome]);
    if (kind === 'evaluated' && decision.outcome === 'fail') {
      const failed = decision.findings.flatMap((each) => (each.outcome === 'fails' ? each.caseIds : []));
      for (const id of failed) expect(results[`${suite} / ${id}`]).toMatch(/^(?:failure|error): ./);
    }
  }
});

test('a regression is a failure, an unscored case an error, the rest passes', () => {
  expect(resultsOf('red-one-answer')).toMatchInlineSnapshot(`
    {
      "support / case-1": "passed",
      "support / case-10": "passed",
      "support / case-11": "passed",
      "support / case-12": "passed",
      "support / case-2": "passed",
      "support / case-3": "passed",
      "support / case-4": "failure: relevancy 1.00 → 0.00",
      "support / case-5": "passed",
      "support / case-6": "passed",
      "support / case-7": "passed",
      "support / case-8": "passed",
      "support / case-9": "passed",
      "support / decision": "failure: 1 of 12 answers became irrelevant · relevancy 1.00 → 0.92",
    }
  `);
  expect(resultsOf('red-no-longer-answers')).toMatchInlineSnapshot(`
    {
      "support / case-1": "passed",
      "support / case-10": "passed",
      "support / case-11": "passed",
      "support / case-12": "passed",
      "support / case-2": "passed",
      "support / case-3": "error: the agent crashed: tool \`catalog.search\` is not defined",
      "support / case-4": "passed",
      "support / case-5": "passed",
      "support / case-6": "passed",
      "support / case-7": "passed",
      "support / case-8": "passed",
      "support / case-9": "passed",
      "support / decision": "failure: the agent no longer answers 1 of 12 questions · relevancy of the others 1.00",
    }
  `);
  const undecided = resultsOf('undecided');
  expect(Object.values(undecided).filter((result) => !/^(?:skipped|error)/.test(result))).toEqual([]);
});

test('a hostile text stays text, of XML 1.0 characters only', () => {
  const [, , , [suite] = []] = roots.get('hostile') ?? ['', {}, '', []];
  expect(suite?.[3]).toHaveLength(2);
});

test('a case with nothing to score is skipped', () => {
  const reasons = [
    { id: 'no-price', kind: 'not-scorable', reason: 'nobody asked for a price' },
    { id: 'crash', kind: 'target', reason: 'the agent crashed' },
  ] as const;
  const unscored = reasons.map((row) => ({ ...row, input: 'a question', noLongerAnswers: false }));
  const comparison = createComparison({ unscored });
  const xml = renderJunit(createReport({ suites: [createSuiteReport({ comparison })] }));
  expect(xml).toContain('name="no-price"><skipped message="nobody asked for a price">');
  expect(xml).toContain('name="crash"><error message="the agent crashed">');
});
