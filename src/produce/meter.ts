import type { Judging } from '../judging/open-judging.js';
import { addUsage, NO_USAGE, subtractUsage, type Usage } from '../ports/answer.js';
import type { Edges } from '../ports/edges.js';
import type { RunRecord } from '../ports/run-record.js';

type Cost = Pick<RunRecord, 'usage' | 'seconds'>;

export const NOTHING_SPENT: Cost = {
  usage: { target: NO_USAGE, judge: NO_USAGE, reusedVerdicts: 0 },
  seconds: 0,
};

/** Measures what a run costs from here on. */
export function startMeter(judging: Pick<Judging, 'spent'>, { now }: Pick<Edges, 'now'>) {
  const startedAt = now();
  const before = judging.spent();
  return {
    startedAt,
    /** What it has cost since, on top of what is known; `target` is what the agent took. */
    addedTo({ usage, seconds }: Cost, target: Usage = NO_USAGE): Cost {
      const after = judging.spent();
      return {
        usage: {
          target: addUsage(usage.target, target),
          judge: addUsage(usage.judge, subtractUsage(after.usage, before.usage)),
          reusedVerdicts: usage.reusedVerdicts + after.reused - before.reused,
        },
        seconds: seconds + (now().getTime() - startedAt.getTime()) / 1000,
      };
    },
  };
}
