import { posix } from 'node:path';
import { linesOfCases } from '../dataset/dataset.js';
import { compareDatasets, warnOfRemoved } from '../decide/compare/dataset-changes.js';
import { decideSuite, reviewSuite, settleDropped } from '../decide/conclude.js';
import { decideMistaken, decideNotEvaluated, decideUnchanged } from '../decide/gate/decision-table.js';
import { failedBy } from '../decide/gate/inconclusive.js';
import { reviewDropped, reviewMisled, tellDropped } from '../decide/gate/review.js';
import type { Decision } from '../ports/decision.js';
import type { Effects } from '../ports/effects.js';
import { abortErrorOf, UserError } from '../ports/errors.js';
import type { Journal } from '../ports/journal.js';
import type { EvaluatedSuite, Look, Spent, SuiteReport } from '../ports/report.js';
import type { RunRecord, TaskSource } from '../ports/run-record.js';
import type { CallPlan } from '../ports/spending.js';
import type { PreparedSuite, ReadySuite } from '../ports/suite-run.js';
import { holdAgainstLabels, labelCalls } from '../produce/hold-against-labels.js';
import { CONTROL_RUNS, countKeptAnswers, openBase, planControl } from '../produce/open-base.js';
import { leastCalls } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import type { SoughtBaseline } from '../produce/rejudge-record.js';
import { addSpent } from '../produce/spending.js';
import { renderCallEstimate } from '../report/call-estimate.js';
import { renderRepeats } from '../report/footer.js';
import { lacksKey, requireKeys } from '../settings/providers.js';
import { placeOfProblem } from '../text/values.js';
import { askGate } from './ask-gate.js';
import { askDropped } from './dropped-cases.js';
import { earlierDraws, lookOf, noteDraws, reviewLostDraws } from './earlier-draws.js';
import type { SuiteJudging } from './open-suite-judging.js';
import type { Session, SuiteOutcome } from './session.js';
import { changedPromptOf, likeliestFirst } from './watched-files.js';

/**
 * Runs one suite after the other, of those that there is something to run of; together they share one limit of calls in
 * flight, so side by side is no faster. Once the run is cancelled or its time is up, whatever a suite ends with comes from that, and the others are not begun.
 * Throws `UserError` where each suite has mistakes.
 */
export async function runSuites(
  suites: readonly PreparedSuite[],
  { effects, prefix }: Pick<Session, 'effects' | 'prefix'>,
  runReady: (suite: ReadySuite) => Promise<SuiteOutcome>,
): Promise<readonly SuiteOutcome[]> {
  const { signal, log } = effects;
  const ended = (suite: PreparedSuite) => {
    const { kind, message: reason } = abortErrorOf(signal);
    return notEvaluated(suite, { ...failedBy(kind), reason });
  };
  const run = (suite: PreparedSuite): SuiteOutcome | Promise<SuiteOutcome> => {
    switch (suite.status) {
      case 'unchanged':
        return unchanged(suite);
      case 'cannot-run':
        return refused(suite, suite.problems, prefix);
      case 'ready':
        return runReady(suite);
      default:
        return suite satisfies never;
    }
  };
  const outcomes: SuiteOutcome[] = [];
  const mistaken: string[][] = [];
  for (const suite of suites) {
    const endGroup = suite.status === 'ready' ? log.group(`Suite ${suite.suite.name}`) : () => {};
    try {
      outcomes.push(signal.aborted ? ended(suite) : await run(suite));
    } catch (thrown) {
      if (signal.aborted) {
        outcomes.push(ended(suite));
      } else if (thrown instanceof UserError) {
        mistaken.push([...thrown.problems]);
        outcomes.push(refused(suite, thrown.problems, prefix));
      } else throw thrown;
    } finally {
      endGroup();
    }
  }
  if (mistaken.length > 0 && mistaken.length === outcomes.length) {
    throw new UserError([...new Set(mistaken.flat())]);
  }
  return outcomes;
}

/** Of a suite with mistakes, where others are run. */
function refused(run: PreparedSuite, problems: readonly string[], prefix: string): SuiteOutcome {
  const decision = decideMistaken(problems, run.onlyInBase ? 'inconclusive' : 'error');
  const place = placeOfProblem(problems[0] ?? '');
  return unmeasured(run, 'not-evaluated', {
    decision,
    notes: problems.length === 1 ? [] : problems,
    ...(place !== null && { place: { file: posix.join(prefix, place.path), line: place.line } }),
  });
}

/** Throws `UserError` where a suite that is due lacks a key, and it is not GitHub that keeps it from this run. */
export function refuseWithoutKeys(suites: readonly PreparedSuite[], { noKey }: Pick<Session, 'noKey'>): void {
  const due = suites.flatMap((run) => (run.status === 'ready' ? [run.suite] : []));
  if (noKey === null) requireKeys(due, 'agent and judge');
}

/** Where GitHub keeps the key of a suite from this run: not evaluated, for this reason. `null` where it does not. */
export function withheld(
  run: ReadySuite,
  { effects, noKey }: Pick<Session, 'effects' | 'noKey'>,
): SuiteOutcome | null {
  if (noKey === null || !lacksKey(run.suite, effects.env)) return null;
  return notEvaluated(run, { because: 'error', remedy: 'as-told', reason: noKey });
}

/**
 * Produce and decide: the base's record, the head's, both compared, the gate asked, and again while it wants to see more
 * before it decides; then the same with the cases that the head's dataset drops.
 */
export async function evaluateSuite(
  run: ReadySuite,
  start: {
    readonly judging: SuiteJudging;
    readonly journal: Journal;
    readonly found: SoughtBaseline;
    readonly plan: CallPlan;
    /** What earlier runs of this very head drew; `null` where it is the first. */
    readonly draws: Look | null;
  },
  effects: Effects,
): Promise<SuiteOutcome> {
  const { suite, files, changes } = run;
  const { judging, journal, found, draws } = start;
  if (found.kind === 'record') judging.learn(found.record);
  const holding = { judging, plan: start.plan, earlier: found.kind === 'record' ? [found.record] : [] };
  const { cases, tasks, taskSource } = files;
  const produced = { suite, directory: run.prefix, cases, tasks, taskSource, judging, journal };
  const control: RunRecord[] = [];
  const runControl = planControl(start, run, produced, effects, control);
  const plan: CallPlan = {
    ...start.plan,
    controlSamples: runControl === null ? 0 : CONTROL_RUNS,
    kept: await countKeptAnswers(found, run, start, effects),
    labelCalls: labelCalls(run, holding),
  };
  effects.log.info(renderCallEstimate(plan, effects.budget.left()));
  const short = effects.budget.shortfall(leastCalls(plan));
  if (short !== null) {
    const reason = `${short.message}, so nothing was asked`;
    return notEvaluated(run, { because: 'inconclusive', remedy: 'raise-limit', reason });
  }

  const baseline = await openBase(found, run, { ...produced, samples: plan.baseSamples }, effects);
  if (baseline.kind === 'failed') {
    const { reason, tried } = baseline;
    const spent = tried && addSpent(tried, [], effects.prices);
    return notEvaluated(run, { ...failedBy(tried?.stopped?.kind), reason, spent });
  }

  const dataset = compareDatasets(baseline, files);
  const asked = { ...produced, side: run.head, watched: run.watched.head };
  const first = await produce({ ...asked, samples: plan.headSamples, previous: null }, effects);
  const held = await holdAgainstLabels(first, run, holding, effects);
  const question = {
    asked,
    plan,
    baseline: baseline.used,
    baseCases: files.baseCases,
    ...(runControl !== null && { runControl }),
    ...(draws !== null && { earlier: earlierDraws(draws, cases) }),
    agreement: held.gates,
  };
  const { concluded, known } = await askGate({ head: held.head, base: baseline.record }, question, effects);
  const measured = decideSuite(concluded, known.notes, known.votes);

  const { base } = known;
  const head = run.subset === undefined ? known.head : { ...known.head, subset: run.subset };
  const facts = { decision: measured.decision, head, base, baseline: baseline.used };
  const again = await askDropped(run, facts, { found, asked, plan }, effects);
  const { dropped } = again;
  // What becomes a baseline is merged: nobody has to look at it any more.
  const misled = plan.compared ? reviewMisled(concluded.map(({ comparison }) => comparison)) : [];
  const drawn = [...misled, ...reviewDropped(dropped, head)];
  const review = [
    ...run.review,
    ...judging.review,
    ...baseline.review,
    ...drawn,
    ...reviewLostDraws(draws, measured.decision),
  ];
  const ranNow = [...(baseline.ranNow && base !== null ? [base] : []), ...control];
  const told = [
    ...judging.notes,
    ...files.notes,
    ...noteTask(taskSource),
    ...noteDraws(draws),
    ...baseline.notes,
    ...ranNow.flatMap(({ repeats = [] }) =>
      renderRepeats(repeats, (text) => text).map((line) => `Of the base, ${line}.`),
    ),
    ...(dropped?.status === 'asked' ? [] : warnOfRemoved(dataset)),
  ];
  const report: SuiteReport = {
    kind: 'evaluated',
    suite: suite.name,
    ...reviewSuite(settleDropped(measured, dropped), review),
    baseline: baseline.used,
    head,
    ...(held.agreement !== null && { agreement: held.agreement }),
    look: lookOf(draws, { head: known.head, concluded, decision: measured.decision, review: drawn }),
    spent: addSpent(again.head ?? head, [...ranNow, ...again.base], effects.prices),
    ...(dataset !== null && { dataset }),
    ...(run.watched.changed !== null && { changedFiles: likeliestFirst(run, run.watched.changed) }),
    ...(await changedPromptOf(run)),
    ...(measured.decision.outcome === 'fail' && (await placesOf(run))),
    ...(dropped !== null && {
      dropped: {
        line: tellDropped(dropped, head),
        comparison:
          dropped.status === 'asked' && dropped.decision.outcome !== 'inconclusive'
            ? dropped.comparison
            : null,
      },
    }),
    changes,
    // The base's scorers and the base's agent may run with the same other packages.
    notes: [...new Set(told), ...journal.notes()],
  };
  return { head, report };
}

/** Where the cases stand, for whoever looks at one that fell; empty where the dataset is no file of the repository. */
async function placesOf({ suite, head, prefix }: ReadySuite): Promise<Pick<EvaluatedSuite, 'places'>> {
  const file = posix.join(prefix, suite.dataset);
  const text = await head.reader.read(suite.dataset);
  const listed = (await head.files?.list())?.some(({ path }) => path === file) ?? false;
  return text === null || !listed ? {} : { places: { file, lines: linesOfCases(text, suite.dataset) } };
}

/** What the answers are judged against, where it is not what a reader expects. */
function noteTask(source: TaskSource): readonly string[] {
  switch (source) {
    case 'head-prompt':
      return ["There is no prompt of a base, so answers are judged against the head's own system prompt."];
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

/** No watched file changed, or, on the base branch, the baseline of the commit `stored` is of the same files: nothing is run. */
export function unchanged(run: PreparedSuite, stored: string | null = null): SuiteOutcome {
  return unmeasured(run, 'unchanged', { decision: decideUnchanged(stored) });
}

/** An evaluation was due and could not begin. */
export function notEvaluated(
  run: PreparedSuite,
  why: Parameters<typeof decideNotEvaluated>[0] & { readonly spent?: Spent | undefined },
): SuiteOutcome {
  const { spent } = why;
  return unmeasured(run, 'not-evaluated', {
    decision: decideNotEvaluated(why),
    ...(spent !== undefined && { spent }),
  });
}

function unmeasured(
  { suite, changes, review }: PreparedSuite,
  kind: 'unchanged' | 'not-evaluated',
  told: Partial<Extract<SuiteReport, { kind: 'not-evaluated' }>> & { readonly decision: Decision },
): SuiteOutcome {
  const said = { kind, suite: suite.name, changes, notes: [], ...told };
  return { head: null, report: reviewSuite(said, review) };
}
