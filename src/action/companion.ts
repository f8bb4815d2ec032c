import { exitCodeOf } from '../decide/gate/exit-code.js';
import { scopeTree } from '../files/readers.js';
import { UserError } from '../ports/errors.js';
import type { CompanionEvent } from '../ports/event.js';
import type { CommitStatus, PullRequestInfo } from '../ports/github.js';
import type { Side } from '../ports/suite-run.js';
import { publishing } from '../publish/outcome.js';
import { baseNote, publishStatus, statusContext } from '../publish/status.js';
import { prefixIn } from '../session/checkout.js';
import { listWatchedChanges, readForkChange } from '../session/fork.js';
import { refuseUnseen } from '../session/prepare-suites.js';
import { readSettings } from '../settings/read-settings.js';
import { codeSpan } from '../text/values.js';
import type { Job } from './job.js';

type Told = Pick<CommitStatus, 'state' | 'description'>;
type Pull = Pick<PullRequestInfo, 'number' | 'baseRef'>;

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
  const waiting = new Map<string, readonly Pull[]>();
  for (const { number, baseRef } of pulls) {
    const change = await readForkChange({ headSha: sha, baseRef, git, github });
    const head = scopeTree(change.tipFiles, prefix);
    const side: Side = {
      name: 'head',
      root: folder,
      reader: head,
      files: change.tipFiles,
      commit: change.tip,
    };
    const read = await readSettings({ head, base: null, merged: true, overrides, env, shell: 'action' });
    if (!read.settings.publish.status) continue;
    const { mistaken } = read.settings;
    if (mistaken.size > 0) throw new UserError([...mistaken.values()].flat());
    for (const suite of read.settings.suites) {
      const changed = await listWatchedChanges(suite, change, prefix);
      if (changed.length === 0) await refuseUnseen(suite, { sides: read, head: side, prefix });
      const before = waiting.get(suite.name) ?? [];
      waiting.set(suite.name, changed.length === 0 ? before : [...before, { number, baseRef }]);
    }
  }
  const known = await github.statuses.latest(sha);
  const lines: string[] = [];
  let failed = false;
  for (const [name, pulls] of waiting) {
    const context = statusContext(name, prefix, redact);
    const standing = known.find((status) => status.context === context);
    if (standing !== undefined && isDecided(standing, pulls)) {
      lines.push(
        `- ${codeSpan(redact(name))}: ${standing.state}, as it was decided. ${standing.description}`,
      );
      continue;
    }
    const told = tellSuite(pulls);
    const outcome = await publishStatus(github.statuses, { sha, context, targetUrl, ...told });
    if (outcome.status !== 'published') {
      failed = true;
      log.error(redact(outcome.status === 'failed' ? outcome.warning : outcome.reason));
    }
    lines.push(`- ${codeSpan(redact(name))}: ${told.state}, ${told.description}`);
  }
  const numbers = pulls.map(({ number }) => `#${number}`).join(', ');
  const how = [...waiting.values()].some((each) => each.length > 0)
    ? `\n\nWho may write here, and has read the change, runs the check by hand (Actions, Run workflow) with \`pull-request: ${pulls[0]?.number}\`, \`sha: ${sha}\` and a limit of calls.`
    : '';
  const text = `### Statuses of ${numbers}, from a fork, at ${sha.slice(0, 7)}\n\n${lines.join('\n')}${how}\n`;
  for (const line of text.split('\n')) log.info(line);
  const summary = await publishing('Job summary', () => workflow.addSummary(text));
  if (summary.status === 'failed') log.warning(summary.warning);
  return failed ? exitCodeOf({ kind: 'crash' }) : done;
}

/**
 * True where a run has decided this head against the branch of each pull request that changes something: whoever opened
 * them, it is the same merge, so the companion neither takes that status away nor lends it to another branch.
 */
function isDecided({ state, description }: Told, pulls: readonly Pull[]): boolean {
  return (
    (state === 'success' || state === 'failure') &&
    pulls.length > 0 &&
    pulls.every(({ baseRef }) => description.endsWith(baseNote(baseRef)))
  );
}

function tellSuite(pulls: readonly Pull[]): Told {
  if (pulls.length === 0) return { state: 'success', description: 'no watched file changed' };
  const into = new Set(pulls.map(({ baseRef }) => baseRef));
  const named = pulls.map(({ number, baseRef }) => (into.size === 1 ? number : `${number} into ${baseRef}`));
  const description =
    into.size === 1
      ? `waiting for a maintainer: run the check by hand for pull request ${named.join(' and ')}`
      : `waiting for a maintainer: one commit in ${named.join(' and ')}; close all but one, then run the check`;
  return { state: 'pending', description };
}
