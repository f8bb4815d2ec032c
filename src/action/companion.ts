import { exitCodeOf } from '../decide/gate/exit-code.js';
import { scopeTree } from '../files/readers.js';
import { UserError } from '../ports/errors.js';
import type { CompanionEvent } from '../ports/event.js';
import type { CommitStatus } from '../ports/github.js';
import type { SuiteSettings } from '../ports/settings.js';
import { publishStatus, statusContext } from '../publish/status.js';
import { publishSummary } from '../publish/workflow.js';
import { prefixIn } from '../session/checkout.js';
import { baseNote, listWatchedChanges, readForkChange } from '../session/fork.js';
import { readSettings } from '../settings/read-settings.js';
import { codeSpan } from '../text/values.js';
import type { Job } from './job.js';

type Told = Pick<CommitStatus, 'state' | 'description'>;

/**
 * Sets the statuses that the run of a fork's pull request may not set: success where no watched file of a suite changed,
 * else pending, until a maintainer has it evaluated. Believes nothing that the run left behind, neither how it ended nor
 * what it wrote: the workflow that ran is the fork's. What counts is what GitHub says of the head commit.
 */
export async function tellForkStatuses(job: Job, event: CompanionEvent): Promise<number> {
  const { runner, overrides, env, workflow, redact, log } = job;
  const { github, git, folder, runUrl: targetUrl } = runner;
  const { headSha: sha } = event;
  const done = exitCodeOf({ kind: 'nothing-due' });
  if (event.of !== 'pull_request' || !event.fork) {
    log.info(
      "Nothing to tell: the run that ended was none of a fork's pull request, so it told its own statuses.",
    );
    return done;
  }
  if (github === null) throw new UserError('github-token: without one no status can be set; give it');
  if (git === null) {
    throw new UserError(
      'Put actions/checkout before this step: the base branch says which files are watched.',
    );
  }
  const prefix = prefixIn(git.top, folder);
  const pulls = await github.pullRequests.openAt(sha);
  if (pulls.length === 0) {
    log.info(`Nothing to tell: no open pull request has the head ${sha.slice(0, 7)} any more.`);
    return done;
  }
  /** By suite, the pull requests in which a watched file of it changed. */
  const waiting = new Map<string, { readonly suite: SuiteSettings; readonly numbers: number[] }>();
  for (const { number, baseRef } of pulls) {
    const change = await readForkChange({ headSha: sha, baseRef, git, github });
    const head = scopeTree(change.tipFiles, prefix);
    const read = await readSettings({ head, base: null, merged: true, overrides, env, shell: 'action' });
    if (!read.settings.publish.status) continue;
    for (const suite of read.settings.suites) {
      const { numbers } = waiting.get(suite.name) ?? { numbers: [] };
      const changed = await listWatchedChanges(suite, change, prefix);
      waiting.set(suite.name, { suite, numbers: changed.length === 0 ? numbers : [...numbers, number] });
    }
  }
  const known = await github.statuses.latest(sha);
  // A status stands on the commit: where several pull requests have it, one decision is not the other's.
  const [only] = pulls.length === 1 ? pulls : [];
  const note = only === undefined ? null : baseNote(only.baseRef);
  const lines: string[] = [];
  let failed = false;
  for (const [name, { numbers }] of waiting) {
    const context = statusContext(redact(name), redact(prefix));
    const standing = known.find((status) => status.context === context);
    const decided = note !== null && standing?.state !== 'pending' && standing?.description.endsWith(note);
    if (numbers.length > 0 && standing !== undefined && decided) {
      lines.push(
        `- ${codeSpan(redact(name))}: ${standing.state}, as it was decided. ${standing.description}`,
      );
      continue;
    }
    const told = tellSuite(numbers);
    const outcome = await publishStatus(github.statuses, { sha, context, targetUrl, ...told });
    if (outcome.status !== 'published') {
      failed = true;
      log.error(redact(outcome.status === 'failed' ? outcome.warning : outcome.reason));
    }
    lines.push(`- ${codeSpan(redact(name))}: ${told.state}, ${told.description}`);
  }
  const numbers = pulls.map(({ number }) => `#${number}`).join(', ');
  const how = [...waiting.values()].some((each) => each.numbers.length > 0)
    ? `\n\nWho may write here, and has read the change, runs the check by hand (Actions, Run workflow) with \`pull-request: ${pulls[0]?.number}\`, \`sha: ${sha}\` and a limit of calls.`
    : '';
  const text = `### Statuses of ${numbers}, from a fork, at ${sha.slice(0, 7)}\n\n${lines.join('\n')}${how}\n`;
  for (const line of text.split('\n')) log.info(line);
  const summary = await publishSummary(workflow, text);
  if (summary.status === 'failed') log.warning(summary.warning);
  return failed ? exitCodeOf({ kind: 'crash' }) : done;
}

function tellSuite(numbers: readonly number[]): Told {
  return numbers.length === 0
    ? { state: 'success', description: 'no watched file changed' }
    : {
        state: 'pending',
        description: `waiting for a maintainer: run the check by hand for pull request ${numbers.join(' and ')}`,
      };
}
