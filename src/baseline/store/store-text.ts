import type { Answer } from '../../ports/answer.js';
import type { CaseRecord, RunRecord, Sample } from '../../ports/run-record.js';
import type { Judgement } from '../../ports/verdict.js';

type Text = RunRecord['text'];

const RANK: Readonly<Record<Text, number>> = { none: 0, statements: 1, full: 2 };

/**
 * A record with no more text than is to be kept.
 *
 * The tasks are words of the repository's own (a prompt, a config, a dataset), and go with the inputs.
 *
 * - `full`: all of it.
 * - `statements`: without the answers' texts, their context and what tools were given and gave; inputs, tasks,
 *   statements, quotes and reasons stay, so that changes can be shown in words.
 * - `none`: ids, hashes, labels and scores; verdicts stay known by their keys.
 *
 * A record that already holds less stays as it is.
 */
export function reduceText(record: RunRecord, keep: Text): RunRecord {
  if (RANK[record.text] <= RANK[keep]) return record;
  const reduceSamples = (samples: readonly Sample[]) => samples.map((sample) => reduceSample(sample, keep));
  const cases = record.cases.map(
    (row): CaseRecord => ({
      ...row,
      input: keep === 'none' ? '' : row.input,
      samples: reduceSamples(row.samples),
      caseSamples: reduceSamples(row.caseSamples),
    }),
  );
  const tasks = keep === 'none' ? {} : record.tasks;
  return {
    ...record,
    tasks,
    cases,
    text: keep,
  };
}

function reduceSample(sample: Sample, keep: Text): Sample {
  const judgements = Object.entries(sample.judgements).map(([scorer, judgement]) => [
    scorer,
    keep === 'none' ? withoutWords(judgement) : judgement,
  ]);
  return {
    answer: reduceAnswer(sample.answer, keep),
    answerHash: sample.answerHash,
    judgements: Object.fromEntries(judgements),
  };
}

function reduceAnswer(answer: Answer, keep: Text): Answer {
  if (answer.status === 'failed') return keep === 'none' ? { ...answer, message: '' } : answer;
  const { status, finish, toolCalls } = answer;
  return { status, finish, output: '', toolCalls: toolCalls.map(({ name }) => ({ name })) };
}

function withoutWords(judgement: Judgement): Judgement {
  if (judgement.status === 'unscored') return { ...judgement, reason: '' };
  return {
    ...judgement,
    reason: '',
    statements: judgement.statements.map(({ key, result, label, off, isCall, labelKey, byTeam }) => ({
      key,
      result,
      ...(labelKey !== undefined && { labelKey }),
      ...(byTeam && { byTeam }),
      ...(label !== undefined && { label }),
      // Without its words the piece is asked about again.
      ...(off !== undefined && { off: '' }),
      ...(isCall && { isCall }),
      reason: '',
      text: '',
      quote: '',
    })),
  };
}
