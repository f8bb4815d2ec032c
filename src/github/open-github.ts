import { UserError } from '../ports/errors.js';
import type { GitHub } from '../ports/github.js';
import type { Log } from '../ports/log.js';
import { openComments } from './comments.js';
import { openGitData } from './git-data.js';
import { openOctokit } from './octokit.js';
import { type Clock, DEFAULT_PACE, type Pace } from './pace.js';
import { openAncestry, openCollaborators, openLabels, openPullRequests } from './pull-requests.js';
import { createRepositoryClient } from './repository-client.js';
import { openStatuses } from './statuses.js';

export type GitHubOptions = {
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  /** `https://api.github.com`, or `https://host/api/v3` of a GitHub Enterprise Server. */
  readonly apiUrl: string;
  /** `https://api.github.com/graphql`, or `https://host/api/graphql`. */
  readonly graphqlUrl: string;
  readonly log: Log;
  /** True for a token that can only read, whatever the workflow says: a fork's run has one. */
  readonly onlyReads?: boolean;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly pace?: Pace;
  /** Most time spent waiting for GitHub's rate limits, in all; default 2 minutes. */
  readonly longestWaitMs?: number;
  /** What one second of a pause lasts, before a request is tried again: 1000, and less in tests. */
  readonly secondMs?: number;
  /** For one attempt of one request; default 30 seconds. */
  readonly requestTimeoutMs?: number;
  /** Ends requests and waits, and lets none begin. */
  readonly signal?: AbortSignal;
};

/** Everything that is asked of GitHub, over one token and one repository. Throws `UserError` for a malformed repository. */
export function openGitHub(options: GitHubOptions): GitHub {
  if (!/^[^/\s]+\/[^/\s]+$/.test(options.repository)) {
    throw new UserError(
      `The repository is '${options.repository}', which is not of the form owner/name: set GITHUB_REPOSITORY.`,
    );
  }
  const clock: Clock = {
    now: options.now ?? Date.now,
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  };
  const octokit = openOctokit({
    token: options.token,
    apiUrl: options.apiUrl,
    log: options.log,
    clock,
    pace: options.pace ?? DEFAULT_PACE,
    longestWaitMs: options.longestWaitMs ?? 120_000,
    secondMs: options.secondMs ?? 1000,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    signal: options.signal ?? new AbortController().signal,
  });
  const { repository, graphqlUrl, onlyReads = false } = options;
  const client = createRepositoryClient({ octokit, repository, graphqlUrl, onlyReads });
  return {
    pullRequests: openPullRequests(client),
    ancestry: openAncestry(client),
    comments: openComments(client),
    statuses: openStatuses(client),
    labels: openLabels(client),
    collaborators: openCollaborators(client),
    gitData: openGitData(client),
  };
}
