import type { Decision } from '../../ports/decision.js';

/**
 * The decision that stands for all suites: a blocking fail before a blocking inconclusive, these before what does not
 * block, and of equals the one with the larger drop, then the first. Throws `RangeError` without any.
 */
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

function severityOf({ outcome, blocking, passed }: Decision): number {
  if (blocking) return outcome === 'fail' ? 4 : 3;
  if (!passed) return 2;
  return outcome === 'pass' ? 0 : 1;
}
