import type { ChosenBaseline } from '../../model/baseline.js';
import { AGENT_FAILURES, type FailureKind } from '../../model/errors.js';
import type { Finding, Remedy } from '../../model/finding.js';
import type { Obstacle } from '../../model/notes.js';
import type { RunRecord } from '../../model/run-record.js';
import { equalizeSamples } from '../compare/sample-scores.js';
import {
  computeMaxUnscored,
  describeStop,
  describeUnscored,
  findEmptyAnswers,
  findUnscoredBase,
  findUnscoredRun,
  hasNothingToScore,
  isScorable,
  lacksUsableReplies,
  type UnscoredObstacle,
} from '../compare/usable-record.js';
import type { GateInput } from './gate-input.js';
import type { SilentCases } from './silent-cases.js';

type InconclusiveGrounds = { readonly because: 'error' | 'inconclusive'; readonly remedy: Remedy };

export type InconclusiveResult = InconclusiveGrounds & {
  /** True if no case has a score: then the job fails whatever `fail-on` says. */
  readonly nothingMeasured: boolean;
};

/** Obstacles to a decision; `inconclusive` is `null` without one. */
export type ObstacleCheck = {
  readonly findings: readonly Finding[];
  readonly inconclusive: InconclusiveResult | null;
};

/**
 * Errors are not scores. A run that ended early, or too many cases without a score, leaves nothing to decide on. The
 * agent's own failures are another rule's.
 */
export function checkErrors(
  { comparison, head, base, askable }: GateInput,
  { excused }: SilentCases,
): ObstacleCheck {
  const nothing = comparison.floorMean === null;
  const buildUndecided = (
    obstacle: Obstacle,
    grounds: InconclusiveGrounds,
    nothingMeasured = nothing,
  ): ObstacleCheck => ({
    findings: [{ rule: 'errors', outcome: 'inconclusive', caseIds: [], obstacle }],
    inconclusive: { ...grounds, nothingMeasured },
  });
  // A base that runs now can end the run, too.
  const stopped = head.stopped ?? (askable === 'both' ? (base?.stopped ?? null) : null);
  if (stopped !== null) return buildUndecided(describeStop(stopped), explainFailure(stopped.kind));
  const { headCases } = comparison;
  if (headCases === 0) {
    return buildUndecided(
      { ...describeUnscored('head', [], 0), failure: 'no-cases' },
      { because: 'inconclusive', remedy: 'fix-files' },
    );
  }
  // A case with nothing to score is no error, unless none has anything.
  const failed = comparison.unscored.filter(
    ({ id, kind }) => nothing || (kind !== 'not-scorable' && !excused.has(id)),
  );
  const missing = failed.length + countTooFew(head, comparison);
  const obstacle = describeUnscored('head', failed, headCases, missing);
  // The head answers other cases, and so did the base: what failed may pass.
  const isPassing = base !== null && !nothing && AGENT_FAILURES.has(obstacle.failure as FailureKind);
  const grounds = isPassing ? explainUnscoredCases('unavailable') : explainUnscored(obstacle);
  const mustPass = new Set(head.cases.filter((row) => row.mustPass === true).map((row) => row.id));
  // A case that must pass has not passed without a score.
  const isOpen = missing > computeMaxUnscored(headCases) || failed.some(({ id }) => mustPass.has(id));
  if (nothing || isOpen) return buildUndecided(obstacle, grounds);
  const unscoredRun = findUnscoredRun(head, comparison.scorer, 'head', { excused });
  if (unscoredRun !== null) return buildUndecided(unscoredRun, explainUnscored(unscoredRun));
  const empty = findEmptyAnswers(head, base);
  if (empty?.kind === 'empty-answers')
    return buildUndecided(empty, explainUnscoredCases('target'), empty.everywhere);
  return {
    findings: missing === 0 ? [] : [{ rule: 'errors', outcome: 'info', caseIds: [], obstacle }],
    inconclusive: null,
  };
}

/** Cases that lack some head scores. A run with nothing to score lacks none. */
function countTooFew({ cases }: RunRecord, { pairs, scorer }: GateInput['comparison']): number {
  const tooFew = new Set(equalizeSamples(pairs).tooFewAtHead);
  return cases.filter(
    ({ id, samples }) => tooFew.has(id) && !samples.some((sample) => hasNothingToScore(sample, scorer)),
  ).length;
}

/** The reason and remedy of a run that a failure ended. */
export function explainFailure(kind?: FailureKind | 'no-cases'): InconclusiveGrounds {
  // Unlike a single late answer, a run times out when its own limit is reached.
  return kind === 'timeout' ? { because: 'error', remedy: 'raise-limit' } : explainUnscoredCases(kind);
}

/** The same for a base that had to be run and cannot be used; without a record it could not begin. */
export function explainFailedBase(record: RunRecord | undefined): InconclusiveGrounds {
  const unscoredRun = record === undefined || record.stopped !== null ? null : findUnscoredBase(record);
  return unscoredRun === null ? explainFailure(record?.stopped?.kind) : explainUnscored(unscoredRun);
}

function explainUnscored(obstacle: UnscoredObstacle): InconclusiveGrounds {
  return lacksUsableReplies(obstacle)
    ? { because: 'error', remedy: 'change-judge' }
    : explainUnscoredCases(obstacle.failure);
}

/** Failures that come from a limit or a rule of this tool, not from a fault of target, judge or provider. */
const OWN_LIMITS: ReadonlySet<string> = new Set(['budget', 'too-large', 'no-cases']);

/** The same for cases without a score. Other failures may pass when the run is repeated. */
function explainUnscoredCases(kind: FailureKind | 'no-cases' = 'unavailable'): InconclusiveGrounds {
  const because = OWN_LIMITS.has(kind) ? 'inconclusive' : 'error';
  return { because, remedy: REMEDIES.get(kind) ?? 'run-again' };
}

const REMEDIES: ReadonlyMap<FailureKind | 'no-cases', Remedy> = new Map([
  ['budget', 'raise-limit'],
  ['too-large', 'fix-files'],
  ['silent', 'fix-agent'],
  ['not-scorable', 'add-cases'],
  ['unauthorized', 'fix-access'],
  ['no-credit', 'add-credit'],
  ['gone', 'fix-access'],
  ['judge-gone', 'fix-access'],
  ['bad-request', 'fix-request'],
  ['malformed', 'run-again-or-change-judge'],
  ['judge-incomplete', 'run-again-or-change-judge'],
  ['refused', 'change-judge'],
  ['judge-compromised', 'change-judge'],
  ...([...AGENT_FAILURES, 'scorer', 'not-recorded', 'no-cases'] as const).map(
    (kind) => [kind, 'fix-files'] as const,
  ),
]);

export type BaselineCheck = ObstacleCheck & {
  /** True if there should be a baseline, there is none, and `on-missing-baseline: fail` is set. */
  readonly missing: boolean;
};

/** Is there a baseline that the head can be compared with? Without one only the threshold decides. */
export function checkBaseline(
  { comparison, baseline, base, settings }: GateInput,
  { excused }: SilentCases,
): BaselineCheck {
  const about = { rule: 'baseline', caseIds: [], baseline } as const;
  const buildUndecided = (obstacle: Obstacle, grounds: InconclusiveGrounds): BaselineCheck => ({
    findings: [{ ...about, outcome: 'inconclusive', obstacle }],
    inconclusive: { ...grounds, nothingMeasured: false },
    missing: false,
  });
  switch (baseline.kind) {
    case 'none': {
      const isDue = baseline.because !== 'switched-off' && baseline.because !== 'first';
      const missing = isDue && settings.onMissingBaseline === 'fail';
      const outcome = missing ? 'fails' : 'info';
      return { findings: [{ ...about, outcome, obstacle: null }], inconclusive: null, missing };
    }
    case 'unreadable':
      return buildUndecided(
        { kind: 'unreadable-baseline' },
        { because: 'inconclusive', remedy: 'read-again' },
      );
    case 'record': {
      const obstacle = findBaseObstacle(comparison, base, excused);
      if (obstacle !== null) {
        return buildUndecided(obstacle, explainBaseObstacle(obstacle, baseline));
      }
      const findings = baseline.stale ? [{ ...about, outcome: 'info', obstacle: null } as const] : [];
      return { findings, inconclusive: null, missing: false };
    }
    default:
      return baseline satisfies never;
  }
}

function explainBaseObstacle(obstacle: Obstacle, baseline: ChosenBaseline): InconclusiveGrounds {
  // A record of ours is whole, so this check has run the base or judged it again, and this scorer could not score it.
  const isOwn = baseline.kind === 'record' && baseline.rule !== 'given-record';
  if (obstacle.kind === 'unscored' && isOwn) return explainUnscored(obstacle);
  return { because: 'inconclusive', remedy: obstacle.kind === 'few-pairs' ? 'ask-base' : 'store-baseline' };
}

function findBaseObstacle(
  { comparability, pairs, scorer }: GateInput['comparison'],
  base: RunRecord | null,
  excused: ReadonlySet<string>,
): Obstacle | null {
  if (base === null) return { kind: 'no-record' };
  if (comparability.status === 'incomparable') {
    const { because, canRejudge } = comparability;
    return { kind: 'incomparable', because, canRejudge };
  }
  const unscoredRun = findUnscoredRun(base, scorer, 'base', { excusedKinds: AGENT_FAILURES });
  if (unscoredRun !== null) return unscoredRun;
  const usable = pairs.filter(
    (pair) => pair.delta !== null || (pair.base !== null && excused.has(pair.id)),
  ).length;
  const had = base.cases.filter((row) => isScorable(row, scorer)).length;
  return usable === 0 || 2 * usable < had ? { kind: 'few-pairs', usable, had } : null;
}
