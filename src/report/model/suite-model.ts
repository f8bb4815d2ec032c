import type { Look } from '../../ports/finding.js';
import type { LoneCase, PairedCase, UnscoredCase } from '../../ports/comparison.js';
import type { Figures, MeasureWords } from '../../scorers/measure-words.js';
import { counted } from '../../text/counts.js';
import { bareReason, oneLine } from '../../text/values.js';
import type { GateEvaluated, GateSuite } from '../gate-report.js';
import { type DiffLine, diffAnswers } from './answer-diff.js';
import { type CaseName, nameCases } from './case-names.js';
import { type Cause, findCauses, isWorse } from './causes.js';
import { type DatasetLines, listDatasetChanges } from './dataset-lines.js';
import { explainFindings, obstacleClause } from './finding-words.js';
import { headingOf, lookOf, resultOf } from './heading.js';
import { listFacts } from './last-line.js';
import { diffPrompts } from './prompt-diff.js';
import { isFurtherScore, figuresOf, nameOfScore, wordsOfSuite } from './scores.js';

/** One case of the report. Scores are as the scorer gives them; all other text is foreign. */
export type CaseView = {
  readonly id: string;
  readonly name: CaseName;
  readonly base: string;
  readonly head: string;
  readonly delta: string;
  /** What became of its statements, or why it has no score: shortest form, for a table. */
  readonly changes: readonly { readonly sign: '+' | '-' | ''; readonly text: string }[];
  readonly diff: readonly DiffLine[];
  /** Why the scorer or judge says so; else empty. */
  readonly reason: string;
};

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
  /** `3 cases have no score: …`, one line per reason. */
  readonly failures: readonly string[];
  readonly prompt: { readonly file: string; readonly lines: readonly string[] } | null;
  readonly dataset: DatasetLines | null;
  /** How this was decided: a line per rule, then the notes. */
  readonly explanation: readonly string[];
  readonly facts: readonly string[];
};

/** @param base the base branch's name, else `base`. */
export function buildSuiteView(suite: GateSuite, base: string): SuiteView {
  const { decision } = suite;
  return {
    suite: suite.suite,
    name: nameOfScore(suite),
    look: lookOf(suite),
    heading: headingOf(suite),
    result: resultOf(suite),
    figures: figuresOf(suite),
    alerts: listAlerts(suite),
    changes: suite.changes ?? [],
    dataset: listDatasetChanges(suite),
    facts: listFacts(suite, base),
    ...(suite.kind === 'evaluated'
      ? buildCases(suite)
      : {
          causes: [],
          worse: [],
          open: null,
          rest: '',
          all: [],
          failures: [],
          prompt: null,
          explanation: [...suite.notes],
        }),
    ...(decision.unmeasured?.kind === 'unchanged' && { explanation: [] }),
  };
}

function listAlerts(suite: GateSuite): readonly string[] {
  const { review, unmeasured, findings } = suite.decision;
  const undecided = findings.flatMap((finding) =>
    finding.outcome === 'inconclusive' &&
    (finding.rule === 'errors' || finding.rule === 'baseline') &&
    finding.obstacle !== null
      ? [`Not decided: ${obstacleClause(finding.obstacle)}.`]
      : [],
  );
  return [...review, ...whyUnmeasured(unmeasured), ...undecided, ...aboutBaseline(suite)];
}

function whyUnmeasured(unmeasured: GateSuite['decision']['unmeasured']): readonly string[] {
  switch (unmeasured?.kind) {
    case 'not-evaluated':
      return unmeasured.reasons;
    case 'broken-base':
    case 'not-stored':
      return [unmeasured.reason];
    case 'unchanged':
    case 'shown-only':
    case undefined:
      return [];
    default:
      return unmeasured satisfies never;
  }
}

function aboutBaseline(suite: GateSuite): readonly string[] {
  if (suite.kind !== 'evaluated' || isFurtherScore(suite)) return [];
  const { baseline } = suite;
  if (baseline.kind === 'record' && !baseline.stale) return [];
  return baseline.kind === 'none' && baseline.reason === 'first' ? [] : [baseline.line];
}

function buildCases(
  suite: GateEvaluated,
): Pick<
  SuiteView,
  'causes' | 'worse' | 'open' | 'rest' | 'all' | 'failures' | 'prompt' | 'explanation'
> {
  const { comparison, decision, changedPrompt, changedFiles = [] } = suite;
  const words = wordsOfSuite(suite);
  const { pairs, added, edited, unscored } = comparison;
  const nameOf = nameCases([...pairs, ...added, ...edited, ...unscored]);
  const reasons = new Map(unscored.map((row) => [row.id, row]));
  const view = (pair: PairedCase) => viewPair(pair, { words, nameOf, unscored: reasons.get(pair.id) });
  const hasNumbers = decision.outcome !== 'inconclusive';
  const worst = hasNumbers ? worstPairs(suite) : [];
  const causes = hasNumbers ? findCauses(pairs, comparison, words.items.bad) : [];
  const worse = worst.map(view);
  const lone = [...added, ...edited].map((row) => viewLone(row, { words, nameOf }));
  return {
    causes,
    worse,
    open: mostTelling(worse, causes),
    rest: hasNumbers ? describeRest(suite, worst) : '',
    all: hasNumbers ? [...pairs.toSorted(byDelta).map(view), ...lone] : [],
    failures: listFailures(unscored),
    prompt:
      changedPrompt === undefined
        ? null
        : { file: changedFiles[0] ?? 'the prompt', lines: diffPrompts(changedPrompt) },
    explanation: [...explainFindings(decision, words), ...suite.notes],
  };
}

function byDelta(a: PairedCase, b: PairedCase): number {
  return (a.delta ?? -Infinity) - (b.delta ?? -Infinity);
}

/** The pairs that got worse, in the decision's order. If the mean alone fell: the largest falls. */
function worstPairs({ comparison, decision }: GateEvaluated): readonly PairedCase[] {
  const byId = new Map(comparison.pairs.map((pair) => [pair.id, pair]));
  const named = decision.worse.flatMap((id) => byId.get(id) ?? []);
  if (named.length > 0 || decision.outcome !== 'fail') return named;
  const fallen = comparison.pairs.filter(({ delta }) => (delta ?? 0) < 0);
  return (fallen.length > 0 ? fallen : comparison.pairs.filter(({ head }) => head !== null)).toSorted(
    (a, b) => byDelta(a, b) || (a.head ?? 0) - (b.head ?? 0),
  );
}

type Naming = { readonly words: MeasureWords; readonly nameOf: (row: LoneCase | PairedCase) => CaseName };

function viewPair(
  pair: PairedCase,
  { words, nameOf, unscored }: Naming & { readonly unscored: UnscoredCase | undefined },
): CaseView {
  const { from, to, delta } = words.figures(pair.base, pair.head);
  const changes = pair.statements.filter(isWorse).flatMap(({ kind, text, otherText }): CaseView['changes'] => {
    if (kind === 'newly-irrelevant') return [{ sign: '+', text }];
    return [{ sign: '-', text }, ...(otherText === null ? [] : [{ sign: '+', text: otherText } as const])];
  });
  const why = unscored === undefined ? [] : [{ sign: '', text: bareReason(unscored.reason) } as const];
  const reason = pair.statements.find(({ kind }) => kind === 'newly-irrelevant')?.reason;
  return {
    id: pair.id,
    name: nameOf(pair),
    base: from,
    head: to,
    delta,
    changes: [...why, ...changes],
    diff: diffAnswers(pair, words.items.bad),
    reason: reason ?? (words.judgesItems ? '' : (pair.headReason ?? '')),
  };
}

function viewLone(row: LoneCase, { words, nameOf }: Naming): CaseView {
  const answer = row.answer?.status === 'answered' ? row.answer.output : '';
  return {
    id: row.id,
    name: nameOf(row),
    base: '–',
    head: words.score(row.score),
    delta: '–',
    changes: [],
    diff: answer === '' ? [] : [{ sign: ' ', text: answer, mark: '' }],
    reason: '',
  };
}

/** The one that shows most of the causes; of several the worst. */
function mostTelling(worse: readonly CaseView[], causes: readonly Cause[]): CaseView | null {
  const shown = ({ id }: CaseView) => causes.filter(({ caseIds }) => caseIds.has(id)).length;
  return worse.toSorted((a, b) => shown(b) - shown(a))[0] ?? null;
}

/** What became of the cases that are not among the worst. */
function describeRest({ comparison }: GateEvaluated, worst: readonly PairedCase[]): string {
  const others = comparison.pairs.filter((pair) => !worst.includes(pair));
  const count = (test: (delta: number) => boolean) =>
    others.filter(({ delta }) => delta !== null && test(delta)).length;
  const parts = [
    [count((delta) => delta < 0), 'slightly lower'],
    [count((delta) => delta > 0), 'better'],
    [count((delta) => delta === 0), 'unchanged'],
    [others.filter(({ delta }) => delta === null).length, 'without a score'],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(' · ');
}

const MOST_REASONS = 5;

function listFailures(unscored: readonly UnscoredCase[]): readonly string[] {
  const groups = [...Map.groupBy(unscored, ({ reason }) => oneLine(bareReason(reason)))].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const lines = groups
    .slice(0, MOST_REASONS)
    .map(([reason, rows]) => `${counted(rows.length, 'case')} without a score: ${reason}`);
  const more = groups.length - lines.length;
  return more === 0 ? lines : [...lines, counted(more, 'more reason')];
}
