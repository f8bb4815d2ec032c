import type { StatementChange } from '../../ports/comparison.js';
import type { StatementComparison } from './compare-statements.js';
import { withoutOuterMarks } from './sample-statements.js';

/** A head that strays more often than this chance explains does so because of the change. */
export const BY_CHANCE = 0.025;

/**
 * Tells, where the head has a single sample, what is newly irrelevant from what the agent says now and then anyway. How
 * often that is, the base's own samples tell: what one of them alone says as "no" would be new beside the others. Where
 * no base sample strays, or the head's answers do so more often than chance explains (in all, or with one and the same
 * wording), the labels stay; else they become *stray*. Without two base samples a case there is no telling, and they stay.
 */
export function tellStrays(cases: readonly StatementComparison[]): readonly (readonly StatementChange[])[] {
  const tellable = cases.filter(({ headRuns, baseStrays }) => baseStrays.length > 1 && headRuns === 1);
  const baseSamples = tellable.flatMap(({ baseStrays }) => baseStrays);
  const atHead = tellable.map(({ changes }) =>
    changes.filter(({ kind }) => kind === 'newly-irrelevant').map(({ text }) => withoutOuterMarks(text)),
  );
  const share = tellable.length / (tellable.length + baseSamples.length);
  const isMore = (strays: (texts: readonly string[]) => boolean) =>
    chanceOf(atHead.filter(strays).length, baseSamples.filter(strays).length, share) <= BY_CHANCE;

  const inAll = (texts: readonly string[]) => texts.length > 0;
  const agentStrays = baseSamples.some(inAll);
  if (!agentStrays || isMore(inAll)) return cases.map(({ changes }) => changes);
  const known = new Map<string, boolean>();
  const isMoreOf = (text: string): boolean => {
    const verdict = known.get(text) ?? isMore((texts) => texts.includes(text));
    known.set(text, verdict);
    return verdict;
  };
  const told = new Set(tellable);
  return cases.map((each) =>
    told.has(each)
      ? each.changes.map((change) =>
          change.kind === 'newly-irrelevant' && !isMoreOf(withoutOuterMarks(change.text))
            ? { ...change, kind: 'stray' as const }
            : change,
        )
      : each.changes,
  );
}

/**
 * Probability that at least `head` of `head + base` strays are the head's if all samples stray alike, the head having
 * this `share` of them.
 */
function chanceOf(head: number, base: number, share: number): number {
  return binomialTail(head, head + base, share);
}

/** Probability that at least `least` of `of` happen, each by itself with this chance. */
export function binomialTail(least: number, of: number, chance: number): number {
  let tail = 0;
  // By logarithms: of thousands the first terms are too small for a number.
  let term = of * Math.log(1 - chance);
  for (let count = 0; count <= of; count += 1) {
    if (count >= least) tail += Math.exp(term);
    term += Math.log(((of - count) / (count + 1)) * (chance / (1 - chance)));
  }
  return Math.min(1, tail);
}
