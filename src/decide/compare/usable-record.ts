import { isEmptyAnswer } from '../../model/answer.js';
import type { Comparison, UnscoredReason } from '../../model/comparison.js';
import { AGENT_FAILURES, type FailureKind } from '../../model/errors.js';
import type { Obstacle } from '../../model/notes.js';
import { type CaseRecord, findJudgement, type RunRecord, type Sample } from '../../model/run-record.js';
import { normalizeReason } from '../../text/values.js';
import { countSuiteRuns, findScoredJudgement } from './sample-scores.js';
import { findFailure } from './unscored-case.js';

export type UnscoredObstacle = Extract<Obstacle, { readonly kind: 'unscored' }>;

/** True if a run is whole and within the error limit: then it may be a baseline, whatever its scores. */
export function isComplete(record: RunRecord): boolean {
  return findIncompleteness(record) === null;
}

/** Why a record is not whole, or not within the error limit in each suite-wide run; `null` if it is. */
export function findIncompleteness(record: RunRecord): Obstacle | null {
  const { stopped, cases, scorers, subset } = record;
  if (stopped !== null) return describeStop(stopped);
  if (subset !== undefined) return describeMissing(subset.of - cases.length, subset.of);
  if (cases.length === 0) return describeMissing(0, 0);
  for (const { id } of scorers) {
    const unscoredRun = findUnscoredRun(record, id, 'head');
    if (unscoredRun !== null) return unscoredRun;
  }
  const silent = cases.filter(({ samples }) => samples.length === 0).length;
  if (silent > computeMaxUnscored(cases.length)) return describeMissing(silent, cases.length);
  return isNothingScored(record)
    ? describeMissing(cases.length, cases.length)
    : findEmptyAnswers(record, null);
}

export function describeStop({ kind: failure, reason }: NonNullable<RunRecord['stopped']>): Obstacle {
  return { kind: 'stopped', failure, reason };
}

/**
 * Stops the record if a changed case ran again without a score, because it may be unchanged after all. The
 * agent's own failures, and answers with nothing to score, are results.
 */
export function stopAtUnscored(
  record: RunRecord,
  { scorer, pairs, unscored: lone, renamed }: Comparison,
): RunRecord {
  if (record.stopped !== null) return record;
  const moved = pairs.filter(({ delta, facts }) => delta !== null && (delta !== 0 || facts.length > 0));
  const silent = lone.filter(({ noLongerAnswers }) => noLongerAnswers);
  const changed = new Set([...moved, ...silent].map(({ id }) => id));
  const before = new Set(renamed.filter(({ to }) => changed.has(to)).map(({ from }) => from));
  for (const { id, caseSamples } of record.cases) {
    if (!changed.has(id) && !before.has(id)) continue;
    for (const sample of caseSamples) {
      const failure = findFailure(sample, scorer, record);
      if (failure === null || failure.kind === 'not-scorable' || AGENT_FAILURES.has(failure.kind)) continue;
      const reason = `case ${JSON.stringify(id.slice(0, 60))} ran again and has no score: ${failure.reason}`;
      return { ...record, stopped: { kind: failure.kind, reason } };
    }
  }
  return record;
}

function describeMissing(missing: number, of: number): UnscoredObstacle {
  return { kind: 'unscored', side: 'head', missing, of, failure: 'no-cases', share: missing, reason: '' };
}

/** True if no sample has a score or is known to have nothing to score. */
function isNothingScored({ cases, scorers }: RunRecord): boolean {
  return !cases.some(({ samples }) =>
    scorers.every(({ id }) =>
      samples.some((sample) => hasNothingToScore(sample, id) || findScoredJudgement(sample, id) !== null),
    ),
  );
}

/** False if every sample says that this scorer has nothing to score there. */
export function isScorable({ samples }: CaseRecord, scorer: string): boolean {
  return samples.length === 0 || !samples.every((sample) => hasNothingToScore(sample, scorer));
}

export function hasNothingToScore(sample: Sample, scorer: string): boolean {
  const judgement = findJudgement(sample, scorer);
  return judgement?.status === 'unscored' && judgement.kind === 'not-scorable';
}

/**
 * Set if nothing can be compared with the base: it ended early, its scorers do not work, or under each of them a failing
 * provider or judge left too many cases without a score. If some scorers have scores, each decides for itself.
 */
export function findBaseFault(record: RunRecord): Obstacle | null {
  if (record.stopped !== null) return describeStop(record.stopped);
  const unscoredRuns = listUnscoredBaseRuns(record);
  const isUsable = unscoredRuns.length < record.scorers.length;
  return isUsable ? explainBrokenJudging(record) : (unscoredRuns[0] ?? null);
}

/** The first base run, under any scorer, that a failing provider, judge or scorer made unusable. */
export function findUnscoredBase(record: RunRecord): UnscoredObstacle | null {
  return listUnscoredBaseRuns(record)[0] ?? null;
}

/** One per scorer. Cases that the base's own agent failed do not count: a pull request may fix them. */
function listUnscoredBaseRuns(record: RunRecord): readonly UnscoredObstacle[] {
  return record.scorers.flatMap(
    ({ id }) => findUnscoredRun(record, id, 'base', { excusedKinds: AGENT_FAILURES }) ?? [],
  );
}

/** Set if the base's own agent fails in more than half of the cases: too few are left to compare. */
export function findSilentBase({ cases, stopped }: RunRecord): Obstacle | null {
  if (stopped !== null) {
    // If the whole run ended (`silent`), the head could not run either.
    return AGENT_FAILURES.has(stopped.kind) || stopped.kind === 'gone' ? describeStop(stopped) : null;
  }
  const failures = cases.flatMap(({ samples }): UnscoredReason[] => {
    const failed = samples
      .map(({ answer }) => answer)
      .filter((answer) => answer.status === 'failed')
      .filter(({ kind }) => AGENT_FAILURES.has(kind))
      .map(({ kind, message }) => ({ kind, reason: message }));
    return failed.length === samples.length ? failed.slice(0, 1) : [];
  });
  return 2 * failures.length > cases.length ? describeUnscored('base', failures, cases.length) : null;
}

/** True if the head's agent fails, and only for reasons for which the base's fails as well. */
export function failsLikeBase(head: RunRecord, base: RunRecord): boolean {
  const known = new Set(listFailureReasons(base));
  const reasons = listFailureReasons(head);
  return reasons.length > 0 && reasons.every((reason) => known.has(reason));
}

/** Of a run that ended before any answer, the reason for its end. */
function listFailureReasons({ cases, stopped }: RunRecord): readonly string[] {
  const answers = cases.flatMap(({ samples }) => samples.map(({ answer }) => answer));
  if (answers.length === 0) return stopped === null ? [] : [normalizeReason(stopped.reason)];
  return answers
    .filter((answer) => answer.status === 'failed')
    .map(({ message }) => normalizeReason(message));
}

/** Set if the base's judge or scorer cannot be used for any answer: only a pull request can fix that. */
export function explainBrokenJudging(record: RunRecord): Obstacle | null {
  const { stopped } = record;
  if (stopped?.kind === 'judge-gone') return describeStop(stopped);
  const unscoredRun = stopped === null ? findUnscoredBase(record) : null;
  return unscoredRun?.failure === 'scorer' && unscoredRun.share === unscoredRun.missing ? unscoredRun : null;
}

/** True if the judge's replies were unusable in every case, each after three requests: another run would end the same. */
export function lacksUsableReplies({ failure, missing, of }: UnscoredObstacle): boolean {
  return failure === 'malformed' && missing === of;
}

/** Most cases without a score that a run may have: one, or 5%. */
export function computeMaxUnscored(cases: number): number {
  return Math.max(1, 0.05 * cases);
}

/** Not a failure: the case is gone from the dataset, or there is nothing in it to score. */
const NOT_FAILURES: ReadonlySet<FailureKind> = new Set(['not-recorded', 'not-scorable']);

/**
 * The first suite-wide run in which more cases than the error limit have no score, but for kinds in `innocent` and cases
 * in `excused`.
 */
export function findUnscoredRun(
  record: RunRecord,
  scorer: string,
  side: UnscoredObstacle['side'],
  {
    excusedKinds = new Set(),
    excused = new Set(),
  }: { readonly excusedKinds?: ReadonlySet<FailureKind>; readonly excused?: ReadonlySet<string> } = {},
): UnscoredObstacle | null {
  const { cases } = record;
  for (let run = 0; run < countSuiteRuns(record); run += 1) {
    const failures = cases.flatMap(({ id, samples }): UnscoredReason[] => {
      const sample = samples[run];
      const failure = sample === undefined || excused.has(id) ? null : findFailure(sample, scorer, record);
      return failure === null || NOT_FAILURES.has(failure.kind) || excusedKinds.has(failure.kind)
        ? []
        : [failure];
    });
    if (failures.length > computeMaxUnscored(cases.length))
      return describeUnscored(side, failures, cases.length);
  }
  return null;
}

/** Cases without a score, with the cause that most of them share; of equally common ones the alphabetically first. */
export function describeUnscored(
  side: UnscoredObstacle['side'],
  failures: readonly UnscoredReason[],
  of: number,
  missing = failures.length,
): UnscoredObstacle {
  const groups = Map.groupBy(failures, ({ kind, reason }) => `${kind} ${normalizeReason(reason)}`);
  const [, [first, ...others] = []] =
    [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))[0] ?? [];
  return {
    kind: 'unscored',
    side,
    missing,
    of,
    failure: first?.kind ?? 'judge-incomplete',
    share: first === undefined ? missing : others.length + 1,
    reason: first?.reason ?? '',
  };
}

/** Too many empty answers to cases that the base always answered: harness or provider lost them, not the change. */
export function findEmptyAnswers(head: RunRecord, base: RunRecord | null): Obstacle | null {
  const answered = head.cases.flatMap(({ samples }) =>
    samples.filter(({ answer }) => answer.status === 'answered'),
  );
  if (answered.length > 0 && answered.every((sample) => isEmpty(sample, head))) {
    return { kind: 'empty-answers', empty: answered.length, of: answered.length, everywhere: true };
  }
  const casesWithText = new Set(
    (base?.cases ?? [])
      .filter(
        ({ samples }) =>
          base !== null && samples.length > 0 && samples.every((sample) => !isEmpty(sample, base)),
      )
      .map(({ id }) => id),
  );
  for (let run = 0; run < countSuiteRuns(head); run += 1) {
    const empty = head.cases.filter(({ id, samples }) => {
      const sample = samples[run];
      return sample !== undefined && isEmpty(sample, head) && casesWithText.has(id);
    }).length;
    if (empty > computeMaxUnscored(head.cases.length)) {
      return { kind: 'empty-answers', empty, of: head.cases.length, everywhere: false };
    }
  }
  return null;
}

/** A record without texts knows an empty answer by the flag of its judgement. */
function isEmpty({ answer, judgements }: Sample, { text }: RunRecord): boolean {
  if (answer.status === 'failed') return false;
  if (text === 'full') return isEmptyAnswer(answer);
  return Object.values(judgements).some(
    (judgement) => judgement.status === 'scored' && judgement.flags.includes('empty'),
  );
}
