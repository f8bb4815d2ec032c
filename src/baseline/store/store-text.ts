import type { Answer } from '../../model/answer.js';
import type { CaseRecord, RunRecord, Sample } from '../../model/run-record.js';
import type { Judgement } from '../../model/verdict.js';

type Text = RunRecord['text'];

const RANK: Readonly<Record<Text, number>> = { none: 0, statements: 1, full: 2 };

/**
 * `full` keeps all. `statements` drops answers, their context and tool calls. `none` keeps only ids, hashes, labels,
 * scores and tasks; verdicts are still found by key.
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
  const { output: _, context: __, toolCalls, ...others } = answer;
  return { ...others, output: '', toolCalls: toolCalls.map(({ name }) => ({ name })) };
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
      // Without its words, the judge reads the piece again.
      ...(off !== undefined && { off: '' }),
      ...(isCall && { isCall }),
      reason: '',
      text: '',
      quote: '',
    })),
  };
}
