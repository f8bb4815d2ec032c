import { posix } from 'node:path';
import { decideNotEvaluated } from '../decide/conclude.js';
import { explainFailure } from '../decide/gate/inconclusive.js';
import { countTurns } from '../model/case.js';
import { createAbortError, UserError } from '../model/errors.js';
import type { PreparedSuite, SuitePreparation } from '../model/stages.js';
import { requireTokenLimit } from '../produce/prompt-growth.js';
import { announcePending } from '../publish/status.js';
import { isMissingKey, requireKeys } from '../settings/keys.js';
import { parsePlace } from '../text/values.js';
import type { Session } from './session.js';
import { describeUnchanged, describeUnmeasured, type SuiteOutcome } from './suite-outcome.js';

/** Before the first call: sets the budget. Throws `UserError` for a key or a limit that the user must set. */
export function setBudget(suites: readonly SuitePreparation[], session: Session): void {
  const due = suites.filter((suite) => suite.status === 'ready');
  // Merging needs a key only to ask again.
  if (session.noKey === null && session.shards === undefined) {
    requireKeys(
      due.map(({ settings, head }) => ({ ...head, ...settings })),
      'agent and judge',
    );
  }
  if (session.noKey === null) requireTokenLimit(due, session.effects.budget);
  // Suites that the pull request adds do not raise the limit.
  const known = due.filter(({ inConfig, judgedBy }) => inConfig.base || judgedBy === 'head');
  session.effects.budget.allowFor(known.reduce((sum, { head }) => sum + countTurns(head.cases), 0));
}

/** The same, and sets the pending statuses. */
export async function announceRun(suites: readonly SuitePreparation[], session: Session): Promise<void> {
  setBudget(suites, session);
  await announcePending(
    suites.map(({ settings }) => settings.name),
    session.outlets,
  );
}

/**
 * Runs one suite after the other: they share one limit of calls in flight, so side by side is no faster.
 * Once the run is cancelled or its time is up, the other suites end with that. Throws `UserError` if every suite has problems.
 */
export async function runSuites(
  suites: readonly SuitePreparation[],
  { effects, prefix }: Session,
  runReady: (suite: PreparedSuite) => Promise<SuiteOutcome>,
): Promise<readonly SuiteOutcome[]> {
  const { signal, log } = effects;
  const problems: string[][] = [];
  const runOne = async (suite: SuitePreparation): Promise<SuiteOutcome> => {
    if (signal.aborted) return describeStopped(suite, signal);
    if (suite.status === 'unchanged') return describeUnchanged(suite, { stored: false });
    if (suite.status === 'cannot-run') return describeRefused(suite, suite.problems, prefix);
    const endGroup = log.group(`Suite ${suite.settings.name}`);
    try {
      return await runReady(suite);
    } catch (thrown) {
      if (signal.aborted) return describeStopped(suite, signal);
      if (!(thrown instanceof UserError)) throw thrown;
      problems.push([...thrown.problems]);
      return describeRefused(suite, thrown.problems, prefix);
    } finally {
      endGroup();
    }
  };
  const outcomes: SuiteOutcome[] = [];
  for (const suite of suites) outcomes.push(await runOne(suite));
  if (problems.length > 0 && problems.length === outcomes.length) {
    throw new UserError([...new Set(problems.flat())]);
  }
  return outcomes;
}

/** A suite with problems, in a run of several. */
function describeRefused(suite: SuitePreparation, reasons: readonly string[], prefix: string): SuiteOutcome {
  const because = suite.inConfig.head ? 'error' : 'inconclusive';
  const place = parsePlace(reasons[0] ?? '');
  return describeUnmeasured(
    suite,
    decideNotEvaluated({ reasons, because, remedy: 'fix-files' }),
    place === null ? {} : { place: { file: posix.join(prefix, place.path), line: place.line } },
  );
}

function describeStopped(suite: SuitePreparation, signal: AbortSignal): SuiteOutcome {
  const { kind, message: reason } = createAbortError(signal);
  const reasons = [{ kind: 'stopped', failure: kind, reason } as const];
  return describeUnmeasured(suite, decideNotEvaluated({ ...explainFailure(kind), reasons }));
}

/** A suite whose key GitHub keeps from this run; `null` if the suite has what it needs. */
export function skipWithoutKey(suite: PreparedSuite, { effects, noKey }: Session): SuiteOutcome | null {
  if (noKey === null || !isMissingKey({ ...suite.head, ...suite.settings }, effects.env)) return null;
  return describeUnmeasured(
    suite,
    decideNotEvaluated({ because: 'error', remedy: 'wait-for-maintainer', reasons: [noKey] }),
  );
}
