import type { StatusResult } from '../model/github.js';
import type { Report, SuiteReport } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import { type Annotation, buildAnnotations } from '../report/annotations.js';
import { MAX_COMMENT_BYTES, renderComment, renderSummary } from '../report/comment/render-comment.js';
import {
  findSuggestion,
  type ReviewSuggestion,
  renderSuggestion,
} from '../report/comment/render-suggestion.js';
import type { Html } from '../report/html/html.js';
import { renderHtml } from '../report/html/render-html.js';
import { renderJunit } from '../report/junit.js';
import type { Markdown } from '../report/markdown.js';
import { describeStatus } from '../report/model/heading.js';
import { sortWorstFirst } from '../report/model/scores.js';
import { type Redact, redactTexts } from '../text/redact.js';
import { buildFirstLines, MAX_BANNER_BYTES } from './comment-body.js';
import { buildEarlierDecision, type Fingerprints, hashDecision } from './earlier-decision.js';
import { buildResultJson } from './result-json.js';
import type { ResultJson } from './result-schema.js';

export type SuiteStatus = StatusResult & {
  readonly suite: string;
  /** The mark of its decision, for the status's link; `null` if no later run shows it again. */
  readonly decision: string | null;
};

/** A run's result as programs read it. */
export type RunResult = {
  readonly decision: string;
  readonly passed: boolean;
  /** `null` if what was measured is not known any more. */
  readonly result: ResultJson | null;
  /** False if there are no counts of cases, because the run broke off. */
  readonly hasCounts: boolean;
  readonly totalTokens: number;
};

/** Everything to publish about a run, without secrets. */
export type Publication = RunResult & {
  readonly statuses: readonly SuiteStatus[];
  readonly comment:
    | {
        /** Its first line is the marker. */
        readonly body: (marker: Markdown) => Markdown;
        readonly mayCreate: boolean;
      }
    | { readonly url: string | null };
  /** `none`: an earlier one does not hold any more. `unknown`: an earlier one stays. */
  readonly suggestion: ReviewSuggestion | 'none' | 'unknown';
  readonly summary: Markdown;
  /** JUnit XML; `null` if an earlier decision is shown. */
  readonly junit: string | null;
  /** The report as a page; `null` if what was measured is not known any more. */
  readonly html: Html | null;
  readonly annotations: readonly Annotation[];
  readonly records: readonly RunRecord[];
};

/** Redaction comes before rendering: markup and cuts could split a secret, and our own words are no secret. */
export function redactReport(report: Report, redact: Redact): Report {
  const redacted = redactTexts(report, redact);
  if (redacted === report) return report;
  const { headSha, runUrl, reportUrl, repositoryUrl, homeUrl } = report;
  return { ...redacted, headSha, runUrl, reportUrl, repositoryUrl, homeUrl };
}

export function buildPublication(
  run: {
    readonly report: Report;
    readonly records: readonly RunRecord[];
    /** `null` if no later run will read the comment. */
    readonly fingerprints: Fingerprints | null;
    /** False if no causes are looked for, so no suggestion can be there. Default: true. */
    readonly explains?: boolean;
  },
  redact: Redact,
): Publication {
  const { records, fingerprints } = run;
  const report = redactReport(run.report, redact);
  const result = buildResultJson(report);
  const remembered = fingerprints && buildEarlierDecision({ report, result, fingerprints });
  const [worst] = sortWorstFirst(report.suites);
  return {
    decision: result.decision,
    passed: result.passed,
    result,
    hasCounts: worst?.kind === 'evaluated' && worst.decision.outcome !== 'inconclusive',
    totalTokens: result.totalTokens,
    statuses: report.suites.map((suite) => ({
      suite: suite.suite,
      state: suite.decision.status,
      description: describeStatus(suite),
      decision: remembered && hashDecision(remembered, suite.suite),
    })),
    comment: {
      body: (marker) =>
        renderComment(report, {
          marker: buildFirstLines(marker, remembered),
          // Room for a banner that may come above it.
          limitBytes: MAX_COMMENT_BYTES - MAX_BANNER_BYTES,
        }),
      // A pull request that changes nothing watched gets no comment; an existing one is updated.
      mayCreate: report.suites.some(
        (suite) =>
          suite.kind !== 'unchanged' ||
          suite.decision.outcome !== 'pass' ||
          changesDataset(suite) ||
          changesModel(suite),
      ),
    },
    suggestion: run.explains === false ? 'unknown' : chooseSuggestion(report, run.report),
    summary: renderSummary(report),
    junit: renderJunit(report),
    html: renderHtml(report),
    annotations: buildAnnotations(report),
    records,
  };
}

/** True if the product's code asks another model than is measured. */
function changesModel({ changes = [] }: SuiteReport): boolean {
  return changes.some(({ kind }) => kind === 'model-in-code');
}

/** True if the report lists changes to the dataset. */
function changesDataset({ dataset, shown }: SuiteReport): boolean {
  if (shown !== undefined) return true;
  if (dataset === undefined) return false;
  const { removed, renamed, remarked } = dataset;
  return removed.length + renamed.length + remarked.length > 0;
}

function chooseSuggestion(report: Report, unredacted: Report): Publication['suggestion'] {
  const suggestion = renderSuggestion(report);
  if (suggestion === null) {
    return report.suites.some(({ decision }) => decision.outcome === 'inconclusive') ? 'unknown' : 'none';
  }
  // With a secret taken out, it would not restore the lines.
  const isWhole = JSON.stringify(findSuggestion(report)) === JSON.stringify(findSuggestion(unredacted));
  return isWhole ? suggestion : 'none';
}
