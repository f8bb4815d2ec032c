import { isEmptyAnswer } from '../../ports/answer.js';
import { AGENT_FAILURES, type FailureKind } from '../../ports/errors.js';
import { type CaseRecord, judgementOf, type RunRecord, type Sample } from '../../ports/run-record.js';
import { counted, grouped } from '../../text/counts.js';
import { scoredJudgement, suiteRuns } from '../compare/sample-scores.js';
import { type Failure, failureOf } from '../compare/unscored-case.js';
import { asClause } from './gate-words.js';

/** True where a run is whole and within the error limit: then it may serve as a baseline, whatever its scores. */
export function isComplete(record: RunRecord): boolean {
  return whyIncomplete(record) === null;
}

/** Why a record is not whole, or not within the error limit in each of its suite-wide runs; `null` where it is. */
export function whyIncomplete(record: RunRecord): string | null {
  const { stopped, cases, scorers, subset } = record;
  if (stopped !== null) return asClause(stopped.reason);
  if (subset !== undefined) return `only ${cases.length} of ${counted(subset.of, 'case')} ran`;
  if (cases.length === 0) return 'it has no cases';
  for (const { id } of scorers) {
    const spoilt = findSpoiltRun(record, id);
    if (spoilt !== null) return renderSpoiltRun(spoilt);
  }
  const silent = cases.filter(({ samples }) => samples.length === 0).length;
  if (silent > errorLimit(cases.length)) return `${silent} of ${counted(cases.length, 'case')} were not run`;
  return nothingScored(record) ? 'no case has a score' : (whyEmpty(record, null)?.cause ?? null);
}

/** True where no sample has a score or is known to have nothing to score: within the limit only where cases are few. */
function nothingScored({ cases, scorers }: RunRecord): boolean {
  return !cases.some(({ samples }) =>
    scorers.every(({ id }) => samples.some((sample) => isSettled(sample, id))),
  );
}

/** True where there is a score, or where it is known that there is nothing to score. */
function isSettled(sample: Sample, scorer: string): boolean {
  return isNotScorable(sample, scorer) || scoredJudgement(sample, scorer) !== null;
}

/** False where every sample says that this scorer has nothing to score in it. */
export function isScorable({ samples }: CaseRecord, scorer: string): boolean {
  return samples.length === 0 || !samples.every((sample) => isNotScorable(sample, scorer));
}

function isNotScorable(sample: Sample, scorer: string): boolean {
  const judgement = judgementOf(sample, scorer);
  return judgement?.status === 'unscored' && judgement.kind === 'not-scorable';
}

/**
 * Why a base that was run now may not serve as baseline; `null` where it may. More cases than the error limit that
 * provider or judge left without a score in one of its runs make a comparison with the others an accident. Cases that the base's own agent
 * failed do not count: they are what the base is, and a pull request may mend them.
 */
export function unusableBase(record: RunRecord): string | null {
  if (record.stopped !== null) return asClause(record.stopped.reason);
  const spoilt = findSpoiltBase(record);
  return spoilt && `${spoilt.line} at the base: ${asClause(spoilt.failures[0].reason)}`;
}

/** The first run of a base that more than its own agent spoilt, under whichever scorer. */
export function findSpoiltBase(record: RunRecord): SpoiltRun | null {
  for (const { id } of record.scorers) {
    const spoilt = findSpoiltRun(record, id, AGENT_FAILURES);
    if (spoilt !== null) return spoilt;
  }
  return null;
}

/**
 * Why a base that was run now is nothing to be held against, one phrase without a full stop: by its own doing its agent
 * answers fewer than half of the cases, so that too few are left to compare. `null` where it answers more.
 */
export function whyBaseIsSilent({ cases, stopped }: RunRecord): string | null {
  if (stopped !== null) {
    // One that was given up, or whose model is gone; where the whole run ended (`silent`), the head could not be asked either.
    return stopped.kind === 'target' || stopped.kind === 'gone'
      ? `the base's agent answers nothing: ${asClause(stopped.reason)}`
      : null;
  }
  const failures = cases.flatMap(({ samples }) => {
    const failed = samples.flatMap(({ answer }) =>
      answer.status === 'failed' && AGENT_FAILURES.has(answer.kind) ? [answer] : [],
    );
    return failed.length === samples.length ? failed.slice(0, 1) : [];
  });
  const [first] = failures;
  if (first === undefined || 2 * failures.length <= cases.length) return null;
  const left = cases.length - failures.length;
  const answers = left === 0 ? 'none' : `only ${grouped(left)}`;
  return `the base's agent answers ${answers} of the ${counted(cases.length, 'case')}: ${asClause(first.message)}`;
}

/**
 * Why the judge of a run, or a scorer of the repository's own, cannot be used, whoever is judged, a phrase without a full
 * stop; `null` where that is not so. Both are the base's: no other run mends them, and a pull request may.
 */
export function whyJudgingIsBroken(record: RunRecord): string | null {
  const { stopped, cases } = record;
  if (stopped?.kind === 'judge-gone') return `the base's judge cannot be asked: ${asClause(stopped.reason)}`;
  const spoilt = stopped === null ? findSpoiltBase(record) : null;
  if (spoilt === null || spoilt.failures.some(({ kind }) => kind !== 'scorer')) return null;
  const [first] = spoilt.failures;
  const at = `${grouped(spoilt.failures.length)} of ${counted(cases.length, 'answer')}`;
  return `the base's scorer fails at ${at}: ${asClause(first.reason)}`;
}

/** Share of the cases. */
export const ERROR_SHARE = 0.05;

/** Most cases without a score that a run may have: one, or 5 %. */
export function errorLimit(cases: number): number {
  return Math.max(1, ERROR_SHARE * cases);
}

/** One suite-wide run over all cases, of which too many have no score. */
export type SpoiltRun = {
  readonly failures: readonly [Failure, ...Failure[]];
  /** `8 of 8 cases have no score in run 2`; without the run where there is only one. */
  readonly line: string;
};

/** Nobody's failure: the case is gone from the dataset, or there is nothing in it to score. */
const NO_FAULT: ReadonlySet<FailureKind> = new Set(['not-recorded', 'not-scorable']);

/**
 * The first suite-wide run of which more than the error limit has no score under this scorer; `null` where there is none.
 * Each run is held to the limit by itself: what an outage leaves of several runs is fewer of them, and to decide on those
 * would be to decide on other terms than those under which the further ones were asked for.
 *
 * @param innocent kinds that do not count besides what is nobody's fault.
 */
export function findSpoiltRun(
  record: RunRecord,
  scorer: string,
  innocent: ReadonlySet<FailureKind> = new Set(),
): SpoiltRun | null {
  const { cases } = record;
  const runs = suiteRuns(record);
  for (let run = 0; run < runs; run += 1) {
    const failures = cases.flatMap(({ samples }): Failure[] => {
      const sample = samples[run];
      const failure = sample === undefined ? null : failureOf(sample, scorer, record);
      return failure === null || NO_FAULT.has(failure.kind) || innocent.has(failure.kind) ? [] : [failure];
    });
    const [first, ...others] = failures;
    if (first === undefined || failures.length <= errorLimit(cases.length)) continue;
    const have = `${grouped(failures.length)} of ${counted(cases.length, 'case')} ${failures.length === 1 ? 'has' : 'have'} no score`;
    return { failures: [first, ...others], line: runs === 1 ? have : `${have} in run ${run + 1}` };
  }
  return null;
}

/** The same in one line, with the first cause. */
export function renderSpoiltRun({ line, failures: [first] }: SpoiltRun): string {
  return `${line}: ${asClause(first.reason)}`;
}

/**
 * Why empty answers leave nothing to decide on; `null` where they do not. An agent that says nothing anywhere was not
 * measured, whatever its base did; and where more cases than the error limit have no text in one run that always had one
 * at base, the harness or the provider lost it more likely than the change.
 */
export function whyEmpty(
  head: RunRecord,
  base: RunRecord | null,
): { readonly cause: string; readonly everywhere: boolean } | null {
  const answered = head.cases.flatMap(({ samples }) =>
    samples.filter(({ answer }) => answer.status === 'answered'),
  );
  if (answered.length > 0 && answered.every((sample) => isEmpty(sample, head))) {
    return { cause: 'every answer is empty', everywhere: true };
  }
  const runs = suiteRuns(head);
  const spoke = new Set(
    (base?.cases ?? []).flatMap(({ id, samples }) =>
      base !== null && samples.length > 0 && samples.every((sample) => !isEmpty(sample, base)) ? [id] : [],
    ),
  );
  for (let run = 0; run < runs; run += 1) {
    const lost = head.cases.filter(({ id, samples }) => {
      const sample = samples[run];
      return sample !== undefined && isEmpty(sample, head) && spoke.has(id);
    }).length;
    if (lost <= errorLimit(head.cases.length)) continue;
    const where = runs === 1 ? '' : ` in run ${run + 1}`;
    const verb = lost === 1 ? 'has' : 'have';
    return {
      cause: `${lost} of ${counted(head.cases.length, 'case')} ${verb} an empty answer${where}, and had none at base`,
      everywhere: false,
    };
  }
  return null;
}

/** A record without texts remembers an empty answer by the mark of those who judged it. */
function isEmpty({ answer, judgements }: Sample, { text }: RunRecord): boolean {
  if (answer.status === 'failed') return false;
  if (text === 'full') return isEmptyAnswer(answer);
  return Object.values(judgements).some(
    (judgement) => judgement.status === 'scored' && judgement.flags.includes('empty'),
  );
}
