import { addUsage } from '../ports/answer.js';
import type { Prices } from '../ports/price.js';
import type { Spent } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import { costOf } from './cost.js';

/** What a suite has cost: its head, and the base where that was run too. */
export function addSpent(head: RunRecord, base: RunRecord | null, prices: Prices): Spent {
  const cost = costOf(base === null ? [head] : [head, base], prices);
  const whole = cost === null ? {} : { cost };
  if (base === null) return { ...head.usage, seconds: head.seconds, ...whole };
  return {
    target: addUsage(head.usage.target, base.usage.target),
    judge: addUsage(head.usage.judge, base.usage.judge),
    reusedVerdicts: head.usage.reusedVerdicts + base.usage.reusedVerdicts,
    seconds: head.seconds + base.seconds,
    ...whole,
  };
}
