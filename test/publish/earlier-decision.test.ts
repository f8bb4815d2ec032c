import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import type { BaselineUsed, Measured, Report } from '../../src/ports/report.js';
import { BANNER_BYTES, firstLines, joinStickyBody, splitStickyBody } from '../../src/publish/comment-body.js';
import {
  answersRun,
  buildEarlierDecision,
  type Memory,
  parseDecisionLine,
  renderDecisionLine,
} from '../../src/publish/earlier-decision.js';
import { buildOutputs } from '../../src/publish/outputs.js';
import { buildPublication } from '../../src/publish/publication.js';
import { findReusedDecision } from '../../src/publish/reused-decision.js';
import { renderAccepted } from '../../src/report/comment/banner.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { buildResultJson } from '../../src/report/result-json.js';
import { digest } from '../../src/text/hash.js';
import { createRedactor } from '../../src/text/redact.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';

const MARKER = '<!-- prompt-regression support 0123 -->';
const failed = createDecision({
  outcome: 'fail',
  because: ['regression'],
  blocking: true,
  status: 'failure',
  passed: false,
  headline: '2 cases no longer answer: the agent printed “forged verdict”.',
  shortLine: '2 cases no longer answer',
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

function remember(
  report: Report,
  fingerprints: ReadonlyMap<string, string> = new Map([['support', 'f1']]),
  measured: Memory['measured'] = [],
) {
  const decision = buildEarlierDecision({
    report,
    result: buildResultJson(report),
    memory: { fingerprints, measured },
    redact: createRedactor(['sk-0123456789']),
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
    const places = { commentUrl: 'u', reportPath: 'r', resultsFile: 'f', resultJson: '{}' };
    const memory = { fingerprints: new Map([['support', 'f1']]), measured: [] };
    const run = { report: regressed, records: [], memory };
    const first = buildPublication(run, (text) => text);
    const sticky = { url: 'u', body: { marker: MARKER, decision: remembered, banner: null, report: '' } };
    const reused = findReusedDecision(
      { sticky },
      {
        pullRequest: { number: 7, headSha: 'b'.repeat(40), baseRef: 'main' },
        fingerprints: memory.fingerprints,
      },
    );
    if (reused === null) throw new Error('nothing stands');
    expect(buildOutputs(reused.publication, places)).toEqual({
      ...buildOutputs(first, places),
      'total-tokens': '0',
    });
  });

  it('holds no text of a model, no case and no secret', () => {
    const told = createReport({ suites: [createSuiteReport({ suite: 'key sk-0123456789' })] });
    expect(JSON.stringify(remember(told))).not.toContain('sk-0123456789');
    const down = createDecision({
      outcome: 'inconclusive',
      headline: 'Not decided: forged.',
      shortLine: 'not evaluated: the provider said forged; re-run',
    });
    const undecided = createReport({ suites: [createSuiteReport({ decision: down })], overall: down });
    expect(JSON.stringify(remember(undecided))).not.toContain('forged');
    const text = JSON.stringify(remember(regressed));
    for (const foreign of ['forged', 'founder', 'question a', '"id"']) expect(text).not.toContain(foreign);
  });

  it('is whole where a secret is a word of ours, or the name of a suite', () => {
    const redact = createRedactor(['threshold', 'fingerprint', 'support', 'evaluated']);
    const memory = { fingerprints: new Map([['support', 'f1']]), measured: [] };
    const { comment } = buildPublication({ report: regressed, records: [], memory }, redact);
    const body = 'body' in comment ? redact(comment.body(MARKER)) : '';
    expect(splitStickyBody(body).decision?.suites).toMatchObject([{ suite: 'support', fingerprint: 'f1' }]);
  });

  it('is whole of a hundred suites, and of more still what was measured', () => {
    const names = Array.from({ length: 400 }, (_, index) => `suite ${index} ${Math.sin(index)}`);
    const fingerprints = new Map(names.map((name) => [name, digest(name)]));
    const many = (length: number) => {
      const suites = names
        .slice(0, length)
        .map((suite) => createSuiteReport({ suite, decision: failed, measured: ['fail'] }));
      const line = renderDecisionLine(remember(createReport({ suites, overall: failed }), fingerprints));
      return { line, kept: parseDecisionLine(line) };
    };
    const { kept } = many(100);
    expect([
      kept?.suites.length,
      kept?.measured.length,
      answersRun(kept ?? remember(regressed), new Map([...fingerprints].slice(0, 100))),
    ]).toEqual([100, 100, true]);
    const { line, kept: rest } = many(400);
    expect(line.length).toBeLessThan(20_000);
    expect([rest?.suites, rest?.result.suites, rest?.measured.length]).toEqual([[], [], 100]);
    expect(answersRun(rest ?? remember(regressed), fingerprints)).toBe(false);
  });

  it('is nothing where there is no commit', () => {
    const report = createReport({ headSha: null });
    const result = buildResultJson(report);
    expect(
      buildEarlierDecision({
        report,
        result,
        memory: { fingerprints: new Map(), measured: [] },
        redact: (text) => text,
      }),
    ).toBeNull();
  });

  /** A decision with so much space behind it, which does not change what it says. */
  const packed = (space: string) => {
    const text = deflateRawSync(`${JSON.stringify(remember(regressed))}${space}`).toString('base64');
    return `<!-- prompt-regression-decision 1 ${text} -->`;
  };

  test('is read from what unpacks to a lot', () => {
    expect(parseDecisionLine(packed(' '.repeat(490_000)))).toEqual(remember(regressed));
  });

  test.each([
    ['another comment', '<!-- something else -->'],
    ['a version that is not known', '<!-- prompt-regression-decision 2 abcd -->'],
    ['what does not unpack', '<!-- prompt-regression-decision 1 abcd -->'],
    ['what is not a decision', renderDecisionLine({ ...remember(regressed), sha: 'main' }) ?? ''],
    ['what unpacks to more than 500,000 bytes', packed(' '.repeat(500_000))],
    ['anything beside it', `${renderDecisionLine(remember(regressed))} and more`],
    ['a decision that is cut', `${renderDecisionLine(remember(regressed))?.slice(0, 300)} -->`],
  ])('is not read from %s', (_, line) => {
    expect(parseDecisionLine(line)).toBeNull();
  });
});

describe('a remembered decision answers a run', () => {
  const baselineOf = (baseline: Partial<BaselineUsed>) =>
    createSuiteReport({ baseline: { ...createSuiteReport().baseline, ...baseline } as BaselineUsed });
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
    ['without a baseline yet', baselineOf({ kind: 'none', reason: 'absent' }), false],
    ['with a base that could not be measured', baselineOf({ kind: 'none', reason: 'broken-base' }), false],
    ['without one by wish', baselineOf({ kind: 'none', reason: 'switched-off' }), true],
    ['of a new prompt', baselineOf({ kind: 'none', reason: 'new-prompt' }), true],
    ['with an unreadable one', baselineOf({ kind: 'unreadable' }), false],
  ] as const)('%s: %s', (_, suite, answers) => {
    if (suite === undefined) throw new Error('no suite');
    const remembered = remember(createReport({ suites: [suite] }));
    expect(answersRun(remembered, new Map([['support', 'f1']]))).toBe(answers);
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
    expect(answersRun(remember(regressed), new Map(fingerprints))).toBe(false);
  });

  test('never where no suite was remembered, or a suite without a fingerprint', () => {
    const { suites, ...rest } = remember(regressed);
    expect(answersRun({ ...rest, suites: [] }, new Map())).toBe(false);
    const nameless = suites.map((suite) => ({ ...suite, fingerprint: null }));
    expect(answersRun({ ...rest, suites: nameless }, new Map([['support', null]]))).toBe(false);
  });
});

describe('the parts of a comment', () => {
  const decision = remember(regressed);
  const report = '### report\n\n```\n<!-- end of prompt-regression-banner -->\n```\n';

  test.each([
    ['all of them', { marker: MARKER, decision, banner: '### Accepted\n\n> why', report }],
    ['no banner', { marker: MARKER, decision, banner: null, report }],
    ['no decision', { marker: MARKER, decision: null, banner: 'x', report }],
    ['a report alone', { marker: MARKER, decision: null, banner: null, report }],
  ])('%s come back as they were, whatever GitHub does to line ends', (_, parts) => {
    const body = joinStickyBody(parts);
    expect(body.startsWith(`${MARKER}\n`)).toBe(true);
    expect(splitStickyBody(body)).toEqual(parts);
    expect(splitStickyBody(body.replaceAll('\n', '\r\n'))).toEqual(parts);
  });

  it('are told apart by their place: a report that quotes a decision decides nothing', () => {
    const quoted = joinStickyBody({
      marker: MARKER,
      decision: null,
      banner: null,
      report: `\`\`\`\n${renderDecisionLine(decision)}\n\`\`\`\n`,
    });
    expect(splitStickyBody(quoted).decision).toBeNull();
  });

  it('fit a comment of 60,000 bytes together, with the longest banner', () => {
    const pairs = Array.from({ length: 3_000 }, (_, index) =>
      createPairedCase(`case-${index}`, { headScores: [index % 90], statements: [createStatementChange()] }),
    );
    const many = createReport({
      suites: [createSuiteReport({ decision: failed, comparison: createComparison({ pairs }) })],
    });
    const marker = firstLines(MARKER, remember(many));
    const body = renderComment(many, { marker, limitBytes: 60_000 - BANNER_BYTES });
    const { report: rest } = splitStickyBody(body);
    const by = 'a'.repeat(39);
    const banner = renderAccepted({ by, reason: '$@#<'.repeat(500), sha: 'a'.repeat(40), hasReport: true });
    const whole = joinStickyBody({
      marker: MARKER,
      decision: { ...remember(many), accepted: { by, into: 'main' } },
      banner,
      report: rest,
    });
    expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(60_000);
    expect(Buffer.byteLength(whole)).toBeGreaterThan(50_000);
  });
});

describe('how often a head was measured', () => {
  const MORE: Measured = { fingerprint: 'other', outcomes: ['fail', 'pass'] };
  const keep = (suite: Report['suites'][number], measured: Memory['measured'] = []) => {
    const report = createReport({ suites: [suite] });
    const line = renderDecisionLine(remember(report, new Map([['support', 'f1']]), measured));
    return parseDecisionLine(line)?.measured ?? [];
  };
  const again = createSuiteReport({ measured: ['fail', 'inconclusive', 'pass'] });

  it('is known by its fingerprint, beside other heads', () => {
    const now = { fingerprint: 'f1', outcomes: ['fail', 'inconclusive', 'pass'] };
    expect(keep(again, [MORE, { fingerprint: 'f1', outcomes: ['fail', 'inconclusive'] }])).toEqual([
      now,
      MORE,
    ]);
  });

  it('stays as it was where nothing was measured', () => {
    const unchanged = {
      kind: 'unchanged',
      suite: 'support',
      decision: createDecision({}),
      notes: [],
    } as const;
    expect(keep(unchanged, [MORE])).toEqual([MORE]);
  });

  it('is of a hundred suites and heads at most', () => {
    const many = Array.from({ length: 105 }, (_, index) => ({ ...MORE, fingerprint: `p${index}` }));
    const kept = keep(again, many);
    expect([kept.length, kept[0]?.fingerprint, kept.at(-1)?.fingerprint]).toEqual([100, 'f1', 'p98']);
  });
});
