import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RuleFinding } from '../../src/ports/decision.js';
import { renderConsole } from '../../src/report/console.js';
import { inertForLog } from '../../src/report/console-text.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';
import { hostileText, UNSEEN } from './hostile-text.js';
import { SCENARIOS } from './scenarios.js';

function scenario(name: string): string {
  return renderConsole(SCENARIOS[name]?.() ?? createReport(), { color: false });
}

describe('renderConsole', () => {
  test.each(['regression', 'outage', 'two-suites', 'no-baseline'])('%s', async (name) => {
    await expect(scenario(name)).toMatchFileSnapshot(`goldens/console-${name}.txt`);
  });

  test('says the decision first', () => {
    expect(scenario('regression').split('\n')[0]).toBe('support: fail: regression');
  });

  test('says once of all findings that were not measured again that they were not', () => {
    const warns = (line: string, unsettled = true): RuleFinding => ({
      rule: 'case',
      outcome: 'warns',
      line,
      ...(unsettled ? { unsettled } : {}),
    });
    const said = (findings: readonly RuleFinding[]) =>
      renderConsole(
        createReport({ suites: [createSuiteReport({ decision: createDecision({ findings }) })] }),
        {
          color: false,
        },
      ).match(/^ {2}! .*$/gm);
    expect(said([warns('One.'), warns('Two.', false), warns('Three.')])).toEqual([
      '  ! Two.',
      '  ! One.',
      '  ! Three. The last 2 points were not checked again, because the decision is the same either way.',
    ]);
    expect(said([warns('One.')])).toEqual([
      '  ! One. This was not checked again, because the decision is the same either way.',
    ]);
  });

  test('tells what held after all that did not', () => {
    const of = (outcome: RuleFinding['outcome']): RuleFinding => ({
      rule: 'case',
      outcome,
      line: `It ${outcome}.`,
    });
    const findings = [of('holds'), of('warns'), of('fails')];
    const decision = createDecision({ outcome: 'fail', because: ['regression'], blocking: true, findings });
    const said = renderConsole(createReport({ suites: [createSuiteReport({ decision })] }), { color: false });
    expect(said.match(/^ {2}. It .*$/gm)).toEqual(['  ✗ It fails.', '  ! It warns.', '  ✓ It holds.']);
  });

  test('shows no score where an error left nothing to rely on', () => {
    expect(scenario('outage')).not.toMatch(/\d\.\d\d/);
  });

  test('uses colour only when asked to', () => {
    const report = createReport();
    const colours = new RegExp(String.raw`${String.fromCharCode(27)}\[\d+m`, 'g');
    expect(renderConsole(report, { color: true })).toMatch(colours);
    expect(renderConsole(report, { color: true }).replace(colours, '')).toBe(
      renderConsole(report, { color: false }),
    );
  });

  test.each([
    ['no-change', '32'],
    ['no-baseline', '33'],
    ['regression', '31'],
  ])('the decision of %s has the colour %s', (name, colour) => {
    const text = renderConsole(SCENARIOS[name]?.() ?? createReport(), { color: true });
    expect(text.startsWith(`${String.fromCharCode(27)}[${colour}m`)).toBe(true);
  });

  test('foreign text has no control characters and is no workflow command', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const pair = createPairedCase(text, {
          input: text,
          headScores: [10],
          statements: [createStatementChange({ text, reason: text })],
        });
        const suite = createSuiteReport({
          suite: text,
          notes: [{ kind: 'problem', problem: text }],
          comparison: createComparison({ pairs: [pair] }),
        });
        const output = renderConsole(
          createReport({ suites: [suite], notices: [{ kind: 'problem', problem: text }] }),
          { color: false },
        );
        expect(output).not.toMatch(UNSEEN);
        expect(output).not.toMatch(/^\s*::|##\w*\[/m);
      }),
    );
  });
});

describe('inertForLog', () => {
  test.each([
    ['a command', '::error::x', ':\u200b:error::x'],
    ['a command behind white space', 'a\n  ::set-output name=x::y', 'a\n  :\u200b:set-output name=x::y'],
    ['a command of the old form', 'a ##[error]x', 'a ##\u200b[error]x'],
    ['a command of another runner', '##vso[task.complete]', '##\u200bvso[task.complete]'],
    ['an escape sequence', '\u001b[2J', '␛[2J'],
    ['a command behind a carriage return', 'a\r::error::x', 'a\n:\u200b:error::x'],
  ])('takes the force of %s', (_, text, expected) => {
    expect(inertForLog(text)).toBe(expected);
  });

  test('leaves ordinary text', () => {
    expect(inertForLog('std::vector a: b\n# x')).toBe('std::vector a: b\n# x');
  });
});

describe('what several cases share is said once', () => {
  const lines = (suite: Parameters<typeof createSuiteReport>[0]) =>
    renderConsole(createReport({ suites: [createSuiteReport(suite)] }), { color: false }).split('\n');

  test('a statement, with the cases that have it; what only one has stands with that case', () => {
    const pairs = Array.from({ length: 9 }, (_, index) =>
      createPairedCase(`case-${index + 1}`, {
        headScores: [50],
        statements: [
          createStatementChange({ text: 'Buy now!', reason: 'An advertisement.' }),
          ...(index === 4
            ? [
                createStatementChange({
                  kind: 'lost',
                  text: 'Ships on Monday.',
                  reason: '',
                  base: { runs: 3, of: 3 },
                }),
              ]
            : []),
        ],
      }),
    );
    const all = lines({ comparison: createComparison({ pairs }) });
    const at = all.findIndex((line) => line.includes('Buy now!'));
    expect(all.slice(at, at + 4)).toEqual([
      '  newly irrelevant in 9 cases: “Buy now!” — An advertisement.',
      '      case-5, case-1, case-2, case-3, case-4, case-6 and 3 more',
      expect.stringMatching(/^ {2}case-5 /),
      '    lost: “Ships on Monday.”',
    ]);
    expect(all.filter((line) => line.includes('Buy now!'))).toHaveLength(1);
  });

  test('the reason of several cases that no longer answer', () => {
    const unscored = ['a', 'b', 'c'].map((id) => ({
      id,
      input: id,
      kind: 'target' as const,
      reason: 'it crashed',
      noLongerAnswers: true,
    }));
    expect(lines({ comparison: createComparison({ unscored }) })).toContain(
      '  a, b and c no longer answer: it crashed',
    );
  });

  test('reasons that differ in what they quote of a case, once', () => {
    const unscored = ['a', 'b', 'c', 'd'].map((id) => ({
      id,
      input: id,
      kind: 'target' as const,
      reason: `the answer cannot be used: {"id": "${id}"}`,
      noLongerAnswers: true,
    }));
    const told = (rows: typeof unscored) =>
      lines({ comparison: createComparison({ unscored: rows }) }).filter((line) =>
        /answer cannot/.test(line),
      );
    expect(told(unscored)).toEqual([
      '  a, b, c and d no longer answer, for reasons such as: the answer cannot be used: {"id": "a"}',
    ]);
    expect(told(unscored.slice(1))).toHaveLength(3);
  });

  test('the reason of a case without a score once, where a finding has it', () => {
    const reason = 'the command gave no answer within 2 s';
    const unscored = [{ id: 'a', input: 'a', kind: 'timeout' as const, reason, noLongerAnswers: false }];
    const suite = createSuiteReport({});
    const findings = [
      { rule: 'errors' as const, outcome: 'warns' as const, line: `1 of 14 cases is left out: ${reason}.` },
    ];
    const told = (decision: typeof suite.decision) =>
      lines({ decision, comparison: createComparison({ unscored }) }).filter((line) => line.includes(reason));
    expect(told(suite.decision)).toHaveLength(1);
    expect(told({ ...suite.decision, findings })).toHaveLength(1);
  });

  test('the lowest cases, where none moved and the mean is below the threshold', () => {
    const pairs = [60, 50, 100].map((score, index) =>
      createPairedCase(`case-${index + 1}`, { baseScores: [score], headScores: [score] }),
    );
    const suite = createSuiteReport({});
    const told = (because: readonly 'threshold'[]) =>
      lines({
        comparison: createComparison({ pairs }),
        decision: { ...suite.decision, because },
      }).filter((line) => /^ {2}case-\d /.test(line));
    expect(told(['threshold'])).toEqual(['  case-2  0.50  0.50  0.00', '  case-1  0.60  0.60  0.00']);
    expect(told([])).toEqual([]);
  });

  test('a finding that the headline says in the same words, and a baseline that a finding tells', () => {
    const suite = createSuiteReport({});
    const headline = 'The mean fell. It is below the threshold.';
    const decision = {
      ...suite.decision,
      headline,
      findings: [
        { rule: 'mean' as const, outcome: 'fails' as const, line: 'The mean fell.' },
        { rule: 'baseline' as const, outcome: 'warns' as const, line: 'No baseline.' },
      ],
    };
    const baseline = {
      kind: 'none' as const,
      reason: 'absent' as const,
    };
    const all = lines({ decision, baseline });
    expect(all.filter((line) => line.includes('The mean fell.'))).toEqual([`  ${headline}`]);
    expect(all).toContain('  ! No baseline is stored.');
  });
});
