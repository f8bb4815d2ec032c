import { posix } from 'node:path';
import {
  decideSuite,
  decideUnmeasured,
  reviewMisled,
  reviewSuite,
  type ScorerConclusion,
} from '../decide/conclude.js';
import { listFailedAtBase, reviewFailedAtBase, scoreShown } from '../decide/report-cases.js';
import type { Effects } from '../model/effects.js';
import type { Decision } from '../model/finding.js';
import type { Note } from '../model/notes.js';
import type { EvaluatedSuite, ShownCases, SuiteReport } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import type { SuiteFiles, SuiteRun } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import type { Evidence } from '../produce/look-again.js';
import { planCheck } from '../produce/plan-run.js';
import { type ProducePlan, produce } from '../produce/produce.js';
import { rejudgeRecord } from '../produce/rejudge-record.js';
import { addSpent, compareAnswerCosts } from '../produce/spending.js';
import { counted } from '../text/values.js';
import { readChangedFiles } from './changed-files.js';
import type { SuiteConclusion } from './conclude-suite.js';
import { type BaseMeasurement, headFacts, type SuiteTools, type SuiteWork } from './measure-suite.js';
import type { SuiteOutcome } from './session.js';

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
    ...(calls.compared ? [...reviewMisled(concluded), ...reviewFailedAtBase(base, head)] : []),
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
    notes: [
      ...run.files.notes,
      ...noteRewritten(run, head),
      ...noteTask(run.files),
      ...noteLowest(concluded),
      ...noteThoughts([base, head]),
      ...baseline.notes,
    ],
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
  const { live, files } = aboutTarget(run.suite.target);
  const [recording] = live ? [] : files;
  const changedFiles = await readChangedFiles(run);
  return {
    ...(calls.compared && run.baseCommit !== null && { dataset: run.files.changes }),
    ...(changedFiles.length > 0 && { changedFiles }),
    ...(recording && { answersFile: recording.path }),
    ...(ranNow && hasChangedProgram(run) && sameAnswers(base, head) && { identicalAnswers: true as const }),
  };
}

function hasChangedProgram(run: SuiteRun): boolean {
  return aboutTarget(run.was.target).runsPrograms && listAgentChanges(run).length > 0;
}

/** The changed files without dataset and config file. */
function listAgentChanges({ suite, was, watched, prefix, configPath }: SuiteRun): readonly string[] {
  const questions = [suite.dataset, was.dataset, ...(configPath === null ? [] : [configPath])];
  const others = questions.map((path) => posix.join(prefix, path));
  return (watched.changed ?? []).filter((path) => !others.includes(path));
}

/** Files that are not as the commit has them: those that programs saw, also in a shard, else those that did not count. */
function noteRewritten({ watched }: SuiteRun, { rewritten }: RunRecord): readonly Note[] {
  if (rewritten !== undefined) return [{ kind: 'rewritten', paths: rewritten, counted: 'working-copy' }];
  const unseen = watched.rewritten;
  return unseen.length === 0 ? [] : [{ kind: 'rewritten', paths: unseen, counted: 'commit' }];
}

/** A check whose value has a typo never holds, and would pass forever. */
function noteLowest(concluded: readonly ScorerConclusion[]): readonly Note[] {
  return concluded.flatMap(({ scorer, comparison: { baseMean, headMean, pairs } }) =>
    baseMean === 0 && headMean === 0 && pairs.length > 1 ? [{ kind: 'all-lowest', scorer }] : [],
  );
}

/** Readers compare what is shown with what their agent wrote. */
function noteThoughts(records: readonly (RunRecord | null)[]): readonly Note[] {
  const cases = records.flatMap((record) => record?.cases ?? []);
  const samples = cases.flatMap((row) => [...row.samples, ...row.caseSamples]);
  const answers = samples.filter(({ answer }) => answer.status === 'answered' && answer.hadThoughts).length;
  return answers === 0 ? [] : [{ kind: 'thoughts-left-out', answers }];
}

function noteTask({ taskSource }: Pick<SuiteFiles, 'taskSource'>): readonly Note[] {
  return taskSource === 'head-prompt' ? [{ kind: 'task-of-head' }] : [];
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

/**
 * Runs the head's own cases and judges edited ones by the head's rows. None of this decides. `null` if there is nothing
 * to show.
 * @param head Its answers to the base's rows, as the base's rows judge them.
 */
export async function runShown(
  { suite, files }: SuiteRun,
  plan: Omit<ProducePlan, 'cases' | 'tasks' | 'previous'>,
  head: RunRecord,
  effects: Effects,
): Promise<ShownCases | null> {
  const { regraded } = files;
  // A regraded case needs no new answer, so it does not use up the limit of shown cases.
  const shown = files.shown.slice(0, files.mostShown);
  if (shown.length + regraded.length === 0) return null;
  const asked = { ...plan, tasks: files.shownTasks };
  const answers = await produce({ ...asked, cases: shown.map(({ row }) => row), previous: null }, effects);
  const known = new Map(head.cases.map((row) => [row.id, row]));
  const again = regraded.flatMap(({ row: { id, inputHash }, baseId }) => {
    const row = known.get(baseId);
    return row === undefined ? [] : [{ ...row, id, inputHash }];
  });
  const judged = await rejudgeRecord(
    { ...head, cases: again },
    { ...asked, cases: regraded.map(({ row }) => row) },
    effects,
  );
  const record = { ...answers, cases: [...answers.cases, ...judged.cases] };
  const byScorer = suite.scorers.map(({ name: scorer }) => ({
    scorer,
    cases: scoreShown(record, [...shown, ...regraded], { scorer, asBase: head }),
  }));
  return { record, spent: [answers, judged], byScorer, waiting: files.shown.length - shown.length };
}

/** Without a comparison, nothing can fail: only the dataset changed, or no case of the base can run. */
export async function showOnly(
  run: SuiteRun,
  { judging, journal, effects }: SuiteTools,
): Promise<SuiteOutcome> {
  const { suite, files } = run;
  const regraded = new Set(files.regraded.map(({ baseId }) => baseId));
  const cases = files.cases.filter(({ id }) => regraded.has(id));
  const plan = planCheck({ ...run, files: { ...files, cases } }, { kind: 'none' });
  const { headSamples: samples } = plan;
  effects.log.info(
    `Only shown cases run: ${counted(cases.length + plan.shown, 'case')} × ${counted(samples, 'run')}.`,
  );
  const asked = {
    ...{ suite, judging, journal, samples },
    ...headFacts(run),
    directory: run.prefix,
    taskSource: files.taskSource,
  };
  const head = await produce({ ...asked, cases, tasks: files.tasks, previous: null }, effects);
  const shown = await runShown(run, asked, head, effects);
  const report: SuiteReport = {
    kind: 'unchanged',
    suite: suite.name,
    ...reviewSuite(
      { decision: decideUnmeasured({ kind: 'shown-only', onlyDataset: files.cases.length > 0 }) },
      [...run.review, ...judging.review],
    ),
    changes: [...run.changes, ...judging.changes],
    notes: [...files.notes, ...noteRewritten(run, head), ...noteThoughts([head])],
    dataset: files.changes,
    spent: addSpent(head, shown?.spent ?? [], effects.prices),
    ...(shown !== null && { shown }),
  };
  return { head: null, report };
}
