import { BUILTIN_JUDGE } from '../model/judge.js';
import type { RunRecord } from '../model/run-record.js';
import type { Suite } from '../model/suite.js';
import { labelToVerdict, type TeamLabels, type Verdict } from '../model/verdict.js';
import { acceptsLabels } from '../scorers/catalog.js';
import { isStatementScorer, type StatementScorer } from '../scorers/scorer.js';
import { replaceVerdicts } from './confirm-verdicts.js';
import { type Judging, openJudging } from './open-judging.js';
import { listJudgedStatements, listSamples } from './verdict-store.js';

/** The record with the team's labels in place of verdicts. A statement that lost its label has to be judged again. */
export function applyLabels(record: RunRecord, { scorers, labels }: Judging): RunRecord {
  if (labels.size === 0) return record;
  return scorers.filter(isLabelled).reduce((labelled, scorer) => {
    const verdicts = new Map<string, Verdict>();
    for (const { key, labelKey = '' } of listJudgedStatements(listSamples(labelled.cases), scorer.id)) {
      const label = labels.get(labelKey);
      if (label !== undefined) verdicts.set(key, labelToVerdict(label));
    }
    return replaceVerdicts(labelled, scorer, verdicts);
  }, record);
}

/** The same without a judge, under a suite's settings. */
export function applyLabelsToRecord(record: RunRecord, suite: Suite, labels: TeamLabels): RunRecord {
  const judge = { ...suite.judge, model: BUILTIN_JUDGE };
  const own = { ...suite, judge, scorers: suite.scorers.filter(acceptsLabels) };
  return applyLabels(record, { ...openJudging({ suite: own, chat: null, salt: '' }), labels });
}

/** True if labels replace this scorer's verdicts. */
export function isLabelled(scorer: Judging['scorers'][number]): scorer is StatementScorer {
  return isStatementScorer(scorer) && scorer.takesLabels;
}
