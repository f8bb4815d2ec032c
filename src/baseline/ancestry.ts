import type { Ancestry } from '../model/github.js';
import type { Git } from '../model/repository.js';

/** True if the first commit is the second or its ancestor; `null` if unknown. */
export type AncestryTest = (ancestor: string, commit: string) => Promise<boolean | null>;

/** Asks the clone, then GitHub if the clone is too shallow. Errors count as unknown. */
export function createIsAncestor(sources: {
  readonly git: Git | null;
  readonly ancestry: Ancestry | null;
}): AncestryTest {
  const { git, ancestry } = sources;
  return async (ancestor, commit) => {
    if (ancestor === commit) return true;
    const local = git === null ? null : await git.isAncestor(ancestor, commit).catch(() => null);
    if (local !== null || ancestry === null) return local;
    return ancestry.isAncestor(ancestor, commit).catch(() => null);
  };
}

/** Each question may be a request. */
const BATCH_SIZE = 8;

/** The commits in the base commit's history. Unknown ones are excluded: a baseline is never newer. */
export async function findAncestors(
  commits: readonly string[],
  baseCommit: string,
  isAncestor: AncestryTest,
): Promise<{ readonly ancestors: readonly string[]; readonly unknown: number }> {
  const answers: (boolean | null)[] = [];
  for (let start = 0; start < commits.length; start += BATCH_SIZE) {
    const batch = commits.slice(start, start + BATCH_SIZE);
    answers.push(...(await Promise.all(batch.map((commit) => isAncestor(commit, baseCommit)))));
  }
  const ancestors = commits.filter((_commit, index) => answers[index] === true);
  return { ancestors, unknown: answers.filter((answer) => answer === null).length };
}

/** The ancestor nearest to the base commit; `null` without any. */
export async function findNearest(
  ancestors: readonly string[],
  isAncestor: AncestryTest,
): Promise<string | null> {
  let nearest: string | null = null;
  for (const commit of ancestors) {
    if (nearest === null || (await isAncestor(nearest, commit))) nearest = commit;
  }
  return nearest;
}
