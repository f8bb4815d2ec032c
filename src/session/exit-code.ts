import type { CommitStatus } from '../model/github.js';
import { chooseExitCodeByStatus } from '../model/outcome.js';

/** A suite's commit status, or what it would be; `null` if it is not known. */
export type SuiteState = CommitStatus['state'] | null;

export type RunEnd =
  /** Decided now, shown again, or looked up because of a label: each suite's status. */
  | { readonly kind: 'reported'; readonly suites: readonly SuiteState[] }
  /** No commit check depends on the run, and it did what there was to do. */
  | { readonly kind: 'nothing-due' }
  /** An error that the user must fix. */
  | { readonly kind: 'mistake' }
  /** An error of this tool. */
  | { readonly kind: 'crash' };

export function chooseExitCode(end: RunEnd): 0 | 1 | 2 | 3 {
  switch (end.kind) {
    case 'reported':
      return chooseExitCodeByStatus(end.suites);
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
