import type { GitHub, PullRequestInfo } from '../model/github.js';
import { mergedInto } from './base-commit.js';

/** After a push to either branch, GitHub needs some seconds for a new test merge. */
const WAITS_MS = [1_000, 2_000, 4_000];

/** GitHub's test merge of a pull request, and the tip of the base branch that it was merged into. */
export type TestMerge = { readonly sha: string; readonly tip: string };

/**
 * The test merge of exactly this head into its base branch's newest commit; `null` if they conflict, or if GitHub has
 * not made it yet.
 */
export async function findTestMerge(
  { number, headSha, baseRef }: Pick<PullRequestInfo, 'number' | 'headSha' | 'baseRef'>,
  { github, sleep }: { readonly github: GitHub; readonly sleep: (ms: number) => Promise<void> },
): Promise<TestMerge | null> {
  for (const wait of [...WAITS_MS, null]) {
    const branch = await github.gitData.readBranch(baseRef);
    const merge = await github.pullRequests.testMerge(number);
    if (branch === null || merge === 'conflict') return null;
    if (merge !== null && mergedInto(merge.parents, headSha) === branch.commit) {
      return { sha: merge.sha, tip: branch.commit };
    }
    if (wait !== null) await sleep(wait);
  }
  return null;
}

/** The remedy without a test merge, in one sentence. */
export function noTestMerge({ headSha, baseRef }: Pick<PullRequestInfo, 'headSha' | 'baseRef'>): string {
  return `pull-request: GitHub has no test merge of ${headSha.slice(0, 7)} into \`${baseRef}\`: resolve the conflicts in the pull request, or if there are none, dispatch again in a minute.`;
}
