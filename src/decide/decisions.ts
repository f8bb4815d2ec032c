import type { Decision, Remedy, Unmeasured } from '../model/finding.js';
import type { Cause, ReviewReason } from '../model/notes.js';
import { PASSES } from './gate/decide-gate.js';

const NOTHING_COMPARED = { findings: [], worse: [], mean: null, review: [] } as const;

/** Nothing had to be compared. */
export function decideUnmeasured(unmeasured: Unmeasured): Decision {
  return { ...PASSES, outcome: 'pass', because: [], ...NOTHING_COMPARED, unmeasured };
}

/**
 * An evaluation was due and could not begin. It fails the job whatever `fail-on` says.
 *
 * @param options.because `error` if target, judge or provider failed, `inconclusive` if it was refused or impossible.
 */
export function decideNotEvaluated({
  reasons,
  because,
  remedy,
}: {
  readonly reasons: readonly Cause[];
  readonly because: 'error' | 'inconclusive';
  readonly remedy: Remedy;
}): Decision {
  return {
    ...{ outcome: 'inconclusive', because: [because], blocking: true, status: 'error', passed: false },
    ...NOTHING_COMPARED,
    unmeasured: { kind: 'not-evaluated', reasons },
    remedy,
  };
}

/** Red whatever `fail-on` says. An undecided result stays undecided, because an outage or a spent budget cannot be accepted. */
export function decideReview(decision: Decision, reasons: readonly ReviewReason[]): Decision {
  if (reasons.length === 0) return decision;
  const isOpen = decision.outcome === 'inconclusive';
  return {
    ...decision,
    ...(isOpen ? { outcome: 'inconclusive', status: 'error' } : { outcome: 'fail', status: 'failure' }),
    because: ['review', ...decision.because],
    blocking: true,
    passed: false,
    review: [...reasons, ...decision.review],
  };
}

/** The worst of several decisions; of equals the one with the larger drop, then the first. */
export function worstDecision(decisions: readonly Decision[]): Decision {
  const [worst] = decisions.toSorted(
    (a, b) => severityOf(b) - severityOf(a) || (b.mean?.drop ?? 0) - (a.mean?.drop ?? 0),
  );
  // No suite is no pass.
  if (worst === undefined) throw new RangeError('no suite was decided');
  return worst;
}

function severityOf({ outcome, because, blocking, passed }: Decision): number {
  if (outcome === 'fail' && because.includes('review')) return 6;
  if (blocking) return outcome === 'fail' ? 5 : 4;
  if (!passed) return 3;
  if (outcome !== 'pass') return 2;
  return because.length === 0 ? 0 : 1;
}
