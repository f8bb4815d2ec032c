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
  // A failure that is not the agent's own is reported first, because the change did not cause it.
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

/** The judge called a control statement relevant: it followed the answer instead of its rules. */
const MISLED_JUDGE: FailureKind = 'judge-compromised';

/** If such an answer counted as an error, it could remove its own case from the comparison. */
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
  if (answer.status === 'failed') {
    // An unusable reply of the agent's provider is not the judge's.
    const kind = answer.kind === 'malformed' ? 'unavailable' : answer.kind;
    return { kind, reason: answer.message };
  }
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
