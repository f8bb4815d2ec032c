import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckedOutCommit } from '../checkout/checkout.js';
import { decideNotEvaluated } from '../decide/conclude.js';
import { describeError, MissingKeyError, UserError } from '../model/errors.js';
import type { Remedy } from '../model/finding.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { PullRequestHead, Report, ReportOrigin, SuiteReport } from '../model/report.js';
import type { Snapshot } from '../model/side.js';
import { listSuiteNames } from '../model/suite.js';
import { buildCommentKey } from '../publish/comment-body.js';
import type { Fingerprints } from '../publish/earlier-decision.js';
import { listResultFolders } from '../publish/files.js';
import { buildPublication, type Publication } from '../publish/publication.js';
import { publish } from '../publish/publish.js';
import { DEFAULT_CONFIG } from '../settings/defaults.js';
import { readSettings } from '../settings/read-settings.js';
import { PUBLISH_NOTHING, resolvePublish } from '../settings/resolve-settings.js';
import type { Redact } from '../text/redact.js';
import { type JobStart, openOutlets, type RunnerChannels } from './job.js';

const NOWHERE: ReportOrigin = {
  headSha: null,
  runUrl: null,
  repositoryUrl: null,
  reportUrl: null,
  homeUrl: null,
};

type RunFailure = {
  readonly thrown: unknown;
  readonly checkout: CheckedOutCommit;
  readonly base: Snapshot | null;
};

/** Publishes why a run ended before it could evaluate anything, in comment, status and summary. */
export async function publishFailure(job: JobStart, failure: RunFailure): Promise<void> {
  const { overrides, runner, redact } = job;
  const { thrown, checkout } = failure;
  const knownSuites = await readSuiteNames(job, failure);
  // Without a suite, name the config file. Such a status is never set.
  const suites = knownSuites ?? [overrides.config ?? DEFAULT_CONFIG];
  const { statusSha: headSha } = checkout;
  const { pullRequest } = checkout;
  const report = reportFailure(thrown, { suites, redact, place: { ...runner, headSha }, pullRequest });
  const outlets = openOutlets(job, {
    checkout: { ...checkout, statusSha: knownSuites === null ? null : checkout.statusSha },
    // Only the inputs decide, since the settings may be unreadable.
    settings: resolvePublish(overrides),
  });
  await publish(buildFailure(report, new Map(), redact), outlets);
}

/** Only to job summary and outputs: a status or comment could belong to another change. */
export async function publishFailedStart(thrown: unknown, start: RunnerChannels): Promise<void> {
  const { env, workflow, redact, log } = start;
  const suites = ['prompt-regression'];
  // The inputs may be wrong, but two steps with different ones have different folders.
  const key = buildCommentKey({
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    config: env['INPUT_CONFIG'] || null,
    suites: env['INPUT_SUITE']?.split('\n') ?? [],
    directory: env['INPUT_WORKING-DIRECTORY'] ?? '',
  });
  const report = reportFailure(thrown, { suites, redact, place: NOWHERE, pullRequest: null });
  await publish(buildFailure(report, null, redact), {
    settings: PUBLISH_NOTHING,
    github: null,
    workflow,
    pullRequest: null,
    statusSha: null,
    statusBase: null,
    directory: '',
    commentKey: '',
    ...NOWHERE,
    ...listResultFolders(env['RUNNER_TEMP'] ?? tmpdir(), redact(key)),
    redact,
    log,
    sleep,
  });
}

/** The log already has the problems as annotations. */
function buildFailure(report: Report, fingerprints: Fingerprints | null, redact: Redact): Publication {
  return { ...buildPublication({ report, records: [], fingerprints }, redact), annotations: [] };
}

function chooseRemedy(thrown: unknown): Remedy {
  if (thrown instanceof MissingKeyError) return 'set-key';
  return thrown instanceof UserError ? 'fix-files' : 'run-again';
}

function reportFailure(
  thrown: unknown,
  run: {
    readonly suites: readonly string[];
    readonly redact: Redact;
    readonly place: ReportOrigin;
    readonly pullRequest: PullRequestHead | null;
  },
): Report {
  const { suites, redact, place, pullRequest } = run;
  const { headSha, runUrl, repositoryUrl, reportUrl, homeUrl } = place;
  const problems = (thrown instanceof UserError ? thrown.problems : [describeError(thrown)]).map(redact);
  const remedy = chooseRemedy(thrown);
  const decision = decideNotEvaluated({ reasons: problems, because: 'error', remedy });
  return omitUndefined({
    suites: suites.map((suite): SuiteReport => ({ kind: 'not-evaluated', suite, decision, notes: [] })),
    overall: decision,
    endedEarly: true,
    headSha,
    runUrl,
    repositoryUrl,
    reportUrl,
    homeUrl,
    acceptable: false,
    pullRequest: pullRequest ?? undefined,
    notices: [],
  });
}

/** The suites whose status is expected, if any side is still readable, else `null`. */
async function readSuiteNames(
  job: JobStart,
  { base, checkout }: RunFailure,
): Promise<readonly string[] | null> {
  const { suites: requestedSuites, ...overrides } = job.overrides;
  let readable = false;
  for (const head of [base?.reader, checkout.head.reader]) {
    if (head === undefined) continue;
    try {
      const { settings } = await readSettings({ ...job, overrides, head });
      readable = true;
      const names = listSuiteNames(settings);
      const expectedSuites = names.filter(
        (name) => requestedSuites === undefined || requestedSuites.includes(name),
      );
      if (expectedSuites.length > 0) return expectedSuites;
    } catch {
      // The next side may be readable.
    }
  }
  // An unknown name is a typing error, which no status awaits.
  return readable ? null : (requestedSuites ?? null);
}
