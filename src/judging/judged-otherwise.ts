import { type RunRecord, scorerOf } from '../ports/run-record.js';
import type { TeamLabels } from '../ports/team-labels.js';
import type { Judging } from './open-judging.js';
import { type AskedUnder, casesOfOtherTask } from './record-tasks.js';
import { judgedStatementsOf, samplesOf } from './verdict-store.js';

type JudgingToday = Pick<Judging, 'fingerprint' | 'labels'> & {
  readonly scorers: readonly Pick<Judging['scorers'][number], 'id' | 'fingerprint'>[];
};

/**
 * How a record was judged, in a few words, if today's judge, rubric, scorers, formulas, scales or tasks differ; else `null`.
 * @param asked `null`: the tasks are not compared.
 */
export function judgedOtherwise(
  record: RunRecord,
  { fingerprint: judge, scorers, labels }: JudgingToday,
  asked: AskedUnder | null,
): string | null {
  const known = scorers.filter(({ id }) => scorerOf(record, id) !== null);
  const judged = known.filter(({ fingerprint }) => fingerprint.judged !== false);
  // Without judged scorers the judge's name says nothing.
  const name = judged.length === 0 ? 'an earlier run' : record.judge.name.replace(/\s+/gu, ' ').slice(0, 100);
  if (judged.length > 0 && record.judge.fingerprint !== judge.fingerprint) {
    return name === judge.name ? `${name} with other settings` : name;
  }
  const sameRubric = judged.every(
    ({ id, fingerprint }) => scorerOf(record, id)?.rubric === fingerprint.rubric,
  );
  if (!sameRubric) return `${name} under another version of the rubric`;
  if (asked !== null && judged.length > 0 && casesOfOtherTask(record, asked).size > 0) {
    return `${name} under another task`;
  }
  const missing = scorers.filter((scorer) => !known.includes(scorer)).map(({ id }) => id);
  if (missing.length > 0) return `${name} without ${missing.join(', ')}`;
  const changed = known.filter((scorer) => !hasFormula(record, scorer)).map(({ id }) => id);
  if (changed.length > 0) return `${name} with another version of ${changed.join(', ')}`;
  return lacksVerdicts(record, known, labels) ? `${name} with other labels of your team` : null;
}

/** True if a label that no longer holds replaced a verdict. New labels need no judge (`applyLabels`). */
function lacksVerdicts(record: RunRecord, scorers: JudgingToday['scorers'], labels: TeamLabels): boolean {
  const samples = samplesOf(record.cases);
  return scorers.some(({ id }) =>
    judgedStatementsOf(samples, id).some(
      ({ byTeam, labelKey = '' }) => byTeam === true && !labels.has(labelKey),
    ),
  );
}

function hasFormula(record: RunRecord, { id, fingerprint: now }: JudgingToday['scorers'][number]): boolean {
  const then = scorerOf(record, id);
  return (
    then?.formula === now.formula && then.scale === now.scale && then.higherIsBetter === now.higherIsBetter
  );
}
