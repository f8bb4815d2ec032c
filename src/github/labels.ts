import type { Labels } from '../ports/github.js';
import { type RepositoryClient, unlessStatus } from './repository-client.js';

export function openLabels({ rest, repo, ask }: RepositoryClient): Labels {
  return {
    remove: (pullRequest, name) =>
      ask(
        {
          doing: `remove label ${name} from pull request ${pullRequest}`,
          permission: 'pull-requests: write',
        },
        async () => {
          // 404: it is gone already, which is what was wanted.
          await unlessStatus(
            () => rest.issues.removeLabel({ ...repo, issue_number: pullRequest, name }),
            [404],
            null,
          );
        },
      ),
  };
}
