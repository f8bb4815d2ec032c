import { addUsage } from '../model/answer.js';
import type { RunRecord } from '../model/run-record.js';

/** What a suite has cost: its head, and the base where that was run too. */
export function addSpent(
  head: RunRecord,
  base: RunRecord | null,
): RunRecord['usage'] & { readonly seconds: number } {
  if (base === null) return { ...head.usage, seconds: head.seconds };
  return {
    target: addUsage(head.usage.target, base.usage.target),
    judge: addUsage(head.usage.judge, base.usage.judge),
    reusedVerdicts: head.usage.reusedVerdicts + base.usage.reusedVerdicts,
    seconds: head.seconds + base.seconds,
  };
}
