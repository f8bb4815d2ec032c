import type { PullRequests } from '../ports/github.js';
import type { RepositoryClient } from './repository-client.js';

export function openPullRequests({ rest, repo, ask }: RepositoryClient): PullRequests {
  return {
    pullRequest: (number) =>
      ask({ doing: `read pull request ${number}`, permission: 'pull-requests: read' }, async () => {
        const { data } = await rest.pulls.get({ ...repo, pull_number: number });
        // The published types do not say so, but a deleted fork is null here.
        const headRepository: { full_name: string } | null = data.head.repo;
        return {
          number: data.number,
          state: data.state,
          headSha: data.head.sha,
          headRef: data.head.ref,
          headRepository: headRepository?.full_name ?? null,
          baseRef: data.base.ref,
          baseSha: data.base.sha,
        };
      }),
  };
}
