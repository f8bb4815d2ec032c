import type { CommitStatus, Statuses } from '../ports/github.js';
import type { RepositoryClient } from './repository-client.js';

/** GitHub's largest page. */
const PAGE = 100;

export function openStatuses({ rest, repo, ask }: RepositoryClient): Statuses {
  return {
    set: (status) =>
      ask({ doing: `set status ${status.context}`, permission: 'statuses: write' }, async () => {
        // Tried again after a failure, although it creates: the newest of a context counts, so twice is as good as once.
        await rest.repos.createCommitStatus({
          ...repo,
          sha: status.sha,
          state: status.state,
          context: status.context,
          description: status.description,
          ...(status.targetUrl === null ? {} : { target_url: status.targetUrl }),
        });
      }),
    latest: (sha) =>
      ask({ doing: `read the statuses of ${sha}`, permission: 'statuses: read' }, async () => {
        const found: Pick<CommitStatus, 'context' | 'state' | 'description'>[] = [];
        for (let page = 1; ; page += 1) {
          const { data } = await rest.repos.getCombinedStatusForRef({
            ...repo,
            ref: sha,
            per_page: PAGE,
            page,
          });
          for (const { context, state, description } of data.statuses) {
            found.push({ context, state: stateOf(state), description: description ?? '' });
          }
          if (data.statuses.length < PAGE) return found;
        }
      }),
  };
}

/** GitHub's type is any text; a state that is not known is nothing to build on. */
function stateOf(state: string): CommitStatus['state'] {
  return state === 'success' || state === 'failure' || state === 'pending' ? state : 'error';
}
