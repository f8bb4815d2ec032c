import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { CommitStatus } from '../model/github.js';
import { chooseStatus } from '../model/outcome.js';
import { lacksResult, type Report, type SuiteReport } from '../model/report.js';
import { describeAcceptance } from '../report/comment/banner.js';
import { type Markdown, renderHiddenLine } from '../report/markdown.js';
import { renderShortHeading } from '../report/model/heading.js';
import { sha256, tryStoredJson } from '../text/json.js';
import { type ResultJson, resultSchema } from './result-schema.js';

/** By suite, the fingerprint of its decision; a missing or `null` one must be decided again. */
export type Fingerprints = ReadonlyMap<string, string | null>;

/** A decision as a pull request's comment stores it: numbers, names and our own words, no text of a model. */
export type EarlierDecision = {
  /** The comment's head; `result.headSha` is the measured one. */
  readonly sha: string;
  readonly result: ResultJson;
  /** `Fingerprints` as JSON. */
  readonly fingerprints: Readonly<Record<string, string | null>>;
  /** Suites without a result of their own or of a scorer, which nobody can accept. */
  readonly undecided: readonly string[];
  /** Login of the person who accepted the regression, for `sha` alone, and the branch of the merge. */
  readonly accepted: { readonly by: string; readonly into: string } | null;
};

// Made when a comment is read.
const earlierDecisionSchema = (): z.ZodType<EarlierDecision> =>
  z.object({
    sha: z.string().regex(/^[0-9a-f]{40,64}$/),
    result: resultSchema,
    fingerprints: z.record(z.string(), z.string().nullable()),
    undecided: z.array(z.string()),
    accepted: z.object({ by: z.string(), into: z.string() }).nullable(),
  });

export function buildEarlierDecision(run: {
  readonly report: Report;
  readonly result: ResultJson;
  readonly fingerprints: Fingerprints;
}): EarlierDecision | null {
  const { report, result, fingerprints } = run;
  if (report.headSha === null) return null;
  const known = new Map(report.suites.map((suite) => [suite.suite, suite]));
  // Headlines of what is not decided may quote a failed agent, and lists of cases are long.
  const chooseHeadline = (suite: SuiteReport | undefined) =>
    suite === undefined || suite.decision.outcome === 'inconclusive'
      ? 'inconclusive'
      : renderShortHeading(suite);
  return {
    sha: report.headSha,
    result: {
      ...result,
      headline: report.overall.outcome === 'inconclusive' ? 'inconclusive' : result.headline,
      suites: result.suites.map((suite) => ({
        ...suite,
        headline: chooseHeadline(known.get(suite.suite)),
        regressions: [],
        scorers: [],
      })),
    },
    fingerprints: Object.fromEntries(
      report.suites.map((suite) => [
        suite.suite,
        isFinal(suite) ? (fingerprints.get(suite.suite) ?? null) : null,
      ]),
    ),
    undecided: report.suites.filter(lacksResult).map(({ suite }) => suite),
    accepted: null,
  };
}

/** Undecided results, and decisions without the right baseline, may change for better reasons than chance. */
function isFinal(suite: SuiteReport): boolean {
  if (suite.kind === 'unchanged') return true;
  if (suite.kind !== 'evaluated' || lacksResult(suite)) return false;
  const { baseline } = suite;
  if (baseline.kind === 'record') return !baseline.stale;
  // A base that could not be measured may work again.
  return baseline.kind === 'none' && baseline.because !== 'absent' && baseline.because !== 'broken-base';
}

/** True if the stored decision covers a run: same suites, same fingerprints. */
export function coversRun({ fingerprints: stored }: EarlierDecision, fingerprints: Fingerprints): boolean {
  const known = Object.entries(stored);
  return (
    known.length > 0 &&
    known.length === fingerprints.size &&
    known.every(([suite, fingerprint]) => fingerprint !== null && fingerprints.get(suite) === fingerprint)
  );
}

/** Login of the person who accepted this very head for this branch; else `null`. */
export function findAcceptingUser(
  { sha, accepted }: EarlierDecision,
  head: { readonly sha: string; readonly into: string },
): string | null {
  return sha === head.sha && accepted?.into === head.into ? accepted.by : null;
}

export function findRememberedState(
  { result }: EarlierDecision,
  suite: string,
): CommitStatus['state'] | null {
  const known = result.suites.find((each) => each.suite === suite);
  return known === undefined ? null : chooseStatus(known.decision, known);
}

/**
 * The mark of a suite's decision, for its status's link. It covers all that a later run would show, so that a comment
 * with other words has another one. `null` if no later run shows the decision again.
 */
export function hashDecision(earlier: EarlierDecision, suite: string): string | null {
  const fingerprint = earlier.fingerprints[suite] ?? null;
  // Parsed, so that the order of the fields is the same before and after the comment.
  const { data: result } = resultSchema.safeParse(earlier.result);
  if (fingerprint === null || result === undefined) return null;
  // The causes are looked for after the status is set, and decide nothing.
  const suites = result.suites.map(({ causes: _causes, ...decided }) => decided);
  return sha256(JSON.stringify([suite, fingerprint, { ...result, suites }]), 32);
}

export function acceptResult(result: ResultJson, by: string): ResultJson {
  const acceptance = { decision: 'pass', because: [], blocking: false, passed: true } as const;
  return { ...result, ...acceptance, because: [], headline: describeAcceptance(by), acceptedBy: by };
}

/** The current result of a head without a new measurement: its statuses, with the stored figures. */
export function describeCurrentResult(head: {
  readonly states: ReadonlyMap<string, CommitStatus['state'] | null>;
  /** True if a suite was not decided, although its status is green. */
  readonly undecided: boolean;
  readonly accepted: boolean;
  /** Login of the person who accepted it, if the comment has it. */
  readonly by: string | null;
  /** The decision on this very head; `null` if unknown. */
  readonly earlier: EarlierDecision | null;
}) {
  const { undecided, accepted, by, earlier } = head;
  const states = [...head.states.values()];
  const green = states.length > 0 && states.every((state) => state === 'success');
  const known = earlier?.result ?? null;
  const result = known === null || by === null ? known : acceptResult(known, by);
  const failed = states.includes('failure') ? 'fail' : 'inconclusive';
  const decided = undecided ? 'inconclusive' : (known?.decision ?? 'pass');
  const passed = accepted ? 'accepted' : decided;
  return {
    decision: green ? passed : failed,
    passed: green && (accepted || !undecided),
    result,
    hasCounts: result?.suites[0]?.status === 'evaluated',
    totalTokens: 0,
  };
}

/** Some hundred suites. */
const MAX_LINE_BYTES = 20_000;

const PATTERN = /^<!-- prompt-regression-decision 1 ([A-Za-z0-9+/]+={0,2}) -->$/;

/** The decision as one hidden line; without suites if they do not fit into the comment. */
export function renderDecisionLine(decision: EarlierDecision): Markdown {
  const line = packDecision(decision);
  if (line.length <= MAX_LINE_BYTES) return line;
  return packDecision({ ...decision, result: { ...decision.result, suites: [] }, fingerprints: {} });
}

function packDecision(decision: EarlierDecision): Markdown {
  const packed = deflateRawSync(JSON.stringify(decision), { level: 9 }).toString('base64');
  return renderHiddenLine(`prompt-regression-decision 1 ${packed}`);
}

/** The decision in such a line; `null` for any other text, which leads to a new evaluation. */
export function parseDecisionLine(line: string): EarlierDecision | null {
  const packed = PATTERN.exec(line)?.[1];
  if (packed === undefined) return null;
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
    return earlierDecisionSchema().safeParse(tryStoredJson(text)).data ?? null;
  } catch {
    return null;
  }
}
