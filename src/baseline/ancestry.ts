import type { Ancestry } from '../model/github.js';
import type { Git } from '../model/repository.js';

/** True if the first commit is the second or its ancestor; `null` if unknown. */
export type IsAncestor = (ancestor: string, commit: string) => Promise<boolean | null>;

/** Asks the clone, then GitHub if the clone is too shallow. Errors count as unknown. */
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

/** Each question may be a request. */
const AT_ONCE = 8;

type AncestorSearch = {
  /** The base commit and its ancestors. */
  readonly ancestors: readonly string[];
  /** Number of commits that may be ancestors. */
  readonly unknown: number;
};

/** The commits in the base commit's history. Unknown ones are excluded: a baseline is never newer. */
export async function findAncestors(
  commits: readonly string[],
  baseCommit: string,
  isAncestor: IsAncestor,
): Promise<AncestorSearch> {
  const answers = await inBatches(commits, (commit) => isAncestor(commit, baseCommit));
  const ancestors = commits.filter((_, index) => answers[index] === true);
  return { ancestors, unknown: answers.filter((answer) => answer === null).length };
}

/** The ancestor nearest to the base commit; `null` without any. */
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
