import { posix } from 'node:path';
import { decideSuite, reviewMisled, reviewSuite, type ScorerConclusion } from '../decide/conclude.js';
import { listFailedAtBase, reviewFailedAtBase } from '../decide/failed-at-base.js';
import type { Decision } from '../model/finding.js';
import type { Note } from '../model/notes.js';
import type { EvaluatedSuite, SuiteReport } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import type { SuiteFiles, SuiteRun } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import type { Evidence } from '../produce/look-again.js';
import { addSpent, compareAnswerCosts } from '../produce/spending.js';
import type { SuiteConclusion } from './conclude-suite.js';
import type { BaseMeasurement, SuiteWork } from './measure-suite.js';
import type { SuiteOutcome } from './session.js';
import { runShown } from './shown-cases.js';
import { changedPromptOf, likeliestFirst } from './watched-files.js';

/** Runs the cases that are only shown, and reports a suite that was decided. */
export async function reportSuite(
  work: SuiteWork,
  baseline: BaseMeasurement,
  { concluded, evidence }: SuiteConclusion,
): Promise<SuiteOutcome> {
  const { run, calls, tools } = work;
  const { head, base, today } = evidence;
  const suite = decideSuite(concluded);
  const review = [
    ...run.review,
    ...tools.judging.review,
    // If the head could not be measured either, both have the same fault: nothing for a person to accept.
    ...(isOpen(suite.decision) ? [] : baseline.review),
    ...(calls.compared ? [...reviewMisled(concluded), ...reviewFailedAtBase(base)] : []),
  ];
  const samples = calls.headSamples;
  const shown =
    head.stopped === null ? await runShown(run, { ...work.sides.head, samples }, head, tools.effects) : null;
  const measured = [base, today, baseline.aside].filter((record) => record !== null);
  const failedAtBase = calls.compared ? listFailedAtBase(base, head, suite.comparison) : [];
  const report: SuiteReport = {
    kind: 'evaluated',
    suite: run.suite.name,
    ...reviewSuite(suite, review),
    baseline: baseline.used,
    head,
    ...(base !== null && { base }),
    answerCosts: compareAnswerCosts(base, head, tools.effects.prices),
    spent: addSpent(head, [...measured, ...(shown?.spent ?? [])], tools.effects.prices),
    ...(shown !== null && { shown }),
    ...(failedAtBase.length > 0 && { failedAtBase }),
    ...(await reportDetails(work, baseline, evidence)),
    changes: [...run.changes, ...tools.judging.changes],
    notes: [...run.files.notes, ...noteTask(run.files), ...noteLowest(concluded), ...baseline.notes],
  };
  return { head, report };
}

function isOpen({ outcome, blocking }: Decision): boolean {
  return outcome === 'inconclusive' && blocking;
}

/** Hints at the cause for readers, if known. */
async function reportDetails(
  { run, calls }: SuiteWork,
  { ranNow }: BaseMeasurement,
  { head, base }: Evidence,
): Promise<Partial<EvaluatedSuite>> {
  const { changed } = run.watched;
  return {
    ...(calls.compared && run.baseCommit !== null && { dataset: run.files.changes }),
    ...(changed !== null && { changedFiles: likeliestFirst(run, changed) }),
    ...(await changedPromptOf(run)),
    ...(ranNow && hasChangedProgram(run) && sameAnswers(base, head) && { identicalAnswers: true as const }),
  };
}

function hasChangedProgram({ suite, was, watched, prefix, configPath }: SuiteRun): boolean {
  const questions = [suite.dataset, was.dataset, ...(configPath === null ? [] : [configPath])];
  const others = questions.map((path) => posix.join(prefix, path));
  return (
    aboutTarget(was.target).runsPrograms && (watched.changed ?? []).some((path) => !others.includes(path))
  );
}

/** A check whose value has a typo never holds, and would pass forever. */
function noteLowest(concluded: readonly ScorerConclusion[]): readonly Note[] {
  return concluded.flatMap(({ scorer, comparison: { baseMean, headMean, pairs } }) =>
    baseMean === 0 && headMean === 0 && pairs.length > 1 ? [{ kind: 'all-lowest', scorer }] : [],
  );
}

/** The task that the answers are judged against, if it is not the one that a reader expects. */
function noteTask({ taskSource, tasks }: Pick<SuiteFiles, 'taskSource' | 'tasks'>): readonly Note[] {
  switch (taskSource) {
    case 'head-prompt':
      return [{ kind: 'task-of-head' }];
    case 'baseline':
      return [...tasks.values()].some((task) => task !== null) ? [{ kind: 'task-of-baseline' }] : [];
    case 'case':
    case 'suite':
    case 'base-prompt':
    case 'none':
      return [];
    default:
      return taskSource satisfies never;
  }
}

/** True if each case has exactly one answer, word for word, in all runs of both sides. */
function sameAnswers(base: RunRecord | null, head: RunRecord): boolean {
  const ofBase = new Map(base?.cases.map(({ id, samples }) => [id, samples]));
  return (
    head.cases.length > 0 &&
    head.cases.every(({ id, samples }) => {
      const before = ofBase.get(id) ?? [];
      const all = [...samples, ...before];
      return (
        before.length > 0 &&
        all.every(
          ({ answer, answerHash }) => answer.status === 'answered' && answerHash === all[0]?.answerHash,
        )
      );
    })
  );
}
