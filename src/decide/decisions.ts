import type { Decision, Remedy, Unmeasured } from '../model/finding.js';
import type { ReviewReason } from '../model/notes.js';
import type { Cause } from '../model/obstacle.js';
import { PASSES } from './gate/decision-table.js';

const NOTHING_COMPARED = { findings: [], worse: [], mean: null, review: [] } as const;

function passUnmeasured(unmeasured: Unmeasured): Decision {
  return { ...PASSES, outcome: 'pass', because: [], ...NOTHING_COMPARED, unmeasured };
}

/** No watched file changed or, on the base branch, a baseline of the same files is stored: nothing was run. */
export function decideUnchanged({ stored } = { stored: false }): Decision {
  return passUnmeasured({ kind: 'unchanged', stored });
}

/** Only shown cases ran. `onlyDataset` is false if no case of the base could run, which needs human review. */
export function decideShownOnly(onlyDataset: boolean): Decision {
  return passUnmeasured({ kind: 'shown-only', onlyDataset });
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

/** Files or settings that the user has to fix first. */
export function decideMistaken(
  problems: readonly string[],
  because: 'error' | 'inconclusive' = 'error',
): Decision {
  return decideNotEvaluated({ reasons: problems, because, remedy: 'fix-files' });
}

/** The base's judge or scorer cannot be used: only a pull request can fix that, so it needs human review. */
export function decideBrokenBase(reason: Cause): Decision {
  return decideReview(passUnmeasured({ kind: 'broken-base', reason }), [{ kind: 'broken-base', reason }]);
}

/** A baseline could not be stored: whatever was decided, the run failed. */
export function decideNotStored(decision: Decision, reason: string): Decision {
  return { ...decision, status: 'failure', passed: false, unmeasured: { kind: 'not-stored', reason } };
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
  const [first, ...others] = decisions;
  // No suite is no pass.
  if (first === undefined) throw new RangeError('no suite was decided');
  return others.reduce((worst, next) => (isWorse(next, worst) ? next : worst), first);
}

function isWorse(a: Decision, b: Decision): boolean {
  const difference = severityOf(a) - severityOf(b);
  return difference > 0 || (difference === 0 && (a.mean?.drop ?? 0) > (b.mean?.drop ?? 0));
}

function severityOf({ outcome, because, blocking, passed }: Decision): number {
  if (outcome === 'fail' && because.includes('review')) return 6;
  if (blocking) return outcome === 'fail' ? 5 : 4;
  if (!passed) return 3;
  if (outcome !== 'pass') return 2;
  return because.length === 0 ? 0 : 1;
}
