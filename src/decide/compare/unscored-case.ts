import type { UnscoredCase, UnscoredReason } from '../../model/comparison.js';
import { AGENT_FAILURES, type FailureKind } from '../../model/errors.js';
import { type CaseRecord, findJudgement, type RunRecord, type Sample } from '../../model/run-record.js';
import { findScoredJudgement } from './sample-scores.js';

/** Why a head case has no number; `null` if it has one. */
export function explainUnscored(options: {
  readonly row: CaseRecord;
  readonly base: CaseRecord | null;
  readonly head: RunRecord;
  readonly scorer: string;
}): UnscoredCase | null {
  const { row, base, head, scorer } = options;
  if (row.samples.some((sample) => findScoredJudgement(sample, scorer) !== null)) return null;
  const failures = row.samples.flatMap((sample) => findFailure(sample, scorer, head) ?? []);
  // One failure that is not the agent's is enough to leave the agent the benefit of the doubt.
  const failure =
    failures.find(({ kind }) => !AGENT_FAILURES.has(kind)) ?? failures[0] ?? explainNotAsked(head);
  return {
    id: row.id,
    input: row.input,
    ...failure,
    noLongerAnswers:
      AGENT_FAILURES.has(failure.kind) &&
      base !== null &&
      base.samples.length > 0 &&
      row.samples.length > 0 &&
      base.samples.every((sample) => !isFailedAnswer(sample, scorer)) &&
      row.samples.every((sample) => isFailedAnswer(sample, scorer)),
  };
}

/** The judge took a control statement for relevant: it followed the answer, and not its rules. */
const MISLED_JUDGE: FailureKind = 'judge-compromised';

/** Counted as an error, such an answer could take its case out of the comparison by its own words. */
export function misleadsJudge(head: CaseRecord, base: CaseRecord, scorer: string): boolean {
  const isMisled = (sample: Sample) => {
    const judgement = findJudgement(sample, scorer);
    return judgement?.status === 'unscored' && judgement.kind === MISLED_JUDGE;
  };
  return (
    [...head.samples, ...head.caseSamples].some(isMisled) &&
    base.samples.some((sample) => findScoredJudgement(sample, scorer) !== null) &&
    !base.samples.some(isMisled)
  );
}

/** Why a sample has no score; `null` if it has one. */
export function findFailure(sample: Sample, scorer: string, head: RunRecord): UnscoredReason | null {
  if (findScoredJudgement(sample, scorer) !== null) return null;
  const { answer } = sample;
  if (answer.status === 'failed') return { kind: answer.kind, reason: answer.message };
  const judgement = findJudgement(sample, scorer);
  if (judgement?.status === 'unscored') return { kind: judgement.kind, reason: judgement.reason };
  return {
    kind: head.stopped?.kind ?? 'judge-incomplete',
    reason: head.stopped?.reason ?? 'the answer was not judged',
  };
}

function explainNotAsked({ stopped }: RunRecord): UnscoredReason {
  return { kind: stopped?.kind ?? 'aborted', reason: stopped?.reason ?? 'the case was not run' };
}

/** True if there is no usable answer; false for an answer without a score. */
export function isFailedAnswer(sample: Sample, scorer: string): boolean {
  const { answer } = sample;
  if (answer.status === 'failed') return true;
  const judgement = findJudgement(sample, scorer);
  if (judgement?.status !== 'unscored') return false;
  // A judge's reply may be cut short too: the kind is the answer's only if the answer has the same.
  return judgement.kind === 'harness' || judgement.kind === answer.finish;
}
