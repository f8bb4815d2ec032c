import type { PullRequestRef } from '../model/report.js';
import {
  describeAcceptance,
  renderAccepted,
  renderReusedSummary,
  renderShownAgain,
} from '../report/comment/banner.js';
import type { PublishedComment } from './comment.js';
import { hideNext, joinStickyBody, type StickyBody, showNext } from './comment-body.js';
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
  readonly decidedAt: string | null;
};

/** Else `null`. An acceptance counts only for the accepted commit and branch. */
export function findReusedDecision(
  sticky: PublishedComment | null,
  run: {
    readonly pullRequest: Pick<PullRequestRef, 'number' | 'headSha' | 'baseRef' | 'fork'>;
    readonly fingerprints: Fingerprints;
  },
): ReusedDecision | null {
  const { headSha: sha, baseRef: into } = run.pullRequest;
  const earlier = sticky?.body.decision ?? null;
  if (sticky === null || earlier === null || !answersRun(earlier, run.fingerprints)) return null;
  const { result } = earlier;
  const { banner: before, report } = sticky.body;
  const decidedAt = result.headSha;
  const known = result.suites.map(({ suite, headline: description }) => {
    return { suite, state: rememberedState(earlier, suite) ?? 'error', description };
  });
  const by = acceptedBy(earlier, { sha, into });
  if (by !== null) {
    const banner = before ?? renderAccepted({ by, reason: null, sha });
    const statuses = known.map((each) => (each.state === 'success' ? each : acceptedStatus(each.suite, by)));
    const comment = { url: sticky.url };
    return { publication: accepted({ by, result, statuses, banner, comment, sticky }), decidedAt };
  }
  const banner = renderShownAgain({ decidedAt: decidedAt ?? sha, sha, runUrl: result.runUrl });
  const decision = { ...earlier, sha, accepted: null };
  const publication: Publication = {
    ...NOTHING_MEASURED,
    decision: result.decision,
    passed: result.passed,
    result,
    hasCounts: result.suites[0]?.status === 'evaluated',
    statuses: known,
    comment: rewritten({ decision, banner, report: showNext(report) }),
    summary: renderReusedSummary({ banner, suites: result.suites, commentUrl: sticky.url }),
  };
  return { publication, decidedAt };
}

/** An acceptance of this head: the statuses of these suites turn green, and the regression stays in the comment. */
export function buildAccepted(acceptance: {
  readonly by: string;
  /** Without secrets. */
  readonly reason: string | null;
  readonly sha: string;
  readonly into: string;
  /** Suites that failed. Passed ones stay green for their own reason. */
  readonly suites: readonly string[];
  readonly sticky: PublishedComment | null;
}): Publication {
  const { by, reason, sha, into, suites, sticky } = acceptance;
  const remembered = sticky?.body.decision ?? null;
  // The stored result may be another head's.
  const known = remembered?.sha === sha ? remembered : null;
  const banner = renderAccepted({ by, reason, sha });
  const decision = known === null ? remembered : { ...known, accepted: { by, into } };
  const report = hideNext(sticky?.body.report ?? '');
  return accepted({
    by,
    result: known?.result ?? null,
    statuses: suites.map((suite) => acceptedStatus(suite, by)),
    banner,
    comment: rewritten({ decision, banner, report }),
    sticky,
  });
}

const NOTHING_MEASURED = { totalTokens: 0, html: null, junit: null, annotations: [], records: [] } as const;

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
  readonly sticky: PublishedComment | null;
}): Publication {
  const { by, result, statuses, banner, comment, sticky } = reused;
  return {
    ...NOTHING_MEASURED,
    decision: 'accepted',
    passed: true,
    result: result === null ? null : acceptedResult(result, by),
    hasCounts: result?.suites[0]?.status === 'evaluated',
    statuses,
    comment,
    summary: renderReusedSummary({ banner, suites: result?.suites ?? [], commentUrl: sticky?.url ?? null }),
  };
}
