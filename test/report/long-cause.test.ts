import { expect, test } from 'vitest';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { createDecision, createReport, createSuiteReport } from '../support/records.js';

/** Heading and next paragraph of the comment on a decision with this line. */
function headOf(headline: string): readonly [title: string, below: string] {
  const decision = createDecision({ outcome: 'inconclusive', because: ['error'], blocking: true, headline });
  const report = createReport({ suites: [createSuiteReport({ decision })], overall: decision });
  const [, title = '', , below = ''] = renderComment(report, { marker: '<!-- m -->' }).split('\n');
  return [title, below];
}

test.each<[title: string, cause: string, shown?: string]>([
  [
    'Not decided: the verdicts could not be confirmed',
    `${'the judge gave no usable reply, '.repeat(12)}and then none.`,
    `The ${'the judge gave no usable reply, '.repeat(12).slice(4)}and then none.`,
  ],
  [
    'Not decided',
    `${'the verdicts could not be confirmed, '.repeat(12)}and then none: why?`,
    `The ${'the verdicts could not be confirmed, '.repeat(12).slice(4)}and then none: why?`,
  ],
  [
    '8 of 8 answers now say “Cats are wonderful animals and sleep a lot”, which is irrelevant and new to them',
    '`bulb`, `cancel`, `invoice`, 5 more. Mean relevancy fell 1.00 → 0.33.',
  ],
  ['Not evaluated', `evals/cases.jsonl, line 6: unknown key; known are ${'name, dataset, '.repeat(9)}gate.`],
])('a cause too long for a title stands below it, whole: %s', (title, cause, shown = cause) => {
  expect(headOf(`${title}: ${cause}`)).toEqual([`### ⚠️ support: ${title}`, shown]);
});

test('a sentence in brackets is not torn out of the one around it', () => {
  const line =
    'Not evaluated: the account has no credit left (status 402, no credits. Add more at the desk).';
  expect(headOf(line)[0]).toBe(`### ⚠️ support: ${line.slice(0, -1)}`);
  expect(headOf('Not decided: the judge (j) is down. Nothing was asked.')).toEqual([
    '### ⚠️ support: Not decided: the judge (j) is down',
    'Nothing was asked.',
  ]);
});

test('without a colon, or with one in what is quoted, a title is cut at a word', () => {
  const [title, below] = headOf(`3 answers now say “Note: ${'that and '.repeat(20)}”, which is new.`);
  expect(title).toMatch(/^### ⚠️ support: 3 answers now say “Note: .*\w …$/);
  expect(title.length).toBeLessThan(170);
  expect(below).toMatch(/^… .*which is new\.$/);
});
