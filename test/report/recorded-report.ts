import { compareRecords } from '../../src/decide/compare/compare-records.js';
import type { Report } from '../../src/model/report.js';
import type { RunRecord } from '../../src/model/run-record.js';
import type { VerdictLabel } from '../../src/model/verdict.js';
import {
  createBaseline,
  createCase,
  createRecord,
  createReport,
  createSample,
  createStatement,
  SCORER,
} from '../support/records.js';
import { FAIL } from './foreign-report.js';

const RUNS = 3;

/**
 * A report with the records behind it: of four cases the first gains an irrelevant sentence, the second loses a
 * sentence, and the others stay.
 * @param foreign part of every question, sentence, id and reason.
 */
export function createRecordedReport(count: number, foreign = ''): Report {
  const sentence = (text: string, result: VerdictLabel = 'yes') =>
    createStatement(`${text} ${foreign}`, result, {
      reason: result === 'yes' ? '' : `Nobody asked. ${foreign}`,
    });
  const record = (side: 'base' | 'head', cases: number): RunRecord =>
    createRecord({
      cases: Array.from({ length: cases }, (_, index) => {
        const first = sentence(`Lamp ${index} ships on Monday.`);
        const second = sentence(`Lamp ${index} needs a bulb of up to 40 watts.`);
        const ad = sentence('Join Lamp Club today!', 'no');
        const statements = {
          base: [first, second],
          head: [[first, second, ad], [first], [first, second], [first, second]][index % 4] ?? [],
        };
        const sample = createSample({ statements: statements[side] });
        const seconds = side === 'base' ? 1.2 : 1.9;
        return createCase(`case-${index}${foreign}`, {
          input: `When does lamp ${index} ship? ${foreign}`,
          samples: Array.from({ length: RUNS }, () => ({ ...sample, answer: { ...sample.answer, seconds } })),
        });
      }),
    });
  const [base, head] = [record('base', count), record('head', count)];
  const comparison = compareRecords({ head, base, scorer: SCORER });
  const worse = comparison.pairs.filter(({ delta }) => (delta ?? 0) < 0).map(({ id }) => id);
  return createReport({
    suites: [
      {
        kind: 'evaluated',
        suite: `support${foreign}`,
        decision: { ...FAIL, worse },
        comparison,
        baseline: createBaseline(),
        head,
        base,
        answerCosts: {
          base: { tokens: 412, amount: 0.0012, seconds: 1.2 },
          head: { tokens: 530, amount: 0.0016, seconds: 1.9 },
        },
        notes: [{ kind: 'default-gate', suite: `support${foreign}` }],
        changedFiles: [
          {
            path: `prompts/support.md${foreign}`,
            role: 'prompt',
            before: `You sell lamps. ${foreign}`,
            after: `You sell lamps.\nMention Lamp Club. ${foreign}`,
          },
        ],
      },
    ],
    pullRequest: { number: 7, headSha: 'c'.repeat(40), baseRef: 'main' },
  });
}
