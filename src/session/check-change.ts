import { exitCodeOf } from '../decide/gate/exit-code.js';
import type { Effects } from '../ports/effects.js';
import type { Report } from '../ports/report.js';
import type { SuiteRun } from '../ports/suite-run.js';
import { lendTask, seekBase } from '../produce/open-base.js';
import { planCheck } from '../produce/plan-run.js';
import { planRejudging } from '../produce/rejudge-record.js';
import { announcePending } from '../publish/pending.js';
import type { PublishResult } from '../publish/publish.js';
import { chooseCases } from './choose-cases.js';
import {
  countScorers,
  evaluateSuite,
  notEvaluated,
  refuseWithoutKeys,
  runSuites,
  withheld,
} from './evaluate-suite.js';
import { openSuiteJudging } from './open-suite-judging.js';
import { countBaseCases, prepareCheck } from './prepare-suites.js';
import type { Session, SuiteOutcome } from './session.js';
import { countMeasured, fingerprintsOf, showEarlier } from './show-earlier.js';
import { showOnly } from './shown-cases.js';
import { tell } from './tell.js';

/** Result of a check. */
export type CheckResult = {
  readonly exitCode: number;
  /** `null` if the same files and settings were decided before, and that decision was shown again. */
  readonly report: Report | null;
  readonly published: PublishResult;
  /** Model calls that are enough for all suites, but for those that an agent makes on its own. */
  readonly enoughCalls: number;
};

/**
 * THE STORY of a check, from settings to exit code: prepare → produce → decide → publish. Compares the head with its
 * base. `recordBaseline` is the story of a run on the base branch. Throws `UserError` with all suites' problems before
 * the first call.
 */
export async function checkChange(session: Session): Promise<CheckResult> {
  const { effects, outlets } = session;
  const prepared = await prepareCheck(session);
  const suites = session.only === undefined ? prepared : chooseCases(prepared, session.only);
  const fingerprints = fingerprintsOf(suites);
  const earlier = await showEarlier(suites, fingerprints, session);
  if (earlier.kind === 'shown') return { ...earlier, report: null, enoughCalls: 0 };
  refuseWithoutKeys(suites, session);
  effects.budget.allowFor(countBaseCases(suites));
  await announcePending(
    suites.map(({ suite }) => suite.name),
    outlets,
  );
  const tests = countScorers(suites);
  const outcomes = await runSuites(suites, session, async (run) => {
    return withheld(run, session) ?? checkSuite(run, tests, effects);
  });
  const memory = { fingerprints, measured: earlier.measured };
  const counted = outcomes.map((outcome) => countMeasured(outcome, memory));
  const { report, published } = await tell(counted, session, memory);
  for (const { report: decided } of outcomes) {
    // The next run continues an undecided suite.
    if (decided.decision.outcome === 'inconclusive') continue;
    effects.journals.finish(decided.suite);
  }
  const exitCode = exitCodeOf({ kind: 'told', suites: published.states });
  return { exitCode, report, published, enoughCalls: effects.budget.expected() };
}

/** One suite, from its files to its decision. */
async function checkSuite(run: SuiteRun, tests: number, effects: Effects): Promise<SuiteOutcome> {
  await using journal = await effects.journals.open(run.suite);
  await using judging = await openSuiteJudging(run.suite, run, effects, journal);
  if (run.files.onlyShown) return await showOnly(run, { judging, journal }, effects);
  const base = await seekBase(run, effects);
  const files = lendTask(base, run);
  if (files === null)
    return notEvaluated(run, { because: 'inconclusive', remedy: 'see-cause', reasons: [NO_TASK] });
  const asked = { ...run, files };
  const found = planRejudging(base, asked, judging, effects);
  const plan = planCheck(asked, found);
  return await evaluateSuite(asked, { judging, journal, found, plan, tests }, effects);
}

const NO_TASK =
  'the baseline does not contain the task of its answers, and the files of its commit are not available. Undo the change ' +
  'and run `prompt-regression baseline` again (commit first if the store has `text: none`), or set `baseline` to a git ref';
