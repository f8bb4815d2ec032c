import {
  MAX_COMMENT_BYTES,
  MAX_SUMMARY_BYTES,
  renderComment,
  renderSummary,
} from '../../src/report/comment/render-comment.js';
import { markdown } from '../../src/report/markdown.js';
import { boundary, testBoundaries } from '../support/boundaries.js';
import { createComparison, createPairedCase, createReport, createSuiteReport } from '../support/records.js';
import { FAIL } from './foreign-report.js';

const marker = markdown`<!-- marker -->`;

function reportOf(cases: number) {
  const pairs = Array.from({ length: cases }, (_, index) =>
    createPairedCase(`case-${index}`, {
      headScores: [10],
      headAnswer: { status: 'answered', output: 'Cats purr, and dogs bark. '.repeat(60), toolCalls: [] },
    }),
  );
  const decision = { ...FAIL, worse: pairs.map(({ id }) => id) };
  return createReport({ suites: [createSuiteReport({ decision, comparison: createComparison({ pairs }) })] });
}

/** A text that leaves cases out is nearly as large as it may be. */
const roomOf = (text: string, limit: number) =>
  text.includes('left out here') &&
  Buffer.byteLength(text) > limit - 2_000 &&
  Buffer.byteLength(text) <= limit;

testBoundaries({
  'a comment is cut by whole blocks from one byte too many': boundary({
    constant: MAX_COMMENT_BYTES,
    value: 60_000,
    outcome: (missing) => {
      const report = reportOf(10);
      const whole = Buffer.byteLength(renderComment(report, { marker }));
      return renderComment(report, { marker, limitBytes: whole - missing }).includes('left out here');
    },
    below: [0, false],
    above: [1, true],
  }),
  'a comment without a limit of its own has 60,000 bytes': boundary({
    constant: MAX_COMMENT_BYTES,
    value: 60_000,
    outcome: (cases) => roomOf(renderComment(reportOf(cases), { marker }), MAX_COMMENT_BYTES),
    below: [10, false],
    above: [300, true],
  }),
  'a job summary has 900,000 bytes': boundary({
    constant: MAX_SUMMARY_BYTES,
    value: 900_000,
    outcome: (cases) => roomOf(renderSummary(reportOf(cases)), MAX_SUMMARY_BYTES),
    below: [10, false],
    above: [1_500, true],
  }),
});
