import type { JudgingDifference } from '../model/notes.js';
import { findScorerFingerprint, type RunRecord } from '../model/run-record.js';
import type { TeamLabels } from '../model/verdict.js';
import type { JudgingRules } from './open-judging.js';
import { type CaseTasks, findRetaskedCases } from './record-tasks.js';
import { listJudgedStatements, listSamples } from './verdict-store.js';

/**
 * The first difference from a record's judge, rubric, scorers, formulas, scales, tasks or labels; else `null`.
 * @param tasks `null`: the tasks are not compared.
 */
export function findJudgingDifference(
  record: RunRecord,
  { fingerprint: judge, scorers, labels }: JudgingRules,
  tasks: CaseTasks | null,
): JudgingDifference | null {
  const recordedScorers = scorers.filter(({ id }) => findScorerFingerprint(record, id) !== null);
  const judgedScorers = recordedScorers.filter(({ fingerprint }) => fingerprint.judged !== false);
  if (judgedScorers.length > 0 && record.judge.fingerprint !== judge.fingerprint) {
    const [before, after] = [record.judge.name, judge.name];
    return before === after ? { kind: 'judge-settings' } : { kind: 'judge', before, after };
  }
  const sameRubric = judgedScorers.every(
    ({ id, fingerprint }) => findScorerFingerprint(record, id)?.rubric === fingerprint.rubric,
  );
  if (!sameRubric) return { kind: 'rubric' };
  if (tasks !== null && judgedScorers.length > 0 && findRetaskedCases(record, tasks).size > 0) {
    return { kind: 'task' };
  }
  const missing = scorers.filter((scorer) => !recordedScorers.includes(scorer)).map(({ id }) => id);
  if (missing.length > 0) return { kind: 'scorers', scorers: missing };
  const changed = recordedScorers.filter((scorer) => !hasFormula(record, scorer)).map(({ id }) => id);
  if (changed.length > 0) return { kind: 'formula', scorers: changed };
  return lacksVerdicts(record, recordedScorers, labels) ? { kind: 'labels' } : null;
}

/** True if a label that no longer holds replaced a verdict. New labels need no judge (`applyLabels`). */
function lacksVerdicts(record: RunRecord, scorers: JudgingRules['scorers'], labels: TeamLabels): boolean {
  const samples = listSamples(record.cases);
  return scorers.some(({ id }) =>
    listJudgedStatements(samples, id).some(
      ({ byTeam, labelKey = '' }) => byTeam === true && !labels.has(labelKey),
    ),
  );
}

function hasFormula(record: RunRecord, { id, fingerprint: now }: JudgingRules['scorers'][number]): boolean {
  const then = findScorerFingerprint(record, id);
  return (
    then?.formula === now.formula && then.scale === now.scale && then.higherIsBetter === now.higherIsBetter
  );
}
