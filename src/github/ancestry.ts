import type { Ancestry } from '../ports/github.js';
import { type RepositoryClient, unlessStatus } from './repository-client.js';

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
