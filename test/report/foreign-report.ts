import type { PairedCase } from '../../src/model/comparison.js';
import type { Report } from '../../src/model/report.js';
import {
  createBaseline,
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';

export const FAIL = createDecision({
  outcome: 'fail',
  because: ['regression'],
  blocking: true,
  status: 'failure',
  passed: false,
});

/** A report in which every piece of foreign text is the given one. */
export function createForeignReport(text: string): Report {
  const lone = { id: text, input: text, score: 50 };
  const statement = (kind: 'newly-irrelevant' | 'lost' | 'no-longer-irrelevant') =>
    createStatementChange({ kind, text, otherText: text, reason: text });
  const pair = (scores: Partial<PairedCase>) =>
    createPairedCase(text, {
      input: text,
      statements: [statement('newly-irrelevant'), statement('lost'), statement('no-longer-irrelevant')],
      baseAnswer: { status: 'answered', output: text, toolCalls: [text, text] },
      headAnswer: { status: 'answered', output: `${text}\n\n${text}`, toolCalls: [text] },
      flags: ['addresses-grader'],
      ...scores,
    });
  const unscored = { id: text, input: text, kind: 'target' as const, reason: text };
  return createReport({
    suites: [
      createSuiteReport({
        suite: text,
        decision: {
          ...FAIL,
          worse: [text],
          review: [{ kind: 'recorded-target', paths: [text] }],
          findings: [
            { rule: 'no-longer-answers', outcome: 'fails', caseIds: [text], what: 'answer', reason: text },
            {
              rule: 'sentence',
              outcome: 'fails',
              caseIds: [text],
              statement: text,
              numbers: { gained: 3, lost: 0, p: 0.1 },
            },
          ],
        },
        comparison: createComparison({
          pairs: [
            pair({ headScores: [10] }),
            pair({ id: `${text} 2`, headScores: [95] }),
            pair({
              id: `${text} 3`,
              baseScores: [90],
              statements: [createStatementChange({ text: `${text} 3`, reason: text })],
            }),
          ],
          added: [lone],
          removed: [lone],
          edited: [lone],
          renamed: [{ from: text, to: text }],
          unscored: [
            { ...unscored, noLongerAnswers: true },
            { ...unscored, noLongerAnswers: false },
          ],
        }),
        baseline: createBaseline({ commit: text, name: text, stale: true }),
        head: createRecord({ judge: { name: text, fingerprint: 'x', builtin: false } }),
        explanations: [
          {
            kind: 'named',
            rule: 'sentence',
            statement: text,
            caseIds: [text],
            hunks: [
              {
                lines: [{ path: text, line: 1, endLine: 2, removed: [text], added: [text, text] }],
                settings: [{ name: text, before: text, after: { [text]: text } }],
              },
            ],
            relation: 'together',
            naming: 1,
            without: { agree: 6, of: 6 },
            only: { agree: 6, of: 6 },
            repair: null,
          },
        ],
        notes: [{ kind: 'two-suites', base: text, head: text }],
        changedFiles: [
          { path: text, role: 'prompt', before: `${text}\nbefore`, after: `after\n${text}\n${text}` },
        ],
      }),
    ],
    notices: [{ kind: 'slowed-down', host: text, refused: 3 }],
  });
}
