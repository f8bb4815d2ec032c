import { describe, expect, it } from 'vitest';
import { decideRecords } from '../../src/decide/decide-records.js';
import type { Finding } from '../../src/model/finding.js';
import type { Report, ShownCases } from '../../src/model/report.js';
import type { CaseMarks, CaseRecord } from '../../src/model/run-record.js';
import type { GateSettings } from '../../src/model/suite.js';
import { buildResultJson } from '../../src/publish/result-json.js';
import { resultSchema } from '../../src/publish/result-schema.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { renderConsole } from '../../src/report/console.js';
import { renderHtml } from '../../src/report/html/render-html.js';
import { renderJunit } from '../../src/report/junit.js';
import { markdown } from '../../src/report/markdown.js';
import { describeStatus } from '../../src/report/model/heading.js';
import { GATE } from '../decide/gate/play-gate.js';
import {
  createBaseline,
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  createReport,
  createScoredCase,
  createSuiteReport,
  SCORER,
} from '../support/records.js';

type Row = CaseMarks & { readonly id: string; readonly base: number; readonly head: number };

/** So many cases with the same tags and scores. */
function rows(
  name: string,
  count: number,
  base: number,
  head: number,
  marks: CaseMarks = {},
): readonly Row[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${name}-${index}`, base, head, ...marks }));
}

const MARKER = markdown`<!-- prompt-regression: ci/eval/support -->`;
const LIMITS = { threshold: null, maxDrop: 0.02 };

/** The report of recorded answers, five per side, decided by the gate itself. */
function report(cases: readonly Row[], gate: Partial<GateSettings>, shown?: ShownCases): Report {
  const record = (side: 'base' | 'head') =>
    createRecord({
      cases: cases.map(({ id, tags, mustPass, ...scores }) =>
        createScoredCase(
          id,
          Array.from({ length: 5 }, () => scores[side]),
          {
            ...(tags && { tags }),
            ...(mustPass && { mustPass }),
          },
        ),
      ),
    });
  const base = record('base');
  const scorers = [{ name: SCORER, gate: { ...GATE, ...gate } }];
  const baseline = createBaseline();
  const { decided, head } = decideRecords({ scorers, head: record('head'), base, baseline });
  const suite = createSuiteReport({ ...decided, head, base, baseline, ...(shown && { shown }) });
  return createReport({ suites: [suite] });
}

/** One group fell; the others rose, so the mean of all stayed. */
const CASES = [
  ...rows('billing', 10, 0.95, 0.85, { tags: ['billing'] }),
  ...rows('shipping', 10, 0.85, 0.95, { tags: ['shipping', 'abroad'] }),
  ...rows('other', 5, 0.9, 0.9),
];
const groupFell = (shown?: ShownCases) =>
  report(CASES, { tags: { billing: LIMITS, shipping: LIMITS } }, shown);

function added(...tagged: readonly (readonly [score: number, ...tags: string[]])[]): ShownCases {
  const cases = tagged.map(
    ([score, ...tags], index): CaseRecord => createScoredCase(`new-${index}`, [score], { tags }),
  );
  const shown = tagged.map(([score], index) => ({
    id: `new-${index}`,
    input: 'A new question?',
    score: 100 * score,
    change: 'added' as const,
  }));
  return {
    record: createRecord({ cases }),
    spent: [],
    byScorer: [{ scorer: SCORER, cases: shown }],
    waiting: 0,
  };
}

describe('a group that fell under a mean that did not move', () => {
  it('is the heading, and its table is in sight, with the other tags', async () => {
    const comment = renderComment(groupFell(), { marker: MARKER });
    await expect(comment).toMatchFileSnapshot('goldens/red-group.md');
    expect(comment).toContain('### ❌ support: billing scored lower · relevancy still 0.90');
    expect(comment.indexOf('❌ <code>billing</code>')).toBeLessThan(comment.indexOf('<details>'));
  });

  it('is in the terminal, the page, the result and JUnit', () => {
    const failed = groupFell();
    const lines = renderConsole(failed, { color: false }).split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^tag +cases +before +now +Δ +worse$/));
    const html = renderHtml(failed);
    expect(html).toContain(
      '<th scope="row">❌ <code>billing</code></th><td>10</td><td>0.95</td><td>0.85</td>',
    );
    expect(html).toContain('<option value="0">billing</option>');
    expect(html).toMatch(/id="[^"]*" data-kind="[a-z]+" [^>]*data-tags="1 2"/);
    const [suite] = resultSchema.parse(buildResultJson(failed)).suites;
    expect(suite?.tags).toEqual([
      { tag: 'billing', cases: 10, score: 0.85, baselineScore: 0.95, delta: -0.1, worse: 0, failed: true },
      { tag: 'shipping', cases: 10, score: 0.95, baselineScore: 0.85, delta: 0.1, worse: 0, failed: false },
      { tag: 'abroad', cases: 10, score: 0.95, baselineScore: 0.85, delta: 0.1, worse: 0, failed: false },
    ]);
    expect(suite?.mustPass).toBeNull();
    const junit = renderJunit(failed);
    expect(junit).toContain('<property name="tag billing" value="10 cases, 0.95 → 0.85 (−0.10), 0 worse"/>');
    expect(junit).toContain('name="tag billing"><failure message="relevancy 0.95 → 0.85"></failure>');
    expect(junit).toContain('name="tag shipping"/>');
    // It has no gate, so it cannot fail.
    expect(junit).not.toContain('<testcase classname="support" name="tag abroad"');
  });

  it('shows its own falls, not those of other cases', () => {
    const withOther = [...CASES, ...rows('slip', 1, 0.9, 0.8)];
    const shown = report(withOther, { tags: { billing: LIMITS } });
    const comment = renderComment(shown, { marker: MARKER });
    const table = comment.slice(0, comment.indexOf('<details>'));
    expect(table).toContain('question billing-0');
    expect(table).not.toContain('question slip-0');
  });
});

describe('the table by tag', () => {
  const passes = report(CASES, {});

  it('is folded in the comment and the page if no group failed', () => {
    const comment = renderComment(passes, { marker: MARKER });
    expect(comment).toContain('<summary>By tag: 3 tags</summary>');
    expect(renderHtml(passes)).toContain('<details class="fold"><summary>By tag: 3 tags</summary>');
    expect(renderHtml(groupFell())).toContain('<details class="fold" open><summary>By tag: 3 tags</summary>');
  });

  it('is in the terminal with --by tag', () => {
    const shown = (byTag: boolean) => renderConsole(passes, { color: false, byTag });
    expect(shown(false)).not.toContain('abroad');
    expect(shown(true)).toMatch(/^billing +10 +0\.95 +0\.85 +−0\.10 +0$/m);
  });

  it('has the new cases of the pull request and their mean, also under a tag of their own', () => {
    const shown = renderConsole(groupFell(added([0.5, 'billing'], [1, 'billing'], [0.8, 'legal'])), {
      color: false,
    });
    expect(shown).toMatch(/❌ billing +10 +0\.95 +0\.85 +−0\.10 +0 +2 \(0\.75\)/);
    expect(shown).toMatch(/legal +0 +– +– +– +0 +1 \(0\.80\)/);
  });

  it('is missing without tags, and of a check that is undecided', () => {
    const plain = report(rows('a', 5, 0.9, 0.9), {});
    expect(renderComment(plain, { marker: MARKER })).not.toContain('By tag');
    expect(renderHtml(plain)).not.toContain('<select name="tag"');
    expect(buildResultJson(plain).suites[0]?.tags).toEqual([]);
  });

  it('escapes tags', () => {
    const hostile = '</code><img src=x onerror=alert(1)>|';
    const tagged = report(rows('a', 10, 0.95, 0.85, { tags: [hostile] }), { tags: { [hostile]: LIMITS } });
    const comment = renderComment(tagged, { marker: MARKER });
    // A name between backticks is code.
    for (const text of [comment.replaceAll(/`[^`]*`/g, ''), renderHtml(tagged), renderJunit(tagged)]) {
      expect(text).not.toContain('<img');
    }
  });

  it('of many tags a comment shows twenty', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      rows(`t${index}`, 1, 0.9, 0.9, { tags: [`tag-${index}`] }),
    );
    const comment = renderComment(report(many.flat(), {}), { marker: MARKER });
    expect(comment.match(/<code>tag-\d+<\/code>/g)).toHaveLength(20);
    expect(comment).toContain('and 10 more');
  });
});

describe('headings', () => {
  const status = (findings: readonly Finding[], worse: readonly string[] = []) =>
    describeStatus(
      createSuiteReport({
        decision: createDecision({
          outcome: 'fail',
          blocking: true,
          because: ['regression'],
          findings,
          worse,
        }),
        comparison: createComparison({ pairs: [createPairedCase('a'), createPairedCase('b')] }),
      }),
    );
  const mustPass = (caseIds: readonly string[], of: number): Finding => ({
    rule: 'must-pass',
    outcome: 'fails',
    caseIds,
    numbers: { of, fell: caseIds.length, lostFact: 0, unanswered: 0 },
  });
  const threshold = (tag: string): Finding => ({
    rule: 'threshold',
    tag,
    outcome: 'fails',
    caseIds: [],
    numbers: { mean: 0.8, threshold: 0.9, cases: 10, runs: 1 },
  });
  const rise = (rule: 'cost' | 'time', base: number, head: number): Finding => ({
    rule,
    outcome: 'fails',
    caseIds: [],
    numbers: { unit: rule === 'cost' ? 'tokens' : 'seconds', base, head, limit: 0.2, cases: 10 },
  });

  it.each<[what: string, findings: Finding[], heading: string]>([
    [
      'cases that must pass, first',
      [mustPass(['a', 'b'], 5), threshold('x')],
      '2 of 5 must-pass cases failed: a and b',
    ],
    ['the only one', [mustPass(['a'], 1)], '1 of 1 must-pass case failed: a'],
    ['three', [mustPass(['a', 'b', 'c'], 3)], '3 of 3 must-pass cases failed: a, b and 1 more'],
    ['a threshold', [threshold('billing')], 'billing is below the threshold'],
    [
      'two groups',
      [threshold('billing'), threshold('legal')],
      'billing and 1 more group are below the threshold',
    ],
    ['cost', [rise('cost', 1000, 1340)], 'an answer costs 34% more'],
    ['time', [rise('time', 1.2, 1.9)], 'an answer takes 58% longer'],
  ])('%s', (_, findings, heading) => {
    expect(status(findings)).toBe(`${heading} · relevancy still 0.90`);
  });

  it('answers that got worse come before groups, cost and time', () => {
    const broke: Finding = {
      rule: 'broke',
      outcome: 'fails',
      caseIds: ['a'],
      numbers: { answers: 14, contradict: 0 },
    };
    expect(status([broke, threshold('billing')], ['a'])).toMatch(/^1 of 2 answers became mostly irrelevant/);
  });

  it('the small print of cost and time has both numbers', () => {
    const small = (finding: Finding) => {
      const decision = createDecision({
        outcome: 'fail',
        blocking: true,
        because: ['cost'],
        findings: [finding],
      });
      return renderComment(createReport({ suites: [createSuiteReport({ decision })] }), { marker: MARKER });
    };
    expect(small(rise('cost', 1000, 1340))).toContain(
      'The median number of tokens of an answer rose from 1,000 to 1,340 (+34%), more than `max-cost-rise: 20%`',
    );
    expect(small(rise('time', 1.2, 1.9))).toContain(
      'The median time of an answer rose from 1.2 s to 1.9 s (+58%), more than `max-time-rise: 20%`',
    );
  });
});

it('a must-pass case that failed is told first, and counted in the result', () => {
  const failed = report(
    [
      ...rows('key', 3, 1, 1, { mustPass: true }),
      ...rows('fell', 1, 1, 0.7, { mustPass: true }),
      ...rows('o', 20, 1, 1),
    ],
    {},
  );
  const comment = renderComment(failed, { marker: MARKER });
  expect(comment).toContain('### ❌ support: 1 of 4 must-pass cases failed: fell-0');
  expect(comment).toContain('1 of 4 must-pass cases failed: 1 scored lower');
  expect(buildResultJson(failed).suites[0]?.mustPass).toEqual({ failed: 1, of: 4 });
});
