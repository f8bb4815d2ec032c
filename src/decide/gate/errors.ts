import type { RuleFinding } from '../../ports/decision.js';
import type { FailureKind } from '../../ports/errors.js';
import type { RunRecord, Sample } from '../../ports/run-record.js';
import { equalSamples } from '../compare/equal-samples.js';
import { scoredJudgement } from '../compare/sample-score.js';
import { errorLimit } from './error-limit.js';
import { counted, oneLine } from './gate-words.js';
import type { GateInput } from './rule.js';
import { findSpoiltRun, renderSpoiltRun } from './spoilt-run.js';
import type { Trouble } from './trouble.js';

/** True where a run is whole and within the error limit: then it may serve as a baseline, whatever its scores. */
export function isComplete(record: RunRecord): boolean {
  return whyIncomplete(record) === null;
}

/** Why a record is not whole, or not within the error limit in each of its suite-wide runs; `null` where it is. */
export function whyIncomplete(record: RunRecord): string | null {
  const { stopped, cases, scorers } = record;
  if (stopped !== null) return oneLine(stopped.reason);
  if (cases.length === 0) return 'it has no cases';
  for (const { id } of scorers) {
    const spoilt = findSpoiltRun(record, id);
    if (spoilt !== null) return renderSpoiltRun(spoilt);
  }
  const silent = cases.filter(({ samples }) => samples.length === 0).length;
  if (silent > errorLimit(cases.length)) return `${silent} of ${counted(cases.length, 'case')} were not run`;
  return cases.length === silent || isEmpty(record) ? 'no case has a score' : null;
}

/** True where no sample has a score or is known to have nothing to score: within the limit only where cases are few. */
function isEmpty({ cases, scorers }: RunRecord): boolean {
  return !cases.some(({ samples }) =>
    scorers.every(({ id }) => samples.some((sample) => isSettled(sample, id))),
  );
}

/** True where there is a score, or where it is known that there is nothing to score. */
function isSettled(sample: Sample, scorer: string): boolean {
  const judgement = Object.hasOwn(sample.judgements, scorer) ? sample.judgements[scorer] : undefined;
  return judgement?.status === 'unscored'
    ? judgement.kind === 'not-scorable'
    : scoredJudgement(sample, scorer) !== null;
}

/** Failures that come from a limit or a rule of this tool, not from a fault of target, judge or provider. */
const NO_FAULT: ReadonlySet<FailureKind> = new Set(['budget', 'judge-too-lax']);

/**
 * Errors are not scores: what has none is left out. A run that ended early, more than max(1, 5 %) of the cases without
 * a score (in all suite-wide runs, or in one of them), or none at all with one leaves nothing to decide on. Cases that have a score, but in too few of the runs to
 * be tested with the others, count among those without.
 */
export function decideErrors({ comparison, head }: GateInput): {
  readonly finding: RuleFinding | null;
  readonly trouble: Trouble | null;
} {
  const { unscored, headCases } = comparison;
  const nothing = comparison.floorMean === null;
  const tooFew = equalSamples(comparison.pairs).tooFewAtHead;
  if (head.stopped !== null) {
    return undecided(
      `the run ended early: ${oneLine(head.stopped.reason)}`,
      becauseOf(head.stopped.kind),
      nothing,
    );
  }
  // What has nothing to score is no error, unless nothing at all has.
  const failed = nothing ? unscored : unscored.filter(({ kind }) => kind !== 'not-scorable');
  const missing = failed.length + tooFew;
  const spoilt = findSpoiltRun(head, comparison.scorer);
  if (missing === 0 && spoilt === null && !nothing) return { finding: null, trouble: null };
  if (headCases === 0) return undecided('the dataset has no cases', 'inconclusive', nothing);

  const { kind, cause } = commonestCause(failed);
  const have = `${missing.toLocaleString('en-US')} of ${counted(headCases, 'case')} ${missing === 1 ? 'has' : 'have'} no score`;
  if (nothing || missing > errorLimit(headCases))
    return undecided(`${have}${cause}`, becauseOf(kind), nothing);
  if (spoilt !== null) return undecided(renderSpoiltRun(spoilt), becauseOf(spoilt.failures[0].kind), nothing);
  // Of what no longer answers the reason is told by the rule that fails for it.
  const told = unscored.every((row) => row.noLongerAnswers) && tooFew === 0;
  const line = `${have} and ${missing === 1 ? 'is' : 'are'} left out${told ? '' : cause}.`;
  return { finding: { rule: 'errors', outcome: 'warns', line }, trouble: null };
}

function becauseOf(kind: FailureKind): Trouble['because'] {
  return NO_FAULT.has(kind) ? 'inconclusive' : 'error';
}

function undecided(cause: string, because: Trouble['because'], nothingMeasured: boolean) {
  const line = `Not decided: ${cause}.`;
  return {
    finding: { rule: 'errors', outcome: 'inconclusive', line },
    trouble: { because, cause, nothingMeasured },
  } as const;
}

/** The reason that most cases share; of equally common ones the alphabetically first. */
function commonestCause(unscored: GateInput['comparison']['unscored']): {
  readonly kind: FailureKind;
  readonly cause: string;
} {
  const groups = Map.groupBy(unscored, ({ kind, reason }) => `${kind} ${oneLine(reason)}`);
  const [, cases = []] =
    [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))[0] ?? [];
  const first = cases[0];
  if (first === undefined) return { kind: 'judge-incomplete', cause: ' in every run' };
  const share = groups.size === 1 ? '' : `; ${cases.length.toLocaleString('en-US')} of them`;
  return { kind: first.kind, cause: `${share}: ${oneLine(first.reason)}` };
}
