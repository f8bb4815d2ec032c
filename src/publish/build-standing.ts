import type { CommitStatus } from '../ports/github.js';
import { renderAccepted, renderShownAgain } from '../report/comment/banner.js';
import type { ResultJson, SuiteResult } from '../report/result-schema.js';
import { renderStandingSummary } from '../report/summary.js';
import type { EarlierDecision } from './earlier-decision.js';
import type { Standing } from './publish-standing.js';
import type { StickyBody } from './sticky-body.js';

/** Our comment as it was found. */
export type Sticky = { readonly url: string; readonly body: StickyBody };

/** An earlier decision on this head. An acceptance holds for the very commit that was accepted, and for no other. */
export function buildShownAgain(shown: {
  readonly earlier: EarlierDecision;
  readonly sticky: Sticky;
  readonly sha: string;
}): Standing {
  const { earlier, sticky, sha } = shown;
  const { result, acceptedBy: by } = earlier;
  const { banner: before, report } = sticky.body;
  if (by !== null && earlier.sha === sha) {
    const banner = before ?? renderAccepted({ by, reason: null, sha, hasReport: true });
    const suites = earlier.suites.map(({ suite }) => suite);
    return { ...accepted({ by, result, suites, banner, commentUrl: sticky.url }), comment: null };
  }
  const banner = renderShownAgain({
    decidedAt: result.headSha ?? sha,
    sha,
    runUrl: result.runUrl,
    acceptedBefore: by,
  });
  return {
    decision: result.decision,
    passed: result.passed,
    blocking: result.blocking,
    result,
    statuses: earlier.suites.map(({ suite, line: description }) => ({
      suite,
      state: rememberedState(earlier, suite) ?? 'error',
      description,
    })),
    comment: { decision: { ...earlier, sha, acceptedBy: null }, banner, report },
    summary: renderStandingSummary({ banner, result, commentUrl: sticky.url }),
  };
}

/** What somebody accepts on this head: every suite's status is green, and what regressed stays in the comment. */
export function buildAccepted(acceptance: {
  readonly by: string;
  readonly reason: string | null;
  readonly sha: string;
  readonly suites: readonly string[];
  readonly sticky: Sticky | null;
}): Standing {
  const { by, reason, sha, suites, sticky } = acceptance;
  const report = sticky?.body.report ?? '';
  const remembered = sticky?.body.decision ?? null;
  const banner = renderAccepted({ by, reason, sha, hasReport: report !== '' });
  // What the comment remembers of another head is not what is accepted.
  const known = remembered?.sha === sha ? remembered : null;
  return {
    ...accepted({ by, result: known?.result ?? null, suites, banner, commentUrl: sticky?.url ?? null }),
    comment: { decision: known === null ? remembered : { ...known, acceptedBy: by }, banner, report },
  };
}

/** The commit status that a suite had by what the comment remembers; `null` where it does not know the suite. */
export function rememberedState(earlier: EarlierDecision, suite: string): CommitStatus['state'] | null {
  const known: SuiteResult | undefined = earlier.result.suites.find((each) => each.suite === suite);
  if (known === undefined) return null;
  if (!known.blocking) return 'success';
  return known.decision === 'fail' ? 'failure' : 'error';
}

function accepted(standing: {
  readonly by: string;
  readonly result: ResultJson | null;
  readonly suites: readonly string[];
  readonly banner: string;
  readonly commentUrl: string | null;
}): Omit<Standing, 'comment'> {
  const { by, result, suites, banner, commentUrl } = standing;
  const description = `accepted by ${by}`;
  const over = { decision: 'pass', because: [], blocking: false, passed: true } as const;
  return {
    decision: 'accepted',
    passed: true,
    blocking: false,
    result:
      result === null ? null : { ...result, ...over, because: [], headline: description, acceptedBy: by },
    statuses: suites.map((suite) => ({ suite, state: 'success', description })),
    summary: renderStandingSummary({ banner, result, commentUrl }),
  };
}
