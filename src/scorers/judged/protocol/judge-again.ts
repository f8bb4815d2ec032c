import type { Judge } from '../../../ports/judge.js';
import type { Verdict } from '../../../ports/verdict.js';
import type { ScoreOptions } from '../../scorer.js';
import { judgeItems } from './judge-items.js';
import type { LaxBudget } from './lax-budget.js';
import type { PreparedItems } from './prepared-items.js';

/**
 * One more verdict on some items, past every store. So that a judge without variance does not give
 * its first reply once more, each draw asks in another order, among other neighbours and with other controls: odd draws
 * the wanted items alone, from the last to the first; even ones among all items, from the middle.
 *
 * @param again.keys The wanted items; what is not among them, or no judge decides on, is left out.
 * @param again.draw 1 for the first repeat.
 */
export async function judgeAgain<Label extends string>(
  { toJudge, topic, controls, controlLabels, slip, toVerdict }: PreparedItems<Label>,
  again: {
    readonly judge: Judge;
    readonly keys: ReadonlySet<string>;
    readonly draw: number;
    readonly laxBudget: LaxBudget;
  },
  { signal, log }: ScoreOptions,
): Promise<ReadonlyMap<string, Verdict>> {
  const { judge, keys, draw, laxBudget } = again;
  const all = [...toJudge];
  const wanted = all.filter(([key]) => keys.has(key));
  if (wanted.length === 0) return new Map();
  const middle = Math.ceil(all.length / 2);
  const asked = draw % 2 === 1 ? wanted.toReversed() : [...all.slice(middle), ...all.slice(0, middle)];
  const verdicts = await judgeItems({
    judge,
    topic: { ...topic, draw },
    items: asked.map(([, text]) => text),
    chooseControl: controls(` draw ${draw}`),
    controlLabels,
    slip,
    laxBudget,
    signal,
    log,
  });
  return new Map(
    asked.flatMap(([key], index): [string, Verdict][] => {
      const given = verdicts[index];
      return given !== undefined && keys.has(key) ? [[key, toVerdict(given)]] : [];
    }),
  );
}
