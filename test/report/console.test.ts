import { expect, it } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { renderConsole } from '../../src/report/console.js';
import { REPORTS } from './reports.js';

/** The agent fails at three questions for two reasons. */
function createCrashes(): Report {
  const report = REPORTS['red-no-longer-answers']?.();
  const [suite] = report?.suites ?? [];
  if (report === undefined || suite?.kind !== 'evaluated') throw new Error('there is no such report');
  const timeout = 'no answer after 30 s';
  const reasons = new Map([
    ['case-3', 'the table of orders is locked'],
    ['case-5', timeout],
    ['case-9', 'the table of orders is locked'],
  ]);
  const worse = [...reasons.keys()];
  const { comparison, decision } = suite;
  return {
    ...report,
    suites: [
      {
        ...suite,
        decision: {
          ...decision,
          worse,
          findings: [
            { rule: 'no-longer-answers', outcome: 'fails', caseIds: worse, what: 'answer', reason: timeout },
          ],
        },
        comparison: {
          ...comparison,
          pairs: comparison.pairs.map((pair) =>
            reasons.has(pair.id)
              ? { ...pair, headScores: [], head: null, delta: null, headAnswer: null }
              : pair,
          ),
          unscored: [...reasons].map(([id, reason]) => ({
            id,
            input: '',
            kind: 'target' as const,
            reason,
            noLongerAnswers: true,
          })),
        },
      },
    ],
  };
}

it('questions without an answer are grouped by the error', () => {
  expect(renderConsole(createCrashes(), { color: false })).toContain(
    [
      'Question                        Error now, also when asked again',
      '  Which bulb fits the desk lamp?  The table of orders is locked',
      '  Can I pay by invoice?',
      '  Do you ship to Norway?          No answer after 30 s',
      '',
    ].join('\n'),
  );
});

it('a question whose recorded answer is an error is not said to have been asked again', () => {
  const report = createCrashes();
  const suites = report.suites.map((suite) =>
    suite.kind === 'evaluated' ? { ...suite, answersFile: 'answers.jsonl' } : suite,
  );
  const text = renderConsole({ ...report, suites }, { color: false });
  expect(text).toMatch(/^Question +Error now$/m);
});
