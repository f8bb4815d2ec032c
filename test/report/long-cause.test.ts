import { expect, test } from 'vitest';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { createDecision, createReport, createSuiteReport } from '../support/records.js';

test('a cause too long for a title is cut at a word there, and told whole below', () => {
  const cause = `the verdicts on cases that look broken could not be confirmed: ${'the judge gave no usable reply '.repeat(6)}`;
  const decision = createDecision({
    outcome: 'inconclusive',
    because: ['error'],
    blocking: true,
    headline: `Not decided: ${cause.trim()}. Re-run when that is mended.`,
  });
  const suite = createSuiteReport({ decision });
  const [, title = '', , below = ''] = renderComment(createReport({ suites: [suite], overall: decision }), {
    marker: '<!-- m -->',
  }).split('\n');
  expect(title).toMatch(
    /^### ⚠️ support: Not decided: the verdicts on cases that look broken could not be confirmed: .*\w …$/,
  );
  expect(title.length).toBeLessThan(170);
  expect(below).toContain('Re-run when that is mended.');
});
