import type { Collaborators } from '../ports/github.js';
import { type RepositoryClient, unlessStatus } from './repository-client.js';

/** `maintain` and custom roles arrive as the one of GitHub's four permissions that they contain. */
const WRITING: ReadonlySet<string> = new Set(['write', 'maintain', 'admin']);

export function openCollaborators({ rest, repo, ask }: RepositoryClient): Collaborators {
  return {
    mayWrite: (username) =>
      ask({ doing: `read the permission of ${username}`, permission: 'contents: read' }, async () => {
        // 404: nobody that the repository knows.
        const permission = await unlessStatus(
          async () => {
            const { data } = await rest.repos.getCollaboratorPermissionLevel({ ...repo, username });
            return data.permission;
          },
          [404],
          'none',
        );
        return WRITING.has(permission);
      }),
  };
}
