import type { UnscoredCase } from '../ports/comparison.js';
import type { Decision, RuleFinding } from '../ports/decision.js';
import type { EvaluatedSuite, SuiteReport } from '../ports/report.js';
import { bareReason, oneLine } from '../text/values.js';
import { isFurtherScore } from './list-scores.js';

/** The sign before a decision. */
export function iconOf(decision: Decision): string {
  if (decision.outcome === 'pass') return '✅';
  return decision.outcome === 'fail' && decision.blocking ? '❌' : '⚠️';
}

/** The same for a suite: one that passed for want of a baseline is no plain pass. */
export function iconOfSuite(suite: SuiteReport): string {
  return suite.decision.outcome === 'pass' && (lacksBaseline(suite) || !isGated(suite))
    ? '⚠️'
    : iconOf(suite.decision);
}

/** True where nothing was run, and nobody has to look either. */
export function isUnchanged(suite: SuiteReport): boolean {
  return suite.kind === 'unchanged' && suite.decision.outcome === 'pass';
}

const CHANCE = / By chance alone, [^.;]+ would look like this\./;
const CHANCE_AT_END = new RegExp(`${CHANCE.source}$`);
/** Behind the fall of the same mean the headline leaves it out. */
const MEAN_BEFORE_MISSED = /^Mean .+? (?=\d\S* is (?:below|above) the threshold )/u;
const NO_PROOF_AT_END = / This alone does not fail it: .+\.$/;

/** What the findings say besides the headline; the same chance is said once for all of them. */
function findingsBelow({ headline, findings }: Decision): readonly RuleFinding[] {
  let said = headline;
  return findings.flatMap((finding) => {
    const main = finding.line
      .replace(/^Not \w+: /, '')
      .replace(NO_PROOF_AT_END, '')
      .replace(CHANCE_AT_END, '')
      .replace(MEAN_BEFORE_MISSED, '')
      .replace(/\.$/, '');
    if (headline.includes(main)) return [];
    const line = finding.line.replace(CHANCE, (chance) => (said.includes(chance) ? '' : chance));
    said += line;
    return [{ ...finding, line }];
  });
}

/** The findings that are told: what holds is said only beside what does not. */
export function findingsShown(suite: SuiteReport): readonly RuleFinding[] {
  const { outcome } = suite.decision;
  const alerted = suite.kind === 'evaluated' && needsAlert(suite);
  const fallen = new Set(
    suite.decision.findings.flatMap(({ rule, outcome: how, cases = [] }) =>
      rule === 'spread' && how !== 'holds' && how !== 'off' ? cases : [],
    ),
  );
  const shown = findingsBelow(suite.decision).filter(
    (finding) =>
      // Of cases that are told to have fallen together, that each alone may be broken too.
      !(
        finding.rule === 'case' &&
        finding.outcome === 'warns' &&
        finding.cases?.every((id) => fallen.has(id))
      ) &&
      !(finding.rule === 'baseline' && (alerted || isFurtherScore(suite))) &&
      // That nothing was tested is what "not decided" says.
      !(finding.outcome === 'off' && outcome === 'inconclusive') &&
      (finding.outcome === 'holds' ? outcome === 'fail' : true),
  );
  const last = shown.filter(({ unsettled }) => unsettled === true);
  const what = last.length === 1 ? 'This was' : `The last ${last.length} points were`;
  return [
    ...shown.filter(({ unsettled }) => unsettled !== true),
    ...last.map((finding, index) =>
      index < last.length - 1
        ? finding
        : {
            ...finding,
            line: `${finding.line} ${what} not checked again, because the decision is the same either way.`,
          },
    ),
  ];
}

/** True where a reader must know of the baseline before any number. */
export function needsAlert(suite: EvaluatedSuite): boolean {
  const { baseline } = suite;
  return !isFurtherScore(suite) && (baseline.kind !== 'record' || baseline.stale);
}

/** Rules that say whether there was something to hold the answers against, and whether it could be. */
const NO_GATES: ReadonlySet<RuleFinding['rule']> = new Set(['review', 'errors', 'baseline']);

/** False where a suite was measured and no rule said a word: without baseline and threshold, whatever it scored. */
export function isGated(suite: SuiteReport): boolean {
  const { decision } = suite;
  return (
    suite.kind !== 'evaluated' ||
    (suite.baseline.kind === 'none' && suite.baseline.reason === 'first') ||
    decision.outcome !== 'pass' ||
    decision.findings.some(({ rule, outcome }) => !NO_GATES.has(rule) && outcome !== 'off')
  );
}

/** True where a baseline should be there, and is not. */
export function lacksBaseline(suite: SuiteReport): boolean {
  return suite.kind === 'evaluated' && suite.baseline.kind === 'none' && suite.baseline.reason === 'absent';
}

/** The decision in a few words: `pass`, `not gated`, `fail: regression`, `inconclusive: error`, `fail: needs a person`, `not evaluated`. */
export function renderOutcome(suite: SuiteReport): string {
  const { decision } = suite;
  if (!isGated(suite)) return 'not gated';
  const unmeasured = suite.kind === 'not-evaluated';
  // `inconclusive: inconclusive` says it twice, what was never begun says why itself, and what else would have failed
  // was not decided.
  const told = (['review', 'error'] as const).slice(0, unmeasured ? 1 : 2);
  const reasons =
    unmeasured || decision.outcome === 'inconclusive'
      ? told.filter((reason) => decision.because.includes(reason))
      : decision.because;
  const words = reasons.map((reason) => (reason === 'review' ? 'needs a person' : reason));
  const because = words.length === 0 ? '' : `: ${words.join(', ')}`;
  const blocking = decision.outcome === 'pass' || decision.blocking ? '' : ' (not blocking)';
  return `${unmeasured ? 'not evaluated' : decision.outcome}${because}${blocking}`;
}

/** Suites with the one first that needs attention most: what needs a person, then fails, then inconclusive, then the largest fall. */
export function sortWorstFirst(suites: readonly SuiteReport[]): readonly SuiteReport[] {
  return suites.toSorted((a, b) => severityOf(b) - severityOf(a) || meanDeltaOf(a) - meanDeltaOf(b));
}

/**
 * False where an outage or fault left nothing to rely on, or the run ended before its plan was done: then no mean and
 * no figure of a case is shown.
 */
export function hasFigures(suite: SuiteReport): boolean {
  const { outcome, because } = suite.decision;
  if (outcome !== 'inconclusive') return true;
  const whole = suite.kind !== 'evaluated' || suite.head.stopped === null;
  return whole && !because.includes('error');
}

/** Cases without a score, but for those whose reason the decision's line says: of `whole` ones also the last lines behind it. */
export function failuresToTell(
  { comparison, decision }: EvaluatedSuite,
  { whole }: { readonly whole: boolean },
): readonly UnscoredCase[] {
  const told = oneLine(decision.headline);
  return comparison.unscored.filter(
    ({ reason }) => !told.includes(oneLine(whole ? reason : bareReason(reason)).replace(/\.$/, '')),
  );
}

/** So many reasons that begin alike are told one by one. */
const MOST_ALIKE = 3;

/**
 * Cases without a score by their reason, the most frequent first. Of many that begin alike, up to the first colon, and
 * go on with what they quote of a case, the first is told for all of them: `isExample`.
 */
export function groupReasons(unscored: readonly UnscoredCase[]): readonly {
  readonly rows: readonly UnscoredCase[];
  readonly reason: string;
  readonly isExample: boolean;
}[] {
  const alike = Map.groupBy(
    Map.groupBy(unscored, ({ reason }) => reason),
    ([reason]) => reason.split(': ', 1)[0],
  );
  return [...alike.values()]
    .flatMap((groups) =>
      groups.length <= MOST_ALIKE
        ? groups.map(([reason, rows]) => ({ rows, reason, isExample: false }))
        : [{ rows: groups.flatMap(([, rows]) => rows), reason: groups[0]?.[0] ?? '', isExample: true }],
    )
    .toSorted((a, b) => b.rows.length - a.rows.length);
}

/** Means of both sides in hundredths as they may be shown; all `null` where the outcome is inconclusive. */
export function shownMeans(suite: SuiteReport): {
  readonly base: number | null;
  readonly head: number | null;
  readonly delta: number | null;
  /** The drop that counts. */
  readonly limit: number | undefined;
} {
  const { mean } = suite.decision;
  const limit = mean === null ? undefined : 100 * mean.maxDrop;
  if (suite.kind !== 'evaluated' || suite.decision.outcome === 'inconclusive') {
    return { base: null, head: null, delta: null, limit };
  }
  const { baseMean: base, headMean: head, floorMean } = suite.comparison;
  if (base === null || head === null) return { base: null, head: floorMean, delta: null, limit };
  return { base, head, delta: head - base, limit };
}

function severityOf(suite: SuiteReport): number {
  const { outcome, because, blocking } = suite.decision;
  if (outcome === 'fail' && because.includes('review')) return 6;
  const rank = { fail: 2, inconclusive: 1, pass: 0 }[outcome];
  return blocking ? rank + 3 : rank;
}

function meanDeltaOf(suite: SuiteReport): number {
  return shownMeans(suite).delta ?? 0;
}

const OUTCOME_ICONS = { pass: '✅', fail: '❌', inconclusive: '⚠️' } as const;

/** `Measured 3 times on this head: ❌ ✅ ✅`; empty after the first time. */
export function renderMeasurements(suite: SuiteReport): string {
  const isKnown = suite.kind === 'evaluated' && !isFurtherScore(suite);
  const outcomes = isKnown ? (suite.measured ?? []) : [];
  if (outcomes.length < 2) return '';
  return `Measured ${outcomes.length} times on this head: ${outcomes.map((each) => OUTCOME_ICONS[each]).join(' ')}`;
}
