import { describe, expect, it, test } from 'vitest';
import type { ChosenBaseline } from '../../src/model/baseline.js';
import type { Report } from '../../src/model/report.js';
import { joinComment, splitComment } from '../../src/publish/comment-body.js';
import {
  buildEarlierDecision,
  coversRun,
  parseDecisionLine,
  renderDecisionLine,
} from '../../src/publish/earlier-decision.js';
import { buildOutputs } from '../../src/publish/outputs.js';
import { buildPublication } from '../../src/publish/publication.js';
import { buildResultJson } from '../../src/publish/result-json.js';
import { findReusedDecision } from '../../src/publish/reused-decision.js';
import { markdown, readOwnComment } from '../../src/report/markdown.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';

const MARKER = markdown`<!-- prompt-regression support 0123 -->`;
const failed = createDecision({
  outcome: 'fail',
  because: ['regression'],
  blocking: true,
  status: 'failure',
  passed: false,
  findings: [
    {
      rule: 'no-longer-answers',
      outcome: 'fails',
      caseIds: ['a', 'b'],
      what: 'answer',
      reason: 'the agent printed “forged verdict”',
    },
  ],
});
const regressed = createReport({
  suites: [
    createSuiteReport({
      decision: failed,
      comparison: createComparison({
        pairs: [
          createPairedCase('a', {
            baseScores: [91],
            headScores: [62],
            statements: [createStatementChange()],
          }),
          createPairedCase('b', { baseScores: [91], headScores: [91] }),
          createPairedCase('c', { baseScores: [33], headScores: [34] }),
        ],
      }),
    }),
  ],
  overall: failed,
});

function remember(report: Report, fingerprints: ReadonlyMap<string, string> = new Map([['support', 'f1']])) {
  const decision = buildEarlierDecision({
    report,
    result: buildResultJson(report),
    fingerprints,
  });
  if (decision === null) throw new Error('nothing to remember');
  return decision;
}

describe('what a comment remembers', () => {
  it('comes back from its line as it was, and gives the outputs of the first run', () => {
    const remembered = remember(regressed);
    const line = renderDecisionLine(remembered) ?? '';
    expect(line).toMatch(/^<!-- prompt-regression-decision 1 [A-Za-z0-9+/=]+ -->$/);
    expect(parseDecisionLine(line)).toEqual(remembered);
    const places = { commentUrl: 'u', reportPath: 'r', htmlPath: 'h', resultsFile: 'f', resultJson: '{}' };
    const fingerprints = new Map([['support', 'f1']]);
    const run = { report: regressed, records: [], fingerprints };
    const first = buildPublication(run, (text) => text);
    const sticky = {
      url: 'u',
      body: { marker: MARKER, decision: remembered, banner: null, report: markdown`` },
    };
    const reused = findReusedDecision(sticky, {
      pullRequest: { number: 7, headSha: 'b'.repeat(40), baseRef: 'main' },
      fingerprints,
    });
    if (reused === null) throw new Error('nothing stands');
    expect(buildOutputs(reused.publication, places)).toEqual({
      ...buildOutputs(first, places),
      'total-tokens': '0',
    });
  });

  it('holds no text of a model and no case', () => {
    const down = createDecision({
      outcome: 'inconclusive',
      unmeasured: { kind: 'not-evaluated', reasons: ['the provider said forged'] },
    });
    const undecided = createReport({ suites: [createSuiteReport({ decision: down })], overall: down });
    expect(JSON.stringify(remember(undecided))).not.toContain('forged');
    const text = JSON.stringify(remember(regressed));
    for (const foreign of ['forged', 'founder', 'question a', '"id"']) expect(text).not.toContain(foreign);
  });

  test.each([
    ['another comment', '<!-- something else -->'],
    ['a version that is not known', '<!-- prompt-regression-decision 2 abcd -->'],
    ['what does not unpack', '<!-- prompt-regression-decision 1 abcd -->'],
    ['what is not a decision', renderDecisionLine({ ...remember(regressed), sha: 'main' }) ?? ''],
    ['anything beside it', `${renderDecisionLine(remember(regressed))} and more`],
    ['a decision that is cut', `${renderDecisionLine(remember(regressed))?.slice(0, 300)} -->`],
  ])('is not read from %s', (_, line) => {
    expect(parseDecisionLine(line)).toBeNull();
  });
});

describe('a remembered decision answers a run', () => {
  const baselineOf = (baseline: Partial<ChosenBaseline>) =>
    createSuiteReport({ baseline: { ...createSuiteReport().baseline, ...baseline } as ChosenBaseline });
  const inconclusive = createDecision({ outcome: 'inconclusive', because: ['error'], passed: false });

  test.each([
    ['of the same files', regressed.suites[0], true],
    [
      'that had nothing to run',
      { kind: 'unchanged', suite: 'support', decision: createDecision(), notes: [] },
      true,
    ],
    ['not decided', createSuiteReport({ decision: inconclusive }), false],
    ['not evaluated', { kind: 'not-evaluated', suite: 'support', decision: inconclusive, notes: [] }, false],
    ['against a stale baseline', baselineOf({ stale: true }), false],
    ['without a baseline yet', baselineOf({ kind: 'none', because: 'absent' }), false],
    ['with a base that could not be measured', baselineOf({ kind: 'none', because: 'broken-base' }), false],
    ['without one by wish', baselineOf({ kind: 'none', because: 'switched-off' }), true],
    ['of a new prompt', baselineOf({ kind: 'none', because: 'new-prompt' }), true],
    ['with an unreadable one', baselineOf({ kind: 'unreadable' }), false],
  ] as const)('%s: %s', (_, suite, answers) => {
    if (suite === undefined) throw new Error('no suite');
    const remembered = remember(createReport({ suites: [suite] }));
    expect(coversRun(remembered, new Map([['support', 'f1']]))).toBe(answers);
  });

  test.each([
    ['another fingerprint', [['support', 'f2']]],
    ['another suite', [['billing', 'f1']]],
    [
      'one suite more',
      [
        ['support', 'f1'],
        ['billing', 'f1'],
      ],
    ],
    [
      'one suite more, of which that is not known',
      [
        ['support', 'f1'],
        ['billing', null],
      ],
    ],
    ['no suite', []],
  ] as const)('never with %s', (_, fingerprints) => {
    expect(coversRun(remember(regressed), new Map(fingerprints))).toBe(false);
  });

  test('never without a remembered suite, or with a suite without a fingerprint', () => {
    const remembered = remember(regressed);
    expect(coversRun({ ...remembered, fingerprints: {} }, new Map())).toBe(false);
    const unknown = { ...remembered, fingerprints: { support: null } };
    expect(coversRun(unknown, new Map([['support', null]]))).toBe(false);
  });
});

describe('the parts of a comment', () => {
  const decision = remember(regressed);
  const report = markdown`### report\n\n\`\`\`\n<!-- end of prompt-regression-banner -->\n\`\`\`\n`;

  test.each([
    ['all of them', { marker: MARKER, decision, banner: markdown`### Accepted\n\n> why`, report }],
    ['no banner', { marker: MARKER, decision, banner: null, report }],
    ['no decision', { marker: MARKER, decision: null, banner: markdown`x`, report }],
    ['a report alone', { marker: MARKER, decision: null, banner: null, report }],
  ])('%s come back as they were, whatever GitHub does to line ends', (_, parts) => {
    const body = joinComment(parts);
    expect(body.startsWith(`${MARKER}\n`)).toBe(true);
    expect(splitComment(body)).toEqual(parts);
    expect(splitComment(readOwnComment({ body: body.replaceAll('\n', '\r\n'), writtenByUs: true }))).toEqual(
      parts,
    );
  });

  it('are recognised by their position: a report that quotes a decision decides nothing', () => {
    const quoted = joinComment({
      marker: MARKER,
      decision: null,
      banner: null,
      report: markdown`\`\`\`\n${renderDecisionLine(decision)}\n\`\`\`\n`,
    });
    expect(splitComment(quoted).decision).toBeNull();
  });
});
