import { UserError } from '../model/errors.js';
import type { CommitStatus, GitHub, Statuses } from '../model/github.js';
import { openComments } from './comments.js';
import { openGitData } from './git-data.js';
import {
  openAncestry,
  openBranches,
  openCollaborators,
  openLabels,
  openPullRequests,
} from './pull-requests.js';
import {
  createRepositoryClient,
  type OctokitOptions,
  openOctokit,
  type RepositoryClient,
} from './repository-client.js';
import { openReviewComments } from './review-comments.js';

/** One repository on one server, with one token. */
export type GitHubOptions = OctokitOptions & {
  /** `owner/name`. */
  readonly repository: string;
  /** `https://api.github.com/graphql`, or `https://host/api/graphql`. */
  readonly graphqlUrl: string;
  /** True for a read-only token, such as a fork's run has. */
  readonly onlyReads?: boolean;
};

/** All requests to GitHub, with one token for one repository. Throws `UserError` for a malformed repository name. */
export function openGitHub(options: GitHubOptions): GitHub {
  if (!/^[^/\s]+\/[^/\s]+$/.test(options.repository)) {
    throw new UserError(
      `The repository is '${options.repository}', which is not of the form owner/name: set GITHUB_REPOSITORY.`,
    );
  }
  const octokit = openOctokit(options);
  const { repository, graphqlUrl, onlyReads = false } = options;
  const client = createRepositoryClient({ octokit, repository, graphqlUrl, onlyReads });
  return {
    pullRequests: openPullRequests(client),
    ancestry: openAncestry(client),
    branches: openBranches(client),
    comments: openComments(client),
    reviewComments: openReviewComments(client),
    statuses: openStatuses(client),
    labels: openLabels(client),
    collaborators: openCollaborators(client),
    gitData: openGitData(client),
  };
}

/** GitHub's largest page. */
const PAGE = 100;

function openStatuses({ rest, repo, ask }: RepositoryClient): Statuses {
  return {
    set: (status) =>
      ask(`set status ${status.context}`, 'statuses: write', async () => {
        // Retried although it creates: only the newest status of a context counts.
        await rest.repos.createCommitStatus({
          ...repo,
          sha: status.sha,
          state: status.state,
          context: status.context,
          description: status.description,
          target_url: status.targetUrl,
        });
      }),
    latest: (sha) =>
      ask(`read the statuses of ${sha}`, 'statuses: read', async () => {
        const statuses: Omit<CommitStatus, 'sha'>[] = [];
        for (let page = 1; ; page += 1) {
          const { data } = await rest.repos.getCombinedStatusForRef({
            ...repo,
            ref: sha,
            per_page: PAGE,
            page,
          });
          for (const { context, state, description, target_url: targetUrl } of data.statuses) {
            statuses.push({
              context,
              state: parseStatusState(state),
              description: description ?? '',
              targetUrl,
            });
          }
          if (data.statuses.length < PAGE) return statuses;
        }
      }),
  };
}

/** GitHub types the state as text; an unknown one counts as an error. */
function parseStatusState(state: string): CommitStatus['state'] {
  return state === 'success' || state === 'failure' || state === 'pending' ? state : 'error';
}
