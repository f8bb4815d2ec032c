import { posix } from 'node:path';
import { linesOfCases } from '../dataset/dataset.js';
import { compareDatasets, warnOfRemoved } from '../decide/compare/dataset-changes.js';
import { type Concluded, decideSuite, reviewSuite, settleDropped } from '../decide/conclude.js';
import { reviewDropped, reviewMisled, tellDropped } from '../decide/gate/review.js';
import type { Decision } from '../ports/decision.js';
import type { Effects } from '../ports/effects.js';
import type { EvaluatedSuite, SuiteReport } from '../ports/report.js';
import type { RunRecord, TaskSource } from '../ports/run-record.js';
import { aboutTarget } from '../ports/settings.js';
import type { CallPlan } from '../ports/spending.js';
import type { ReadySuite } from '../ports/suite-run.js';
import type { HeldAgainst } from '../produce/hold-against-labels.js';
import type { Base } from '../produce/open-base.js';
import type { ProducePlan } from '../produce/produce.js';
import type { SoughtBaseline } from '../produce/rejudge-record.js';
import { addSpent } from '../produce/spending.js';
import { redactValue } from '../publish/redact-value.js';
import { nameByQuestion } from '../report/case-changes.js';
import { renderRepeats } from '../report/footer.js';
import { counted } from '../text/counts.js';
import { UNREADABLE } from '../text/file-text.js';
import { codeSpan } from '../text/values.js';
import { askGate, type GateQuestion } from './ask-gate.js';
import { askDropped } from './dropped-cases.js';
import type { SuiteJudging } from './open-suite-judging.js';
import type { SuiteOutcome } from './session.js';
import { changedPromptOf, likeliestFirst } from './watched-files.js';

/** The head's first record, and all that it was made with. */
type MeasuredSuite = {
  readonly asked: Omit<ProducePlan, 'samples' | 'previous'>;
  readonly plan: CallPlan;
  readonly judging: SuiteJudging;
  readonly found: SoughtBaseline;
  readonly baseline: Extract<Base, { readonly kind: 'ready' }>;
  readonly held: HeldAgainst;
  /** Runs the base again today; `null` where it cannot, or need not. */
  readonly runControl: GateQuestion['runControl'] | null;
  /** What it ran, once it did. */
  readonly control: readonly RunRecord[];
};

/**
 * Compares and asks the gate, again while it wants to see more before it decides; then the
 * same with the cases that the head's dataset drops.
 */
export async function concludeSuite(
  run: ReadySuite,
  measured: MeasuredSuite,
  effects: Effects,
): Promise<SuiteOutcome> {
  const { suite, files, changes } = run;
  const { asked, plan, judging, found, baseline, held, runControl, control } = measured;
  const { taskSource } = files;
  const dataset = compareDatasets(baseline, files);
  const question = {
    asked,
    plan,
    baseline: baseline.used,
    baseCases: files.baseCases,
    ...(runControl && { runControl }),
    agreement: held.gates,
  };
  const named = nameByQuestion([...held.head.cases, ...(baseline.record?.cases ?? [])]);
  const { log } = effects;
  const telling =
    named === null ? effects : { ...effects, log: { ...log, info: (line: string) => log.info(named(line)) } };
  const { concluded, known } = await askGate({ head: held.head, base: baseline.record }, question, telling);
  const decided = decideSuite(concluded, known.notes, known.votes);

  const { head, base } = known;
  const facts = { decision: decided.decision, head, base, baseline: baseline.used };
  const again = await askDropped(run, facts, { found, asked, plan }, effects);
  const { dropped } = again;
  // What becomes a baseline is merged: nobody has to look at it any more.
  const misled = plan.compared ? reviewMisled(concluded.map(({ comparison }) => comparison)) : [];
  const review = [
    ...run.review,
    ...judging.review,
    // Where the head could not be measured either, what ails both is not for a person to accept.
    ...(isOpen(decided.decision) ? [] : baseline.review),
    ...misled,
    ...reviewDropped(dropped, head),
  ];
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
    ...reviewSuite(settleDropped(decided, dropped), review),
    baseline: baseline.used,
    head,
    ...(held.agreement !== null && { agreement: held.agreement }),
    spent: addSpent(again.head ?? head, [...ranNow, ...again.base], effects.prices),
    ...(dataset !== null && { dataset }),
    ...(run.watched.changed !== null && { changedFiles: likeliestFirst(run, run.watched.changed) }),
    ...(await changedPromptOf(run)),
    ...(decided.decision.outcome === 'fail' && (await placesOf(run))),
    ...(dropped !== null && {
      dropped: {
        line: tellDropped(dropped, head),
        comparison:
          dropped.status === 'asked' && dropped.decision.outcome !== 'inconclusive'
            ? dropped.comparison
            : null,
      },
    }),
    changes: [...(dropped?.status === 'asked' ? [] : warnOfRemoved(dataset)), ...changes],
    // The base's scorers and the base's agent may run with the same other packages.
    notes: [...new Set(told)],
  };
  return { head, report: named === null ? report : redactValue(report, named) };
}

function isOpen({ outcome, blocking }: Decision): boolean {
  return outcome === 'inconclusive' && blocking;
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
