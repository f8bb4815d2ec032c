import type { Statuses } from '../model/github.js';
import type { RepositoryClient } from './repository-client.js';

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
  };
}
