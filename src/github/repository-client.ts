import { type Attempt, gitHubFailure } from './github-failure.js';
import type { Octokit } from './octokit.js';

/** One repository through one token: what the ports are made from. */
export type RepositoryClient = {
  readonly rest: Octokit['rest'];
  readonly graphql: Octokit['graphql'];
  readonly repo: { readonly owner: string; readonly repo: string };
  /** Runs one request; whatever it throws becomes a `GitHubError` that says what was tried. */
  ask<T>(attempt: Attempt, act: () => Promise<T>): Promise<T>;
};

export function createRepositoryClient(options: {
  readonly octokit: Octokit;
  /** `owner/name`. */
  readonly repository: string;
  readonly graphqlUrl: string;
}): RepositoryClient {
  const [owner = '', repo = ''] = options.repository.split('/');
  return {
    rest: options.octokit.rest,
    graphql: options.octokit.graphql.defaults({ baseUrl: options.graphqlUrl.replace(/\/graphql\/?$/, '') }),
    repo: { owner, repo },
    async ask(attempt, act) {
      try {
        return await act();
      } catch (thrown) {
        throw gitHubFailure(thrown, attempt);
      }
    },
  };
}

/** What the thunk gives, or `instead` where GitHub answers with one of these statuses. */
export async function unlessStatus<T, I>(
  act: () => Promise<T>,
  statuses: readonly number[],
  instead: I,
): Promise<T | I> {
  try {
    return await act();
  } catch (thrown) {
    const status = thrown instanceof Error && 'status' in thrown ? thrown.status : null;
    if (typeof status === 'number' && statuses.includes(status)) return instead;
    throw thrown;
  }
}
