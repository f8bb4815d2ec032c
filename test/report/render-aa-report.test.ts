import { expect, test } from 'vitest';
import { AA_REPORT_FORMAT, type AaReport } from '../../src/ports/aa-check.js';
import { renderAaReport } from '../../src/report/render-aa-report.js';

const REPORT: AaReport = {
  format: AA_REPORT_FORMAT,
  version: 1,
  suite: 'support',
  scorer: 'answer-relevancy',
  judge: 'gpt-6-luna',
  means: { first: 0.91, second: 0.9 },
  pair: {
    outcome: 'pass',
    line: 'Mean relevancy 0.91 → 0.90 (2 cases, 3 runs each): less than the drop that counts.',
  },
  answerNoise: 0.0812,
  judgeNoise: { deviation: 0.031, answers: 6 },
  falseAlarms: {
    ...{ relabellings: 1000, cases: 2, baseRuns: 3, headRuns: 5 },
    ...{ mean: 20, spread: 3, byCase: 0, caseTakes: 4, short: 4 },
  },
  cases: [
    {
      id: 'refund',
      first: [1, 0.8, 1],
      second: [0.6, 1, 1],
      mean: 0.9,
      answerNoise: 0.16,
      judgeNoise: 0.04,
      answers: 6,
    },
    {
      id: 'hours',
      first: [1, 1, 1],
      second: [1, 1, 1],
      mean: 1,
      answerNoise: 0,
      judgeNoise: 0.004,
      answers: 1,
    },
    { id: 'calm', first: [1, 1, 1], second: [1, 1, 1], mean: 1, answerNoise: 0, judgeNoise: 0, answers: 1 },
  ],
  leftOut: ['broken'],
};

test('an A/A check in words and a table', () => {
  expect(renderAaReport(REPORT, true)).toMatchInlineSnapshot(`
    "support: 3 cases, run twice without a change, each time 3 runs a case; judge gpt-6-luna
      The gate says of the second run: pass. Mean relevancy 0.91 → 0.90 (2 cases, 3 runs each): less than the drop that counts.

      Answer noise 0.08: the score of one run usually lies so far from the mean of its case.
      Judge noise 0.03: the score of one answer usually moves so far when it is judged anew (6 answers judged a second time). It is part of the answer noise; verdicts that a run reuses do not add to it.
      False alarms, of 1,000 times that the runs of each case are dealt out at random, 3 as the base and up to 5 as the change:
        the mean: 20 (2.0 %)
        several cases clearly lower: 3 (0.3 %)
        a single case: none (fewer than 0.3 %)
        In 4 the gate wanted more runs than there are, and decided without them; a higher --repeat gives it more.

      The noisiest cases:
        case    mean  answer noise  judge noise                           scores
        refund  0.90          0.16         0.04  1.00 0.80 1.00 | 0.60 1.00 1.00
        hours   1.00          0.00        0.004  1.00 1.00 1.00 | 1.00 1.00 1.00

      Without a score in one of the runs, and left out: broken.
    "
  `);
});

test('what was not measured is said to be so', () => {
  const text = renderAaReport(
    {
      ...REPORT,
      answerNoise: 0,
      judgeNoise: null,
      falseAlarms: { ...REPORT.falseAlarms, headRuns: 3, mean: null, spread: 0, byCase: null, short: 0 },
      cases: REPORT.cases.slice(2),
      leftOut: [],
    },
    true,
  );
  expect(text).toContain('Answer noise: none');
  expect(text).toContain('Judge noise: not measured');
  expect(text).toContain('the mean: not tested, there are too few cases');
  expect(text).toContain('several cases clearly lower: none (fewer than 0.3 %)');
  expect(text).toContain('a single case: not measurable with 3 runs; --repeat 4 measures it');
  expect(text).not.toContain('noisiest');
  expect(text).not.toContain('left out');
  expect(renderAaReport({ ...REPORT, judgeNoise: { deviation: 0, answers: 1 } }, true)).toContain(
    'Judge noise: none; 1 answer judged a second time got the same score.',
  );
});

test('long lists are cut, and foreign text cannot speak for the program', () => {
  const [row] = REPORT.cases;
  const many = Array.from(
    { length: 14 },
    (_, index) => ({ ...row, id: `c${index}` }) as AaReport['cases'][number],
  );
  const text = renderAaReport(
    {
      ...REPORT,
      suite: '::error::x\u001b[31m',
      cases: many,
      leftOut: many.map(({ id }) => id),
    },
    true,
  );
  expect(text).toContain('and 4 cases more with some noise');
  expect(text).toContain('c0, c1, c2, c3, c4 and 9 more.');
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/^::error/m);
});
