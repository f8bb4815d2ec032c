import { isComplete } from '../decide/compare/usable-record.js';
import type { SuiteRun } from '../model/suite-run.js';
import { asFirst, findBase, findStored } from '../produce/open-base.js';
import { planBaseline } from '../produce/plan-run.js';
import { planRejudging } from '../produce/rejudge-record.js';
import { evaluateSuite } from './check-change.js';
import { exitCodeOf } from './exit-code.js';
import type { Story } from './measure-shard.js';
import type { SuitePlan } from './measure-suite.js';
import { prepareBaseline } from './prepare-suites.js';
import { publishReport } from './publish-report.js';
import { announceRun, runSuites } from './run-suites.js';
import type { Session, SuiteOutcome } from './session.js';
import { fingerprintsOf } from './show-earlier.js';
import { storeBaselines } from './store-baselines.js';
import { unchanged, withoutKey } from './suite-outcome.js';
import { openSuiteTools, type SuiteTools } from './suite-tools.js';

export type BaselineOutcome = {
  /** 1 or more if the job fails: by its gate, or because a due baseline was not stored. */
  readonly exitCode: number;
  /** True if every suite was measured to its end. */
  readonly complete: boolean;
  /** False if a record should have been stored and was not. */
  readonly stored: boolean;
};

/**
 * The story of a run on the base branch, from settings to exit code: each suite is measured, compared with its last
 * baseline and stored. A fall fails nothing, because it is merged. Throws `UserError` with all suites' problems.
 */
export async function recordBaseline(session: Session): Promise<BaselineOutcome> {
  const suites = await prepareBaseline(session);
  await announceRun(suites, session);
  const measured = await runSuites(suites, session, (run) => measureSuite(run, session));

  // The paid records are stored before anything is published, because publishing may be cut short.
  const { stored, outcomes } = await storeBaselines(measured, session.effects);
  const { published } = await publishReport(outcomes, session, fingerprintsOf(suites));

  const complete = outcomes.flatMap(({ head }) => (head !== null && isComplete(head) ? [head] : []));
  // The next run resumes what is not stored.
  for (const { suite } of stored ? complete : []) session.effects.journals.finish(suite);
  const exitCode = exitCodeOf({ kind: 'told', suites: published.states });
  return { exitCode, complete: complete.length === outcomes.length, stored };
}

/** One suite, from its files to its record. After a change that touched nothing, the stored record is enough. */
async function measureSuite(run: SuiteRun, session: Session): Promise<SuiteOutcome> {
  await using tools = await openSuiteTools(run, session.effects);
  const stored = session.onChange ? await findStored(run, tools) : null;
  if (stored !== null) return unchanged(run, { stored: true });
  const keyless = withoutKey(run, session);
  if (keyless !== null) return keyless;
  return await evaluateSuite(await planRecord(run, tools), tools, session.shards);
}

async function planRecord(run: SuiteRun, tools: SuiteTools): Promise<SuitePlan> {
  const before = asFirst(await findBase(run, tools.effects));
  const source = planRejudging(before, run, tools);
  return { run, source, calls: planBaseline(run, source), scorerCount: 1 };
}

/** The same story for a shard, which measures and stores nothing. */
export const BASELINE_STORY: Story = {
  name: 'baseline',
  prepare: prepareBaseline,
  plan: async (run, session, tools) =>
    session.onChange && (await findStored(run, tools)) !== null ? null : planRecord(run, tools),
};
