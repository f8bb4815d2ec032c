import { expect, test } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import type { Line } from '../../src/report/model/blocks.js';
import { explainFindings } from '../../src/report/model/finding-words.js';
import { buildMeasureWords } from '../../src/scorers/measure-words.js';
import { createDecision } from '../support/records.js';

test.each([
  [true, 'The mean fell from 0.90 to 0.89', 'fell'],
  [false, 'The mean rose from 0.10 to 0.11', 'rose'],
])('a pass says how small a change for the worse it notices: %s', (higherIsBetter, moved, worse) => {
  const words = buildMeasureWords({ id: 'own', use: 'own', higherIsBetter });
  const ran = { cases: 30, baseRuns: 3, headRuns: 3 };
  const numbers = { ...ran, base: 0.9, head: 0.89, drop: 0.01, maxDrop: 0.02, p: 0.4, pToday: null };
  const power = { noticeable: 0.04 };
  const findings: Finding[] = [{ rule: 'mean', outcome: 'info', caseIds: [], numbers, power }];
  const [line = []] = explainFindings(createDecision({ findings }), {
    words,
    sides: ['main', 'this PR'],
    askedAgain: new Set(),
    askedAtBase: new Set(),
    threshold: null,
    hasFailed: false,
  });
  expect(textOf(line)).toBe(
    `▫️ Mean: ${moved} (30 cases, 3 answers each on main and 3 on this PR). If every answer ${worse} by 0.04, at least 8 of 10 runs would notice.`,
  );
});

test('the mean has as many digits as it takes to see on which side of the threshold it is', () => {
  const words = buildMeasureWords({ id: 'own', use: 'own', higherIsBetter: true });
  const ran = { cases: 30, baseRuns: 3, headRuns: 3, drop: 0.009, maxDrop: 0.02, p: 0.4, pToday: null };
  const mean: Finding = {
    rule: 'mean',
    outcome: 'info',
    caseIds: [],
    numbers: { ...ran, base: 0.967, head: 0.958 },
  };
  const facts = {
    words,
    sides: ['main', 'this PR'],
    askedAgain: new Set<string>(),
    askedAtBase: new Set<string>(),
    hasFailed: true,
  } as const;
  const explain = (threshold: number | null) =>
    textOf(explainFindings(createDecision({ findings: [mean] }), { ...facts, threshold })[0] ?? []);
  expect(explain(97)).toContain('fell from 0.967 to 0.958');
  expect(explain(null)).toContain('fell from 0.97 to 0.96');
});

type Rise = Extract<Finding, { rule: 'cost' | 'time' }>;

const ROSE = { unit: 'seconds', base: 1.2, head: 1.9, limit: 0.5, cases: 12 } as const;

test.each<[string, Pick<Rise, 'rule' | 'outcome'> & { numbers: Rise['numbers'] }, string]>([
  [
    'a time that rose too much',
    { rule: 'time', outcome: 'fails', numbers: ROSE },
    '❌ Time (decided): The median time of an answer rose from 1.2 s to 1.9 s (+58%), more than `max-time-rise: 50%`.',
  ],
  [
    'a time within its limit',
    { rule: 'time', outcome: 'info', numbers: { ...ROSE, base: 12.4, head: 11.1, limit: 0.125 } },
    '▫️ Time: The median time of an answer fell from 12 s to 11 s (−10%), within `max-time-rise: 12.5%`.',
  ],
  [
    'a cost that rose too much',
    { rule: 'cost', outcome: 'fails', numbers: { ...ROSE, unit: 'amount', base: 0.000123, head: 0.0002 } },
    '❌ Cost (decided): The median cost of 1,000 answers rose from 0.12 to 0.20 (+63%), more than `max-cost-rise: 50%`.',
  ],
  [
    'a high cost',
    { rule: 'cost', outcome: 'info', numbers: { ...ROSE, unit: 'amount', base: 1.25, head: 1.254 } },
    '▫️ Cost: The median cost of 1,000 answers rose from 1250.00 to 1254.00 (+0%), within `max-cost-rise: 50%`.',
  ],
  [
    'tokens, without prices',
    { rule: 'cost', outcome: 'worse', numbers: { ...ROSE, unit: 'tokens', base: 1_000, head: 2_000.4 } },
    '🟡 Cost (decided): The median number of tokens of an answer rose from 1,000 to 2,000 (+100%), more than `max-cost-rise: 50%`.',
  ],
  [
    'a base without times',
    { rule: 'time', outcome: 'info', numbers: { ...ROSE, base: null } },
    '▫️ Time: `max-time-rise: 50%` was not checked: the median time of an answer is not known for main.',
  ],
  [
    'a head without times',
    { rule: 'time', outcome: 'info', numbers: { ...ROSE, head: null } },
    '▫️ Time: `max-time-rise: 50%` was not checked: the median time of an answer is not known for this PR.',
  ],
])('%s is explained', (_, finding, sentence) => {
  const outcome = finding.outcome === 'fails' ? 'fail' : 'pass';
  const findings: Finding[] = [{ ...finding, caseIds: [] }];
  const words = buildMeasureWords({ id: 'own', use: 'own', higherIsBetter: true });
  const [line = []] = explainFindings(createDecision({ outcome, findings }), {
    words,
    sides: ['main', 'this PR'],
    askedAgain: new Set(),
    askedAtBase: new Set(),
    threshold: null,
    hasFailed: false,
  });
  expect(textOf(line)).toBe(sentence);
});

function textOf(line: Line): string {
  return line
    .map((piece) => (typeof piece === 'string' ? piece : 'text' in piece ? piece.text : ''))
    .join('');
}
