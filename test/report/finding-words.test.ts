import { expect, test } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import { explainFindings } from '../../src/report/model/finding-words.js';
import { wordsFor } from '../../src/scorers/measure-words.js';

test.each([
  [true, 'The mean fell from 0.90 to 0.89', 'fell'],
  [false, 'The mean rose from 0.10 to 0.11', 'rose'],
])('a pass says how small a change for the worse it notices: %s', (higherIsBetter, moved, worse) => {
  const words = wordsFor({ id: 'own', use: 'own', higherIsBetter });
  const ran = { cases: 30, baseRuns: 3, headRuns: 3 };
  const numbers = { ...ran, base: 0.9, head: 0.89, drop: 0.01, maxDrop: 0.02, p: 0.4, pToday: null };
  const power = { noticeable: 0.04 };
  const findings: Finding[] = [{ rule: 'mean', outcome: 'info', caseIds: [], numbers, power }];
  const [line = []] = explainFindings(
    { outcome: 'pass', findings },
    { words, sides: ['main', 'this PR'], askedAgain: new Set() },
  );
  expect(
    line.map((piece) => (typeof piece === 'string' ? piece : 'text' in piece ? piece.text : '')).join(''),
  ).toBe(
    `▫️ Mean: ${moved} (30 cases, 3 answers each on main and 3 on this PR). If every answer ${worse} by 0.04, at least 8 of 10 runs would notice.`,
  );
});
