import { decideNotEvaluated } from '../decide/gate/decision-table.js';
import { messageOf, UserError } from '../ports/errors.js';
import type { FileReader } from '../ports/files.js';
import type { Log } from '../ports/log.js';
import type { Anchor } from '../ports/suite-run.js';
import type { Workflow } from '../publish/workflow.js';
import type { Checkout } from '../session/checkout.js';
import type { Runner } from '../session/runner.js';
import type { Overrides } from '../settings/overrides.js';
import { DEFAULT_CONFIG, readSettings } from '../settings/read-settings.js';
import type { Redact } from '../text/redact.js';
import { publishRun } from './publish-run.js';

type Failure = {
  readonly thrown: unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly overrides: Overrides;
  readonly runner: Runner;
  readonly workflow: Workflow;
  readonly log: Log;
  readonly redact: Redact;
  readonly checkout: Checkout;
  /** `null` where it was not found, or that is what failed. */
  readonly anchor: Anchor | null;
};

/** A run ended before it could evaluate anything: all who wait for it are told why, in comment, status and summary. */
export async function publishFailure(failure: Failure): Promise<void> {
  const { thrown, overrides, runner, redact, checkout } = failure;
  const problems = (thrown instanceof UserError ? thrown.problems : [messageOf(thrown)]).map(redact);
  const [first = ''] = problems;
  const reason = problems.length === 1 ? first : `${problems.length} problems, the first: ${first}`;
  const decision = decideNotEvaluated({ reason, kind: 'error', mistake: thrown instanceof UserError });
  const named = await readSuiteNames(failure);
  // Where no suite can be named, what cannot be read is; nobody waits for a status of that.
  const suites = named ?? [overrides.prompt ?? overrides.config ?? DEFAULT_CONFIG];
  await publishRun({
    ...failure,
    checkout: { ...checkout, statusSha: named === null ? null : checkout.statusSha },
    settings: null,
    report: {
      suites: suites.map((suite) => ({ kind: 'not-evaluated' as const, suite, decision, notes: [] })),
      overall: decision,
      headSha: checkout.statusSha,
      runUrl: runner.runUrl,
      notices: problems.length === 1 ? [] : problems,
    },
    records: [],
  });
}

/** The suites whose status somebody waits for, as well as they can still be told; `null` where no side can be read. */
async function readSuiteNames(failure: Failure): Promise<readonly string[] | null> {
  const { overrides, env, anchor, checkout } = failure;
  if (overrides.suites !== undefined) return overrides.suites;
  const readers: readonly FileReader[] = [...(anchor === null ? [] : [anchor.reader]), checkout.head.reader];
  for (const head of readers) {
    try {
      const { settings } = await readSettings({ head, base: null, overrides, env, shell: 'action' });
      return settings.suites.map((suite) => suite.name);
    } catch {
      // The next side may be readable.
    }
  }
  return null;
}
