import { type Concluded, reviewSuite } from '../decide/conclude.js';
import { decideShownOnly } from '../decide/gate/decision-table.js';
import { scoreShown } from '../decide/show-cases.js';
import type { Effects } from '../ports/effects.js';
import type { Journal } from '../ports/journal.js';
import type { ShownCases, SuiteReport } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ReadySuite } from '../ports/suite-run.js';
import { judgeCallsPerAnswer, planCheck } from '../produce/plan-run.js';
import { type ProducePlan, produce } from '../produce/produce.js';
import { rejudgeRecord } from '../produce/rejudge-record.js';
import { addSpent } from '../produce/spending.js';
import { redactValue } from '../publish/redact-value.js';
import { nameByQuestion } from '../report/case-changes.js';
import { counted } from '../text/counts.js';
import type { SuiteJudging } from './open-suite-judging.js';
import type { SuiteOutcome } from './session.js';

type ShownPlan = Omit<ProducePlan, 'cases' | 'tasks' | 'previous'>;

/**
 * Asks the head what only its own dataset asks, and judges its answers by what its rows say otherwise. Nothing of it is
 * in any decision. `null` if there is nothing to show.
 */
export async function runShown(
  { files }: ReadySuite,
  plan: ShownPlan,
  decided: { readonly head: RunRecord; readonly concluded: readonly Concluded[] },
  effects: Effects,
): Promise<ShownCases | null> {
  const { head, concluded } = decided;
  const { regraded } = files;
  const shown = files.shown.slice(0, files.mostShown);
  const waiting = files.shown.length - shown.length;
  if (shown.length + regraded.length === 0 || head.stopped !== null) return null;
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
  const byScorer = concluded.map(({ scorer, comparison }) => ({
    scorer,
    cases: scoreShown(record, [...shown, ...regraded], { scorer, decided: comparison }),
  }));
  return { record, spent: [answers, judged], byScorer, waiting };
}

/** Only the dataset changed, or no case of the base can be asked: nothing is compared, and nothing fails. */
export async function showOnly(
  run: ReadySuite,
  { judging, journal }: { readonly judging: SuiteJudging; readonly journal: Journal },
  effects: Effects,
): Promise<SuiteOutcome> {
  const { suite, files } = run;
  const rows = [...files.regraded, ...files.shown];
  const shown = rows.slice(0, files.mostShown);
  const { headSamples: samples, callsPerAnswer } = planCheck(run, { kind: 'none' });
  effects.log.info(`Only shown cases run: ${counted(shown.length, 'case')} × ${counted(samples, 'run')}.`);
  effects.budget.expect(shown.length * samples * (callsPerAnswer + judgeCallsPerAnswer(suite)));
  const record = await produce(
    {
      suite,
      directory: run.prefix,
      side: run.head,
      watched: run.watched.head,
      cases: shown.map(({ row }) => row),
      tasks: files.shownTasks,
      taskSource: files.taskSource,
      ...{ judging, journal, samples, previous: null },
    },
    effects,
  );
  const byScorer = suite.scorers.map(({ name: scorer }) => ({
    scorer,
    cases: scoreShown(record, shown, { scorer, decided: null }),
  }));
  const report: SuiteReport = {
    kind: 'unchanged',
    suite: suite.name,
    ...reviewSuite({ decision: decideShownOnly(files.cases.length > 0) }, [...run.review, ...judging.review]),
    changes: run.changes,
    notes: [...judging.notes, ...files.notes],
    dataset: files.changes,
    spent: addSpent(record, [], effects.prices),
    shown: { record, spent: [record], byScorer, waiting: rows.length - shown.length },
  };
  const named = nameByQuestion(shown.map(({ row }) => row));
  return { head: null, report: named === null ? report : redactValue(report, named) };
}
