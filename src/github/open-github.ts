import { UserError } from '../ports/errors.js';
import type { GitHub } from '../ports/github.js';
import { openComments } from './comments.js';
import { openGitData } from './git-data.js';
import { type OctokitOptions, openOctokit } from './octokit.js';
import { openAncestry, openCollaborators, openLabels, openPullRequests } from './pull-requests.js';
import { createRepositoryClient } from './repository-client.js';
import { openStatuses } from './statuses.js';

export type GitHubOptions = OctokitOptions & {
  /** `owner/name`. */
  readonly repository: string;
  /** `https://api.github.com/graphql`, or `https://host/api/graphql`. */
  readonly graphqlUrl: string;
  /** True for a token that can only read, whatever the workflow says: a fork's run has one. */
  readonly onlyReads?: boolean;
};

/** Everything that is asked of GitHub, over one token and one repository. Throws `UserError` for a malformed repository. */
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
    comments: openComments(client),
    statuses: openStatuses(client),
    labels: openLabels(client),
    collaborators: openCollaborators(client),
    gitData: openGitData(client),
  };
}
