import { posix } from 'node:path';
import { failsLikeBase } from '../decide/compare/usable-record.js';
import {
  decideSuite,
  decideUnmeasured,
  reviewMisled,
  reviewNothingToScore,
  reviewSuite,
  type ScorerConclusion,
} from '../decide/conclude.js';
import { listFailedAtBase, reviewFailedAtBase, scoreShownCases } from '../decide/report-cases.js';
import type { ChangedFile } from '../model/changed-file.js';
import type { Effects } from '../model/effects.js';
import type { Decision } from '../model/finding.js';
import type { Note } from '../model/notes.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { EvaluatedSuite, ShownCases, SuiteReport } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import type { CallPlan } from '../model/spending.js';
import { isNewSuite, type PreparedSuite } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';
import { estimateCalls, planCheckCalls } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import { rejudgeRecord } from '../produce/rejudge-record.js';
import { addSpent, compareAnswerCosts } from '../produce/spending.js';
import { formatCount } from '../text/values.js';
import { findKnownBlocks } from './change-coverage.js';
import { readChangedFiles } from './changed-files.js';
import type { ConcludedSuite } from './conclude-suite.js';
import { measureNewCases } from './new-case-coverage.js';
import type { SuiteOutcome } from './suite-outcome.js';
import { planSides, type SuiteTools } from './suite-tools.js';

/** Runs the cases that are only shown, and reports a suite that was decided. */
export async function reportSuite(suite: ConcludedSuite, tools: SuiteTools): Promise<SuiteOutcome> {
  const { calls, baseline, conclusions, evidence } = suite;
  const { prices } = tools.effects;
  const { head, base, today } = evidence;
  const suiteDecision = decideSuite(conclusions);
  const { discarded } = baseline;
  const hasNoResult = isOpen(suiteDecision.decision);
  const failBoth = hasNoResult && !isNewSuite(suite) && discarded !== null && failsLikeBase(head, discarded);
  const review = [
    ...suite.review,
    ...tools.judging.review,
    // If the head could not be measured either, there is nothing for a person to accept.
    ...(hasNoResult ? [] : baseline.review),
    ...(calls.compared ? [...reviewMisled(conclusions), ...reviewFailedAtBase(base, head)] : []),
    ...reviewNothingToScore(conclusions, evidence),
  ];
  const shown = head.stopped === null ? await runShown(suite, tools, calls.headSamples, head) : null;
  const changedFiles = failBoth ? [] : await readChangedFiles(suite);
  const { changed, newCases } = await findCoverage(suite, { changedFiles, shown }, tools);
  const others = [base, today, discarded, newCases?.record ?? null].filter((record) => record !== null);
  const failedAtBase = calls.compared ? listFailedAtBase(base, head, suiteDecision.comparison) : [];
  const report: SuiteReport = omitUndefined({
    kind: 'evaluated',
    suite: suite.settings.name,
    ...reviewSuite(suiteDecision, review),
    baseline: baseline.used,
    head,
    base: base ?? undefined,
    answerCosts: compareAnswerCosts(base, head, prices),
    spent: addSpent(head, [...others, ...(shown?.spent ?? [])], prices),
    shown: shown ?? undefined,
    failedAtBase: failedAtBase.length > 0 ? failedAtBase : undefined,
    ...changed,
    ...findHints(suite, changedFiles, tools.effects),
    changes: [...suite.changes, ...tools.judging.changes],
    notes: [
      ...(failBoth ? [{ kind: 'base-failed-too' } as const] : []),
      ...suite.notes,
      ...noteRewritten(suite, head),
      ...noteTask(suite),
      ...noteLowest(conclusions),
      ...noteThoughts([base, head]),
      ...baseline.notes,
    ],
  });
  return { head, report };
}

function isOpen({ outcome, blocking }: Decision): boolean {
  return outcome === 'inconclusive' && blocking;
}

/** The cases that notice the change: by the base's map, and among those that the pull request adds. */
async function findCoverage(
  suite: ConcludedSuite,
  {
    changedFiles,
    shown,
  }: { readonly changedFiles: readonly ChangedFile[]; readonly shown: ShownCases | null },
  tools: SuiteTools,
) {
  const isAgentChanged = changedFiles.some(({ role }) => role === 'prompt' || role === 'agent');
  if (!suite.calls.compared || !isAgentChanged) return { changed: {}, newCases: null };
  const blocks = await findKnownBlocks(suite, changedFiles, tools.effects);
  const newCases = shown === null ? null : await measureNewCases(suite, shown.record, tools);
  const isKnown = blocks.length > 0 || newCases !== null;
  const changeCoverage = omitUndefined({ blocks, newCases: newCases?.coverage });
  return { changed: isKnown ? { changeCoverage } : {}, newCases };
}

/** Hints at the cause for readers, if known. */
function findHints(
  suite: ConcludedSuite,
  changedFiles: readonly ChangedFile[],
  effects: Effects,
): Partial<EvaluatedSuite> {
  const { base, head, calls, baseline, evidence } = suite;
  const { live, files } = describeTarget(head.target);
  const [recording] = live ? [] : files;
  const hasSameAnswers =
    baseline.ranNow && hasChangedProgram(suite) && areSameAnswers(evidence.base, evidence.head);
  return omitUndefined({
    dataset: calls.compared && base !== null ? suite.datasetChanges : undefined,
    changedFiles: changedFiles.length > 0 ? changedFiles : undefined,
    answersFile: recording?.path,
    callsNeeded: findCallsNeeded(calls, effects),
    identicalAnswers: hasSameAnswers ? true : undefined,
  });
}

/** Set if no call is left, so that readers know what to set `max-calls` to. */
function findCallsNeeded(calls: CallPlan, { budget }: Effects): number | undefined {
  const left = budget.left();
  return left === null || left.calls > 0 ? undefined : estimateCalls(calls).mostInAll;
}

function hasChangedProgram(suite: PreparedSuite): boolean {
  const { base, head } = suite;
  return describeTarget((base ?? head).target).runsPrograms && listAgentChanges(suite).length > 0;
}

/** The changed files without dataset and config file. */
function listAgentChanges({
  base,
  head,
  changedFiles,
  prefix,
  configPath,
}: PreparedSuite): readonly string[] {
  const others = [head.dataset, base?.dataset, configPath ?? undefined].filter((path) => path !== undefined);
  const known = new Set(others.map((path) => posix.join(prefix, path)));
  return (changedFiles ?? []).filter((path) => !known.has(path));
}

/** Files that are not as the commit has them: those that programs saw, also in a shard, else those that did not count. */
function noteRewritten({ head }: PreparedSuite, { rewritten }: RunRecord): readonly Note[] {
  if (rewritten !== undefined) return [{ kind: 'rewritten', paths: rewritten, counted: 'working-copy' }];
  const unseen = head.watched.rewritten;
  return unseen.length === 0 ? [] : [{ kind: 'rewritten', paths: unseen, counted: 'commit' }];
}

/** A check whose value has a typo never holds, and would pass forever. */
function noteLowest(concluded: readonly ScorerConclusion[]): readonly Note[] {
  return concluded
    .filter(
      ({ comparison: { baseMean, headMean, pairs } }) => baseMean === 0 && headMean === 0 && pairs.length > 1,
    )
    .map(({ scorer }) => ({ kind: 'all-lowest', scorer }));
}

/** Readers compare what is shown with what their agent wrote. */
function noteThoughts(records: readonly (RunRecord | null)[]): readonly Note[] {
  const cases = records.flatMap((record) => record?.cases ?? []);
  const samples = cases.flatMap((row) => [...row.samples, ...row.caseSamples]);
  const answers = samples.filter(({ answer }) => answer.status === 'answered' && answer.hadThoughts).length;
  return answers === 0 ? [] : [{ kind: 'thoughts-left-out', answers }];
}

/** Without a base, there is no earlier prompt to expect. */
function noteTask({ base, taskSource }: PreparedSuite): readonly Note[] {
  return base !== null && taskSource === 'head-prompt' ? [{ kind: 'task-of-head' }] : [];
}

/** True if each case has exactly one answer, word for word, in all runs of both sides. */
function areSameAnswers(base: RunRecord | null, head: RunRecord): boolean {
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
async function runShown(
  suite: PreparedSuite,
  tools: SuiteTools,
  samples: number,
  head: RunRecord,
): Promise<ShownCases | null> {
  const { shown, settings } = suite;
  const { regraded } = shown;
  // A regraded case needs no new answer, so it does not use up the limit of shown cases.
  const rows = shown.rows.slice(0, shown.max);
  if (rows.length + regraded.length === 0) return null;
  const plan = { ...planSides(suite, tools).head, tasks: shown.tasks };
  const side = { ...suite.head, cases: rows.map(({ row }) => row) };
  const answers = await produce({ ...plan, side, samples, previous: null }, tools.effects);
  const known = new Map(head.cases.map((row) => [row.id, row]));
  const again = regraded.flatMap(({ row: { id, inputHash }, baseId }) => {
    const row = known.get(baseId);
    return row === undefined ? [] : [{ ...row, id, inputHash }];
  });
  const judged = await rejudgeRecord(
    { ...head, cases: again },
    { ...plan, cases: regraded.map(({ row }) => row) },
    tools.effects,
  );
  const record = { ...answers, cases: [...answers.cases, ...judged.cases] };
  const byScorer = settings.scorers.map(({ name: scorer }) => ({
    scorer,
    cases: scoreShownCases(record, [...rows, ...regraded], { scorer, asBase: head }),
  }));
  return { record, spent: [answers, judged], byScorer, waiting: shown.rows.length - rows.length };
}

/** Without a comparison, nothing can fail: only the dataset changed, or no case of the base can run. */
export async function reportWithoutComparison(
  suite: PreparedSuite,
  tools: SuiteTools,
): Promise<SuiteOutcome> {
  const { judging, effects } = tools;
  const regraded = new Set(suite.shown.regraded.map(({ baseId }) => baseId));
  const cases = suite.head.cases.filter(({ id }) => regraded.has(id));
  const judgedAgain = { ...suite, head: { ...suite.head, cases } };
  const { shown: rows, headSamples: samples } = planCheckCalls(judgedAgain, { kind: 'none' });
  const asked = cases.length + rows;
  if (asked > 0) {
    effects.log.info(`Only shown cases run: ${formatCount(asked, 'case')} × ${formatCount(samples, 'run')}.`);
  }
  const plan = planSides(judgedAgain, tools).head;
  const head = await produce({ ...plan, samples, previous: null }, effects);
  const shown = await runShown(suite, tools, samples, head);
  const onlyDataset = suite.head.cases.length > 0;
  const report: SuiteReport = omitUndefined({
    kind: 'unchanged',
    suite: suite.settings.name,
    ...reviewSuite({ decision: decideUnmeasured({ kind: 'shown-only', onlyDataset }) }, [
      ...suite.review,
      ...judging.review,
    ]),
    changes: [...suite.changes, ...judging.changes],
    notes: [...suite.notes, ...noteRewritten(suite, head), ...noteThoughts([head])],
    dataset: suite.datasetChanges,
    spent: addSpent(head, shown?.spent ?? [], effects.prices),
    shown: shown ?? undefined,
  });
  return { head: null, report };
}
