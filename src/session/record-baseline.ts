import { exitCodeOf } from '../decide/gate/exit-code.js';
import { isComplete } from '../decide/gate/usable-record.js';
import type { SuiteRun } from '../ports/suite-run.js';
import { findStored, seekBase } from '../produce/open-base.js';
import { planBaseline } from '../produce/plan-run.js';
import { planRejudging } from '../produce/rejudge-record.js';
import { announcePending } from '../publish/pending.js';
import { evaluateSuite, refuseWithoutKeys, runSuites, unchanged, withheld } from './evaluate-suite.js';
import { openSuiteJudging } from './open-suite-judging.js';
import { countBaseCases, prepareBaseline } from './prepare-suites.js';
import type { Session, SuiteOutcome } from './session.js';
import { fingerprintsOf } from './show-earlier.js';
import { storeBaselines } from './store-baselines.js';
import { tell } from './tell.js';

/** Result of a measurement. */
export type BaselineResult = {
  /** 1 or more if the job fails: by the gate, or because a due baseline was not stored. */
  readonly exitCode: number;
  /** True if every suite was measured to its end. */
  readonly complete: boolean;
  /** False if a record should have been stored and was not. */
  readonly stored: boolean;
};

/**
 * THE STORY of a run on the base branch, from settings to exit code: prepare → produce → decide → store → publish. A
 * fall against the previous baseline is reported and fails nothing, because the change is merged. Throws `UserError`
 * with all suites' problems before the first call.
 */
export async function recordBaseline(session: Session): Promise<BaselineResult> {
  const { effects, outlets } = session;
  const suites = await prepareBaseline(session);
  refuseWithoutKeys(suites, session);
  effects.budget.allowFor(countBaseCases(suites));
  await announcePending(
    suites.map(({ suite }) => suite.name),
    outlets,
  );
  const measured = await runSuites(suites, session, (run) => measureSuite(run, session));
  // First what was paid for: telling of it may fail, or be cut short.
  const scorers = new Map(
    suites.flatMap((run) =>
      run.status === 'ready' ? [[run.suite.name, run.suite.scorers.map(({ name }) => name)] as const] : [],
    ),
  );
  const { stored, outcomes } = await storeBaselines(measured, scorers, effects);
  const { published } = await tell(outcomes, session, {
    fingerprints: fingerprintsOf(suites),
    measured: [],
  });
  for (const { head } of outcomes) {
    // The next run continues a baseline that was not stored.
    if (stored && head !== null && isComplete(head)) effects.journals.finish(head.suite);
  }
  return {
    exitCode: exitCodeOf({ kind: 'told', suites: published.states }),
    complete: outcomes.every(({ head }) => head !== null && isComplete(head)),
    stored,
  };
}

/** One suite, from its files to its record. Of what the store has already, a change that touched nothing asks for no more. */
async function measureSuite(run: SuiteRun, session: Session): Promise<SuiteOutcome> {
  const { effects, onChange } = session;
  await using journal = await effects.journals.open(run.suite);
  await using judging = await openSuiteJudging(run.suite, run, effects, journal);
  const stored = onChange ? await findStored(run, judging, effects) : null;
  if (stored !== null) return unchanged(run, { stored: true });
  const keyless = withheld(run, session);
  if (keyless !== null) return keyless;
  const before = asFirst(await seekBase(run, effects));
  const found = planRejudging(before, run, judging, effects);
  const plan = planBaseline(run, found);
  return await evaluateSuite(run, { judging, journal, found, plan, tests: 1 }, effects);
}

type Found = Awaited<ReturnType<typeof seekBase>>;

/** Without an earlier record, this run measures the first baseline. */
function asFirst(found: Found): Found {
  if (found.kind !== 'none' || found.used.reason === 'switched-off') return found;
  return { ...found, used: { kind: 'none', reason: 'first' } };
}
