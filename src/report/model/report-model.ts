import type { PairedCase } from '../../model/comparison.js';
import type { Look } from '../../model/finding.js';
import { lookOf } from '../../model/outcome.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../../model/report.js';
import type { Figures } from '../../scorers/measure-words.js';
import { listChangedLines } from '../../text/changed-lines.js';
import { renderChange, renderNote } from '../notes/note.js';
import { type Alert, buildLists, type FoldedList, listAlerts } from './alerts.js';
import {
  type CaseView,
  findAdditions,
  findCauses,
  nameCases,
  type SharedChange,
  viewLone,
  viewPair,
} from './case-view.js';
import { listFailures, listNotScorable } from './failures.js';
import { explainFindings, factsOf } from './finding-words.js';
import { headingOf, ICONS, overallHeading, resultOf } from './heading.js';
import { listFacts } from './last-line.js';
import { listNextSteps, type NextStep } from './next-steps.js';
import { figuresOf, listScores, NONE, nameOfScore, sortWorstFirst, wordsOfSuite } from './scores.js';
import { listTags, pairsOfFailedGroups, type TagRow } from './tag-table.js';

/** One report: comment, job summary, terminal and page are its renderings. */
export type ReportModel = {
  /** `❌ support: 4 of 12 answers got worse · …`, at most 90 characters for one suite. */
  readonly heading: string;
  /** Worst first; a suite with several scorers has one view each. */
  readonly suites: readonly SuiteView[];
  readonly next: readonly NextStep[];
  readonly notices: readonly string[];
  readonly sides: readonly [base: string, head: string];
  readonly runUrl: string | null;
  readonly reportUrl: string | null;
  readonly homeUrl: string | null;
};

export function buildReportModel(report: Report): ReportModel {
  const all = sortWorstFirst(listScores(report.suites));
  // The run ended for one reason.
  const suites = report.endedEarly === true ? all.slice(0, 1) : all;
  const notices = [...new Set(report.notices.map(renderNote))];
  const views = suites.map(buildSuiteView);
  const look = views[0]?.look ?? 'pass';
  const noun = new Set(suites.map(({ suite }) => suite)).size === suites.length ? 'suite' : 'score';
  return {
    heading: `${ICONS[look]} ${overallHeading(suites, noun)}`,
    suites: views,
    next: listNextSteps({ ...report, suites }),
    notices,
    sides: sidesOf(report),
    runUrl: report.runUrl,
    reportUrl: report.reportUrl,
    homeUrl: report.homeUrl,
  };
}

function sidesOf({ pullRequest }: Report): readonly [string, string] {
  return pullRequest === undefined ? ['base', 'head'] : [pullRequest.baseRef, 'this PR'];
}

/** All that a report says about one scorer of one suite; every rendering is made from it. */
export type SuiteView = {
  readonly suite: string;
  readonly name: string;
  readonly look: Look;
  /** `support: 4 of 12 answers got worse · relevancy 1.00 → 0.89 (−0.11)`. */
  readonly heading: string;
  readonly result: string;
  readonly figures: Figures | null;
  readonly alerts: readonly Alert[];
  readonly changes: readonly string[];
  readonly lists: readonly FoldedList[];
  readonly notes: readonly string[];
  readonly facts: readonly string[];
} & CasesView;

/** Empty if nothing was measured. */
type CasesView = {
  readonly causes: readonly SharedChange[];
  readonly worse: readonly CaseView[];
  /** The case that shows most of the causes; `null` if none got worse. */
  readonly open: CaseView | null;
  readonly rest: string;
  readonly all: readonly CaseView[];
  readonly tags: readonly TagRow[];
  readonly evaluated: EvaluatedSuite | null;
  readonly failures: readonly string[];
  readonly prompt: { readonly file: string; readonly lines: readonly string[] } | null;
  readonly explanation: readonly string[];
};

export function buildSuiteView(suite: SuiteReport): SuiteView {
  return {
    suite: suite.suite,
    name: nameOfScore(suite),
    look: lookOf(suite.decision),
    heading: headingOf(suite),
    result: resultOf(suite),
    figures: figuresOf(suite),
    alerts: listAlerts(suite),
    changes: (suite.changes ?? []).map(renderChange),
    lists: buildLists(suite),
    facts: listFacts(suite),
    notes: [
      ...suite.notes.filter(({ kind }) => kind !== 'not-stored').map(renderNote),
      ...(suite.kind === 'evaluated' ? listNotScorable(suite) : []),
    ],
    ...(suite.kind === 'evaluated' ? buildCases(suite) : NO_CASES),
  };
}

const NO_CASES: CasesView = {
  ...{ causes: [], worse: [], open: null, rest: '', all: [], tags: [], evaluated: null },
  ...{ failures: [], prompt: null, explanation: [] },
};

function buildCases(suite: EvaluatedSuite): CasesView {
  const { comparison, decision } = suite;
  const changedPrompt = suite.changedFiles?.find(({ role }) => role === 'prompt');
  const words = wordsOfSuite(suite);
  const { pairs, added, edited, unscored } = comparison;
  const nameOf = nameCases([...pairs, ...added, ...edited]);
  // By id, because a suite may have 10,000 cases.
  const reasons = new Map(unscored.map((row) => [row.id, row]));
  const measured = new Map(suite.head.cases.map((row) => [row.id, row]));
  const sorted = pairs.toSorted(decision.outcome === 'inconclusive' ? byScore : byDelta);
  const view = (pair: PairedCase) => viewPair(pair, { words, nameOf, unscored: reasons.get(pair.id) });
  // Without any score, there are no cases to show.
  const isScored = comparison.floorMean !== null;
  const worst = isScored ? worstPairs(suite) : [];
  const causes = isScored ? findCauses(pairs, comparison, words.items.bad) : [];
  const found = causes.filter(({ caseIds }) => caseIds.size > 1);
  // A shared cause has its reason already.
  const said = new Set(found.flatMap(({ caseIds, reason }) => [...caseIds].map((id) => `${id}\n${reason}`)));
  const paired = worst.map((pair) => withoutReason(view(pair), said));
  const shared = [...found, ...findAdditions(paired, found)];
  const named = new Set(worst.map(({ id }) => id));
  const lone = [...added, ...edited]
    .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
    .map((row) =>
      viewLone(row, { words, nameOf, measured: measured.get(row.id), scorer: comparison.scorer }),
    );
  // Those without a score are named by their failure.
  const below = lone.filter(({ head }) => head !== words.score(FULL) && head !== NONE);
  const worse = comparesNothing(suite) ? below : paired;
  return {
    causes: shared,
    worse,
    open: mostTelling(worse, shared),
    rest: isScored ? describeRest(suite, worst) : '',
    tags: isScored ? listTags(suite) : [],
    all: isScored ? [...sorted.map(view), ...lone] : [],
    evaluated: suite,
    failures: listFailures(suite, named),
    prompt:
      changedPrompt === undefined
        ? null
        : {
            file: changedPrompt.path,
            lines: listChangedLines(changedPrompt.before, changedPrompt.after).map(
              ({ sign, text }) => `${sign} ${text}`,
            ),
          },
    explanation: explainFindings(decision, factsOf(words, comparison)),
  };
}

function byDelta(a: PairedCase, b: PairedCase): number {
  return (a.delta ?? -Infinity) - (b.delta ?? -Infinity);
}

/** The same with those without a score last: of an undecided check, readers know their reason. */
function byScore(a: PairedCase, b: PairedCase): number {
  return Number(a.head === null) - Number(b.head === null) || byDelta(a, b);
}

const FULL = 100;

function comparesNothing({ baseline, decision }: EvaluatedSuite): boolean {
  return baseline.kind !== 'record' && decision.outcome !== 'inconclusive';
}

/** The pairs that got worse, in the decision's order. If only mean or threshold decide: the falls, else the lowest scores. */
function worstPairs(suite: EvaluatedSuite): readonly PairedCase[] {
  const { decision, comparison } = suite;
  const ofGroups = pairsOfFailedGroups(suite);
  const pairs = ofGroups ?? comparison.pairs;
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  const named = decision.worse.flatMap((id) => byId.get(id) ?? []);
  const meansDecide = decision.findings.some(
    ({ rule, outcome }) => outcome === 'fails' && (rule === 'mean' || rule === 'threshold'),
  );
  if ((named.length > 0 && ofGroups === null) || !meansDecide) return named;
  const falls = pairs.filter(({ delta }) => (delta ?? 0) < 0);
  if (falls.length > 0) return falls.toSorted(byDelta);
  return pairs
    .filter(({ head }) => head !== null && head < FULL)
    .toSorted((a, b) => (a.head ?? 0) - (b.head ?? 0));
}

/** `said`: ids of cases, each with a reason on the next line. */
function withoutReason(view: CaseView, said: ReadonlySet<string>): CaseView {
  return said.has(`${view.id}\n${view.reason}`) ? { ...view, reason: '' } : view;
}

/** The one that shows most of the causes; of several the worst. */
function mostTelling(worse: readonly CaseView[], causes: readonly SharedChange[]): CaseView | null {
  const shown = new Map<string, number>();
  for (const { caseIds } of causes) {
    for (const id of caseIds) shown.set(id, (shown.get(id) ?? 0) + 1);
  }
  return worse.toSorted((a, b) => (shown.get(b.id) ?? 0) - (shown.get(a.id) ?? 0))[0] ?? null;
}

function describeRest({ comparison }: EvaluatedSuite, worst: readonly PairedCase[]): string {
  const named = new Set(worst);
  const others = comparison.pairs.filter((pair) => !named.has(pair));
  const labels = others.map(({ delta }) => {
    if (delta === null) return 'without a score';
    return delta === 0 ? 'unchanged' : delta < 0 ? 'slightly lower' : 'better';
  });
  return [...Map.groupBy(labels, (label) => label)]
    .map(([label, { length }]) => `${length} ${label}`)
    .join(' · ');
}
