import { describe, expect, it } from 'vitest';
import type { Comparison, PairedCase } from '../../src/model/comparison.js';
import type { Decision, Finding } from '../../src/model/finding.js';
import type { EvaluatedSuite, Report } from '../../src/model/report.js';
import { renderComment, renderSummary } from '../../src/report/comment/render-comment.js';
import { renderConsole } from '../../src/report/console.js';
import { renderHtml } from '../../src/report/html/render-html.js';
import { markdown } from '../../src/report/markdown.js';
import {
  createCase,
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  createReport,
  createSample,
  createSuiteReport,
  SCORER,
} from '../support/records.js';
import { REPORTS } from './reports.js';

const ALIGNMENT = 'prompt-alignment';
const LINE = 'Mention Lamp Club in every answer.';

/** The one suite of a report of `REPORTS`. */
function suiteOf(name: string): { readonly report: Report; readonly suite: EvaluatedSuite } {
  const report = REPORTS[name]?.();
  const [suite] = report?.suites ?? [];
  if (report === undefined || suite?.kind !== 'evaluated') throw new Error(`there is no report ${name}`);
  return { report, suite };
}

type ScorerChange = {
  readonly scorer: string;
  readonly decision?: Decision;
  readonly change?: Partial<PairedCase>;
};

/** The suite with more scorers, whose scores are the highest in every answer unless changed. */
function addScorers(name: string, ...others: readonly ScorerChange[]): Report {
  const { report, suite } = suiteOf(name);
  const quiet = { baseScores: [100], headScores: [100], headCaseScores: [], statements: [], facts: [] };
  const scorers = others.map(({ scorer, decision = createDecision(), change = {} }) => {
    const pairs = suite.comparison.pairs.map(({ id, input, baseAnswer, headAnswer }) =>
      createPairedCase(id, { input, baseAnswer, headAnswer, ...quiet, ...change }),
    );
    const comparison: Comparison = createComparison({ scorer, pairs });
    return { scorer, decision, comparison };
  });
  const { decision, comparison } = suite;
  const own = { scorer: SCORER, decision, comparison };
  return { ...report, suites: [{ ...suite, scorers: [own, ...scorers] }] };
}

/** Every rendering without colours. */
function renderAll(report: Report): readonly string[] {
  return [
    renderComment(report, { marker: markdown`<!-- m -->` }),
    renderSummary(report),
    renderConsole(report, { color: false }),
    renderHtml(report),
  ];
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe('a scorer that saw nothing, beside one that did', () => {
  it.each(['red-same-sentence', 'red-explained', 'yellow-dropped-facts'])(
    '%s: says so of its scores alone',
    (name) => {
      const report = addScorers(name, { scorer: ALIGNMENT });
      for (const text of renderAll(report)) {
        expect(text).not.toMatch(/no answer changed|All answers/);
        expect(text).toContain('no score changed');
        expect(text).not.toContain('add a case to the dataset whose answer depends on it');
      }
    },
  );

  it('says so, too, if the other one only saw a lower score that blocks nothing', () => {
    const report = addScorers('green', { scorer: ALIGNMENT, change: { headScores: [90] } });
    for (const text of renderAll(report)) expect(text).not.toMatch(/All answers/);
  });

  it('is one line of the terminal', () => {
    const lines = renderConsole(addScorers('red-same-sentence', { scorer: ALIGNMENT }), {
      color: false,
    }).split('\n');
    const at = lines.findIndex((line) => line.startsWith('✅ support · prompt alignment'));
    expect(lines[at]).toContain('no score changed');
    expect(lines.slice(at + 1).filter((line) => line !== '')).toEqual([expect.stringMatching(/^Next: /)]);
  });
});

it('facts that were not checked further, because another scorer had failed, are not said to be kept', () => {
  const facts: Finding = {
    rule: 'facts',
    outcome: 'info',
    unconfirmed: 'not-asked',
    caseIds: ['case-1', 'case-2', 'case-3'],
    facts: [],
    numbers: { confirmed: 0, saysOtherwise: 0, dropped: 0, partlyDropped: 0, needed: 3 },
  };
  const decision = createDecision({ findings: [facts] });
  const report = addScorers('red-same-sentence', { scorer: ALIGNMENT, decision });
  for (const text of renderAll(report)) {
    expect(text).toContain(
      '3 of 12 answers may have lost a fact, not checked further: the check had failed already',
    );
    expect(text).not.toContain('no answer got worse');
  }
});

describe('the changed lines of a suite', () => {
  it('are shown once, with the scorer that got worse', () => {
    const report = addScorers('red-same-sentence', { scorer: ALIGNMENT }, { scorer: 'tone' });
    const text = renderConsole(report, { color: false });
    expect(count(text, LINE)).toBe(1);
    expect(text.indexOf(LINE)).toBeLessThan(text.indexOf('prompt alignment'));
    for (const each of renderAll(report)) expect(each).not.toContain('Changed:');
  });

  it('are a place alone with the second scorer that got worse', () => {
    const { suite } = suiteOf('red-same-sentence');
    const report = addScorers('red-same-sentence', {
      scorer: ALIGNMENT,
      decision: suite.decision,
      change: { headScores: [0], baseCaseScores: [100], headCaseScores: [0, 0] },
    });
    const text = renderConsole(report, { color: false });
    expect(count(text, LINE)).toBe(1);
    expect(text).toContain('Caused by prompts/support.md line 3, the only change to the prompt.');
    const [comment = ''] = renderAll(report);
    expect(count(comment, LINE)).toBe(1);
  });

  it('were tested once, and are a place alone with the second scorer', () => {
    const { suite } = suiteOf('red-explained');
    const report = addScorers('red-explained', {
      scorer: ALIGNMENT,
      decision: suite.decision,
      change: { headScores: [0], baseCaseScores: [100], headCaseScores: [0, 0] },
    });
    const text = renderConsole(report, { color: false });
    expect(count(text, 'Tested on')).toBe(1);
    expect(count(text, 'Close every answer with a word')).toBe(1);
    expect(count(text, 'Caused by prompts/support.md line 3')).toBe(2);
  });

  it('are shown with the scorer that got better, if none got worse', () => {
    const change = { baseScores: [50], headScores: [100] };
    const text = renderConsole(addScorers('green', { scorer: ALIGNMENT, change }), { color: false });
    expect(count(text, 'prompts/support.md line 3')).toBe(1);
    expect(text.indexOf('prompts/support.md line 3')).toBeGreaterThan(text.indexOf('· prompt alignment'));
  });

  it('are shown once, with the first scorer, if no scorer saw a difference', () => {
    const text = renderConsole(addUnnoticed('We open at nine.', ['tone', ALIGNMENT]), { color: false });
    expect(count(text, 'With this change, all answers are the same:')).toBe(1);
    expect(count(text, 'no answer changed ·')).toBe(3);
  });

  it('are not shown if nothing was compared', () => {
    const { report, suite } = suiteOf('green');
    for (const because of ['first', 'absent', 'new-prompt', 'base-not-set-up'] as const) {
      const first = { ...report, suites: [{ ...suite, baseline: { kind: 'none', because } as const }] };
      expect(renderConsole(first, { color: false })).not.toContain('Changed:');
    }
  });
});

/** The agent answers the same before and after, or with these words after. */
function addUnnoticed(output: string, scorers: readonly string[]): Report {
  const answer = { status: 'answered', output: 'We open at nine.', toolCalls: [] } as const;
  const pair = createPairedCase('a', {
    baseScores: [100],
    headScores: [100],
    baseAnswer: answer,
    headAnswer: { ...answer, output },
  });
  const recordOf = (text: string) =>
    createRecord({ cases: [createCase('a', { samples: [createSample({ output: text })] })] });
  const all = [SCORER, ...scorers].map((scorer) => ({
    scorer,
    decision: createDecision(),
    comparison: createComparison({ scorer, pairs: [pair] }),
  }));
  const suite = createSuiteReport({
    comparison: createComparison({ pairs: [pair] }),
    base: recordOf('We open at nine.'),
    head: recordOf(output),
    changedFiles: [{ path: 'p.md', role: 'prompt', before: 'Be brief.', after: 'Be short.' }],
  });
  return createReport({ suites: [scorers.length === 0 ? suite : { ...suite, scorers: all }] });
}

it('answers with another sentence are not the same, whatever all scorers say', () => {
  const text = renderConsole(addUnnoticed('We open at nine. On Sundays at ten.', ['tone']), { color: false });
  expect(count(text, 'no score changed')).toBe(2);
  expect(count(text, 'With this change, all answers score the same:')).toBe(1);
  expect(text).not.toMatch(/answer changed|the same,|as before/);
});

describe('a first run of several suites and scorers', () => {
  const SAID = 'There is nothing to compare with yet, and no `threshold` is set, so nothing can fail.';
  const answer = { status: 'answered', output: 'We open at nine.', toolCalls: [] } as const;
  const baseline = { kind: 'none', because: 'absent' } as const;
  const missing: Finding = { rule: 'baseline', outcome: 'info', caseIds: [], obstacle: null, baseline };
  const build = (scores: readonly number[], findings: readonly Finding[] = []): Report => {
    const added = scores.map((score, at) => ({ id: `q${at}`, input: `When is ${at}?`, score, answer }));
    const scorers = [SCORER, 'tone', ALIGNMENT].map((scorer, at) => ({
      scorer,
      decision: createDecision({ findings: at === 1 ? [missing, ...findings] : [missing] }),
      comparison: createComparison({ scorer, pairs: [], added }),
    }));
    const [first] = scorers;
    if (first === undefined) throw new Error('there are three');
    const suites = ['desk', 'faq'].map((suite) => createSuiteReport({ ...first, suite, baseline, scorers }));
    return createReport({ suites, pullRequest: { number: 7, headSha: 'c'.repeat(40), baseRef: 'main' } });
  };

  it('says once that nothing is compared, and has a line for each with its score', () => {
    const report = build([100, 100]);
    for (const text of renderAll(report)) expect(count(text.replaceAll(/<\/?code>/g, '`'), SAID)).toBe(1);
    const lines = renderConsole(report, { color: false }).split('\n');
    expect(lines.filter((line) => /: no baseline to compare with yet · .* 1\.00$/.test(line))).toHaveLength(
      6,
    );
    expect(lines.filter((line) => line.startsWith('Next:'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('answers scored'))).toHaveLength(1);
  });

  it('still says of each how many answers are below the highest score, and names no line to undo', () => {
    const text = renderConsole(build([50, 100]), { color: false });
    expect(count(text, '2 answers scored. 1 of them did not get the highest score')).toBe(6);
    expect(text).not.toMatch(/if this matters/i);
  });

  const threshold = {
    rule: 'threshold',
    outcome: 'info',
    caseIds: [],
    numbers: { mean: 1, threshold: 0.9, cases: 2, runs: 1 },
  } as const;

  it.each<[what: string, finding: Finding, sentence: string]>([
    ['a threshold', threshold, 'yet, so only the `threshold` can fail.'],
    ['a threshold of a group', { ...threshold, tag: 'refunds' }, 'yet, so only a `threshold` can fail.'],
    ['on-missing-baseline: fail', { ...missing, outcome: 'fails' }, 'There is nothing to compare with yet. '],
  ])('says so again of a scorer with %s', (_, finding, sentence) => {
    const text = renderConsole(build([100, 100], [finding]), { color: false });
    expect(count(text, SAID)).toBe(1);
    expect(count(text, sentence)).toBe(1);
  });
});
