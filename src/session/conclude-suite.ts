import { posix } from 'node:path';
import { linesOfCases } from '../dataset/dataset.js';
import { type Concluded, decideSuite, reviewSuite } from '../decide/conclude.js';
import { reviewMisled } from '../decide/gate/gate-words.js';
import type { Decision } from '../ports/decision.js';
import type { Effects } from '../ports/effects.js';
import type { EvaluatedSuite, SuiteReport } from '../ports/report.js';
import type { RunRecord, TaskSource } from '../ports/run-record.js';
import { aboutTarget } from '../ports/settings.js';
import type { CallPlan } from '../ports/spending.js';
import type { ReadySuite } from '../ports/suite-run.js';
import type { Base } from '../produce/open-base.js';
import type { ProducePlan } from '../produce/produce.js';
import { sameAnswers } from '../produce/same-answers.js';
import { addSpent } from '../produce/spending.js';
import { redactValue } from '../publish/redact-value.js';
import { nameByQuestion } from '../report/case-changes.js';
import { renderRepeats } from '../report/footer.js';
import { counted } from '../text/counts.js';
import { UNREADABLE } from '../text/file-text.js';
import { codeSpan } from '../text/values.js';
import { askGate, type GateQuestion } from './ask-gate.js';
import { listFailedAtBase, reviewFailedAtBase } from './failed-at-base.js';
import type { SuiteJudging } from './open-suite-judging.js';
import type { SuiteOutcome } from './session.js';
import { runShown } from './shown-cases.js';
import { changedPromptOf, likeliestFirst } from './watched-files.js';

/** The head's first record, and all that it was made with. */
type MeasuredSuite = {
  readonly asked: Omit<ProducePlan, 'samples' | 'previous'>;
  readonly plan: CallPlan;
  readonly judging: SuiteJudging;
  readonly baseline: Extract<Base, { readonly kind: 'ready' }>;
  /** The head as it was measured first. */
  readonly first: RunRecord;
  /** Runs the base again today; `null` where it cannot, or need not. */
  readonly runControl: GateQuestion['runControl'] | null;
  /** What it ran, once it did. */
  readonly control: readonly RunRecord[];
};

/**
 * Compares and asks the gate, again while it wants to see more before it decides. Then the cases run that are only shown.
 */
export async function concludeSuite(
  run: ReadySuite,
  measured: MeasuredSuite,
  effects: Effects,
): Promise<SuiteOutcome> {
  const { suite, files, changes } = run;
  const { asked, plan, judging, baseline, first, runControl, control } = measured;
  const { taskSource } = files;
  const question = {
    asked,
    plan,
    baseline: baseline.used,
    ...(runControl && { runControl }),
  };
  const rows = files.shown.map(({ row }) => row);
  const named = nameByQuestion([...first.cases, ...(baseline.record?.cases ?? []), ...rows]);
  const { log } = effects;
  const telling =
    named === null ? effects : { ...effects, log: { ...log, info: (line: string) => log.info(named(line)) } };
  const { concluded, known } = await askGate({ head: first, base: baseline.record }, question, telling);
  const decided = decideSuite(concluded, known.notes, known.votes);

  const { head, base } = known;
  const shown =
    head.stopped === null
      ? await runShown(run, { ...asked, samples: plan.headSamples }, head, effects)
      : null;
  // What becomes a baseline is merged: nobody has to look at it any more.
  const misled = plan.compared ? reviewMisled(concluded.map(({ comparison }) => comparison)) : [];
  const review = [
    ...run.review,
    ...judging.review,
    // Where the head could not be measured either, what ails both is not for a person to accept.
    ...(isOpen(decided.decision) ? [] : baseline.review),
    ...misled,
    ...(plan.compared ? reviewFailedAtBase(base) : []),
  ];
  const failedAtBase = plan.compared ? listFailedAtBase(base, head, decided.comparison) : [];
  const ranNow = [...(baseline.ranNow && base !== null ? [base] : []), ...control];
  const told = [
    ...judging.notes,
    ...files.notes,
    ...noteTask(taskSource),
    ...noteEncoding(run, head),
    ...noteLowest(concluded),
    ...baseline.notes,
    ...ranNow.flatMap(({ repeats = [] }) =>
      renderRepeats(repeats, (text) => text).map((line) => `Of the base, ${line}.`),
    ),
  ];
  const report: SuiteReport = {
    kind: 'evaluated',
    suite: suite.name,
    ...reviewSuite(decided, review),
    baseline: baseline.used,
    head,
    spent: addSpent(head, [...ranNow, ...(shown?.spent ?? [])], effects.prices),
    // What becomes a baseline has no other dataset beside it.
    ...(plan.compared && run.baseCommit !== null && { dataset: files.changes }),
    ...(shown !== null && { shown }),
    ...(failedAtBase.length > 0 && { failedAtBase }),
    ...(run.watched.changed !== null && { changedFiles: likeliestFirst(run, run.watched.changed) }),
    ...(await changedPromptOf(run)),
    ...(baseline.ranNow && hasChangedProgram(run) && sameAnswers(base, first) && { identicalAnswers: true }),
    ...(decided.decision.outcome === 'fail' && (await placesOf(run))),
    changes,
    // The base's scorers and the base's agent may run with the same other packages.
    notes: [...new Set(told)],
  };
  return { head, report: named === null ? report : redactValue(report, named) };
}

function isOpen({ outcome, blocking }: Decision): boolean {
  return outcome === 'inconclusive' && blocking;
}

function hasChangedProgram({ suite, was, watched, prefix, configPath }: ReadySuite): boolean {
  const asked = [suite.dataset, was.dataset, ...(configPath === null ? [] : [configPath])];
  const others = asked.map((path) => posix.join(prefix, path));
  return (
    aboutTarget(was.target).runsPrograms && (watched.changed ?? []).some((path) => !others.includes(path))
  );
}

/** Where the cases stand, for whoever looks at one that fell; empty where the dataset is no file of the repository. */
async function placesOf({ suite, head, prefix }: ReadySuite): Promise<Pick<EvaluatedSuite, 'places'>> {
  const file = posix.join(prefix, suite.dataset);
  const text = await head.reader.read(suite.dataset);
  const listed = (await head.files?.list())?.some(({ path }) => path === file) ?? false;
  return text === null || !listed ? {} : { places: { file, lines: linesOfCases(text, suite.dataset) } };
}

/** A check that never holds, since its value has a slip, would pass for ever. */
function noteLowest(concluded: readonly Concluded[]): readonly string[] {
  return concluded.flatMap(({ scorer, comparison: { baseMean, headMean, pairs } }) =>
    baseMean === 0 && headMean === 0 && pairs.length > 1
      ? [
          `Of ${codeSpan(scorer)} no case has more than the lowest score, neither at base nor here, so nothing can get worse: does it ask for what is meant?`,
        ]
      : [],
  );
}

/** What the answers are judged against, where it is not what a reader expects. */
function noteTask(source: TaskSource): readonly string[] {
  switch (source) {
    case 'head-prompt':
      return [
        "There is no earlier prompt, so answers are judged against this prompt's own text. A `task` would say what the agent is for.",
      ];
    case 'baseline':
      return ['Answers are judged against the task that is stored with the baseline.'];
    case 'case':
    case 'suite':
    case 'base-prompt':
    case 'none':
      return [];
    default:
      return source satisfies never;
  }
}

/** A program may write another encoding than its lines are read in: its answers are then not what its users see. */
function noteEncoding({ suite }: ReadySuite, { cases }: RunRecord): readonly string[] {
  if (!aboutTarget(suite.target).runsPrograms) return [];
  const broken = cases.filter(
    ({ input, samples }) =>
      !input.includes(UNREADABLE) &&
      samples.some(({ answer }) => answer.status === 'answered' && answer.output.includes(UNREADABLE)),
  );
  const [first] = broken;
  if (first === undefined) return [];
  const cause = `${UNREADABLE} stands for bytes that are no UTF-8, and is judged as it is`;
  return [
    `The answers to ${counted(broken.length, 'case')} hold the sign ${cause} (first: ${codeSpan(first.id)}). Have the agent write UTF-8; of a Python program the variable \`PYTHONIOENCODING=utf-8\` does that.`,
  ];
}
