import { reviewSuite } from '../decide/conclude.js';
import { decideShownOnly } from '../decide/decisions.js';
import { scoreShown } from '../decide/show-cases.js';
import type { Effects } from '../model/effects.js';
import type { ShownCases, SuiteReport } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import type { SuiteRun } from '../model/suite-run.js';
import { planCheck } from '../produce/plan-run.js';
import { type ProducePlan, produce } from '../produce/produce.js';
import { rejudgeRecord } from '../produce/rejudge-record.js';
import { addSpent } from '../produce/spending.js';
import { counted } from '../text/counts.js';
import type { SuiteOutcome } from './session.js';
import type { SuiteTools } from './suite-tools.js';

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
    directory: run.prefix,
    side: run.head,
    watched: run.watched.head,
    taskSource: files.taskSource,
  };
  const head = await produce({ ...asked, cases, tasks: files.tasks, previous: null }, effects);
  const shown = await runShown(run, asked, head, effects);
  const report: SuiteReport = {
    kind: 'unchanged',
    suite: suite.name,
    ...reviewSuite({ decision: decideShownOnly(files.cases.length > 0) }, [...run.review, ...judging.review]),
    changes: [...run.changes, ...judging.changes],
    notes: files.notes,
    dataset: files.changes,
    spent: addSpent(head, shown?.spent ?? [], effects.prices),
    ...(shown !== null && { shown }),
  };
  return { head: null, report };
}
