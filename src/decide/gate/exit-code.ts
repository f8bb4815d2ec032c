import type { CommitStatus } from '../../ports/github.js';

/** How a suite stands: what its commit status says, or would say; `null` where nothing is known of it. */
export type Standing = CommitStatus['state'] | null;

/** How a run ended, of whatever kind. */
export type RunEnd =
  /** Decided now, shown again, or looked up because of a label: how each suite stands. */
  | { readonly kind: 'told'; readonly suites: readonly Standing[] }
  /** No check of a commit hangs on the run, and it did what there was to do. */
  | { readonly kind: 'nothing-due' }
  /** Something that the user must mend. */
  | { readonly kind: 'mistake' }
  /** Something that we must mend. */
  | { readonly kind: 'crash' };

/**
 * The exit code of every kind of run: 0 only where each suite is known to stand at success. What is pending, or known to
 * nobody, was not measured, and ends like an error.
 */
export function exitCodeOf(end: RunEnd): 0 | 1 | 2 | 3 {
  switch (end.kind) {
    case 'told':
      if (end.suites.includes('failure')) return 1;
      return end.suites.length > 0 && end.suites.every((state) => state === 'success') ? 0 : 3;
    case 'nothing-due':
      return 0;
    case 'mistake':
      return 2;
    case 'crash':
      return 3;
    default:
      return end satisfies never;
  }
}
