import type { PullRequestHead } from '../model/report.js';
import {
  describeAcceptance,
  renderAccepted,
  renderReusedSummary,
  renderShownAgain,
} from '../report/comment/banner.js';
import { type Markdown, markdown } from '../report/markdown.js';
import { type Redact, redactName } from '../text/redact.js';
import type { PublishedComment } from './comment.js';
import { type CommentParts, hideNextSteps, joinComment, showNextSteps } from './comment-body.js';
import {
  acceptResult,
  coversRun,
  type Fingerprints,
  findAcceptingUser,
  findRememberedState,
  hashDecision,
} from './earlier-decision.js';
import type { Publication, SuiteStatus } from './publication.js';
import type { ResultJson } from './result-schema.js';

/** A decision that needs no new measurement. */
export type ReusedDecision = {
  readonly publication: Publication;
  readonly decidedAt: string | null;
  /** The commit whose statuses confirm it: the measured one, or the accepted one. */
  readonly confirmedAt: string;
};

/** Else `null`. An acceptance counts only for the accepted commit and branch. */
export function findReusedDecision(
  sticky: PublishedComment | null,
  run: {
    readonly pullRequest: PullRequestHead;
    readonly fingerprints: Fingerprints;
  },
): ReusedDecision | null {
  const { headSha: sha, baseRef: into } = run.pullRequest;
  const earlier = sticky?.body.decision ?? null;
  if (sticky === null || earlier === null || !coversRun(earlier, run.fingerprints)) return null;
  const { result } = earlier;
  const { banner: before, report } = sticky.body;
  const decidedAt = result.headSha;
  const known = result.suites.map(({ suite, headline: description }): SuiteStatus => {
    const state = findRememberedState(earlier, suite) ?? 'error';
    return { suite, state, description, decision: hashDecision(earlier, suite) };
  });
  const by = findAcceptingUser(earlier, { sha, into });
  if (by !== null) {
    const banner = before ?? renderAccepted({ by, reason: null, sha });
    const statuses = known.map((each) =>
      each.state === 'success' ? each : acceptStatus(each.suite, each.decision, by),
    );
    const comment = { url: sticky.url };
    const publication = buildAcceptedPublication({ by, result, statuses, banner, comment, sticky });
    return { publication, decidedAt, confirmedAt: sha };
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
    comment: buildCommentBody({ decision, banner, report: showNextSteps(report) }),
    summary: renderReusedSummary({ banner, suites: result.suites, commentUrl: sticky.url }),
  };
  return { publication, decidedAt, confirmedAt: decidedAt ?? earlier.sha };
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
  readonly redact: Redact;
}): Publication {
  const { by, reason, sha, into, suites, sticky, redact } = acceptance;
  const remembered = sticky?.body.decision ?? null;
  // The stored result may be another head's.
  const known = remembered?.sha === sha ? remembered : null;
  const banner = renderAccepted({ by, reason, sha });
  const decision = known === null ? remembered : { ...known, accepted: { by, into } };
  const report = hideNextSteps(sticky?.body.report ?? markdown``);
  return buildAcceptedPublication({
    by,
    result: known?.result ?? null,
    statuses: suites.map((suite) => {
      const decision = known && hashDecision(known, redactName(suite, redact));
      return acceptStatus(suite, decision, by);
    }),
    banner,
    comment: buildCommentBody({ decision, banner, report }),
    sticky,
  });
}

const NOTHING_MEASURED = {
  totalTokens: 0,
  html: null,
  junit: null,
  suggestion: 'unknown',
  annotations: [],
  records: [],
} as const;

function buildCommentBody(parts: Omit<CommentParts, 'marker'>): Publication['comment'] {
  return { body: (marker) => joinComment({ marker, ...parts }), mayCreate: true };
}

function acceptStatus(suite: string, decision: string | null, by: string): SuiteStatus {
  return { suite, decision, state: 'success', description: describeAcceptance(by) };
}

function buildAcceptedPublication(reused: {
  readonly by: string;
  readonly result: ResultJson | null;
  readonly statuses: Publication['statuses'];
  readonly banner: Markdown;
  readonly comment: Publication['comment'];
  readonly sticky: PublishedComment | null;
}): Publication {
  const { by, result, statuses, banner, comment, sticky } = reused;
  return {
    ...NOTHING_MEASURED,
    decision: 'accepted',
    passed: true,
    result: result === null ? null : acceptResult(result, by),
    hasCounts: result?.suites[0]?.status === 'evaluated',
    statuses,
    comment,
    summary: renderReusedSummary({ banner, suites: result?.suites ?? [], commentUrl: sticky?.url ?? null }),
  };
}
