import { posix } from 'node:path';
import {
  decideBrokenBase,
  decideMistaken,
  decideNotEvaluated,
  decideReview,
  decideUnchanged,
} from '../decide/decisions.js';
import { failedBy } from '../decide/gate/inconclusive.js';
import { abortErrorOf } from '../model/errors.js';
import type { Decision } from '../model/finding.js';
import type { Cause } from '../model/obstacle.js';
import type { Spending, SuiteReport } from '../model/report.js';
import type { PreparedSuite, SuiteRun } from '../model/suite-run.js';
import { lacksKey } from '../settings/keys.js';
import { placeOfProblem } from '../text/values.js';
import type { ShardMerge } from './merge-shards.js';
import type { Session, SuiteOutcome } from './session.js';

/** No watched file changed or, on the base branch, a baseline of the same files is `stored`: nothing runs. */
export function unchanged(run: PreparedSuite, options = { stored: false }): SuiteOutcome {
  return unmeasured(run, 'unchanged', { decision: decideUnchanged(options) });
}

/** An evaluation was due and could not begin. */
export function notEvaluated(
  run: PreparedSuite,
  why: Parameters<typeof decideNotEvaluated>[0] & { readonly spent?: Spending | undefined },
): SuiteOutcome {
  const { spent } = why;
  return unmeasured(run, 'not-evaluated', {
    decision: decideNotEvaluated(why),
    ...(spent !== undefined && { spent }),
  });
}

/** A suite with problems, in a run of several. */
export function refused(run: PreparedSuite, problems: readonly string[], prefix: string): SuiteOutcome {
  const decision = decideMistaken(problems, run.onlyInBase ? 'inconclusive' : 'error');
  const place = placeOfProblem(problems[0] ?? '');
  return unmeasured(run, 'not-evaluated', {
    decision,
    notes: [],
    ...(place !== null && { place: { file: posix.join(prefix, place.path), line: place.line } }),
  });
}

/** A suite of a run that was cancelled, or whose time is up. */
export function stopped(run: PreparedSuite, signal: AbortSignal): SuiteOutcome {
  const { kind, message: reason } = abortErrorOf(signal);
  return notEvaluated(run, { ...failedBy(kind), reasons: [{ kind: 'stopped', failure: kind, reason }] });
}

/** A suite whose key GitHub keeps from this run; `null` if the suite has what it needs. */
export function withoutKey(
  run: SuiteRun,
  { effects, noKey }: Pick<Session, 'effects' | 'noKey'>,
): SuiteOutcome | null {
  if (noKey === null || !lacksKey(run.suite, effects.env)) return null;
  return notEvaluated(run, { because: 'error', remedy: 'see-cause', reasons: [noKey] });
}

/** A suite whose shards cannot be merged, or measured nothing. */
export function notMerged(run: PreparedSuite, merge: Exclude<ShardMerge, { kind: 'merged' }>): SuiteOutcome {
  if (merge.kind === 'refused') {
    return notEvaluated(run, { because: 'inconclusive', remedy: 'run-again', reasons: merge.reasons });
  }
  const { kind: failure, reason } = merge.failed;
  return notEvaluated(run, { ...failedBy(failure), reasons: [{ kind: 'stopped', failure, reason }] });
}

/** The base's judge or scorers do not work. A person decides, since the pull request may be the repair. */
export function brokenAtBase(run: PreparedSuite, why: Cause, spent: Spending | undefined): SuiteOutcome {
  return unmeasured(run, 'not-evaluated', { decision: decideBrokenBase(why), ...(spent && { spent }) });
}

function unmeasured(
  { suite, changes, review }: PreparedSuite,
  kind: 'unchanged' | 'not-evaluated',
  details: Partial<Extract<SuiteReport, { kind: 'not-evaluated' }>> & { readonly decision: Decision },
): SuiteOutcome {
  const report = { kind, suite: suite.name, changes, notes: [], ...details };
  return { head: null, report: { ...report, decision: decideReview(details.decision, review) } };
}
