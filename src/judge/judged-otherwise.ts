import type { RunRecord, ScorerFingerprint } from '../model/run-record.js';
import type { Judging } from './open-judging.js';

type JudgedBy = Pick<Judging, 'fingerprint'> & {
  readonly scorers: readonly Pick<Judging['scorers'][number], 'id' | 'fingerprint'>[];
};

/** True where a record's scores are under the formula, the judge and the rubric of today. */
export function isJudgedAsToday(record: RunRecord, judging: JudgedBy): boolean {
  return (
    judgedOtherwise(record, judging) === null && judging.scorers.every((scorer) => hasFormula(record, scorer))
  );
}

/**
 * By whom and how a record was judged, in a few words, where today's judge or rubric is another and judging its answers
 * again makes its scores comparable. `null` where judge and rubric are the same, and where judging again would not help:
 * a scorer that the record lacks, or one whose formula or scale changed.
 */
export function judgedOtherwise(record: RunRecord, judging: JudgedBy): string | null {
  const { fingerprint: judge, scorers } = judging;
  if (!scorers.every((scorer) => hasFormula(record, scorer))) return null;
  const name = record.judge.name.replace(/\s+/gu, ' ').slice(0, 100);
  if (record.judge.fingerprint !== judge.fingerprint) {
    return name === judge.name ? `${name} with other settings` : name;
  }
  const sameRubric = scorers.every(
    ({ id, fingerprint }) => scorerOf(record, id)?.rubric === fingerprint.rubric,
  );
  return sameRubric ? null : `${name} under another version of the rubric`;
}

function hasFormula(record: RunRecord, { id, fingerprint: now }: JudgedBy['scorers'][number]): boolean {
  const then = scorerOf(record, id);
  return (
    then?.formula === now.formula && then.scale === now.scale && then.higherIsBetter === now.higherIsBetter
  );
}

function scorerOf(record: RunRecord, id: string): ScorerFingerprint | undefined {
  return record.scorers.find((scorer) => scorer.id === id);
}
