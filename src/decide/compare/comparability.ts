import { pairCases } from '../../dataset/pair-cases.js';
import type { Comparability } from '../../ports/comparison.js';
import type { RunRecord } from '../../ports/run-record.js';
import { scorerOf } from './sample-score.js';

/**
 * May the two runs' scores be held against each other? A changed target or dataset is what a comparison is for; a
 * changed yardstick (scorer, formula, scale, judge, rubric, a case's task) is not.
 */
export function decideComparability(head: RunRecord, base: RunRecord | null, scorer: string): Comparability {
  if (base === null) return { status: 'comparable' };
  const reason = differenceOf(head, base, scorer);
  return reason === null ? { status: 'comparable' } : { status: 'incomparable', reason };
}

function differenceOf(head: RunRecord, base: RunRecord, id: string): string | null {
  const now = scorerOf(head, id);
  const then = scorerOf(base, id);
  if (now === null) return `this run was not scored for ${id}`;
  if (then === null) return `the baseline was not scored for ${id}. Record it again`;
  if (now.scale !== then.scale) {
    return `the scale of ${id} changed from ${then.scale} to ${now.scale}. Record the baseline again`;
  }
  if (now.formula !== then.formula || now.higherIsBetter !== then.higherIsBetter) {
    return `the formula of ${id} changed since the baseline. Record the baseline again`;
  }
  if (now.judged !== false && head.judge.fingerprint !== base.judge.fingerprint) {
    const change =
      head.judge.name === base.judge.name
        ? `${oneLine(head.judge.name)} has other parameters than for the baseline`
        : `${oneLine(base.judge.name)} judged the baseline, ${oneLine(head.judge.name)} this run`;
    return `the judge changed: ${change}. ${remedyOf(base)}`;
  }
  if (now.rubric !== then.rubric) {
    return `the rubric of ${id} changed from version ${then.rubric} to ${now.rubric}. ${remedyOf(base)}`;
  }
  const others = now.judged === false ? 0 : countOtherTasks(head, base);
  if (others > 0) {
    const cases = others === 1 ? '1 case was' : `${others.toLocaleString('en-US')} cases were`;
    return `${cases} judged under another task than for the baseline. ${remedyOf(base)}`;
  }
  return null;
}

/** Records of older releases do not say under which task they were judged. */
function countOtherTasks(head: RunRecord, base: RunRecord): number {
  return pairCases(head.cases, base.cases).rows.filter(
    (row) =>
      row.kind === 'pair' &&
      row.head.taskHash !== undefined &&
      row.base.taskHash !== undefined &&
      row.head.taskHash !== row.base.taskHash,
  ).length;
}

/** What to do about it: other scores are to be had wherever the answers are still known. */
function remedyOf({ text }: RunRecord): string {
  return text === 'full'
    ? "Judge the baseline's answers again (`prompt-regression rejudge`), or record it again"
    : `The baseline keeps no answers to judge again (its text is ${text}): record it again`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').slice(0, 100);
}
