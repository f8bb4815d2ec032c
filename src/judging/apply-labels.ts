import { BUILTIN_JUDGE } from '../ports/judge.js';
import type { RunRecord } from '../ports/run-record.js';
import type { SuiteSettings } from '../ports/settings.js';
import { type TeamLabels, verdictOf } from '../ports/team-labels.js';
import type { Verdict } from '../ports/verdict.js';
import { takesLabels } from '../scorers/catalog.js';
import { isStatementScorer, type StatementScorer } from '../scorers/scorer.js';
import { replaceVerdicts } from './confirm-verdicts.js';
import { type Judging, openJudging } from './open-judging.js';
import { judgedStatementsOf, samplesOf } from './verdict-store.js';

/**
 * The record with what the team says in the place of the judge's verdicts: one yardstick for both sides, also where a
 * label is newer than the record. What is no longer labelled has to be judged again (`judgedOtherwise`).
 */
export function applyLabels(
  record: RunRecord,
  { scorers, labels }: Pick<Judging, 'scorers' | 'labels'>,
): RunRecord {
  if (labels.size === 0) return record;
  return scorers.filter(isLabelled).reduce((labelled, scorer) => {
    const verdicts = new Map<string, Verdict>();
    for (const { key, labelKey = '', byTeam, result } of statementsIn(labelled, scorer)) {
      const label = labels.get(labelKey);
      if (label !== undefined && (byTeam !== true || label.label !== result))
        verdicts.set(key, verdictOf(label));
    }
    return replaceVerdicts(labelled, scorer, verdicts);
  }, record);
}

/**
 * Two records under the same labels, so that they can be held against each other: the given ones, and what of either
 * record had a label when it was judged. Nobody is asked.
 */
export function applyToBoth(
  records: { readonly head: RunRecord; readonly base: RunRecord },
  suite: SuiteSettings,
  given: TeamLabels,
): typeof records {
  const offline = { ...suite.judge, model: BUILTIN_JUDGE };
  const own = { ...suite, judge: offline, scorers: suite.scorers.filter(takesLabels) };
  const { scorers } = openJudging({ suite: own, chat: null, salt: '' });
  const then = [records.head, records.base].flatMap((record) =>
    scorers.flatMap((scorer) =>
      statementsIn(record, scorer).flatMap(({ labelKey: key, byTeam, result: label }) =>
        byTeam === true && key !== undefined ? [[key, { key, label, line: 0, said: null }] as const] : [],
      ),
    ),
  );
  // Of a statement that the two label differently, the head's word is the newer one.
  const labels = new Map([...then.toReversed(), ...given]);
  const head = applyLabels(records.head, { scorers, labels });
  return { head, base: applyLabels(records.base, { scorers, labels }) };
}

/** So many statements of two records have a label in one of them, and another one or none in the other. */
export function countLabelledApart(one: RunRecord, other: RunRecord): number {
  const labelled = (record: RunRecord) =>
    new Map(
      record.scorers.flatMap((scorer) =>
        statementsIn(record, scorer).flatMap(({ labelKey: key, byTeam, result }) =>
          key === undefined ? [] : [[key, byTeam === true ? result : null] as const],
        ),
      ),
    );
  const others = labelled(other);
  return [...labelled(one)].filter(([key, label]) => others.has(key) && others.get(key) !== label).length;
}

/** True of a scorer in which a label takes the place of a verdict. */
export function isLabelled(scorer: Judging['scorers'][number]): scorer is StatementScorer {
  return isStatementScorer(scorer) && scorer.takesLabels;
}

function statementsIn({ cases }: RunRecord, { id }: { readonly id: string }) {
  return judgedStatementsOf(samplesOf(cases), id);
}
