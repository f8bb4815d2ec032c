import { join } from 'node:path';
import { describeError } from '../model/errors.js';
import { type CommitStatus, GitHubError } from '../model/github.js';
import { type Markdown, markdown } from '../report/markdown.js';
import {
  explainKeptStatus,
  explainNoSuccess,
  explainUnknownNoSuccess,
  explainUnknownPulls,
  renderNoSuccess,
} from '../report/status-words.js';
import { findCommentPlace, publishComment } from './comment.js';
import { buildCommentMarker } from './comment-body.js';
import { buildRecordFile, type ResultFile, toFileName, writeFiles } from './files.js';
import { type Outlets, tryToPublish } from './outlets.js';
import { buildOutputs, publishOutputs } from './outputs.js';
import type { Publication } from './publication.js';
import {
  buildStatusContext,
  buildStatusLink,
  findStatusPlace,
  publishStatus,
  readKeptStatuses,
  saveConcluded,
} from './status.js';
import { publishSuggestion } from './suggestion.js';

type KeptStatuses = Awaited<ReturnType<typeof readKeptStatuses>>;

export type PublishResult = {
  /** The report as a markdown file; `null` if it could not be written. */
  readonly reportPath: string | null;
  /** The same as an HTML file; `null` if there is none. */
  readonly htmlPath: string | null;
  /** The final states of the suites, as their statuses if they were set. */
  readonly states: readonly CommitStatus['state'][];
};

/** The statuses of a decision, and the reason why none of them is a success, if any. */
export type PublishedStatuses = {
  readonly statuses: Publication['statuses'];
  readonly kept: KeptStatuses | null;
  readonly blocked: string | null;
};

/** Tells the decision before a run goes on: files, comment and statuses. `publish` updates the comment later. */
export async function publishDecision(
  publication: Publication,
  outlets: Outlets,
): Promise<PublishedStatuses> {
  const texts = renderTexts(publication, outlets);
  const { comment } = publication;
  await publishFiles(publication, texts, outlets);
  if ('body' in comment) await publishToPullRequest(texts.body, comment.mayCreate, outlets);
  const decided = await decideStatuses(publication, outlets);
  await publishStatuses(decided.statuses, decided.kept, outlets);
  return decided;
}

/**
 * The most important first, and each may fail alone.
 * @param published set if the decision's statuses are.
 */
export async function publish(
  publication: Publication,
  outlets: Outlets,
  published: PublishedStatuses | null = null,
): Promise<PublishResult> {
  const { comment, summary } = publication;
  const { workflow, redact, log } = outlets;
  const texts = renderTexts(publication, outlets);
  const { resultJson } = texts;
  const files = await publishFiles(publication, texts, outlets);
  if (workflow !== null && files.htmlPath !== null) log.info(`HTML report: ${redact(files.htmlPath)}`);

  const commentUrl =
    'body' in comment ? await publishToPullRequest(texts.body, comment.mayCreate, outlets) : comment.url;
  const { statuses, kept, blocked } = published ?? (await decideStatuses(publication, outlets));
  if (workflow !== null) {
    const cause = blocked === null ? markdown`` : renderNoSuccess(redact(blocked));
    await tryToPublish('Job summary', () => workflow.addSummary(markdown`${cause}${summary}`), outlets);
  }
  if (published === null) await publishStatuses(statuses, kept, outlets);
  if (workflow !== null) {
    const annotate = async () => publication.annotations.forEach(workflow.annotate);
    await tryToPublish('Annotations', annotate, outlets);
    const passed = publication.passed && blocked === null;
    const places = { commentUrl, ...files, resultJson };
    await publishOutputs(workflow, buildOutputs({ ...publication, passed }, places), outlets);
  }
  // Without a comment there is no suggestion either.
  if (commentUrl !== null) await publishRepair(publication, outlets);
  const { reportPath, htmlPath } = files;
  return { reportPath, htmlPath, states: statuses.map(({ state }) => state) };
}

function renderTexts({ comment, result }: Publication, { commentKey }: Outlets) {
  return {
    body: 'body' in comment ? comment.body(buildCommentMarker(commentKey)) : null,
    resultJson: result === null ? null : JSON.stringify(result),
  };
}

async function decideStatuses(publication: Publication, outlets: Outlets): Promise<PublishedStatuses> {
  const { redact, log } = outlets;
  const kept = await tryToReadKeptStatuses(publication, outlets);
  const blocked = await findBlockingReason(publication, kept, outlets);
  if (blocked !== null) log.error(`No success is set: ${redact(blocked)}.`);
  const statuses = publication.statuses.map((status) =>
    blocked !== null && status.state === 'success'
      ? { ...status, state: 'error' as const, description: blocked }
      : status,
  );
  return { statuses, kept, blocked };
}

/** Paths of the report's files; `null` for those that are not written. The records go first, so a full disk costs the report. */
async function publishFiles(
  { records, summary, junit, html }: Publication,
  { body, resultJson }: { readonly body: Markdown | null; readonly resultJson: string | null },
  outlets: Outlets,
): Promise<Readonly<Record<'reportPath' | 'htmlPath' | 'resultsFile', string | null>>> {
  const { folder, redact } = outlets;
  const write = (place: string, files: readonly ResultFile[]) =>
    tryToPublish(`Files in ${place}`, () => writeFiles(place, files), outlets);
  await write(
    join(folder, 'records'),
    records.map((record) => buildRecordFile(`${toFileName(record.suite)}.json`, record, redact)),
  );
  const isWritten = await write(folder, [
    ...(body === null ? [] : [{ name: 'comment.md', text: body }]),
    { name: 'report.md', text: summary },
    ...(junit === null ? [] : [{ name: 'junit.xml', text: junit }]),
    ...(html === null ? [] : [{ name: nameHtmlFile(outlets), text: html }]),
    ...(resultJson === null ? [] : [{ name: 'result.json', text: `${resultJson}\n` }]),
  ]);
  if (!isWritten) return { reportPath: null, htmlPath: null, resultsFile: null };
  return {
    reportPath: join(folder, 'report.md'),
    htmlPath: html && join(folder, nameHtmlFile(outlets)),
    resultsFile: resultJson && join(folder, 'result.json'),
  };
}

/** An artifact without an archive has its file's name, so jobs of one workflow need different ones. */
function nameHtmlFile({ workflow, commentKey, redact }: Outlets): string {
  return workflow === null ? 'report.html' : `prompt-regression-${toFileName(redact(commentKey))}.html`;
}

async function publishToPullRequest(
  body: Markdown | null,
  mayCreate: boolean,
  outlets: Outlets,
): Promise<string | null> {
  const place = findCommentPlace(outlets);
  if (place === null || body === null) return null;
  const { github, pullRequest } = place;
  const { number, headSha } = pullRequest;
  const key = outlets.commentKey;
  return publishComment({
    ...outlets,
    comments: github.comments,
    pullRequest: number,
    headSha,
    key,
    body,
    mayCreate,
  });
}

async function publishRepair({ suggestion }: Publication, outlets: Outlets): Promise<void> {
  const { github, pullRequest, settings, commentKey: key } = outlets;
  if (github === null || pullRequest === null || settings.comment === 'off' || suggestion === 'unknown')
    return;
  const { number, headSha } = pullRequest;
  const given = suggestion === 'none' ? null : suggestion;
  const { reviewComments } = github;
  await publishSuggestion({
    ...outlets,
    reviewComments,
    pullRequest: number,
    headSha,
    key,
    suggestion: given,
  });
}

/** The statuses that this run leaves as they are; `null` if GitHub does not say who has set them. */
async function tryToReadKeptStatuses(
  { statuses }: Publication,
  outlets: Outlets,
): Promise<KeptStatuses | null> {
  let kept: KeptStatuses | null = null;
  const read = async () => {
    kept = await readKeptStatuses(
      statuses.map(({ suite }) => suite),
      outlets,
    );
  };
  await tryToPublish('Statuses', read, outlets);
  return kept;
}

async function publishStatuses(
  statuses: Publication['statuses'],
  kept: KeptStatuses | null,
  outlets: Outlets,
): Promise<void> {
  const { workflow, redact, log } = outlets;
  const place = findStatusPlace(outlets);
  if (place === null || kept === null) return;
  const concluded: string[] = [];
  for (const { suite, state, description, decision } of statuses) {
    const context = buildStatusContext(suite, outlets.directory, redact);
    const standing = kept.get(suite);
    if (standing !== undefined) {
      log.info(`Status ${context} not written: ${explainKeptStatus(standing)}.`);
      continue;
    }
    const targetUrl = buildDecisionLink(state, decision, outlets);
    const status = { sha: place.sha, context, state, description, targetUrl };
    if (await publishStatus(place.statuses, status, outlets)) concluded.push(context);
  }
  if (workflow !== null) await saveConcluded(concluded, { ...outlets, workflow });
}

function buildDecisionLink(
  state: CommitStatus['state'],
  decision: string | null,
  { runUrl, pullRequest, statusBase }: Outlets,
): string | null {
  const isDecision = state === 'success' || state === 'failure';
  return buildStatusLink(runUrl, {
    pullRequest: pullRequest?.number ?? null,
    decision,
    base: isDecision ? (statusBase?.branch ?? null) : null,
  });
}

/** Reason against a success, if any. Read last, since it may change during the run. */
async function findBlockingReason(
  { statuses }: Publication,
  kept: KeptStatuses | null,
  outlets: Outlets,
): Promise<string | null> {
  const { github, statusSha: sha, statusBase: base, redact, log } = outlets;
  if (github === null || sha === null || base === null) return null;
  if (statuses.every(({ state }) => state !== 'success')) return null;
  // The job is a check of the same commit: it must not be green if the pull request's run was not.
  const standing = [...(kept?.values() ?? [])].find(({ state }) => state !== 'success');
  if (standing !== undefined) return explainKeptStatus(standing);
  try {
    return explainNoSuccess(await github.pullRequests.openAt(sha), base);
  } catch (thrown) {
    const cause = describeError(thrown);
    // Without permission to read this, the decision counts. Any other failure may be caused by a stranger.
    const passes =
      thrown instanceof GitHubError &&
      (thrown.permission !== null || thrown.status === null || thrown.status >= 500);
    if (!passes) return explainUnknownNoSuccess(sha, cause);
    log.info(`${redact(explainUnknownPulls(sha, cause))}.`);
    return null;
  }
}
