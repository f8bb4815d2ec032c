import type { Ancestry, Collaborators, Labels, PullRequests } from '../ports/github.js';
import { type RepositoryClient, unlessStatus } from './repository-client.js';

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

/** 404: GitHub does not know one of the commits, or they have nothing in common. */
const UNKNOWN = [404];

export function openAncestry({ rest, repo, ask }: RepositoryClient): Ancestry {
  const compare = (base: string, head: string) =>
    ask({ doing: `compare ${base} with ${head}`, permission: 'contents: read' }, () =>
      unlessStatus(
        async () => {
          const basehead = `${base}...${head}`;
          const { data } = await rest.repos.compareCommitsWithBasehead({ ...repo, basehead, per_page: 1 });
          return data;
        },
        UNKNOWN,
        null,
      ),
    );
  return {
    async mergeBase(base, head) {
      const compared = await compare(base, head);
      return compared?.merge_base_commit.sha ?? null;
    },
    async isAncestor(ancestor, commit) {
      const compared = await compare(ancestor, commit);
      return compared?.status === 'ahead' || compared?.status === 'identical';
    },
  };
}
