import { isComplete } from '../decide/compare/usable-record.js';
import type { Effects } from '../model/effects.js';
import { describeError } from '../model/errors.js';
import type { Cause, Note } from '../model/notes.js';
import type { PreparedSuite } from '../model/stages.js';
import { findStored } from '../produce/find-base.js';
import { renderCause } from '../report/notes/obstacle.js';
import { evaluateSuite } from './check-change.js';
import { chooseExitCode } from './exit-code.js';
import { planRecord } from './plan-suite.js';
import { prepareBaseline } from './prepare-suites.js';
import { publishReport } from './publish-report.js';
import { announceRun, runSuites, skipWithoutKey } from './run-suites.js';
import type { Session } from './session.js';
import { describeUnchanged, type SuiteOutcome } from './suite-outcome.js';
import { openSuiteTools } from './suite-tools.js';

export type BaselineOutcome = {
  /** 1 or more if the job fails: by its gate, or because a due baseline was not stored. */
  readonly exitCode: number;
  /** True if every suite was measured to its end. */
  readonly complete: boolean;
  /** False if a record should have been stored and was not. */
  readonly stored: boolean;
};

/**
 * The workflow of the base branch, from settings to exit code: each suite is measured, compared with its last
 * baseline and stored. A fall fails nothing, because it is merged. Throws `UserError` with all suites' problems.
 */
export async function recordBaseline(session: Session): Promise<BaselineOutcome> {
  const suites = await prepareBaseline(session);
  await announceRun(suites, session);
  const measured = await runSuites(suites, session, (suite) => recordSuite(suite, session));

  // The paid records are stored before anything is published, because publishing may be cut short.
  const outcomes: SuiteOutcome[] = [];
  for (const outcome of measured) outcomes.push(await storeRecord(outcome, session.effects));
  const { published } = await publishReport(outcomes, suites, session);

  const stored = !outcomes.some(({ report }) => report.decision.unmeasured?.kind === 'not-stored');
  const heads = outcomes.map(({ head }) => head).filter((head) => head !== null);
  const complete = heads.filter(isComplete);
  // The next run resumes what is not stored.
  for (const { suite } of stored ? complete : []) session.effects.journals.finish(suite);
  const exitCode = chooseExitCode({ kind: 'reported', suites: published.states });
  return { exitCode, complete: complete.length === outcomes.length, stored };
}

/** One suite, from its files to its record. After a change that touched nothing, the stored record is enough. */
async function recordSuite(suite: PreparedSuite, session: Session): Promise<SuiteOutcome> {
  await using tools = await openSuiteTools(suite, session.effects);
  const stored = session.onChange ? await findStored(suite, tools) : null;
  if (stored !== null) return describeUnchanged(suite, { stored: true });
  const keyless = skipWithoutKey(suite, session);
  if (keyless !== null) return keyless;
  const plan = await planRecord(suite, tools);
  return await evaluateSuite(plan, tools, { shards: session.shards });
}

/** Stores a complete run as a baseline, whatever its scores. If that fails, the job must not be green. */
async function storeRecord({ head, report }: SuiteOutcome, { store, log }: Effects): Promise<SuiteOutcome> {
  if (head === null) return { head, report };
  const addNote = (note: Note) => ({ head, report: { ...report, notes: [note, ...report.notes] } });
  if (!isComplete(head)) return addNote({ kind: 'not-stored' });
  const buildFailure = (reason: Cause) => {
    log.error(
      `Suite ${head.suite}: the baseline was not stored in the ${store.name}: ${renderCause(reason)}.`,
    );
    const decision = {
      status: 'failure',
      passed: false,
      unmeasured: { kind: 'not-stored', reason },
    } as const;
    return { head, report: { ...report, decision: { ...report.decision, ...decision } } };
  };
  // The stored record would be found for the commit, whose answers these are not.
  if (head.rewritten !== undefined) return buildFailure({ kind: 'rewritten', paths: head.rewritten });
  try {
    await store.write(head);
    return addNote({ kind: 'stored', commit: head.commit, store: store.name });
  } catch (thrown) {
    return buildFailure(describeError(thrown));
  }
}
