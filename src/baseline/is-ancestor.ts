import type { Git } from '../ports/git.js';
import type { Ancestry } from '../ports/github.js';

/** True where the first commit is the second or one of its ancestors; `null` where that cannot be told. */
export type IsAncestor = (ancestor: string, commit: string) => Promise<boolean | null>;

/** Asks the clone, and where it is too shallow to tell, GitHub. A question that fails is one that cannot be told. */
export function createIsAncestor(sources: {
  readonly git: Git | null;
  readonly ancestry: Ancestry | null;
}): IsAncestor {
  const { git, ancestry } = sources;
  return async (ancestor, commit) => {
    if (ancestor === commit) return true;
    const local = git === null ? null : await git.isAncestor(ancestor, commit).catch(() => null);
    if (local !== null || ancestry === null) return local;
    return ancestry.isAncestor(ancestor, commit).catch(() => null);
  };
}
