import { posix } from 'node:path';
import { decideSuite, reviewMisled, reviewSuite, type ScorerConclusion } from '../decide/conclude.js';
import type { Effects } from '../ports/effects.js';
import type { Askable, Decision } from '../ports/finding.js';
import type { Note } from '../ports/notes.js';
import type { SuiteReport } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import { aboutTarget } from '../ports/settings.js';
import type { CallPlan } from '../ports/spending.js';
import type { SuiteFiles, SuiteRun } from '../ports/suite-run.js';
import { type Evidence, noSecondLooks, type Sides } from '../produce/look-again.js';
import type { Base } from '../produce/open-base.js';
import { sameAnswers } from '../produce/same-answers.js';
import { addSpent } from '../produce/spending.js';
import { askGate } from './ask-gate.js';
import { listFailedAtBase, reviewFailedAtBase } from './failed-at-base.js';
import type { SuiteJudging } from './open-suite-judging.js';
import type { SuiteOutcome } from './session.js';
import { runShown } from './shown-cases.js';
import { changedPromptOf, likeliestFirst } from './watched-files.js';

/** The head's first record, and all that it was made with. */
type MeasuredSuite = {
  readonly sides: Sides;
  readonly askable: Askable;
  /** Scorers of all suites that run. */
  readonly tests: number;
  readonly plan: CallPlan;
  readonly judging: SuiteJudging;
  readonly baseline: Extract<Base, { readonly kind: 'ready' }>;
  /** The head as it was measured first. */
  readonly first: RunRecord;
  /** A base that was run and is not compared with. */
  readonly aside: RunRecord | null;
};

/**
 * Compares and asks the gate, again while it wants to see more before it decides. Then the cases run that are only shown.
 */
export async function concludeSuite(
  run: SuiteRun,
  measured: MeasuredSuite,
  effects: Effects,
): Promise<SuiteOutcome> {
  const { suite, files, changes } = run;
  const { sides, askable, tests, plan, judging, baseline, first, aside } = measured;
  const question = {
    ...{ sides, askable, tests },
    scorers: suite.scorers,
    baseline: baseline.used,
    firstRuns: Math.max(1, ...first.cases.map(({ samples }) => samples.length)),
    extraAnswers: plan.extraAnswers,
  };
  const start: Evidence = {
    head: first,
    base: baseline.record,
    today: null,
    secondLooks: noSecondLooks(judging),
    // A merged change cannot fail, so the judge does not search.
    matches: plan.compared && judging.match !== null ? new Map() : null,
  };
  const { concluded, evidence } = await askGate(start, question, effects);
  const decided = decideSuite(concluded);

  const { head, base, today } = evidence;
  const shown =
    head.stopped === null
      ? await runShown(run, { ...sides.head, samples: plan.headSamples }, head, effects)
      : null;
  // A merged change needs no review.
  const misled = plan.compared ? reviewMisled(concluded) : [];
  const review = [
    ...run.review,
    ...judging.review,
    // If the head could not be measured either, a person cannot accept it.
    ...(isOpen(decided.decision) ? [] : baseline.review),
    ...misled,
    ...(plan.compared ? reviewFailedAtBase(base) : []),
  ];
  const failedAtBase = plan.compared ? listFailedAtBase(base, head, decided.comparison) : [];
  const askedAtBase = [base, today, aside].filter((record) => record !== null);
  const report: SuiteReport = {
    kind: 'evaluated',
    suite: suite.name,
    ...reviewSuite(decided, review),
    baseline: baseline.used,
    head,
    spent: addSpent(head, [...askedAtBase, ...(shown?.spent ?? [])], effects.prices),
    // A baseline has only one dataset.
    ...(plan.compared && run.baseCommit !== null && { dataset: files.changes }),
    ...(shown !== null && { shown }),
    ...(failedAtBase.length > 0 && { failedAtBase }),
    ...(run.watched.changed !== null && { changedFiles: likeliestFirst(run, run.watched.changed) }),
    ...(await changedPromptOf(run)),
    ...(baseline.ranNow && hasChangedProgram(run) && sameAnswers(base, first) && { identicalAnswers: true }),
    changes: [...changes, ...judging.changes],
    notes: [...files.notes, ...noteTask(files), ...noteLowest(concluded), ...baseline.notes],
  };
  return { head, report };
}

function isOpen({ outcome, blocking }: Decision): boolean {
  return outcome === 'inconclusive' && blocking;
}

function hasChangedProgram({ suite, was, watched, prefix, configPath }: SuiteRun): boolean {
  const asked = [suite.dataset, was.dataset, ...(configPath === null ? [] : [configPath])];
  const others = asked.map((path) => posix.join(prefix, path));
  return (
    aboutTarget(was.target).runsPrograms && (watched.changed ?? []).some((path) => !others.includes(path))
  );
}

/** A check that never holds, since its value has a slip, would pass for ever. */
function noteLowest(concluded: readonly ScorerConclusion[]): readonly Note[] {
  return concluded.flatMap(({ scorer, comparison: { baseMean, headMean, pairs } }) =>
    baseMean === 0 && headMean === 0 && pairs.length > 1 ? [{ kind: 'all-lowest', scorer }] : [],
  );
}

/** Notes the task of the judging if a reader would expect another one. */
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
