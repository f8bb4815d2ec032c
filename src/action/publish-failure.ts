import { decideNotEvaluated } from '../decide/gate/decision-table.js';
import { messageOf, UserError } from '../ports/errors.js';
import type { FileReader } from '../ports/files.js';
import type { Report } from '../ports/report.js';
import type { Anchor } from '../ports/suite-run.js';
import { buildPublication } from '../publish/publication.js';
import { publish } from '../publish/publish.js';
import { redactReport } from '../publish/redact-value.js';
import { renderConsole } from '../report/console.js';
import type { Checkout } from '../session/checkout.js';
import { DEFAULT_CONFIG, readSettings } from '../settings/read-settings.js';
import { type Job, openOutlets } from './job.js';

type Failure = {
  readonly thrown: unknown;
  readonly checkout: Checkout;
  /** `null` where it was not found, or that is what failed. */
  readonly anchor: Anchor | null;
};

/** A run ended before it could evaluate anything: all who wait for it are told why, in comment, status and summary. */
export async function publishFailure(job: Job, failure: Failure): Promise<void> {
  const { overrides, runner, redact, log } = job;
  const { thrown, checkout } = failure;
  const problems = (thrown instanceof UserError ? thrown.problems : [messageOf(thrown)]).map(redact);
  const [first = ''] = problems;
  const reason = problems.length === 1 ? first : `${problems.length} problems, the first: ${first}`;
  const decision = decideNotEvaluated({ reason, kind: 'error', mistake: thrown instanceof UserError });
  const named = await readSuiteNames(job, failure);
  // Where no suite can be named, what cannot be read is; nobody waits for a status of that.
  const suites = named ?? [overrides.prompt ?? overrides.config ?? DEFAULT_CONFIG];
  const report: Report = {
    suites: suites.map((suite) => ({ kind: 'not-evaluated' as const, suite, decision, notes: [] })),
    overall: decision,
    headSha: checkout.statusSha,
    runUrl: runner.runUrl,
    notices: problems.length === 1 ? [] : problems,
  };
  // The settings may be what cannot be read, so the inputs decide alone.
  const { comment = 'update', commentKey = null, status = true } = overrides;
  const outlets = openOutlets(job, {
    checkout: { ...checkout, statusSha: named === null ? null : checkout.statusSha },
    settings: { comment, commentKey, status },
    suites,
  });
  log.info(renderConsole(redactReport(report, redact), { color: false }));
  await publish(buildPublication({ report, records: [], fingerprints: new Map() }, redact), outlets);
}

/** The suites whose status somebody waits for, as well as they can still be told; `null` where no side can be read. */
async function readSuiteNames(
  { overrides, env }: Job,
  { anchor, checkout }: Failure,
): Promise<readonly string[] | null> {
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
