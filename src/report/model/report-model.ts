import type { Comparison, PairedCase } from '../../model/comparison.js';
import type { Decision, Finding, Look } from '../../model/finding.js';
import type { SettingsChange } from '../../model/notes.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { chooseLook } from '../../model/outcome.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../../model/report.js';
import type { Figures } from '../../scorers/measure-words.js';
import { renderNote, renderSettingsChange } from '../notes/note.js';
import {
  buildLists,
  type FoldedList,
  findHint,
  type Hint,
  isModelInCode,
  listAlerts,
  type ReportFacts,
} from './alerts.js';
import { buildCaseAnchor, findPageUrl } from './anchors.js';
import type { Line } from './blocks.js';
import {
  type CaseView,
  createCaseNames,
  findAdditions,
  findCauses,
  findRepairs,
  nameWholeAnswers,
  type SharedChange,
  viewLone,
  viewPair,
} from './case-view.js';
import { listNamedHunks, listTestedIds } from './caused-by.js';
import { isBetter, isUnnoticed } from './changed-answers.js';
import { sortByConfirmation, splitWorse } from './confirmation.js';
import { describeChangeCoverage } from './coverage-words.js';
import { listFailures, listNotScorable } from './failures.js';
import {
  collectFindingFacts,
  describeCertainty,
  describePartialCertainty,
  explainFindings,
  type FindingFacts,
  isCertain,
  isProven,
  listDecidingFindings,
  type Sides,
} from './finding-words.js';
import {
  describeCommonLoss,
  describeFall,
  ICONS,
  MAY_BE_WORSE,
  renderHeading,
  renderOverallHeading,
  renderResult,
} from './heading.js';
import { listCosts, listFacts } from './last-line.js';
import { describeStep, describeSteps, type SuiteStep } from './next-steps.js';
import {
  findProbableLines,
  type OutcomeWords,
  type ProbableLine,
  type ProbableLines,
  takeFirstChange,
} from './probable-lines.js';
import {
  findSuiteWords,
  findThreshold,
  isBaseBelow,
  isFirstRun,
  listScores,
  NONE,
  renderFigures,
  renderScoreName,
  showsChange,
  sortWorstFirst,
} from './scores.js';
import { findPairsOfFailedGroups, listTags, type TagRow } from './tag-table.js';

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
  return omitUndefined({
    acceptable,
    pullRequest,
    sides: nameSides(report),
    pageUrl: findPageUrl(report.reportUrl),
    several: listScores(report.suites).length > 1,
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

/** A cause, and why it counts: `confirmed: …`; else empty. */
export type CauseView = SharedChange & { readonly certainty: string };

/** Causes that are shown. */
export const MAX_CAUSES = 3;

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
    .filter((change) => !isOfAgent(change) && !isModelInCode(change))
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

function buildCases(suite: EvaluatedSuite, { sides, pageUrl, several }: ReportFacts): CasesView {
  const { comparison, decision } = suite;
  const words = findSuiteWords(suite);
  const { pairs, added, edited, unscored } = comparison;
  const place = several ? renderScoreName(suite) : null;
  const buildUrl = (id: string) => pageUrl && `${pageUrl}#${buildCaseAnchor(id, place)}`;
  const nameCase = createCaseNames([...pairs, ...added, ...edited]);
  // By id, because a suite may have 10,000 cases.
  const reasons = new Map(unscored.map((row) => [row.id, row]));
  const headRows = new Map(suite.head.cases.map((row) => [row.id, row]));
  const gated = new Set(
    (decision.groups ?? []).filter(({ limits }) => limits !== undefined).map(({ tag }) => tag),
  );
  const listGatedTags = (id: string) => headRows.get(id)?.tags?.filter((tag) => gated.has(tag)) ?? [];
  const naming = { words, nameCase, buildUrl, listGatedTags, measured: headRows, scorer: comparison.scorer };
  const sorted = pairs.toSorted(decision.outcome === 'inconclusive' ? compareScore : compareDelta);
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
  const below = lone.filter(({ head }) => head !== words.score(FULL) && head !== NONE);
  const worse = isFirstRun(suite) ? below : paired;
  const betterViews = better.toSorted((a, b) => (b.delta ?? 0) - (a.delta ?? 0)).map(view);
  const repairs = findRepairs(better, comparison.wordings);
  const happened = collectOutcomeWords(worse.length > 0 ? causes : repairs, worse);
  const facts = collectFindingFacts(suite, sides);
  const low = listLow(suite, worst).map(view);
  return {
    ...addCertainty(causes, suite, { facts, worst }),
    gotWorse: gotWorse(suite, worst),
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
    all: isScored ? [...sorted.map(view), ...lone] : [],
    evaluated: suite,
    failures: listFailures(suite, worstIds, sides),
    changed: findProbableLines(suite, happened),
    alsoChanged: findUntested(causes.slice(0, MAX_CAUSES), suite),
    showsChange: showsChange(suite),
    isUnnoticed: isUnnoticed(suite),
    explanation: [...explainFindings(decision, facts), ...describeChangeCoverage(suite, sides[0])],
  };
}

/** Whether new answers confirm it, for each cause and for all answers that got worse. */
function addCertainty(
  causes: readonly SharedChange[],
  suite: EvaluatedSuite,
  { facts, worst }: { readonly facts: FindingFacts; readonly worst: readonly PairedCase[] },
): Pick<CasesView, 'causes' | 'certainty' | 'isCertain' | 'isProven'> {
  const { decision } = suite;
  const [lead] = listDecidingFindings(decision);
  const shown = [...listShownFindings(causes, decision), ...listMustPass(decision)];
  const ids = worst.map(({ id }) => id);
  const ofLead = lead === undefined ? '' : describeCertainty(lead, facts, ids);
  const certainty = describePartialCertainty(decision, facts) ?? ofLead;
  return {
    causes: causes.map((cause, at) => {
      const own = at < MAX_CAUSES ? describeCauseCertainty(cause, suite, facts) : '';
      return { ...cause, certainty: own === '' && at === 0 ? certainty : own };
    }),
    certainty,
    isCertain: shown.some((finding) => isCertain(finding, facts)),
    isProven: shown.some((finding) => isProven(finding, facts)),
  };
}

/** Causes of several answers; of one answer, if that is all there is. */
function listCauses(
  worst: readonly PairedCase[],
  views: readonly CaseView[],
  comparison: Comparison,
): readonly SharedChange[] {
  const causes = findCauses(worst, comparison.wordings);
  // The example shows the rest of a single answer.
  const found = worst.length === 1 ? causes.slice(0, 1) : causes.filter(({ caseIds }) => caseIds.size > 1);
  const answers = worst.flatMap((pair, at) => {
    const view = views[at];
    return view === undefined ? [] : [{ pair, view }];
  });
  const named = found.map((cause, at) =>
    at < MAX_CAUSES ? nameWholeAnswers(cause, answers, comparison.wordings) : cause,
  );
  return [...named, ...findAdditions(views, found)];
}

function sortByDeciding(
  causes: readonly SharedChange[],
  deciding: ReadonlySet<string>,
): readonly SharedChange[] {
  const decides = ({ caseIds }: SharedChange) => [...caseIds].some((id) => deciding.has(id));
  return causes.toSorted((a, b) => Number(decides(b)) - Number(decides(a)));
}

function describeCauseCertainty(
  cause: SharedChange,
  { decision }: EvaluatedSuite,
  facts: FindingFacts,
): string {
  const ids = [...cause.caseIds];
  const findings = listCauseFindings(cause, decision);
  const named = new Set(findings.flatMap(({ caseIds }) => caseIds));
  const isNamed = ids.every((id) => named.has(id));
  const partial = isNamed ? describePartialCertainty({ ...decision, findings, worse: ids }, facts) : null;
  if (partial !== null) return partial;
  const finding = findCauseFinding(cause, decision);
  return finding === undefined ? '' : describeCertainty(finding, facts, ids);
}

/** What failed or got worse in the way of this cause, what failed first. A case that must pass fails in any way. */
function listCauseFindings({ isLoss }: SharedChange, { findings }: Decision): readonly Finding[] {
  const isOfKind = ({ rule }: Finding) => rule === 'must-pass' || (rule === 'facts') === isLoss;
  const own = findings.filter(isOfKind);
  return [
    ...own.filter(({ outcome }) => outcome === 'fails'),
    ...own.filter(({ outcome }) => outcome === 'worse'),
  ];
}

/** The first finding about all cases of a cause. */
function findCauseFinding(cause: SharedChange, decision: Decision): Finding | undefined {
  return sortByConfirmation(listCauseFindings(cause, decision)).find((each) => {
    const ids = new Set(each.caseIds);
    return [...cause.caseIds].every((id) => ids.has(id));
  });
}

/** The cases that must pass and failed: what new answers say of them holds whatever else was not asked. */
function listMustPass({ findings }: Decision): readonly Finding[] {
  return findings.filter(({ rule, outcome }) => rule === 'must-pass' && outcome === 'fails');
}

/** The findings behind the causes that are shown; without such causes, those that decided. */
function listShownFindings(causes: readonly SharedChange[], decision: Decision): readonly Finding[] {
  const shown = causes.slice(0, MAX_CAUSES).flatMap((cause) => findCauseFinding(cause, decision) ?? []);
  return shown.length > 0 ? shown : listDecidingFindings(decision);
}

/** For causes in whose cases no cause was looked for: the changed line that shares words with each. */
function findUntested(causes: readonly SharedChange[], suite: EvaluatedSuite): readonly ProbableLines[] {
  const tested = listTestedIds(suite);
  if (tested.size === 0) return [];
  const named = listNamedHunks(suite).flatMap(({ lines }) => lines);
  const isNamed = ({ path, newNumber }: ProbableLine) =>
    named.some((each) => each.path === path && newNumber >= each.line && newNumber <= each.endLine);
  const untested = causes.filter(({ caseIds }) => ![...caseIds].some((id) => tested.has(id)));
  const lines = untested.map((cause) =>
    takeFirstChange(findProbableLines(suite, collectOutcomeWords([cause], []))),
  );
  const likely = lines.filter((each) => each.likely.length > 0 && !each.lines.some(isNamed));
  return [...new Map(likely.map((each) => [JSON.stringify(each.lines), each])).values()];
}

const MAX_WORDY_CASES = 20;

/** The words by which a changed line is recognised. */
function collectOutcomeWords(causes: readonly SharedChange[], worse: readonly CaseView[]): OutcomeWords {
  const shared = causes.flatMap(({ texts, now, reason }) => [...texts, now ?? '', reason]);
  const cases = worse.slice(0, MAX_WORDY_CASES);
  const own = cases.flatMap(({ changes, reason }) => [...changes.map(({ text }) => text), reason]);
  return {
    answers: [...shared, ...own].join('\n'),
    questions: cases.map(({ input }) => input).join('\n'),
  };
}

function compareDelta(a: PairedCase, b: PairedCase): number {
  return (a.delta ?? -Infinity) - (b.delta ?? -Infinity);
}

/** The same with cases without a score last: an undecided check has listed why they have none. */
function compareScore(a: PairedCase, b: PairedCase): number {
  return Number(a.head === null) - Number(b.head === null) || compareDelta(a, b);
}

const FULL = 100;

/** The pairs that got worse, in the decision's order. If only a mean that fell or its threshold decide: the falls. */
function listWorstPairs(suite: EvaluatedSuite): readonly PairedCase[] {
  const { decision, comparison } = suite;
  const ofGroups = findPairsOfFailedGroups(suite);
  const pairs = ofGroups ?? comparison.pairs;
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  const worse = decision.worse.map((id) => byId.get(id)).filter((pair) => pair !== undefined);
  const meansDecide = decision.findings.some(
    ({ rule, outcome }) => outcome === 'fails' && (rule === 'mean' || rule === 'threshold'),
  );
  const isNamed = decision.findings.some(({ outcome, caseIds }) => outcome === 'fails' && caseIds.length > 0);
  if ((isNamed && ofGroups === null) || !meansDecide || !hasLowerMean(pairs, suite)) return worse;
  return pairs.filter(({ delta }) => (delta ?? 0) < 0).toSorted(compareDelta);
}

/** True if a reader sees that the mean of these cases fell. */
function hasLowerMean(pairs: readonly PairedCase[], suite: EvaluatedSuite): boolean {
  const compared = pairs.filter(({ delta }) => delta !== null);
  const average = (side: 'base' | 'head') =>
    compared.reduce((sum, pair) => sum + (pair[side] ?? 0), 0) / Math.max(1, compared.length);
  const [base, head] = [average('base'), average('head')];
  const { from, to } = findSuiteWords(suite).figures(base, head, {
    drop: suite.decision.mean === null ? undefined : 100 * suite.decision.mean.maxDrop,
    threshold: findThreshold(suite.decision) ?? undefined,
  });
  return head < base && from !== to;
}

/** True if an answer, a mean, the cost or the time got worse. A threshold alone says nothing of the base. */
function gotWorse({ decision }: EvaluatedSuite, worst: readonly PairedCase[]): boolean {
  const isWorse = ({ rule, outcome }: Finding) =>
    (outcome === 'fails' || outcome === 'worse') && rule !== 'threshold';
  return worst.length > 0 || decision.findings.some(isWorse);
}

/** If the threshold fails, and not because of this pull request alone: the answers to improve, the lowest first. */
function listLow(suite: EvaluatedSuite, worst: readonly PairedCase[]): readonly PairedCase[] {
  const isRed = suite.decision.findings.some(
    ({ rule, outcome }) => rule === 'threshold' && outcome === 'fails',
  );
  if (!isBaseBelow(suite) && (!isRed || worst.length > 0)) return [];
  const pairs = findPairsOfFailedGroups(suite) ?? suite.comparison.pairs;
  return pairs
    .filter(({ head }) => head !== null && head < FULL)
    .toSorted((a, b) => (a.head ?? 0) - (b.head ?? 0));
}

/** What the answers have in common that are listed as worse. */
function describeWorseVerb(suite: EvaluatedSuite, worst: readonly PairedCase[]): string {
  const { confirmed, open } = splitWorse(suite.decision);
  const ids = new Set([...confirmed, ...open]);
  const loss = worst.length === 0 ? null : describeCommonLoss(worst);
  const fall = describeFall(worst, suite);
  if (fall !== null && (open.length > 0 || worst.some(({ id }) => !ids.has(id)))) return fall;
  if (loss !== null) return loss;
  if (open.length === 0) return 'got worse';
  return confirmed.length === 0 ? MAY_BE_WORSE : 'got worse or may have';
}

/** The one that shows most of the causes; of several the worst. */
function findMostTelling(worse: readonly CaseView[], causes: readonly SharedChange[]): CaseView | null {
  const shown = new Map<string, number>();
  for (const { caseIds } of causes) {
    for (const id of caseIds) shown.set(id, (shown.get(id) ?? 0) + 1);
  }
  return worse.toSorted((a, b) => (shown.get(b.id) ?? 0) - (shown.get(a.id) ?? 0))[0] ?? null;
}

function describeRest(
  { comparison }: EvaluatedSuite,
  worst: readonly PairedCase[],
  better: readonly PairedCase[],
): string {
  const worstPairs = new Set(worst);
  const risen = new Set(better);
  const labels = comparison.pairs
    .filter((pair) => !worstPairs.has(pair))
    .map((pair) => {
      if (risen.has(pair)) return 'better';
      if (pair.delta === null) return 'without a score';
      if (pair.delta === 0) return 'unchanged';
      return pair.delta < 0 ? 'slightly lower' : 'slightly better';
    });
  const groups = [...Map.groupBy(labels, (label) => label)];
  return groups.map(([label, { length }]) => `${length} ${label}`).join(', ');
}
