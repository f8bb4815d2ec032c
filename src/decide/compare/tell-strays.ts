import type { StatementChange } from '../../ports/comparison.js';
import { bareWording } from '../../text/wording.js';
import { binomialTail } from './chance.js';
import type { StatementComparison } from './compare-statements.js';

/**
 * A head that strays more often than this chance explains does so because of the change. It sorts what is shown, and is no
 * level of the gate: those are in `gate/false-alarm-levels.ts`.
 */
export const STRAYS_BY_CHANCE = 0.025;

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
    changes.filter(({ kind }) => kind === 'newly-irrelevant').map(({ text }) => bareWording(text)),
  );
  const share = tellable.length / (tellable.length + baseSamples.length);
  /** If all samples stray alike, so many of the strays are rarely the head's. */
  const isMore = (strays: (texts: readonly string[]) => boolean) => {
    const head = atHead.filter(strays).length;
    return binomialTail(head, head + baseSamples.filter(strays).length, share) <= STRAYS_BY_CHANCE;
  };

  const inAll = (texts: readonly string[]) => texts.length > 0;
  const agentStrays = baseSamples.some(inAll);
  if (!agentStrays || isMore(inAll)) return cases.map(({ changes }) => changes);
  const isMoreOf = (text: string) => isMore((texts) => texts.includes(text));
  const told = new Set(tellable);
  return cases.map((each) =>
    told.has(each)
      ? each.changes.map((change) =>
          change.kind === 'newly-irrelevant' && !isMoreOf(bareWording(change.text))
            ? { ...change, kind: 'stray' as const }
            : change,
        )
      : each.changes,
  );
}
