import type { PairedCase } from '../../model/comparison.js';
import type { Look } from '../../model/finding.js';
import { isUntested, type SettingsChange } from '../../model/notes.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { chooseLook } from '../../model/outcome.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../../model/report.js';
import type { Figures } from '../../scorers/measure-words.js';
import { renderNote, renderSettingsChange } from '../notes/note.js';
import { buildLists, type FoldedList, findHint, type Hint, listAlerts, type ReportFacts } from './alerts.js';
import { buildCaseAnchor, findPageUrl } from './anchors.js';
import type { Line } from './blocks.js';
import {
  type CaseNaming,
  type CaseView,
  createCaseNames,
  FULL_SCORE,
  findRepairs,
  type SharedChange,
  viewLone,
  viewPair,
} from './case-view.js';
import { listNamedHunks } from './caused-by.js';
import {
  addCertainty,
  type CauseView,
  collectOutcomeWords,
  findMostTelling,
  findUntested,
  listCauses,
  MAX_CAUSES,
  sortByDeciding,
} from './causes.js';
import { isBetter, isUnnoticed } from './changed-answers.js';
import { describeChangeCoverage } from './coverage-words.js';
import { listFailures, listNotScorable } from './failures.js';
import { collectFindingFacts, explainFindings, listDecidingFindings, type Sides } from './finding-words.js';
import { ICONS, renderHeading, renderOverallHeading, renderResult } from './heading.js';
import { listCosts, listFacts } from './last-line.js';
import { describeStep, describeSteps, type SuiteStep } from './next-steps.js';
import { findProbableLines, type ProbableLines } from './probable-lines.js';
import {
  findSuiteWords,
  isFirstRun,
  listScores,
  NONE,
  renderFigures,
  renderScoreName,
  showsChange,
  sortWorstFirst,
} from './scores.js';
import { listTags, type TagRow } from './tag-table.js';
import {
  describeRest,
  describeWorseVerb,
  gotWorse,
  listLow,
  listWorstPairs,
  sortPairs,
} from './worst-answers.js';

/** One report: comment, job summary, terminal and page are its renderings. */
export type ReportModel = ReportNames & {
  /** `❌ support: 4 of 12 answers got worse · …`, at most 120 characters for one suite. */
  readonly heading: string;
  /** What each of them is, if there are several. */
  readonly noun: 'suite' | 'scorer';
  /** Worst first; a suite with several scorers has one view each. */
  readonly suites: readonly SuiteView[];
  /** What to do now, in sentences. With several suites, each has a step of its own too. */
  readonly next: string;
  readonly notices: readonly string[];
};

/** The names of both sides, and the addresses that a report links to. */
export type ReportNames = { readonly sides: Sides; readonly links: ReportLinks };

/** Addresses that a report links to; `null` for what has none. */
export type ReportLinks = {
  readonly runUrl: string | null;
  readonly reportUrl: string | null;
  readonly homeUrl: string | null;
  /** The page of the pull request's changed files. */
  readonly diffUrl: string | null;
};

/** Everything that a report says, before it is rendered. */
export function buildReportModel(report: Report): ReportModel {
  const all = sortWorstFirst(listScores(report.suites));
  // All suites ended for the same reason.
  const suites = report.endedEarly === true ? all.slice(0, 1) : all;
  // An alert has it already.
  const isShown = report.suites.some(({ overload }) => overload !== undefined);
  const others = report.notices.filter(({ kind }) => kind !== 'overloaded' || !isShown);
  const notices = [...new Set(others.map(renderNote))];
  const facts = collectReportFacts(report);
  const { sides } = facts;
  const each = suites.map((suite) => buildSuiteView(suite, facts));
  const steps = each.map(({ step }) => step);
  const [only] = each;
  const next = only !== undefined && each.length === 1 ? only.next : describeSteps(steps, facts);
  const views = each.length === 1 ? each : sayOnce(each, next);
  const look = views[0]?.look ?? 'pass';
  const noun = new Set(suites.map(({ suite }) => suite)).size === suites.length ? 'suite' : 'scorer';
  return {
    heading: `${ICONS[look]} ${renderOverallHeading(suites, noun)}`,
    noun,
    suites: views,
    next,
    notices,
    sides,
    links: buildLinks(report),
  };
}

/** Without the sentences that are true of several suites, after the first. `next`: the step for all of them. */
function sayOnce(views: readonly SuiteView[], next: string): readonly SuiteView[] {
  const said = new Set<string>();
  return views.map((view) => {
    const key = `${view.look} ${view.firstRun}`;
    const firstRun = said.has(key) ? '' : view.firstRun;
    said.add(key);
    return { ...view, firstRun, next: view.next === next ? '' : view.next };
  });
}

function buildLinks({ runUrl, reportUrl, homeUrl, repositoryUrl, pullRequest }: Report): ReportLinks {
  const isOnPull = repositoryUrl !== null && pullRequest !== undefined;
  return {
    runUrl,
    reportUrl,
    homeUrl,
    diffUrl: isOnPull ? `${repositoryUrl}/pull/${pullRequest.number}/files` : null,
  };
}

/** What is true of the whole report. */
export function collectReportFacts(report: Report): ReportFacts {
  const { acceptable, pullRequest } = report;
  const scores = listScores(report.suites);
  return omitUndefined({
    acceptable,
    pullRequest,
    sides: nameSides(report),
    pageUrl: findPageUrl(report.reportUrl),
    several: scores.length > 1,
    hasFailed: scores.some(({ decision }) => chooseLook(decision) === 'fail'),
  });
}

/** Names of both sides as readers know them. */
function nameSides({ pullRequest, suites }: Report): Sides {
  if (pullRequest !== undefined) return [pullRequest.baseRef, 'this PR'];
  const baselines = suites.filter((suite) => suite.kind === 'evaluated').map(({ baseline }) => baseline);
  const branches = baselines.map((baseline) =>
    baseline.kind === 'unreadable' ? undefined : baseline.base?.branch,
  );
  return [branches.find((branch) => typeof branch === 'string') ?? 'before', 'now'];
}

/** All that a report says about one scorer of one suite; every rendering is made from it. */
export type SuiteView = {
  readonly suite: string;
  readonly name: string;
  readonly look: Look;
  /** `support: 4 of 12 answers got worse · relevancy 1.00 → 0.89`. */
  readonly heading: string;
  readonly result: string;
  readonly step: SuiteStep;
  /** What to do now, in sentences; empty if the step for all suites says it. */
  readonly next: string;
  /** That there is nothing to compare with, and what can fail; empty if something was compared, or if it is said. */
  readonly firstRun: string;
  readonly figures: Figures | null;
  readonly alerts: readonly string[];
  readonly hint: Hint | null;
  /** Changes to the settings of the check, and of the agent. */
  readonly changes: readonly string[];
  readonly agentChanges: readonly string[];
  readonly lists: readonly FoldedList[];
  readonly notes: readonly string[];
  readonly facts: readonly string[];
  readonly costs: readonly string[];
} & CasesView;

/** Empty if nothing was measured. */
type CasesView = {
  /** Those of the deciding rule first. */
  readonly causes: readonly CauseView[];
  /** Why the result is not chance: `confirmed: …`; else empty. */
  readonly certainty: string;
  /** True if new answers, or the mean of many, leave no doubt that the answers got worse. */
  readonly isCertain: boolean;
  /** True if the base answered in this check, too, so that nothing but this change can be the cause. */
  readonly isProven: boolean;
  /** True if anything got worse from base to head. Only then, changed lines are shown as its cause. */
  readonly gotWorse: boolean;
  /** True if there is nothing to compare with. */
  readonly isFirst: boolean;
  readonly worse: readonly CaseView[];
  /** `lost a fact`: what these answers have in common. */
  readonly worseVerb: string;
  /** If the threshold fails on the base as well: the answers below the highest score, the lowest first. */
  readonly low: readonly CaseView[];
  readonly better: readonly CaseView[];
  readonly repairs: readonly SharedChange[];
  /** The case of the deciding rule, or of an improvement; `null` if there is none. */
  readonly open: CaseView | null;
  /** `20 unchanged, none better`: the cases that are not among the worse ones. */
  readonly rest: string;
  readonly all: readonly CaseView[];
  readonly tags: readonly TagRow[];
  readonly evaluated: EvaluatedSuite | null;
  readonly failures: readonly string[];
  readonly changed: ProbableLines;
  /** The lines that probably cause what was not tested, if others were. */
  readonly alsoChanged: readonly ProbableLines[];
  /** True if the changed lines are shown here, and not with another scorer of the suite. */
  readonly showsChange: boolean;
  /** True if no scorer of the suite saw a difference. */
  readonly isUnnoticed: boolean;
  readonly explanation: readonly Line[];
};

/** Everything that a report says about one scorer of one suite. */
export function buildSuiteView(suite: SuiteReport, facts: ReportFacts): SuiteView {
  const { sides } = facts;
  const cases = suite.kind === 'evaluated' ? buildCases(suite, facts) : NO_CASES;
  const changes = (suite.changes ?? [])
    .filter((change) => !isOfAgent(change) && !isUntested(change))
    .map(renderSettingsChange);
  const step: SuiteStep = {
    suite,
    changed: cases.changed,
    alsoChanged: cases.alsoChanged,
    hasWorse: cases.worse.length > 0,
    gotWorse: cases.gotWorse,
    hasSettings: changes.length > 0,
    hasFailures: cases.failures.length > 0,
    isUnnoticed: cases.isUnnoticed,
  };
  return {
    suite: suite.suite,
    name: renderScoreName(suite),
    step,
    next: describeStep(step, facts),
    look: chooseLook(suite.decision),
    heading: renderHeading(suite),
    result: renderResult(suite),
    firstRun: suite.kind === 'evaluated' && isFirstRun(suite) ? describeFirstRun(suite) : '',
    figures: renderFigures(suite),
    alerts: listAlerts(suite),
    hint: findHint(suite, facts),
    changes,
    agentChanges: listAgentChanges(suite),
    lists: buildLists(suite, sides),
    facts: listFacts(suite),
    costs: listCosts(suite),
    notes: [
      ...suite.notes.filter(({ kind }) => kind !== 'not-stored').map(renderNote),
      ...(suite.kind === 'evaluated' ? listNotScorable(suite) : []),
    ],
    ...cases,
  };
}

function describeFirstRun({ decision: { findings } }: EvaluatedSuite): string {
  const start = 'There is nothing to compare with yet';
  // With `on-missing-baseline: fail`, that fails.
  if (findings.some(({ rule, outcome }) => rule === 'baseline' && outcome === 'fails')) return `${start}.`;
  const thresholds = findings.filter(({ rule }) => rule === 'threshold');
  if (thresholds.length === 0) return `${start}, and no \`threshold\` is set, so nothing can fail.`;
  const ofGroups = thresholds.some(({ tag }) => tag !== undefined);
  return `${start}, so only ${ofGroups ? 'a' : 'the'} \`threshold\` can fail.`;
}

/** Changes of the agent's settings, without those that are named as the cause. */
function listAgentChanges(suite: SuiteReport): readonly string[] {
  const settings = listNamedHunks(suite).flatMap((hunk) => hunk.settings);
  const causeNames = new Set(settings.map(({ name }) => `target.${name}`));
  const changes = (suite.changes ?? []).filter(isOfAgent);
  return changes
    .filter((change) => change.kind !== 'setting' || !causeNames.has(change.name))
    .map(renderSettingsChange);
}

function isOfAgent(change: SettingsChange): boolean {
  return change.kind === 'setting' && change.decides === 'head';
}

const NO_LINES: ProbableLines = { lines: [], changes: 0, shown: 0, likely: [], files: [] };

const NO_CASES: CasesView = {
  causes: [],
  certainty: '',
  isCertain: false,
  isProven: false,
  gotWorse: false,
  isFirst: false,
  worse: [],
  worseVerb: '',
  low: [],
  better: [],
  repairs: [],
  open: null,
  rest: '',
  all: [],
  tags: [],
  evaluated: null,
  failures: [],
  changed: NO_LINES,
  alsoChanged: [],
  showsChange: true,
  isUnnoticed: false,
  explanation: [],
};

/** The names of a suite's cases, their links, and their tags with a gate. */
function createNaming(suite: EvaluatedSuite, { pageUrl, several }: ReportFacts): CaseNaming {
  const { comparison, decision, head } = suite;
  const { pairs, added, edited, scorer } = comparison;
  const place = several ? renderScoreName(suite) : null;
  // By id, because a suite may have 10,000 cases.
  const measured = new Map(head.cases.map((row) => [row.id, row]));
  const gated = new Set(
    (decision.groups ?? []).filter(({ limits }) => limits !== undefined).map(({ tag }) => tag),
  );
  return {
    words: findSuiteWords(suite),
    nameCase: createCaseNames([...pairs, ...added, ...edited]),
    buildUrl: (id) => pageUrl && `${pageUrl}#${buildCaseAnchor(id, place)}`,
    listGatedTags: (id) => measured.get(id)?.tags?.filter((tag) => gated.has(tag)) ?? [],
    measured,
    scorer,
  };
}

function buildCases(suite: EvaluatedSuite, reportFacts: ReportFacts): CasesView {
  const { comparison, decision } = suite;
  const { pairs, added, edited, unscored } = comparison;
  const { sides } = reportFacts;
  const naming = createNaming(suite, reportFacts);
  const reasons = new Map(unscored.map((row) => [row.id, row]));
  const view = (pair: PairedCase) => viewPair(pair, { ...naming, unscored: reasons.get(pair.id) });
  // Without any score, there are no cases to show.
  const isScored = comparison.floorMean !== null;
  const worst = isScored ? listWorstPairs(suite) : [];
  const paired = worst.map(view);
  const deciding = listDecidingFindings(decision);
  const decidingIds = new Set(deciding.slice(0, 1).flatMap(({ caseIds }) => caseIds));
  const causes = isScored ? sortByDeciding(listCauses(worst, paired, comparison), decidingIds) : [];
  const worstIds = new Set(worst.map(({ id }) => id));
  const better = isScored ? pairs.filter((pair) => !worstIds.has(pair.id) && isBetter(pair)) : [];
  const lone = [...added, ...edited]
    .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
    .map((row) => viewLone(row, naming));
  // Cases without a score are listed with their failure.
  const below = lone.filter(({ head }) => head !== naming.words.score(FULL_SCORE) && head !== NONE);
  const isFirst = isFirstRun(suite);
  const worse = isFirst ? below : paired;
  const betterViews = better.toSorted((a, b) => (b.delta ?? 0) - (a.delta ?? 0)).map(view);
  const repairs = findRepairs(better, comparison.wordings);
  const happened = collectOutcomeWords(worse.length > 0 ? causes : repairs, worse);
  const facts = collectFindingFacts(suite, sides);
  const low = listLow(suite, worst).map(view);
  return {
    ...addCertainty(causes, suite, { facts, worst }),
    gotWorse: gotWorse(suite, worst),
    isFirst,
    worse,
    worseVerb: describeWorseVerb(suite, worst),
    low,
    better: betterViews,
    repairs,
    open:
      worse.find(({ id }) => decidingIds.has(id)) ??
      findMostTelling(worse, causes) ??
      low[0] ??
      betterViews[0] ??
      null,
    rest: isScored ? describeRest(suite, worst, better) : '',
    tags: isScored ? listTags(suite) : [],
    all: isScored ? [...sortPairs(suite).map(view), ...lone] : [],
    evaluated: suite,
    failures: listFailures(suite, worstIds, sides),
    changed: findProbableLines(suite, happened),
    alsoChanged: findUntested(causes.slice(0, MAX_CAUSES), suite),
    showsChange: showsChange(suite),
    isUnnoticed: isUnnoticed(suite),
    explanation: [...explainFindings(decision, facts), ...describeChangeCoverage(suite, sides[0])],
  };
}
