import type { PullRequestRef } from '../model/event.js';
import {
  describeAcceptance,
  renderAccepted,
  renderReusedSummary,
  renderShownAgain,
} from '../report/comment/banner.js';
import type { Sticky } from './comment.js';
import { joinStickyBody, type StickyBody } from './comment-body.js';
import {
  acceptedBy,
  acceptedResult,
  answersRun,
  type Fingerprints,
  rememberedState,
} from './earlier-decision.js';
import type { Publication } from './publication.js';
import type { ResultJson } from './result-schema.js';

/** A decision that needs no new measurement. */
export type ReusedDecision = {
  readonly publication: Publication;
  /** Head of the run that decided; `null` if it was outside a repository. */
  readonly decidedAt: string | null;
};

/**
 * This pull request's earlier decision on the same files and settings; else `null`. An acceptance counts only for the
 * accepted commit and branch. `fingerprints` are by suite.
 */
export function findReusedDecision(
  sticky: Sticky | null,
  {
    pullRequest,
    fingerprints,
  }: {
    readonly pullRequest: Pick<PullRequestRef, 'number' | 'headSha' | 'baseRef' | 'fork'>;
    readonly fingerprints: Fingerprints;
  },
): ReusedDecision | null {
  const sha = pullRequest.headSha;
  const earlier = sticky?.body.decision ?? null;
  if (sticky === null || earlier === null || !answersRun(earlier, fingerprints)) return null;
  const { result } = earlier;
  const by = acceptedBy(earlier, { sha, into: pullRequest.baseRef });
  const { banner: before, report, next } = sticky.body;
  const decidedAt = result.headSha;
  if (by !== null) {
    const banner = before ?? renderAccepted({ by, reason: null, sha });
    const statuses = earlier.suites.map(({ suite, line }) =>
      rememberedState(earlier, suite) === 'success'
        ? ({ suite, state: 'success', description: line } as const)
        : acceptedStatus(suite, by),
    );
    const comment = { url: sticky.url };
    const publication = accepted({ by, result, statuses, banner, comment, commentUrl: sticky.url });
    return { publication, decidedAt };
  }
  const banner = renderShownAgain({
    decidedAt: decidedAt ?? sha,
    sha,
    runUrl: result.runUrl,
    acceptedBefore: earlier.accepted?.by ?? null,
  });
  const publication: Publication = {
    ...NOTHING_SPENT,
    decision: result.decision,
    passed: result.passed,
    result,
    hasCounts: result.suites[0]?.status === 'evaluated',
    statuses: earlier.suites.map(({ suite, line: description }) => ({
      suite,
      state: rememberedState(earlier, suite) ?? 'error',
      description,
    })),
    comment: rewritten({
      decision: { ...earlier, sha, accepted: null },
      banner,
      report,
      next: next && { ...next, hidden: false },
    }),
    summary: renderReusedSummary({ banner, suites: result.suites, commentUrl: sticky.url }),
    junit: null,
  };
  return { publication, decidedAt };
}

/** An acceptance of this head: the statuses of these suites turn green, and the regression stays in the comment. */
export function buildAccepted(acceptance: {
  readonly by: string;
  readonly reason: string | null;
  readonly sha: string;
  /** The branch that it goes into. */
  readonly into: string;
  /** Suites that failed. Passed ones stay green for their own reason. */
  readonly suites: readonly string[];
  readonly sticky: Sticky | null;
}): Publication {
  const { by, reason, sha, into, suites, sticky } = acceptance;
  const { report, next } = sticky?.body ?? { report: '', next: null };
  const remembered = sticky?.body.decision ?? null;
  const banner = renderAccepted({ by, reason, sha });
  // The stored result may be another head's.
  const known = remembered?.sha === sha ? remembered : null;
  return accepted({
    by,
    result: known?.result ?? null,
    statuses: suites.map((suite) => acceptedStatus(suite, by)),
    banner,
    comment: rewritten({
      decision: known === null ? remembered : { ...known, accepted: { by, into } },
      banner,
      report,
      next: next && { ...next, hidden: true },
    }),
    commentUrl: sticky?.url ?? null,
  });
}

const NOTHING_SPENT = { totalTokens: 0, html: null, annotations: [], records: [] } as const;

function rewritten(parts: Omit<StickyBody, 'marker'>): Publication['comment'] {
  return { body: (marker) => joinStickyBody({ marker, ...parts }), mayCreate: true };
}

function acceptedStatus(suite: string, by: string): Publication['statuses'][number] {
  return { suite, state: 'success', description: describeAcceptance(by) };
}

function accepted(reused: {
  readonly by: string;
  readonly result: ResultJson | null;
  readonly statuses: Publication['statuses'];
  readonly banner: string;
  readonly comment: Publication['comment'];
  readonly commentUrl: string | null;
}): Publication {
  const { by, result, statuses, banner, comment, commentUrl } = reused;
  return {
    ...NOTHING_SPENT,
    decision: 'accepted',
    passed: true,
    result: result === null ? null : acceptedResult(result, by),
    hasCounts: result?.suites[0]?.status === 'evaluated',
    statuses,
    comment,
    summary: renderReusedSummary({ banner, suites: result?.suites ?? [], commentUrl }),
    junit: null,
  };
}
