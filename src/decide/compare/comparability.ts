import { pairCases } from '../../dataset/pair-cases.js';
import { type RunRecord, scorerOf } from '../../ports/run-record.js';
import { grouped } from '../../text/counts.js';
import { oneLine } from '../../text/values.js';

/**
 * Why the two runs' scores are not comparable; `null` if they are. A changed target or dataset is what a comparison is
 * for; another scorer, formula, scale, judge, rubric or task is not.
 */
export function differenceOf(head: RunRecord, base: RunRecord, id: string): string | null {
  const now = scorerOf(head, id);
  const then = scorerOf(base, id);
  if (now === null) return `this run was not scored for ${id}`;
  if (then === null) return `the baseline was not scored for ${id}`;
  if (now.scale !== then.scale) {
    return `the scale of ${id} changed from ${then.scale} to ${now.scale}. ${tellKept(base)}`;
  }
  if (now.formula !== then.formula || now.higherIsBetter !== then.higherIsBetter) {
    return `the formula of ${id} changed since the baseline. ${tellKept(base)}`;
  }
  if (now.judged !== false && head.judge.fingerprint !== base.judge.fingerprint) {
    const change =
      head.judge.name === base.judge.name
        ? `${shortName(head.judge.name)} has other parameters than for the baseline`
        : `${shortName(base.judge.name)} judged the baseline, ${shortName(head.judge.name)} this run`;
    return `the judge changed: ${change}. ${tellKept(base)}`;
  }
  if (now.rubric !== then.rubric) {
    return `the rubric of ${id} changed from version ${then.rubric} to ${now.rubric}. ${tellKept(base)}`;
  }
  const others = now.judged === false ? 0 : countOtherTasks(head, base);
  if (others > 0) {
    const cases = others === 1 ? '1 case was' : `${grouped(others)} cases were`;
    return `${cases} judged under another task than for the baseline. ${tellKept(base)}`;
  }
  return null;
}

function countOtherTasks(head: RunRecord, base: RunRecord): number {
  return pairCases(head.cases, base.cases).rows.filter(
    (row) => row.kind === 'pair' && row.head.taskHash !== row.base.taskHash,
  ).length;
}

/** The remedy: answers that were kept can be judged again. */
function tellKept({ text }: RunRecord): string {
  return text === 'full'
    ? '`prompt-regression baseline` records a new one under the judge of today'
    : `The baseline's answers were not kept, so they cannot be judged again (\`store.text\` is ${text})`;
}

function shortName(judge: string): string {
  return oneLine(judge).slice(0, 100);
}
