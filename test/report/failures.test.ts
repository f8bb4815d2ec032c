import { expect, it } from 'vitest';
import type { UnscoredCase } from '../../src/model/comparison.js';
import type { EvaluatedSuite } from '../../src/model/report.js';
import type { RunRecord } from '../../src/model/run-record.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { markdown } from '../../src/report/markdown.js';
import { buildSuiteView as buildView } from '../../src/report/model/report-model.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  createReport,
  createSuiteReport,
} from '../support/records.js';

const buildSuiteView = (suite: Parameters<typeof buildView>[0]) =>
  buildView(suite, {
    sides: ['main', 'this PR'],
    acceptable: true,
    pageUrl: null,
    several: false,
    hasFailed: false,
  });

const CRASH = 'the command ended with code 1; stderr: no memory (last lines: a | b)';

function unscored(id: string, kind: UnscoredCase['kind'] = 'target', reason = CRASH): UnscoredCase {
  return { id, input: `Question ${id}?`, kind, reason, noLongerAnswers: false };
}

function viewOf(rows: readonly UnscoredCase[], repeats: NonNullable<RunRecord['repeats']> = []) {
  const pairs = rows.map(({ id, input }) =>
    createPairedCase(id, { input, headScores: [], ...(id.startsWith('both') && { baseScores: [] }) }),
  );
  const comparison = createComparison({ pairs, unscored: rows });
  return createSuiteReport({ comparison, base: createRecord(), head: createRecord({ repeats }) });
}

it.each([
  ['one', ['a'], 'No score for “Question a?”: the command ended with code 1; stderr: no memory'],
  ['two', ['a', 'b'], 'No score for “Question a?” and “Question b?”: the command'],
  ['three', ['a', 'b', 'c'], 'No score for “Question a?”, “Question b?” and 1 other question: the'],
  ['four', ['a', 'b', 'c', 'd'], '“Question b?” and 2 other questions: the'],
  ['on both sides', ['both'], 'No score for “Question both?”, on main either: the command'],
  ['only some on both sides', ['both', 'a'], 'No score for “Question both?” and “Question a?”: the'],
])('cases without a score are named: %s', (_, ids, line) => {
  const { failures } = buildSuiteView(viewOf(ids.map((id) => unscored(id))));
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain(line);
});

const NAN = 'the command wrote a line that is not JSON: it has NaN, which JSON does not know';

it.each([
  ['a line', (id: string) => `${NAN} (it wrote: {"output": "A${id}", "score": NaN})`],
  ['a reply', (id: string) => `agent.test: answered "{"output": "A${id}"" instead of JSON`],
  [
    "a judge's reply",
    (id: string) => `the judge answered "[{"item": ${id}}]" instead of a verdict for each item`,
  ],
  ['a reply that breaks a rule', (id: string) => `the judge answered "{"score": "${id}"}": score is a text`],
])('failures that differ only in what was written are one line with one example: %s', (_, reasonOf) => {
  const ids = ['1', '2', '3', '4', '5', '6'];
  const { failures } = buildSuiteView(viewOf(ids.map((id) => unscored(id, 'target', reasonOf(id)))));
  expect(failures).toEqual([
    `No score for “Question 1?”, “Question 2?” and 4 other questions: ${reasonOf('1')}`,
  ]);
});

it('failures with another cause stay apart, even if both quote something', () => {
  const reasons = [
    'the agent reports an error: {"code":"late"}',
    'the agent reports an error: {"code":"busy"}',
  ];
  const rows = reasons.map((reason, index) => unscored(`${index}`, 'target', reason));
  expect(buildSuiteView(viewOf(rows)).failures).toHaveLength(2);
});

it('reasons are apart, the most common first', () => {
  const { failures } = buildSuiteView(
    viewOf([unscored('a', 'late', 'no answer within 60 s'), unscored('b'), unscored('c')]),
  );
  expect(failures.map((line) => line.split(':')[0])).toEqual([
    'No score for “Question b?” and “Question c?”',
    'No score for “Question a?”',
  ]);
});

it('a reason that an alert gives is not repeated', () => {
  const obstacle = {
    kind: 'unscored',
    side: 'head',
    missing: 2,
    of: 2,
    failure: 'target',
    share: 2,
    reason: CRASH,
  } as const;
  const suite = viewOf([unscored('a'), unscored('b')]);
  const failuresIf = (outcome: 'info' | 'inconclusive') => {
    const findings = [{ rule: 'errors', outcome, caseIds: [], obstacle } as const];
    return buildSuiteView({ ...suite, decision: createDecision({ findings }) }).failures.length;
  };
  expect(failuresIf('inconclusive')).toBe(0);
  expect(failuresIf('info')).toBe(1);
  const reason = 'no connection (5 tries). The first 10 answers failed like this, so no more were asked';
  const stopped = { kind: 'stopped', failure: 'unavailable', reason } as const;
  const findings = [{ rule: 'errors', outcome: 'inconclusive', caseIds: [], obstacle: stopped } as const];
  const ended = viewOf([unscored('a', 'unavailable', 'no connection (5 tries)'), unscored('b')]);
  const { failures, heading } = buildSuiteView({
    ...ended,
    decision: createDecision({ outcome: 'inconclusive', findings }),
  });
  expect(failures).toEqual([expect.stringContaining('the command ended')]);
  expect(heading).toContain('no result: the provider failed');
});

it('nothing to score is a note and no failure', () => {
  const { failures, notes } = buildSuiteView(viewOf([unscored('a', 'not-scorable', 'nobody asked')]));
  expect(failures).toEqual([]);
  expect(notes).toEqual(['Nothing to score in 1 case: nobody asked']);
});

it('reasons that differ only in the case or a value are one line with an example', () => {
  const why = (id: string, at: number) => `${id} has ${at} sources, and 'policy-${at}.md' is none of them`;
  const rows = ['refund-1', 'late'].map((id, at) => unscored(id, 'not-scorable', why(id, at)));
  const other = unscored('b', 'not-scorable', 'no `groundTruth`');
  expect(buildSuiteView(viewOf([...rows, other])).notes).toEqual([
    "Nothing to score in 2 cases, for example: refund-1 has 0 sources, and 'policy-0.md' is none of them",
    'Nothing to score in 1 case: no `groundTruth`',
  ]);
  const failed = ['refund-1', 'late'].map((id) => unscored(id, 'target', `KeyError: '${id}'`));
  expect(buildSuiteView(viewOf(failed)).failures).toEqual([
    "No score for “Question refund-1?” and “Question late?”, for example: KeyError: 'refund-1'",
  ]);
});

it.each<[NonNullable<RunRecord['repeats']>, readonly string[]]>([
  [[{ of: 'reply', why: 'not JSON', count: 9 }], []],
  [
    [{ of: 'answer', why: 'the answer was empty', count: 1 }],
    ['The agent failed once and answered when asked again: the answer was empty'],
  ],
  [
    [
      { of: 'judgement', why: 'not JSON', count: 9 },
      { of: 'restart', why: 'it hung', count: 1 },
      { of: 'restart', why: CRASH, count: 6 },
    ],
    [
      'The agent failed 7 times and answered after a restart, most often: the command ended with code 1; stderr: no memory',
    ],
  ],
])('answers that came only after a retry are counted: %j', (repeats, lines) => {
  const suite = viewOf([], repeats);
  expect(buildSuiteView(suite).failures).toEqual(lines);
  expect(buildSuiteView({ ...suite, part: { scorer: 'tone', first: false, scorers: [] } }).failures).toEqual(
    [],
  );
});

it('failures of suites that pass are in sight in a comment of several suites', () => {
  const named = (suite: string, failing: boolean) => ({ ...viewOf(failing ? [unscored('a')] : []), suite });
  const commentOf = (suites: readonly EvaluatedSuite[]) =>
    renderComment(createReport({ suites }), { marker: markdown`` });
  const inSight = (comment: string) => comment.replaceAll(/<details>[\s\S]*?<\/details>/g, '');
  const comment = inSight(commentOf([named('support', true), named('billing', false)]));
  expect(comment).toContain('- `support`: No score for “Question a?”: the command ended');
  expect(comment).not.toContain('`billing`: ');
  const many = Array.from({ length: 12 }, (_, index) => named(`s${index}`, true));
  expect(inSight(commentOf(many)).match(/No score for/g)).toHaveLength(10);
  expect(inSight(commentOf(many))).toContain('- and 2 more');
});
