import type { FileEntry } from './repository.js';

export type OpenPullRequest = {
  readonly number: number;
  readonly headSha: string;
  /** `owner/name`; `null` if the fork was deleted. */
  readonly headRepository: string | null;
  readonly baseRef: string;
};

export type PullRequestInfo = OpenPullRequest & { readonly state: 'open' | 'closed' };

/** A file of a commit as GitHub lists it, links and submodules included. */
export type ListedFile = FileEntry & {
  /** `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
  readonly sha: string;
  /** In bytes; 0 for a submodule, and for a file that is as in the base. */
  readonly size: number;
};

export type Merge = { readonly sha: string; readonly parents: readonly string[] };

export type Rename = { readonly from: string; readonly to: string };

export interface PullRequests {
  pullRequest(number: number): Promise<PullRequestInfo>;
  /** The open pull requests whose head is this commit, forks' included. The commit's status counts for each one. */
  openAt(headSha: string): Promise<readonly OpenPullRequest[]>;
  /** GitHub's test merge; `null` if there is none yet. After a push it may be stale, so check its parents. */
  testMerge(number: number): Promise<Merge | 'conflict' | null>;
  /** The parents of a commit, also of one that only a fork has. */
  parents(commit: string): Promise<readonly string[]>;
  /** Files that git sees as renamed between two commits. GitHub compares at most 300 files. */
  renames(base: string, commit: string): Promise<readonly Rename[]>;
  /** All files of a commit, also of one in a fork. Of too many, folders that are the base's are taken from it. */
  listFiles(commit: string, base: ListedBase): Promise<readonly ListedFile[]>;
}

/** A commit whose files are known. */
export type ListedBase = {
  readonly files: readonly FileEntry[];
  /** The ids of its folders, by path. */
  readonly folders: () => Promise<ReadonlyMap<string, string>>;
};

export interface Ancestry {
  /** Merge base of two commits, by the compare API, so that no clone depth is needed. */
  mergeBase(base: string, head: string): Promise<string | null>;
  /** True if `ancestor` is `commit` or one of its ancestors. False if GitHub does not know both commits. */
  isAncestor(ancestor: string, commit: string): Promise<boolean>;
}

export interface Branches {
  /** True if a branch of this repository contains the commit, which is then not a fork's alone. */
  contain(commit: string): Promise<boolean>;
}

/** A text on GitHub, and whether this tool wrote it. */
export type OwnedText = { readonly body: string; readonly writtenByUs: boolean };

export type IssueComment = OwnedText & {
  readonly id: number;
  readonly url: string;
};

export interface Comments {
  /** Every comment of the pull request, oldest first, and the pull request's current head. */
  list(
    pullRequest: number,
  ): Promise<{ readonly headSha: string; readonly comments: readonly IssueComment[] }>;
  create(pullRequest: number, body: string): Promise<IssueComment>;
  update(id: number, body: string): Promise<IssueComment>;
  remove(id: number): Promise<void>;
}

/** The first comment of a conversation about lines of a file. */
export type ReviewComment = OwnedText & {
  readonly id: number;
  /** True if it has a reply. */
  readonly hasReplies: boolean;
  readonly path: string;
  /** At the pull request's newest commit; `null` if these lines changed after the comment. */
  readonly line: number | null;
  readonly endLine: number | null;
};

/** Lines of the head's file, from 1, and what to say about them. */
export type NewReviewComment = {
  /** The head commit. */
  readonly commit: string;
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly body: string;
};

export interface ReviewComments {
  list(
    pullRequest: number,
  ): Promise<{ readonly headSha: string; readonly comments: readonly ReviewComment[] }>;
  /** A file's changes as a unified diff, without its header; `null` if GitHub shows none. */
  readDiff(pullRequest: number, path: string): Promise<string | null>;
  /** GitHub refuses lines that the pull request's diff does not show. */
  create(pullRequest: number, comment: NewReviewComment): Promise<void>;
  update(id: number, body: string): Promise<void>;
  /** The answers of others stay. */
  remove(id: number): Promise<void>;
}

export type StatusResult = {
  readonly state: 'pending' | 'success' | 'failure' | 'error';
  /** At most 140 characters. */
  readonly description: string;
};

/** A status of a known commit. */
export type CurrentStatus = StatusResult & {
  /** For example `prompt-regression/support`. */
  readonly context: string;
  readonly targetUrl: string | null;
};

export type CommitStatus = CurrentStatus & { readonly sha: string };

/** The base branch of a run, and the pull request. */
export type StatusBase = {
  readonly branch: string;
  /** `null` if a branch was checked, and no pull request. */
  readonly pullRequest: number | null;
};

export interface Statuses {
  set(status: CommitStatus): Promise<void>;
  latest(sha: string): Promise<readonly CurrentStatus[]>;
}

export interface Labels {
  /** Removes a label from a pull request; a missing label is not a failure. */
  remove(pullRequest: number, label: string): Promise<void>;
}

export interface Collaborators {
  /** True if this person may push to the repository: permission write, maintain or admin. */
  mayWrite(login: string): Promise<boolean>;
}

export type TreeEntry = {
  readonly path: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
};

/** The Git data API, for the branch store and a fork's prompts. */
export interface GitData {
  /** `null` if the branch does not exist. */
  readBranch(branch: string): Promise<{ readonly commit: string; readonly tree: string } | null>;
  readTree(tree: string): Promise<readonly TreeEntry[]>;
  readBlob(sha: string): Promise<Uint8Array>;
  createBlob(content: Uint8Array): Promise<string>;
  /** Paths may contain slashes; `base: null` starts an empty tree. */
  createTree(
    base: string | null,
    entries: readonly { readonly path: string; readonly sha: string }[],
  ): Promise<string>;
  createCommit(commit: {
    readonly message: string;
    readonly tree: string;
    readonly parents: readonly string[];
  }): Promise<string>;
  /** Creates the branch; `exists` if another writer was first. */
  createBranch(branch: string, commit: string): Promise<'created' | 'exists'>;
  /** Moves the branch forward, never by force. A `GitHubError` says why GitHub refused, perhaps for another writer. */
  moveBranch(branch: string, commit: string): Promise<void>;
}

export type GitHub = {
  readonly pullRequests: PullRequests;
  readonly ancestry: Ancestry;
  readonly branches: Branches;
  readonly comments: Comments;
  readonly reviewComments: ReviewComments;
  readonly statuses: Statuses;
  readonly labels: Labels;
  readonly collaborators: Collaborators;
  readonly gitData: GitData;
};

/** GitHub refused or failed; `permission` names the missing line of `permissions:` if that is the cause. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  readonly status: number | null;
  readonly permission: string | null;
  /** True if no `permissions:` line can give this run the right, because a fork's token is read-only. */
  readonly beyond: boolean;

  constructor(
    message: string,
    options: {
      readonly status?: number;
      readonly permission?: string;
      readonly beyond?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = options.status ?? null;
    this.permission = options.permission ?? null;
    this.beyond = options.beyond === true;
  }
}
