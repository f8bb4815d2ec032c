import type { UnscoredCase } from '../../ports/comparison.js';
import type { FailureKind } from '../../ports/errors.js';
import type { CaseRecord, RunRecord, Sample } from '../../ports/run-record.js';
import { scoredJudgement } from './sample-scores.js';

/**
 * Kinds that are the agent's own doing. All others may be the provider's, the judge's or the run's: a case that failed
 * for one of those says nothing about the change under test. A refused request (`bad-request`) is not among them,
 * since providers also say so when an account is empty.
 */
export const AGENT_FAILURES: ReadonlySet<FailureKind> = new Set([
  'target',
  'harness',
  'length',
  'content-filter',
]);

/** Why a head case has no number; `null` where it has one. */
export function unscoredCase(options: {
  readonly row: CaseRecord;
  readonly base: CaseRecord | null;
  readonly head: RunRecord;
  readonly scorer: string;
}): UnscoredCase | null {
  const { row, base, head, scorer } = options;
  if (row.samples.some((sample) => scoredJudgement(sample, scorer) !== null)) return null;
  const failures = row.samples.flatMap((sample) => failureOf(sample, scorer, head) ?? []);
  // One failure that is not the agent's is enough to leave the agent the benefit of the doubt.
  const failure = failures.find(({ kind }) => !AGENT_FAILURES.has(kind)) ?? failures[0] ?? notAsked(head);
  return {
    id: row.id,
    input: row.input,
    ...failure,
    noLongerAnswers:
      AGENT_FAILURES.has(failure.kind) &&
      base !== null &&
      base.samples.length > 0 &&
      row.samples.length > 0 &&
      base.samples.every((sample) => !answerFailed(sample, scorer)) &&
      row.samples.every((sample) => answerFailed(sample, scorer)),
  };
}

/** Why a sample has no number, in one line. */
export type Failure = Pick<UnscoredCase, 'kind' | 'reason'>;

/** Why a sample has no score; `null` where it has one. */
export function failureOf(sample: Sample, scorer: string, head: RunRecord): Failure | null {
  if (scoredJudgement(sample, scorer) !== null) return null;
  const { answer, judgements } = sample;
  if (answer.status === 'failed') return { kind: answer.kind, reason: answer.message };
  const judgement = Object.hasOwn(judgements, scorer) ? judgements[scorer] : undefined;
  if (judgement?.status === 'unscored') return { kind: judgement.kind, reason: judgement.reason };
  return {
    kind: head.stopped?.kind ?? 'judge-incomplete',
    reason: head.stopped?.reason ?? 'the answer was not judged',
  };
}

function notAsked({ stopped }: RunRecord): Failure {
  return { kind: stopped?.kind ?? 'aborted', reason: stopped?.reason ?? 'the case was not run' };
}

/** True where there is no usable answer, as against an answer that the judge gave no score. */
function answerFailed({ answer, judgements }: Sample, scorer: string): boolean {
  if (answer.status === 'failed') return true;
  const judgement = Object.hasOwn(judgements, scorer) ? judgements[scorer] : undefined;
  if (judgement?.status !== 'unscored') return false;
  // A judge's reply may be cut short too: the kind is the answer's only where the answer says the same.
  return judgement.kind === 'harness' || judgement.kind === answer.finish;
}
