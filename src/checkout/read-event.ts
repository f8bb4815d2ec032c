import type { PullRequestRef } from '../model/report.js';

/** A run of the check has ended. A fork's run cannot set statuses, so this one sets them. */
export type CompanionEvent = {
  readonly kind: 'companion';
  readonly headSha: string;
  /** The event that had set it off. */
  readonly of: string;
  /** True if the head is in another repository, or its repository is gone. */
  readonly fork: boolean;
};

/** The event of a run that measures or accepts. */
export type RunEvent =
  | {
      readonly kind: 'pull-request';
      readonly pullRequest: PullRequestRef;
      readonly action: string;
      /** With `edited`: true if the pull request goes into another branch now. */
      readonly retargeted?: boolean;
      /** Labels that the pull request carried when the event happened. */
      readonly labels?: readonly string[];
      /** With `labeled` and `unlabeled`: which label, and the login of who did it. */
      readonly label?: { readonly name: string; readonly by: string };
    }
  | {
      readonly kind: 'merge-group';
      readonly baseSha: string;
      readonly headSha: string;
      /** Number of the pull request that the queue adds with this commit; missing if its branch does not say. */
      readonly queued?: number;
    }
  | {
      readonly kind: 'push';
      /** Missing if the run has the secrets that the workflow gives it. */
      readonly restricted?: 'dependabot';
      readonly sha: string;
      readonly ref: string;
      readonly defaultBranch: string | null;
    }
  | {
      readonly kind: 'schedule';
      readonly sha: string;
      readonly ref: string;
      readonly defaultBranch: string | null;
    }
  | {
      readonly kind: 'dispatch';
      readonly by?: string;
      readonly sha: string;
      readonly ref: string;
      readonly defaultBranch: string | null;
    };
