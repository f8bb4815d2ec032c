import type { PairedCase, UnscoredCase } from '../../model/comparison.js';
import type { Look } from '../../model/finding.js';
import type { EvaluatedSuite, SuiteReport } from '../../model/report.js';
import type { Figures } from '../../scorers/measure-words.js';
import { counted } from '../../text/counts.js';
import { diffLines } from '../../text/line-diff.js';
import { bareReason, oneLine } from '../../text/values.js';
import { renderChange } from '../notes/change.js';
import { renderNote } from '../notes/note.js';
import { listAlerts } from './alerts.js';
import { type AnswerCostRow, listAnswerCosts } from './answer-cost.js';
import { type CaseDetail, createDetails, EMPTY_DETAIL } from './case-detail.js';
import { type CaseView, nameCases, viewLone, viewPair } from './case-view.js';
import { type Cause, findCauses } from './causes.js';
import { explainFindings, factsOf } from './finding-words.js';
import { headingOf, lookOf, resultOf } from './heading.js';
import { listFacts } from './last-line.js';
import { buildLists, type FoldedList } from './lists.js';
import { figuresOf, isFurtherScore, NONE, nameOfScore, wordsOfSuite } from './scores.js';

/** All that a report says about one scorer of one suite; every rendering is made from it. */
export type SuiteView = {
  readonly suite: string;
  readonly name: string;
  readonly look: Look;
  /** `support: 4 of 12 answers got worse · relevancy 1.00 → 0.89 (−0.11)`. */
  readonly heading: string;
  /** The heading without name and score. */
  readonly result: string;
  /** Means of both sides; `null` without a score. */
  readonly figures: Figures | null;
  /** What a reader must know before any number: human review, why nothing was decided, an old baseline. */
  readonly alerts: readonly string[];
  /** What the pull request changes about the check itself. */
  readonly changes: readonly string[];
  readonly causes: readonly Cause[];
  /** Answers that got worse, worst first. */
  readonly worse: readonly CaseView[];
  /** The case that shows most of the causes; `null` if none got worse. */
  readonly open: CaseView | null;
  /** `2 improved · 8 unchanged`. */
  readonly rest: string;
  readonly all: readonly CaseView[];
  /** A case with its answers, verdicts and all runs. */
  readonly detailOf: (view: CaseView) => CaseDetail;
  /** `relevancy`; empty if nothing was measured. */
  readonly measure: string;
  /** The lowest and the highest score in better direction: `0.00` and `1.00`. */
  readonly scale: readonly [worst: string, best: string];
  /** Tokens, cost and time per answer. */
  readonly answerCosts: readonly AnswerCostRow[];
  /** `3 cases have no score: …`, one line per reason. */
  readonly failures: readonly string[];
  readonly prompt: { readonly file: string; readonly lines: readonly string[] } | null;
  readonly lists: readonly FoldedList[];
  /** How this was decided: a line per rule. */
  readonly explanation: readonly string[];
  readonly notes: readonly string[];
  readonly facts: readonly string[];
};

export function buildSuiteView(suite: SuiteReport): SuiteView {
  return {
    suite: suite.suite,
    name: nameOfScore(suite),
    look: lookOf(suite),
    heading: headingOf(suite),
    result: resultOf(suite),
    figures: figuresOf(suite),
    alerts: listAlerts(suite),
    changes: (suite.changes ?? []).map(renderChange),
    lists: buildLists(suite),
    facts: listFacts(suite),
    notes: suite.notes.filter(({ kind }) => kind !== 'not-stored').map(renderNote),
    ...(suite.kind === 'evaluated'
      ? buildCases(suite)
      : {
          causes: [],
          worse: [],
          open: null,
          rest: '',
          all: [],
          detailOf: () => EMPTY_DETAIL,
          measure: '',
          scale: [NONE, NONE] as const,
          answerCosts: [],
          failures: [],
          prompt: null,
          explanation: [],
        }),
  };
}

function buildCases(
  suite: EvaluatedSuite,
): Pick<
  SuiteView,
  | ('causes' | 'worse' | 'open' | 'rest' | 'all' | 'detailOf' | 'measure' | 'scale' | 'answerCosts')
  | ('failures' | 'prompt' | 'explanation')
> {
  const { comparison, decision, changedPrompt, changedFiles = [] } = suite;
  const words = wordsOfSuite(suite);
  const { pairs, added, edited, unscored } = comparison;
  const nameOf = nameCases([...pairs, ...added, ...edited]);
  const reasons = new Map(unscored.map((row) => [row.id, row]));
  const view = (pair: PairedCase) => viewPair(pair, { words, nameOf, unscored: reasons.get(pair.id) });
  const hasNumbers = decision.outcome !== 'inconclusive';
  const worst = hasNumbers ? worstPairs(suite) : [];
  const causes = hasNumbers ? findCauses(pairs, comparison, words.items.bad) : [];
  const shared = causes.filter(({ caseIds }) => caseIds.size > 1);
  // A shared cause has its reason already.
  const paired = worst.map(view).map((each) => (explains(shared, each) ? { ...each, reason: '' } : each));
  const named = new Set(worst.map(({ id }) => id));
  const lone = [...added, ...edited]
    .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
    .map((row) => viewLone(row, suite, { words, nameOf }));
  const worse = comparesNothing(suite) ? lone.filter(({ head }) => head !== words.score(FULL)) : paired;
  return {
    causes: shared,
    worse,
    open: mostTelling(worse, shared),
    rest: hasNumbers ? describeRest(suite, worst) : '',
    all: hasNumbers ? [...pairs.toSorted(byDelta).map(view), ...lone] : [],
    detailOf: createDetails(suite, new Set(worse.map(({ id }) => id))),
    measure: words.label,
    scale: [words.score(0), words.score(FULL)],
    answerCosts: isFurtherScore(suite) ? [] : listAnswerCosts(suite),
    failures: listFailures(
      unscored.filter(({ id, reason }) => !named.has(id) && !isExplained(reason, suite)),
    ),
    prompt:
      changedPrompt === undefined
        ? null
        : { file: changedFiles[0] ?? 'the prompt', lines: diffLines(changedPrompt) },
    explanation: explainFindings(decision, factsOf(words, comparison)),
  };
}

function byDelta(a: PairedCase, b: PairedCase): number {
  return (a.delta ?? -Infinity) - (b.delta ?? -Infinity);
}

const FULL = 100;

/** Without a baseline the lowest scores are shown. */
function comparesNothing({ baseline, decision }: EvaluatedSuite): boolean {
  return baseline.kind !== 'record' && decision.outcome !== 'inconclusive';
}

/** The pairs that got worse, in the decision's order. If only mean or threshold decide: the falls, else the lowest scores. */
function worstPairs({ comparison: { pairs }, decision }: EvaluatedSuite): readonly PairedCase[] {
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  const named = decision.worse.flatMap((id) => byId.get(id) ?? []);
  const meansDecide = decision.findings.some(
    ({ rule, outcome }) => outcome === 'fails' && (rule === 'mean' || rule === 'threshold'),
  );
  if (named.length > 0 || !meansDecide) return named;
  const falls = pairs.filter(({ delta }) => (delta ?? 0) < 0);
  if (falls.length > 0) return falls.toSorted(byDelta);
  return pairs
    .filter(({ head }) => head !== null && head < FULL)
    .toSorted((a, b) => (a.head ?? 0) - (b.head ?? 0));
}

function explains(causes: readonly Cause[], { id, reason }: CaseView): boolean {
  return causes.some((cause) => cause.caseIds.has(id) && cause.reason === reason);
}

/** The one that shows most of the causes; of several the worst. */
function mostTelling(worse: readonly CaseView[], causes: readonly Cause[]): CaseView | null {
  const shown = ({ id }: CaseView) => causes.filter(({ caseIds }) => caseIds.has(id)).length;
  return worse.toSorted((a, b) => shown(b) - shown(a))[0] ?? null;
}

/** True if an alert already says why these cases have no score. */
function isExplained(reason: string, { decision }: EvaluatedSuite): boolean {
  return decision.findings.some(
    (finding) =>
      finding.rule === 'errors' && 'reason' in finding.obstacle && finding.obstacle.reason === reason,
  );
}

/** What became of the cases that are not among the worst. */
function describeRest({ comparison }: EvaluatedSuite, worst: readonly PairedCase[]): string {
  const others = comparison.pairs.filter((pair) => !worst.includes(pair));
  const labels = others.map(({ delta }) => {
    if (delta === null) return 'without a score';
    return delta === 0 ? 'unchanged' : delta < 0 ? 'slightly lower' : 'better';
  });
  return [...Map.groupBy(labels, (label) => label)]
    .map(([label, { length }]) => `${length} ${label}`)
    .join(' · ');
}

function listFailures(unscored: readonly UnscoredCase[]): readonly string[] {
  const groups = [...Map.groupBy(unscored, ({ reason }) => oneLine(bareReason(reason)))];
  return groups
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_REASONS)
    .map(([reason, rows]) => `${counted(rows.length, 'case')} without a score: ${reason}`);
}

const MOST_REASONS = 5;
