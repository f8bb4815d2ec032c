import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decideMistaken, decideNotEvaluated } from '../decide/gate/decision-table.js';
import { messageOf, UserError } from '../ports/errors.js';
import type { Report } from '../ports/report.js';
import { namesOfSuites } from '../ports/settings.js';
import type { BaseCommit } from '../ports/suite-run.js';
import { readConversation } from '../publish/comment.js';
import type { Memory } from '../publish/earlier-decision.js';
import { buildPublication, type Publication } from '../publish/publication.js';
import { publish } from '../publish/publish.js';
import type { Checkout } from '../session/checkout.js';
import { DEFAULT_CONFIG } from '../settings/defaults.js';
import { readSettings } from '../settings/read-settings.js';
import type { Redact } from '../text/redact.js';
import { type Job, openOutlets } from './job.js';

type Failure = {
  readonly thrown: unknown;
  readonly checkout: Checkout;
  /** `null` where it was not found, or that is what failed. */
  readonly baseCommit: BaseCommit | null;
};

/** A run ended before it could evaluate anything: all who wait for it are told why, in comment, status and summary. */
export async function publishFailure(job: Job, failure: Failure): Promise<void> {
  const { overrides, runner, redact } = job;
  const { thrown, checkout } = failure;
  const named = await readSuiteNames(job, failure);
  // Where no suite can be named, what cannot be read is; nobody waits for a status of that.
  const suites = named ?? [overrides.config ?? DEFAULT_CONFIG];
  const { statusSha: headSha } = checkout;
  const report = reportFailure(thrown, {
    suites,
    headSha,
    runUrl: runner.runUrl,
    homeUrl: runner.homeUrl,
    redact,
  });
  // The settings may be what cannot be read, so the inputs decide alone.
  const { comment = 'update', commentKey = null, status = true } = overrides;
  const outlets = openOutlets(job, {
    checkout: { ...checkout, statusSha: named === null ? null : checkout.statusSha },
    settings: { comment, commentKey, status },
  });
  const { sticky } = await readConversation(outlets);
  const measured = sticky?.body.decision?.measured ?? [];
  await publish(await buildFailure(report, { fingerprints: new Map(), measured }, redact), outlets);
}

/**
 * A run ended, and whom it concerns is not known: its event cannot be read, or a label or a dispatch could not be
 * followed. The job summary and the outputs say why; a status or a comment could be somebody else's.
 */
export async function publishFailedStart(
  thrown: unknown,
  { env, workflow, redact, log }: Pick<Job, 'env' | 'workflow' | 'redact' | 'log'>,
): Promise<void> {
  const report = reportFailure(thrown, {
    suites: ['prompt-regression'],
    headSha: null,
    runUrl: null,
    homeUrl: null,
    redact,
  });
  await publish(await buildFailure(report, null, redact), {
    settings: { comment: 'off', commentKey: null, status: false },
    github: null,
    workflow,
    pullRequest: null,
    statusSha: null,
    statusBase: null,
    directory: '',
    commentKey: '',
    runUrl: null,
    homeUrl: null,
    folder: join(env['RUNNER_TEMP'] ?? tmpdir(), 'prompt-regression'),
    redact,
    log,
    sleep,
  });
}

/** Its problems stand in the log, where each is an annotation: said again they would be two. */
async function buildFailure(report: Report, memory: Memory | null, redact: Redact): Promise<Publication> {
  return { ...buildPublication({ report, records: [], memory }, redact), annotations: [] };
}

/** Each suite as not evaluated, for one reason, and all problems where there are several. */
function reportFailure(
  thrown: unknown,
  run: Pick<Report, 'headSha' | 'runUrl' | 'homeUrl'> & {
    readonly suites: readonly string[];
    readonly redact: Redact;
  },
): Report {
  const { suites, headSha, runUrl, homeUrl, redact } = run;
  const problems = (thrown instanceof UserError ? thrown.problems : [messageOf(thrown)]).map(redact);
  const decision =
    thrown instanceof UserError
      ? decideMistaken(problems)
      : decideNotEvaluated({ reasons: problems, because: 'error', remedy: 'run-again' });
  return {
    suites: suites.map((suite) => ({ kind: 'not-evaluated', suite, decision, notes: [] })),
    overall: decision,
    endedEarly: true,
    headSha,
    runUrl,
    homeUrl,
    acceptable: false,
    notices: problems.length === 1 ? [] : problems.map((problem) => ({ kind: 'problem', problem })),
  };
}

/** The suites whose status somebody waits for, as well as they can still be told; `null` where no side can be read. */
async function readSuiteNames(
  { overrides, env }: Job,
  { baseCommit, checkout }: Failure,
): Promise<readonly string[] | null> {
  const { suites: asked, ...all } = overrides;
  let readable = false;
  for (const head of [baseCommit?.reader, checkout.head.reader]) {
    if (head === undefined) continue;
    try {
      const { settings } = await readSettings({ head, base: null, overrides: all, env, shell: 'action' });
      readable = true;
      const names = namesOfSuites(settings);
      const meant = names.filter((name) => asked === undefined || asked.includes(name));
      if (meant.length > 0) return meant;
    } catch {
      // The next side may be readable.
    }
  }
  // A name that no side has is a typing error, and nobody waits for it.
  return readable ? null : (asked ?? null);
}
