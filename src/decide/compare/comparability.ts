import { pairCases } from '../../dataset/pair-cases.js';
import type { Comparability } from '../../model/comparison.js';
import type { JudgingDifference } from '../../model/obstacle.js';
import { type RunRecord, scorerOf } from '../../model/run-record.js';

/**
 * Whether the two runs' scores are comparable. A changed target or dataset is what a comparison is for; another scorer,
 * formula, scale, judge, rubric or task is not.
 */
export function compareJudging(head: RunRecord, base: RunRecord, id: string): Comparability {
  const because = differenceOf(head, base, id);
  return because === null
    ? { status: 'comparable' }
    : { status: 'incomparable', because, canRejudge: base.text === 'full' };
}

function differenceOf(head: RunRecord, base: RunRecord, id: string): JudgingDifference | null {
  const now = scorerOf(head, id);
  const then = scorerOf(base, id);
  if (now === null || then === null) return { kind: 'scorers', scorers: [id] };
  const sameFormula =
    now.scale === then.scale && now.formula === then.formula && now.higherIsBetter === then.higherIsBetter;
  if (!sameFormula) return { kind: 'formula', scorers: [id] };
  if (now.judged !== false && head.judge.fingerprint !== base.judge.fingerprint) {
    const [before, after] = [base.judge.name, head.judge.name];
    return before === after ? { kind: 'judge-settings' } : { kind: 'judge', before, after };
  }
  if (now.rubric !== then.rubric) return { kind: 'rubric' };
  return now.judged !== false && hasOtherTask(head, base) ? { kind: 'task' } : null;
}

function hasOtherTask(head: RunRecord, base: RunRecord): boolean {
  return pairCases(head.cases, base.cases).rows.some(
    (row) => row.kind === 'pair' && row.head.taskHash !== row.base.taskHash,
  );
}
