import type { Judging } from '../judging/open-judging.js';
import { addUsage, NO_USAGE, subtractUsage, type Usage } from '../ports/answer.js';
import type { Effects } from '../ports/effects.js';
import type { RunRecord } from '../ports/run-record.js';

type Cost = Pick<RunRecord, 'usage' | 'seconds'>;

export const NOTHING_SPENT: Cost = {
  usage: { target: NO_USAGE, judge: NO_USAGE },
  seconds: 0,
};

/** Measures what a run costs from here on. */
export function startMeter(judging: Pick<Judging, 'spent'>, { now }: Pick<Effects, 'now'>) {
  const startedAt = now();
  const before = judging.spent();
  return {
    startedAt,
    /** What it has cost since, on top of what is known; `target` is what the agent took. */
    addedTo({ usage, seconds }: Cost, target: Usage = NO_USAGE): Cost {
      return {
        usage: {
          target: addUsage(usage.target, target),
          judge: addUsage(usage.judge, subtractUsage(judging.spent(), before)),
        },
        seconds: seconds + (now().getTime() - startedAt.getTime()) / 1000,
      };
    },
  };
}
