import type { Remedy, RuleFinding } from '../../ports/decision.js';
import { AGENT_FAILURES, type FailureKind } from '../../ports/errors.js';
import type { RunRecord } from '../../ports/run-record.js';
import { counted, grouped } from '../../text/counts.js';
import { equalSamples } from '../compare/sample-scores.js';
import { type Failure, failureOf } from '../compare/unscored-case.js';
import { asClause } from './gate-words.js';
import type { GateInput } from './rule.js';
import {
  errorLimit,
  findSpoiltBase,
  findSpoiltRun,
  isScorable,
  renderSpoiltRun,
  whyEmpty,
} from './usable-record.js';

/** Why nothing can be decided, or not all of it. */
export type Inconclusive = {
  readonly because: 'error' | 'inconclusive';
  /** One line that goes on after "Not decided: ", without a full stop and without any score. */
  readonly cause: string;
  readonly remedy: Remedy;
  /** True where no case has a score: then the job fails whatever `fail-on` says. */
  readonly nothingMeasured: boolean;
};

/** What may stand in the way of a decision; `inconclusive` is `null` where it does not. */
export type Obstacle = { readonly finding: RuleFinding | null; readonly inconclusive: Inconclusive | null };

function inTheWay(
  rule: 'errors' | 'baseline',
  cause: string,
  inconclusive: Partial<Inconclusive> & Pick<Inconclusive, 'remedy'>,
): Obstacle {
  const line = `Not ${rule === 'baseline' ? 'compared' : 'decided'}: ${cause}.`;
  return {
    finding: { rule, outcome: 'inconclusive', line },
    inconclusive: { because: 'inconclusive', nothingMeasured: false, ...inconclusive, cause },
  };
}

/** Failures that come from a limit or a rule of this tool, not from a fault of target, judge or provider. */
const NO_FAULT: ReadonlySet<string> = new Set(['budget', 'no-cases']);

/**
 * Errors are not scores: what has none is left out. A run that ended early, answers that are empty everywhere, more than max(1, 5 %) of the cases without
 * a score (in all suite-wide runs, or in one of them), or none at all with one leaves nothing to decide on. Cases that have a score, but in too few of the runs to
 * be tested with the others, count among those without.
 */
export function decideErrors({ comparison, head, base }: GateInput): Obstacle {
  const { unscored, headCases } = comparison;
  const nothing = comparison.floorMean === null;
  const undecided = (cause: string, kind: FailureKind | 'no-cases', nothingMeasured = nothing) => {
    return inTheWay('errors', cause, {
      ...(head.stopped === null ? lostBy(kind) : failedBy(kind)),
      nothingMeasured,
    });
  };
  const tooFew = equalSamples(comparison.pairs).tooFewAtHead;
  if (head.stopped !== null) {
    const { kind, reason } = head.stopped;
    return undecided(asClause(reason), kind);
  }
  // What has nothing to score is no error, unless nothing at all has.
  const failed = nothing ? unscored : unscored.filter(({ kind }) => kind !== 'not-scorable');
  const missing = failed.length + tooFew;
  const spoilt = findSpoiltRun(head, comparison.scorer);
  const empty = whyEmpty(head, base);
  const atBase = renderGapsAtBase({ comparison, base });
  if (missing === 0 && spoilt === null && empty === null && !nothing) {
    return { finding: atBase === '' ? null : warning(atBase), inconclusive: null };
  }
  if (headCases === 0) return undecided('the dataset has no cases', 'no-cases');

  const { kind, cause } = commonestCause(failed);
  const what =
    failed.length > 0 && failed.every((row) => row.kind === 'not-scorable') ? 'nothing to score' : 'no score';
  const have = `${grouped(missing)} of ${counted(headCases, 'case')} ${missing === 1 ? 'has' : 'have'} ${what}`;
  if (nothing || missing > errorLimit(headCases)) return undecided(`${have}${cause}`, kind);
  if (spoilt !== null) {
    return undecided(renderSpoiltRun(spoilt), spoilt.failures[0].kind);
  }
  if (empty !== null) return undecided(empty.cause, 'target', empty.everywhere);
  // Of what no longer answers the reason is told by the rule that fails for it.
  const told = unscored.every((row) => row.noLongerAnswers) && tooFew === 0;
  const line = `${have} and ${missing === 1 ? 'is' : 'are'} left out${told ? '' : cause}.`;
  return { finding: warning(atBase === '' ? line : `${line} ${atBase}`), inconclusive: null };
}

function warning(line: string): RuleFinding {
  return { rule: 'errors', outcome: 'warns', line };
}

/** Which scores of the head nothing is held against, since the base failed there; empty where there are none. */
function renderGapsAtBase({ comparison, base }: Pick<GateInput, 'comparison' | 'base'>): string {
  if (base === null) return '';
  const { pairs, renamed, scorer } = comparison;
  const { baseRuns } = equalSamples(pairs);
  const names = new Map(renamed.map(({ from, to }) => [to, from]));
  const rows = new Map(base.cases.map((row) => [row.id, row]));
  const gaps = pairs
    .filter(({ headScores, baseScores }) => headScores.length > 0 && baseScores.length < baseRuns)
    .flatMap(({ id }) => {
      const row = rows.get(names.get(id) ?? id);
      const failures = row?.samples.flatMap((sample) => failureOf(sample, scorer, base) ?? []) ?? [];
      return failures.find(({ kind }) => kind !== 'not-scorable') ?? [];
    });
  if (gaps.length === 0) return '';
  const have = `${grouped(gaps.length)} of ${counted(pairs.length, 'case')} ${gaps.length === 1 ? 'has' : 'have'} no score`;
  const where = baseRuns === 1 ? 'at base' : 'in a run of the base';
  return `${have} ${where} and ${gaps.length === 1 ? 'is' : 'are'} left out of the mean${commonestCause(gaps).cause}.`;
}

type Grounds = Pick<Inconclusive, 'because' | 'remedy'>;

/** What a run that a failure ended is, and what helps. */
export function failedBy(kind?: FailureKind | 'no-cases'): Grounds {
  // One answer may be late by chance; a run ends so when its own time is up.
  return kind === 'timeout' ? { because: 'error', remedy: 'raise-limit' } : lostBy(kind);
}

/** The same of a base that had to be run and is of no use; without a record it could not begin. */
export function failedBase(tried: RunRecord | undefined): Grounds {
  const spoilt = tried === undefined || tried.stopped !== null ? null : findSpoiltBase(tried);
  return spoilt === null ? failedBy(tried?.stopped?.kind) : lostBy(spoilt.failures[0].kind);
}

/** The same of cases without a score. What is not listed may pass by itself. */
function lostBy(kind: FailureKind | 'no-cases' = 'unavailable'): Grounds {
  const because = NO_FAULT.has(kind) ? 'inconclusive' : 'error';
  return { because, remedy: REMEDIES.get(kind) ?? 'run-again' };
}

const REMEDIES: ReadonlyMap<FailureKind | 'no-cases', Remedy> = new Map([
  ['budget', 'raise-limit'],
  ['silent', 'mend-agent'],
  ['not-scorable', 'give-cases'],
  ['unauthorized', 'mend-access'],
  ['gone', 'mend-access'],
  ['judge-gone', 'mend-access'],
  ['bad-request', 'mend-access'],
  ['judge-compromised', 'change-judge'],
  ...([...AGENT_FAILURES, 'scorer', 'not-recorded', 'no-cases'] as const).map(
    (kind) => [kind, 'correct'] as const,
  ),
]);

/** The reason that most cases share; of equally common ones the alphabetically first. */
function commonestCause(unscored: readonly Failure[]): {
  readonly kind: FailureKind;
  readonly cause: string;
} {
  const groups = Map.groupBy(unscored, ({ kind, reason }) => `${kind} ${asClause(reason)}`);
  const [, cases = []] =
    [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))[0] ?? [];
  const first = cases[0];
  if (first === undefined) return { kind: 'judge-incomplete', cause: ' in every run' };
  const share = groups.size === 1 ? '' : `; ${grouped(cases.length)} of them`;
  return { kind: first.kind, cause: `${share}: ${asClause(first.reason)}` };
}

export type BaselineResult = Obstacle & {
  /** True where a baseline should be there, is not, and `on-missing-baseline: fail` is set. */
  readonly missing: boolean;
};

/**
 * Is there a baseline that the head can be held against? Without one the floor alone decides: said loudly where it is
 * missing, as a matter of course where the prompt is new (in both `on-missing-baseline` decides) or it is switched off.
 * An unreadable or incomparable one, one without a pair, or one of whose cases fewer than half are left with a score on
 * both sides, is *inconclusive*.
 */
export function decideBaseline({ comparison, baseline, base, settings }: GateInput): BaselineResult {
  const undecided = (cause: string, remedy: Remedy) => ({
    ...inTheWay('baseline', cause, { remedy }),
    missing: false,
  });
  switch (baseline.kind) {
    case 'none': {
      const isDue = baseline.reason !== 'switched-off' && baseline.reason !== 'first';
      const missing = isDue && settings.onMissingBaseline === 'fail';
      const outcome = missing ? 'fails' : baseline.reason === 'absent' ? 'warns' : 'off';
      return {
        finding: { rule: 'baseline', outcome, line: 'No baseline.' },
        inconclusive: null,
        missing,
      };
    }
    case 'unreadable':
      return undecided('the stored baseline cannot be used', 'read-again');
    case 'record': {
      if (base === null) return undecided('the baseline has no record', 'store-baseline');
      if (comparison.comparability.status === 'incomparable') {
        return undecided(asClause(comparison.comparability.reason), 'store-baseline');
      }
      const spoilt = findSpoiltRun(base, comparison.scorer, AGENT_FAILURES);
      if (spoilt !== null) {
        return undecided(`in the baseline ${renderSpoiltRun(spoilt)}`, 'store-baseline');
      }
      const usable = comparison.pairs.filter(({ delta }) => delta !== null).length;
      if (usable === 0) return undecided('no case has a score on both sides', 'ask-base');
      const had = base.cases.filter((row) => isScorable(row, comparison.scorer)).length;
      if (2 * usable < had) {
        const left = `${grouped(usable)} of the baseline's ${counted(had, 'case')}`;
        return undecided(`only ${left} are left with the same input and a score on both sides`, 'ask-base');
      }
      if (!baseline.stale) return { finding: null, inconclusive: null, missing: false };
      const line = 'The baseline is of an older prompt.';
      return { finding: { rule: 'baseline', outcome: 'warns', line }, inconclusive: null, missing: false };
    }
    default:
      return baseline satisfies never;
  }
}
