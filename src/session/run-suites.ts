import { UserError } from '../model/errors.js';
import type { PreparedSuite, SuiteRun } from '../model/suite-run.js';
import { announcePending } from '../publish/pending.js';
import { requireKeys } from '../settings/keys.js';
import { countBaseCases } from './prepare-suites.js';
import type { Session, SuiteOutcome } from './session.js';
import { refused, stopped, unchanged } from './suite-outcome.js';

/** Before the first call: sets the budget. Throws `UserError` for a key that the user must set. */
export function allowRun(suites: readonly PreparedSuite[], session: Session): void {
  const due = suites.flatMap((run) => (run.status === 'ready' ? [run.suite] : []));
  // Merging needs a key only to ask again.
  if (session.noKey === null && session.shards === undefined) requireKeys(due, 'agent and judge');
  session.effects.budget.allowFor(countBaseCases(suites));
}

/** The same, and sets the pending statuses. */
export async function announceRun(suites: readonly PreparedSuite[], session: Session): Promise<void> {
  allowRun(suites, session);
  await announcePending(
    suites.map(({ suite }) => suite.name),
    session.outlets,
  );
}

/**
 * Runs one suite after the other: they share one limit of calls in flight, so side by side is no faster.
 * Once the run is cancelled or its time is up, the other suites end with that. Throws `UserError` if every suite has problems.
 */
export async function runSuites(
  suites: readonly PreparedSuite[],
  { effects, prefix }: Pick<Session, 'effects' | 'prefix'>,
  runReady: (suite: SuiteRun) => Promise<SuiteOutcome>,
): Promise<readonly SuiteOutcome[]> {
  const { signal, log } = effects;
  const runInGroup = async (suite: SuiteRun) => {
    const endGroup = log.group(`Suite ${suite.suite.name}`);
    return await runReady(suite).finally(endGroup);
  };
  const outcomes: SuiteOutcome[] = [];
  const problems: (readonly string[])[] = [];
  for (const suite of suites) {
    try {
      outcomes.push(signal.aborted ? stopped(suite, signal) : await runPrepared(suite, prefix, runInGroup));
    } catch (thrown) {
      if (signal.aborted) {
        outcomes.push(stopped(suite, signal));
      } else if (thrown instanceof UserError) {
        problems.push(thrown.problems);
        outcomes.push(refused(suite, thrown.problems, prefix));
      } else throw thrown;
    }
  }
  if (problems.length > 0 && problems.length === outcomes.length) {
    throw new UserError([...new Set(problems.flat())]);
  }
  return outcomes;
}

async function runPrepared(
  suite: PreparedSuite,
  prefix: string,
  runReady: (suite: SuiteRun) => Promise<SuiteOutcome>,
): Promise<SuiteOutcome> {
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
}

/** Scorers of all suites that are compared: they share the significance level of the mean rule. */
export function countScorers(suites: readonly PreparedSuite[]): number {
  const compared = suites.filter((run) => run.status === 'ready').filter(({ files }) => !files.onlyShown);
  return compared.reduce((sum, { suite }) => sum + suite.scorers.length, 0);
}
