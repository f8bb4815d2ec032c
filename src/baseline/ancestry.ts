import type { Git } from '../ports/git.js';
import type { Ancestry } from '../ports/github.js';

/** True if the first commit is the second or one of its ancestors; `null` if that cannot be found out. */
export type IsAncestor = (ancestor: string, commit: string) => Promise<boolean | null>;

/** Asks the clone, and GitHub if the clone is too shallow. A failed question counts as unknown. */
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

/** Each question may be a request: so many at a time, and no more than this in all for one suite. */
const AT_ONCE = 8;
export const MOST_COMMITS = 500;

type AncestorSearch = {
  /** Those that are the base commit or an ancestor of it. */
  readonly ancestors: readonly string[];
  /** Number of commits whose order is unknown or was not asked. */
  readonly unknown: number;
};

/** Finds the commits in the base commit's history. Unknown ones are left out, because a baseline must not be newer. */
export async function findAncestors(
  commits: readonly string[],
  baseCommit: string,
  isAncestor: IsAncestor,
): Promise<AncestorSearch> {
  const asked = commits.slice(0, MOST_COMMITS);
  const answers = await inBatches(asked, (commit) => isAncestor(commit, baseCommit));
  const ancestors = asked.filter((_, index) => answers[index] === true);
  const untold = answers.filter((answer) => answer === null).length;
  return { ancestors, unknown: untold + commits.length - asked.length };
}

/** The nearest of a commit's ancestors; `null` without any. */
export async function nearestOf(
  ancestors: readonly string[],
  isAncestor: IsAncestor,
): Promise<string | null> {
  let round = ancestors;
  while (round.length > 1) {
    const pairs = Array.from({ length: Math.ceil(round.length / 2) }, (_, index) =>
      round.slice(2 * index, 2 * index + 2),
    );
    round = await inBatches(pairs, async ([a = '', b]) =>
      b !== undefined && (await isAncestor(a, b)) ? b : a,
    );
  }
  return round[0] ?? null;
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(run))));
  }
  return results;
}
