import { resolve } from 'node:path';
import { getIDToken } from '@actions/core';
import { chooseBase } from '../checkout/base-commit.js';
import {
  type Checkout,
  findPrefix,
  openCheckout,
  openWorkingCopy,
  refuseOtherCheckout,
} from '../checkout/checkout.js';
import {
  explainMissingSecrets,
  findMissingRunLabel,
  findStatusCommit,
  isBaselineRun,
  isStartedByChange,
  isWithoutMeasurement,
  nameEventScope,
  type PullRequestEvent,
  storesBaseline,
} from '../checkout/event.js';
import type { RunEvent } from '../checkout/read-event.js';
import type { Env, Log } from '../model/effects.js';
import { describeError, ProviderError, UserError } from '../model/errors.js';
import { GitHubError } from '../model/github.js';
import type { JournalPlace } from '../model/journal.js';
import type { Git } from '../model/repository.js';
import { formatShard } from '../model/run-record.js';
import type { Snapshot } from '../model/side.js';
import type { Settings } from '../model/suite.js';
import { addModelChanges } from '../project/model-changes.js';
import { createActionsLog, openWorkflow } from '../publish/outlets.js';
import { checkChange } from '../session/check-change.js';
import { DEFAULT_COVERAGE_CALLS } from '../session/cover-prompts.js';
import { createDeadline } from '../session/deadline.js';
import { chooseExitCode } from '../session/exit-code.js';
import { measureShard } from '../session/measure-shard.js';
import { createSettingsRedactor, openEffects, openRunStore } from '../session/open-effects.js';
import { recordBaseline } from '../session/record-baseline.js';
import type { ExplainChoice, Session } from '../session/session.js';
import { readShards } from '../session/shard-files.js';
import { DEFAULT_LIMITS } from '../settings/defaults.js';
import { type Overrides, readActionInputs, readSecretInputs } from '../settings/overrides.js';
import { readSettings, type SettingsOfBothSides } from '../settings/read-settings.js';
import type { Redact } from '../text/redact.js';
import { publishForkStatuses } from './companion.js';
import { findManualAcceptance, handleLabel, removeAcceptance } from './handle-label.js';
import { createSleep, type Job, type JobStart, openOutlets, openRepository, openRunner } from './job.js';
import { measurePromptCoverage, refuseOtherBranches } from './measure-coverage.js';
import { publishFailedStart, publishFailure } from './publish-failure.js';

/** The action's `main`. `scorerHost`: the command that starts a repository's own scorer. */
export async function runAction(env: Env, scorerHost: readonly string[]): Promise<number> {
  const keys = readSecretInputs(env);
  let redact: Redact = createSettingsRedactor([], keys, env);
  let directory = '';
  const log = createActionsLog(
    (text) => redact(text),
    () => directory,
  );
  const workflow = openWorkflow();
  using deadline = createDeadline();
  const cancel = () => deadline.cancel('the run was cancelled');
  // For every signal: a second one must not end the first one's clean-up.
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  const setRedact = (better: Redact) => {
    redact = better;
  };
  const setDirectory = (prefix: string) => {
    directory = prefix;
  };
  const start = {
    env,
    shell: 'action',
    scorerHost,
    log,
    workflow,
    deadline,
    keys,
    redact: (text: string) => redact(text),
    setRedact,
    setDirectory,
  } as const;
  try {
    const overrides = withCallLimit(readActionInputs(env));
    // The config file's limit comes later, and counts from here too.
    deadline.start(DEFAULT_LIMITS.timeoutMs);
    return await startJob({ ...start, overrides, runner: await openRunner(overrides, env, start) });
  } catch (thrown) {
    const problem = deadline.findCause(thrown);
    const code = reportProblem(problem, log);
    await publishFailedStart(problem, start);
    return code;
  } finally {
    process.off('SIGINT', cancel).off('SIGTERM', cancel);
  }
}

/** A measurement of coverage has its own default limit. */
function withCallLimit(overrides: Overrides): Overrides {
  return overrides.coverage === true ? { maxCalls: DEFAULT_COVERAGE_CALLS, ...overrides } : overrides;
}

async function startJob(job: JobStart): Promise<number> {
  let git: Git;
  try {
    git = await openRepository(job);
  } catch (thrown) {
    return await endWithoutRepository(job, thrown);
  }
  const prefix = findPrefix(git.top, job.runner.folder);
  job.setDirectory(prefix);
  return await evaluate({ ...job, runner: { ...job.runner, git, prefix } });
}

/** Nothing is known of the commits. The files only say whose status is expected. */
async function endWithoutRepository(job: JobStart, thrown: unknown): Promise<number> {
  const { runner, overrides, deadline, log } = job;
  const { event, folder, workspace } = runner;
  const problem = deadline.findCause(thrown);
  const code = reportProblem(problem, log);
  if (event.kind === 'companion' || !decidesItsCommit(event, overrides)) {
    await publishFailedStart(problem, job);
    return code;
  }
  const { head } = await openWorkingCopy(folder, null);
  const checkout = {
    head,
    prefix: findPrefix(workspace, folder),
    event,
    pullRequest: event.kind === 'pull-request' ? event.pullRequest : null,
    statusSha: findStatusCommit(event),
  };
  await publishFailure(job, { thrown: problem, checkout, base: null });
  return code;
}

/** True if the run's result would be the status of its event's commit. */
function decidesItsCommit(event: RunEvent, { pullRequest, shard, coverage }: Overrides): boolean {
  return (
    pullRequest === undefined && shard === undefined && coverage !== true && !isWithoutMeasurement(event)
  );
}

async function evaluate(job: Job): Promise<number> {
  const { deadline, overrides, runner, env, log } = job;
  const { event } = runner;
  if (event.kind === 'companion') return await publishForkStatuses(job, event);
  // First, so that users see the actual cause.
  const restriction = explainMissingSecrets(event);
  if (restriction !== null) log.info(restriction.cause);
  await using checkout = await openCheckout({
    ...runner,
    event,
    overrides,
    env,
    sleep: createSleep(deadline),
  });
  if (event.kind === 'dispatch' && checkout.event.kind === 'pull-request') {
    log.info(`This is a run of pull request ${checkout.event.pullRequest.number}.`);
  }
  if (overrides.coverage === true) return await evaluateCoverage(job, checkout);
  const effectiveEvent = findManualAcceptance(event, checkout.event, overrides) ?? checkout.event;
  if (isWithoutMeasurement(effectiveEvent)) {
    const code = await handleEvent(job, effectiveEvent, checkout);
    if (code !== null) return code;
  }
  let base: Snapshot | null = null;
  try {
    if (overrides.shard === undefined) await removeAcceptance(checkout.event, runner.github, log);
    await refuseOtherCheckout(checkout, runner.git);
    base = await openBase(job, checkout);
    return await evaluateCheckout(job, checkout, base);
  } catch (thrown) {
    const problem = deadline.findCause(thrown);
    const code = reportProblem(problem, log);
    // The job that merges finds that shards are missing.
    if (overrides.shard === undefined) await publishFailure(job, { thrown: problem, checkout, base });
    return code;
  }
}

/** The exit code after a label or an edit; `null` if the run has to measure. */
async function handleEvent(job: Job, event: PullRequestEvent, checkout: Checkout): Promise<number | null> {
  const { overrides } = job;
  const base = await openBase(job, checkout);
  const { settings } = await readSettings({
    ...job,
    head: checkout.head.reader,
    base: base?.reader ?? null,
  });
  if (event.action === 'labeled' && event.label?.name === settings.runLabel) return null;
  // Without statuses no earlier decision is known.
  if (!settings.publish.status && overrides.accept === undefined) return null;
  if (overrides.shard !== undefined) return chooseExitCode({ kind: 'nothing-due' });
  return await handleLabel(job, { event, checkout, settings });
}

function openBase({ overrides, runner }: Job, checkout: Checkout): Promise<Snapshot | null> {
  const { event, head, prefix, fork } = checkout;
  return chooseBase({
    event,
    choice: overrides.baseline,
    commit: head.commit,
    git: runner.git,
    github: runner.github,
    prefix,
    known: fork?.base,
  });
}

/** No comment and no status depends on it, so an error is only the job's. */
async function evaluateCoverage(job: Job, checkout: Checkout): Promise<number> {
  refuseOtherBranches(checkout.event, job.overrides);
  await refuseOtherCheckout(checkout, job.runner.git);
  return await evaluateCheckout(job, checkout, null);
}

async function evaluateCheckout(job: Job, checkout: Checkout, base: Snapshot | null): Promise<number> {
  const { env, log, deadline, overrides, runner, keys } = job;
  const merged = isBaselineRun(checkout.event);
  const measures = overrides.coverage === true || storesBaseline(checkout.event, overrides.baseline);
  const read = await readSettings({
    ...job,
    head: checkout.head.reader,
    // On the base branch, the merged settings apply.
    base: measures ? null : (base?.reader ?? null),
    merged,
  });
  const sides = {
    ...read,
    review: addReview(read, checkout),
    changes: await addModelChanges(
      { ...read, changes: await addChanges(read, { checkout, base, env }) },
      { ...checkout, base },
    ),
  };
  const { settings } = sides;
  job.setRedact(createSettingsRedactor([settings, sides.base], keys, env));
  deadline.start(settings.limits.timeoutMs);
  const restriction = explainMissingSecrets(checkout.event);
  const session: Session = {
    ...checkout,
    sides,
    base,
    withoutBase: new Set(),
    onChange: isStartedByChange(checkout.event),
    // A fork's author has no write access.
    forceRun: (overrides.forceRun === true || overrides.explain === true) && restriction === null,
    explain: chooseExplanation(checkout, settings, overrides),
    waitsFor: findMissingRunLabel(checkout.event, settings.runLabel),
    shards:
      overrides.merge === undefined ? undefined : await readShards(resolve(runner.folder, overrides.merge)),
    queued: checkout.event.kind === 'merge-group' ? (checkout.event.queued ?? null) : null,
    notices: settings.notices,
    noKey: restriction === null ? null : `${restriction.cause} ${restriction.remedy}`,
    effects: openEffects({
      ...job,
      ...runner,
      settings,
      store: openRunStore(settings.store, {
        ...runner,
        directory: checkout.prefix,
        log,
        sleep: createSleep(deadline),
      }),
      journal: placeJournal(job, checkout),
      mintToken: getIDToken,
    }),
    outlets: openOutlets(job, { checkout, settings: settings.publish }),
    print: (report, asText) => log.info(asText(report, { color: false })),
  };
  return await runWorkflow(session, overrides, measures ? 'baseline' : 'check');
}

/** One of the workflows; resolves with the exit code. */
async function runWorkflow(
  session: Session,
  overrides: Overrides,
  kind: 'baseline' | 'check',
): Promise<number> {
  const { coverage, shard, merge } = overrides;
  if (coverage === true) return await measurePromptCoverage(session, overrides);
  if (shard !== undefined) {
    if (merge !== undefined) throw new UserError('Inputs `shard` and `merge`: leave one of them out.');
    return await measureShard(session, shard, kind);
  }
  const { exitCode } = kind === 'baseline' ? await recordBaseline(session) : await checkChange(session);
  return exitCode;
}

/** Off for a fork: its change must not decide how much is asked. */
function chooseExplanation(
  { event, fork }: Checkout,
  { explain: { maxCalls } }: Settings,
  { explain }: Job['overrides'],
): ExplainChoice | null {
  if (fork !== undefined || explainMissingSecrets(event) !== null) return null;
  if (explain === true) return { maxCalls: maxCalls ?? Number.POSITIVE_INFINITY, yellow: true };
  return maxCalls === 0 ? null : { maxCalls, yellow: false };
}

/** Adds why a fork's other changes need review. */
function addReview(
  { settings, review }: SettingsOfBothSides,
  { event, fork }: Checkout,
): SettingsOfBothSides['review'] {
  if (isBaselineRun(event)) return new Map();
  if (fork === undefined) return review;
  const listReasons = (name: string) => [...(review.get(name) ?? []), ...(fork.review.get(name) ?? [])];
  return new Map(settings.suites.map(({ name }) => [name, listReasons(name)]));
}

/** Notes a change of the running workflow: its inputs and steps are the pull request's own. */
async function addChanges(
  { settings, changes }: SettingsOfBothSides,
  run: { readonly checkout: Checkout; readonly base: Snapshot | null; readonly env: Job['env'] },
): Promise<SettingsOfBothSides['changes']> {
  const [, path] = /^[^/]+\/[^/]+\/([^@]+)@/.exec(run.env['GITHUB_WORKFLOW_REF'] ?? '') ?? [];
  const { kind } = run.checkout.event;
  if (path === undefined || kind === 'dispatch' || kind === 'schedule') return changes;
  const before = (await run.base?.tree?.read(path, 'anything')) ?? null;
  const after = (await run.checkout.head.tree?.read(path, 'anything')) ?? null;
  if (before === null || before === after) return changes;
  const change = { kind: 'workflow', path } as const;
  return new Map(settings.suites.map(({ name }) => [name, [change, ...(changes.get(name) ?? [])]]));
}

function placeJournal({ overrides, runner }: Job, checkout: Checkout): JournalPlace | null {
  const { cachePath } = overrides;
  if (cachePath === undefined) return null;
  const boundTo = [runner.repository, nameEventScope(checkout.event), checkout.prefix];
  if (overrides.shard !== undefined) boundTo.push(formatShard(overrides.shard));
  // It asks for other samples than a baseline.
  if (overrides.coverage === true) boundTo.push('coverage');
  return { folder: resolve(runner.folder, cachePath), boundTo };
}

/** Logs an error, with a stack only for our own faults. */
function reportProblem(thrown: unknown, log: Log): number {
  if (thrown instanceof UserError) {
    for (const problem of thrown.problems) log.error(problem);
    return chooseExitCode({ kind: 'mistake' });
  }
  if (thrown instanceof ProviderError) {
    log.error(`Not evaluated: ${thrown.message}.`);
    return chooseExitCode({ kind: 'reported', suites: ['error'] });
  }
  if (thrown instanceof GitHubError) {
    log.error(`${thrown.message}.`);
    return chooseExitCode({ kind: 'crash' });
  }
  log.error(`Unexpected: ${describeError(thrown)}`);
  if (thrown instanceof Error && thrown.stack !== undefined) log.info(thrown.stack);
  return chooseExitCode({ kind: 'crash' });
}
