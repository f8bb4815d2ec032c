/** What set the run off, and which commits are meant. */
export type PullRequestRef = {
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string;
  /** True where the head is in another repository, or its repository is gone. */
  readonly fork: boolean;
};

export type RunEvent =
  | {
      readonly kind: 'pull-request';
      readonly pullRequest: PullRequestRef;
      readonly action: string;
      /** Labels that the pull request carried when the event happened. */
      readonly labels?: readonly string[];
      /** With `labeled` and `unlabeled`: which label, and the login of who did it. */
      readonly label?: { readonly name: string; readonly by: string };
    }
  | { readonly kind: 'merge-group'; readonly baseSha: string; readonly headSha: string }
  | {
      readonly kind: 'push';
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
      readonly sha: string;
      readonly ref: string;
      readonly defaultBranch: string | null;
    };
