import type { ChosenBaseline } from '../../model/baseline.js';
import { MAX_BROKEN_SCORE, type PairedCase, type StatementChange } from '../../model/comparison.js';
import type { FailureKind } from '../../model/errors.js';
import type { Decision, Finding, Look, MeasurementGap } from '../../model/finding.js';
import { type Cause, isUntested, type Obstacle, type UntestedChange } from '../../model/notes.js';
import { chooseLook } from '../../model/outcome.js';
import type { EvaluatedSuite, SuiteReport } from '../../model/report.js';
import { cutText, formatCount, formatNumber, renderFirst, renderList } from '../../text/values.js';
import { summarizeReview } from '../notes/note.js';
import { renderCause, summarizeObstacle } from '../notes/obstacle.js';
import { fitDescription } from '../status-words.js';
import { findCauses } from './case-view.js';
import { findSameness, isBetter, MIN_MOVE } from './changed-answers.js';
import { splitWorse } from './confirmation.js';
import { summarizeLimit, summarizeMustPass } from './limit-words.js';
import { findSuiteWords, NONE, renderFigures, renderScoreName } from './scores.js';

/** The sign of each result. */
export const ICONS: Record<Look, string> = {
  pass: '✅',
  worse: '🟡',
  'no-baseline': '🟡',
  fail: '❌',
  inconclusive: '⚠️',
};

/** A heading is read in one glance: with its icon 120 characters. */
const MAX_HEADING_LENGTH = 117;
const MAX_NAME_LENGTH = 40;

/** `support: 4 of 12 answers got worse · relevancy 1.00 → 0.89`, at most 120 characters. */
export function renderHeading(suite: SuiteReport): string {
  const name = cutText(renderScoreName(suite), MAX_NAME_LENGTH);
  return `${name}: ${renderShortHeading(suite, MAX_HEADING_LENGTH - name.length - 2)}`;
}

/** The heading without the suite's name: the commit status has its own. */
export function renderShortHeading(suite: SuiteReport, most = MAX_HEADING_LENGTH): string {
  const result = renderResult(suite);
  const more = describeOutcome(suite).includesScore ? '' : renderScore(suite) || describeResultSoFar(suite);
  const whole = `${result}${more === '' ? '' : ` · ${more}`}`;
  return whole.length <= most ? whole : cutText(result, most);
}

/** Of an undecided check: `2 of 5 answers may have got worse`, of those with a score. */
function describeResultSoFar(suite: SuiteReport): string {
  const { outcome, worse, because } = suite.decision;
  if (suite.kind !== 'evaluated' || outcome !== 'inconclusive' || because.includes('review')) return '';
  const scored = suite.comparison.pairs.filter(({ delta }) => delta !== null).length;
  return worse.length === 0 ? '' : `${worse.length} of ${formatCount(scored, 'answer')} ${MAY_BE_WORSE}`;
}

/** The result without name and score: `4 of 12 answers got worse (not blocking)`. */
export function renderResult(suite: SuiteReport): string {
  const { outcome, blocking } = suite.decision;
  return `${describeOutcome(suite).text}${outcome === 'pass' || blocking ? '' : ' (not blocking)'}`;
}

/** The commit status: the heading without the name; if nothing was measured, with the reason. */
export function describeStatus(suite: SuiteReport): string {
  const { unmeasured } = suite.decision;
  const [cause] = unmeasured?.kind === 'not-evaluated' ? unmeasured.reasons : [];
  if (cause === undefined) return fitDescription(renderShortHeading(suite));
  // An obstacle is in the heading already, in short.
  const start = typeof cause === 'string' ? renderShortHeading(suite) : 'no result';
  return fitDescription(`${start}: ${renderCause(cause)}`);
}

type OutcomeText = { readonly text: string; readonly includesScore?: true };

function describeOutcome(suite: SuiteReport): OutcomeText {
  const { decision } = suite;
  if (decision.because.includes('review')) return { text: `needs human review${describeReview(suite)}` };
  const [untested] = (suite.changes ?? []).filter(isUntested);
  if (untested !== undefined && chooseLook(decision) === 'pass') return { text: nameUntested(untested) };
  if (decision.unmeasured !== undefined) return { text: explainUnmeasured(suite, decision.unmeasured) };
  if (suite.kind !== 'evaluated') return { text: 'nothing was compared' };
  if (decision.outcome === 'inconclusive') return { text: `no result: ${explainUndecided(suite)}` };
  return decision.outcome === 'fail' ? describeFail(suite) : describePass(suite);
}

/** A green check must not look like a test of what it did not ask. */
function nameUntested(change: UntestedChange): string {
  if (change.kind === 'model-in-code') {
    return `the new model in ${cutText(change.path, MAX_NAME_LENGTH)} is not tested`;
  }
  const names = renderFirst(change.paths, 1, (path) => cutText(path, MAX_NAME_LENGTH));
  return `${names} changed, and what is tested did not`;
}

/** ` · 4 of 12 answers got worse`, else the reason for the review: `: 2 of 12 cases were not compared`. */
function describeReview(suite: SuiteReport): string {
  const { findings, worse, review } = suite.decision;
  const silent = findings.find((finding) => finding.rule === 'no-longer-answers');
  if (silent !== undefined && suite.kind === 'evaluated')
    return ` · ${describeNoLongerAnswers(silent, suite)}`;
  if (worse.length > 0 && suite.kind === 'evaluated') return ` · ${describeWorse(suite)}`;
  const [reason] = review;
  return reason === undefined ? '' : `: ${summarizeReview(reason)}`;
}

function explainUnmeasured(suite: SuiteReport, unmeasured: MeasurementGap): string {
  if (unmeasured.kind === 'unchanged' && unmeasured.stored) {
    return 'a baseline of the same files is already stored';
  }
  if (unmeasured.kind === 'not-evaluated') return explainNotEvaluated(suite, unmeasured.reasons);
  if (unmeasured.kind !== 'shown-only') return UNMEASURED[unmeasured.kind];
  const rows = suite.shown?.byScorer[0]?.cases ?? [];
  const { removed = [], renamed = [] } = suite.dataset ?? {};
  const added = rows.filter(({ change }) => change === 'added');
  const edited = rows.filter(({ change }) => change !== 'added');
  const parts = Object.entries({ added, edited, removed, renamed }).filter(([, ids]) => ids.length > 0);
  const changes = parts.map(([verb, { length }], at) =>
    at === 0 ? `${formatCount(length, 'case')} ${verb}` : `${length} ${verb}`,
  );
  return changes.length === 0 ? UNMEASURED['shown-only'] : `${renderList(changes)}, nothing else changed`;
}

/** An error of a file is too long for a heading. */
function explainNotEvaluated(suite: SuiteReport, reasons: readonly Cause[]): string {
  const [first] = reasons;
  return first === undefined || typeof first === 'string'
    ? UNMEASURED['not-evaluated']
    : `no result: ${describeObstacle(first, suite)}`;
}

const UNMEASURED: Readonly<Record<MeasurementGap['kind'], string>> = {
  unchanged: 'no watched file changed',
  'shown-only': 'only the dataset changed',
  'not-evaluated': 'not evaluated',
  'broken-base': 'not compared: the base branch cannot be measured',
  'not-stored': 'the baseline was not stored',
};

function describeFail(suite: EvaluatedSuite): OutcomeText {
  const { findings, worse } = suite.decision;
  const words = findSuiteWords(suite);
  const failing = findings.filter(({ outcome }) => outcome === 'fails');
  const mustPass = failing.find((finding) => finding.rule === 'must-pass');
  const silent = failing.find((finding) => finding.rule === 'no-longer-answers');
  if (mustPass !== undefined) return { text: describeMustPass(mustPass, suite) };
  if (silent !== undefined) return { text: describeNoLongerAnswers(silent, suite) };
  const group = summarizeLimit(failing, words);
  const isAnswer = failing.some(({ caseIds }) => caseIds.length > 0);
  if (group !== null && !isAnswer && !failing.some(isOfSuite)) return { text: group };
  const meansOnly = failing.length > 0 && failing.every(({ caseIds }) => caseIds.length === 0);
  if (worse.length > 0 && !meansOnly) return { text: describeWorse(suite) };
  if (failing.some((finding) => finding.rule === 'mean')) {
    const lower = suite.comparison.pairs.filter(({ delta }) => (delta ?? 0) < 0).length;
    const all = formatCount(countScored(suite), 'answer');
    return { text: `${lower} of ${all} scored ${words.lower}` };
  }
  const threshold = failing.find((finding) => finding.rule === 'threshold');
  if (threshold !== undefined) {
    const limit = words.threshold(100 * threshold.numbers.threshold);
    const more = worse.length === 0 ? '' : ` · ${describeWorse(suite)}`;
    return {
      text: `${renderScore(suite)}, ${words.below} the threshold ${limit}${more}`,
      includesScore: true,
    };
  }
  return {
    text: failing[0]?.rule === 'baseline' ? 'there is no baseline to compare with' : 'the check failed',
  };
}

/** The change of more answers comes first. */
function describeMustPass(finding: Extract<Finding, { rule: 'must-pass' }>, suite: EvaluatedSuite): string {
  const { findings, worse } = suite.decision;
  const mustPass = summarizeMustPass(finding);
  const isMore = worse.length > finding.caseIds.length;
  const failedOtherwise = findings.some(
    ({ rule, outcome }) => outcome === 'fails' && rule !== 'must-pass' && rule !== 'no-longer-answers',
  );
  if (isMore) return `${describeWorse(suite)} · ${mustPass}`;
  return failedOtherwise && worse.length > 0 ? `${mustPass} · ${describeWorse(suite)}` : mustPass;
}

/** True for *Mean* and *Threshold* of all cases. */
function isOfSuite({ rule, tag }: Finding): boolean {
  return tag === undefined && (rule === 'mean' || rule === 'threshold');
}

function describePass(suite: EvaluatedSuite): OutcomeText {
  const { baseline, decision, comparison } = suite;
  const found = decision.findings.filter(({ outcome }) => outcome === 'worse');
  if (decision.worse.length > 0) {
    const worse = describeWorse(suite);
    return { text: isLeftOpen(decision) ? worse : `passes, but ${worse}` };
  }
  const limit = found.some(isOfSuite) ? null : summarizeLimit(found, findSuiteWords(suite));
  if (limit !== null) return { text: `passes, but ${limit}` };
  if (chooseLook(decision) === 'worse')
    return { text: `passes, but the score ${findSuiteWords(suite).worse}` };
  if (baseline.kind === 'none') return { text: WITHOUT_BASE[baseline.because] };
  const unchecked = decision.findings.find(isUnchecked);
  if (unchecked !== undefined) {
    const answers = `${unchecked.caseIds.length} of ${formatCount(countScored(suite), 'answer')}`;
    return {
      text: `${answers} may have lost a fact, not checked further: the check had failed already`,
    };
  }
  const better = comparison.pairs.filter(isBetter).length;
  const all = formatCount(countScored(suite), 'answer');
  if (better > 0) return { text: `${better} of ${all} got better, none worse` };
  const { baseMean, headMean } = comparison;
  const [, fail] = findSuiteWords(suite).failing ?? [];
  if (fail !== undefined && baseMean === 0 && headMean === 0)
    return { text: `all answers ${fail}, on the base branch too` };
  const sameness = findSameness(suite);
  if (sameness === 'words') return { text: 'no answer changed' };
  // Another scorer of the suite may have seen a change in these answers.
  const isOfSeveral = suite.part !== undefined;
  return { text: sameness === 'scores' && isOfSeveral ? 'no score changed' : 'no answer got worse' };
}

/** True for lost facts that were not checked again, because another scorer failed first. */
function isUnchecked({ rule, outcome, unconfirmed }: Finding): boolean {
  return rule === 'facts' && outcome === 'info' && unconfirmed === 'not-asked';
}

/** True if another rule failed first, such as another scorer's, so that these answers did not run again. */
function isLeftOpen({ findings }: Decision): boolean {
  const found = findings.filter(({ outcome }) => outcome === 'worse');
  return found.length > 0 && found.every(({ unconfirmed }) => unconfirmed === 'not-asked');
}

const WITHOUT_BASE: Readonly<Record<Extract<ChosenBaseline, { kind: 'none' }>['because'], string>> = {
  first: 'measured as the new baseline',
  absent: 'no baseline to compare with yet',
  'switched-off': 'measured without a baseline',
  'new-prompt': 'measured for the first time',
  'broken-base': 'the base branch cannot be measured',
  'base-not-set-up': 'measured for the first time',
};

/** Answers that the scorer could score on at least one side: others have nothing to score. */
function countScored({ comparison }: EvaluatedSuite): number {
  return comparison.pairs.filter(({ base, head }) => base !== null || head !== null).length;
}

/** If no new answers confirm it. */
export const MAY_BE_WORSE = 'may have got worse';

/** `10 of 30 answers gained the same irrelevant sentence`: what the answers that got worse have in common. */
function describeWorse(suite: EvaluatedSuite): string {
  const broken = describeBroken(suite);
  if (broken !== null) return broken;
  const { confirmed, open } = splitWorse(suite.decision);
  const all = formatCount(countScored(suite), 'answer');
  if (confirmed.length === 0) return `${open.length} of ${all} ${describeUnconfirmed(suite, open)}`;
  const fact = describeFact(findPairs(suite, suite.decision.worse), suite);
  return fact === null
    ? `${confirmed.length} of ${all} ${describeConfirmed(suite, confirmed)}${countMore([], open)}`
    : `${suite.decision.worse.length} of ${all} ${fact}`;
}

/** The common problem of these answers, confirmed or not: `are too long`; `null` if they have nothing in common. */
function describeFact(worse: readonly PairedCase[], suite: EvaluatedSuite): string | null {
  const fall = findSuiteWords(suite).judgesItems ? null : describeFall(worse, suite);
  return describeGain(worse, suite) ?? describeFailing(worse, suite) ?? fall;
}

function describeConfirmed(suite: EvaluatedSuite, ids: readonly string[]): string {
  const pairs = findPairs(suite, ids);
  return describeFact(pairs, suite) ?? describeCommonLoss(pairs) ?? 'got worse';
}

/** The same of answers that new answers may contradict. Their texts and scores are facts; that they got worse is not. */
function describeUnconfirmed(suite: EvaluatedSuite, ids: readonly string[]): string {
  const pairs = findPairs(suite, ids);
  const fact = describeGain(pairs, suite) ?? describeFailing(pairs, suite) ?? describeFall(pairs, suite);
  const isLeft = isLeftOpen(suite.decision);
  const gap = isLeft ? ', not asked again' : ', not confirmed';
  // Of a red check, the finding that failed is confirmed, and the comment says which others are not.
  if (fact !== null) return `${fact}${suite.decision.outcome === 'pass' ? gap : ''}`;
  return `${describeCommonLoss(pairs) ?? MAY_BE_WORSE}${isLeft ? gap : ''}`;
}

/** `scored lower`: `null` unless each of the answers did. */
export function describeFall(worse: readonly PairedCase[], suite: EvaluatedSuite): string | null {
  return worse.every(({ delta }) => (delta ?? 0) < 0) ? `scored ${findSuiteWords(suite).lower}` : null;
}

/** `are too long`: the scorer's own words; `null` if it has none. */
function describeFailing(worse: readonly PairedCase[], suite: EvaluatedSuite): string | null {
  const [one, many] = findSuiteWords(suite).failing ?? [null, null];
  return worse.length === 1 ? one : many;
}

function findPairs({ comparison }: EvaluatedSuite, ids: readonly string[]): readonly PairedCase[] {
  const byId = new Map(comparison.pairs.map((pair) => [pair.id, pair]));
  return ids.map((id) => byId.get(id)).filter((pair) => pair !== undefined);
}

/** `, 2 more got worse, 3 more may have got worse`. */
function countMore(confirmed: readonly string[], open: readonly string[]): string {
  const sure = confirmed.length === 0 ? '' : `, ${confirmed.length} more got worse`;
  return open.length === 0 ? sure : `${sure}, ${open.length} more ${MAY_BE_WORSE}`;
}

/** `null` if no answer that was good became bad. */
function describeBroken(suite: EvaluatedSuite): string | null {
  const broke = suite.decision.findings.find(({ rule, outcome }) => rule === 'broke' && outcome === 'fails');
  if (broke === undefined) return null;
  const { items, judgesItems, failing } = findSuiteWords(suite);
  if (failing !== null) return null;
  const { confirmed, open } = splitWorse(suite.decision);
  const others = confirmed.filter((id) => !broke.caseIds.includes(id));
  const all = formatCount(countScored(suite), 'answer');
  const isAll = findPairs(suite, broke.caseIds).every(({ head }) => head === 0);
  const bad = judgesItems ? items.bad : 'bad';
  return `${broke.caseIds.length} of ${all} became ${isAll ? bad : `mostly ${bad}`}${countMore(others, open)}`;
}

/** `null` unless each of the answers gained an irrelevant statement. */
function describeGain(worse: readonly PairedCase[], suite: EvaluatedSuite): string | null {
  const { items, judgesItems } = findSuiteWords(suite);
  if (!judgesItems || !everyPairHas(worse, ['newly-irrelevant', 'stray'])) return null;
  if (worse.some(isBroken)) {
    if (!worse.every(isBroken)) return null;
    return `became ${worse.every(({ head }) => head === 0) ? '' : 'mostly '}${items.bad}`;
  }
  const same =
    findCauses(worse, suite.comparison.wordings)[0]?.caseIds.size === worse.length && worse.length > 1;
  const [one, many] = items.one === 'statement' ? ['sentence', 'sentences'] : [items.one, items.many];
  const isMany = worse.some((pair) => countGained(pair) > 1);
  if (same) return `gained the same ${items.bad} ${isMany ? many : one}`;
  return isMany ? `gained ${items.bad} ${many}` : `gained ${chooseArticle(items.bad)} ${items.bad} ${one}`;
}

function countGained({ statements }: PairedCase): number {
  return statements.filter(({ kind }) => kind === 'newly-irrelevant').length;
}

/** `lost a fact`: `null` unless each of the answers kept its score and lost or contradicts something. */
export function describeCommonLoss(worse: readonly PairedCase[]): string | null {
  if (worse.some(({ delta }) => (delta ?? 0) <= -MIN_MOVE)) return null;
  const isSure = worse.some(({ statements }) => statements.some(({ confirmed }) => confirmed === true));
  if (everyPairHas(worse, ['says-otherwise'])) {
    const verb = worse.length === 1 ? 'contradicts' : 'contradict';
    return `${isSure ? verb : 'may contradict'} the earlier answer`;
  }
  if (!everyPairHas(worse, ['lost', 'partly-lost', 'says-otherwise'])) return null;
  return isSure ? 'lost a fact' : 'may have lost a fact';
}

/** In hundredths. A smaller fall is shown as one, also if the answer is bad now. */
const MIN_BROKEN_FALL = 45;

function isBroken({ head, delta }: PairedCase): boolean {
  return head !== null && head <= MAX_BROKEN_SCORE && (delta ?? 0) <= -MIN_BROKEN_FALL;
}

function everyPairHas(worse: readonly PairedCase[], kinds: readonly StatementChange['kind'][]): boolean {
  const has = ({ statements }: PairedCase) => statements.some(({ kind }) => kinds.includes(kind));
  return worse.length > 0 && worse.every(has);
}

function chooseArticle(word: string): string {
  return /^[aeiou]/i.test(word) ? 'an' : 'a';
}

function describeNoLongerAnswers(
  { what, caseIds }: Extract<Finding, { rule: 'no-longer-answers' }>,
  { comparison }: EvaluatedSuite,
): string {
  const questions = `${caseIds.length} of ${formatCount(comparison.pairs.length, 'question')}`;
  const is = caseIds.length === 1 ? 'is' : 'are';
  if (what === 'answer') return `the agent no longer answers ${questions}`;
  return what === 'words'
    ? `${questions} ${is} answered with tool calls only`
    : `${questions} ${is === 'is' ? 'has' : 'have'} nothing left to score`;
}

/** `relevancy 1.00 → 0.89`; without a base `relevancy 0.89`; empty without a score. */
export function renderScore(suite: SuiteReport): string {
  const figures = renderFigures(suite);
  if (suite.kind !== 'evaluated' || figures === null) return '';
  const { from, to, delta } = figures;
  const { name } = findSuiteWords(suite);
  const others = suite.decision.findings.some(
    ({ rule, outcome }) => rule === 'no-longer-answers' && outcome === 'fails',
  );
  const measure = others ? `${name} of the others` : name;
  const cases = others ? '' : renderScoredCases(suite);
  if (delta !== NONE && from !== to) return `${measure} ${from} → ${to}${cases}`;
  const isBad = suite.decision.outcome === 'fail' || suite.decision.worse.length > 0;
  return delta !== NONE && isBad && !others ? `${measure} still ${to}${cases}` : `${measure} ${to}${cases}`;
}

/** ` (7 of 8 cases)`: what a mean is of; empty if it is of all. */
function renderScoredCases({ comparison }: EvaluatedSuite): string {
  const { pairs, added, edited, headCases, baseMean, headMean } = comparison;
  const compared = pairs.filter(({ delta }) => delta !== null).length;
  const ofHead = [...pairs.map(({ head }) => head), ...[...added, ...edited].map(({ score }) => score)];
  const scored =
    baseMean === null || headMean === null ? ofHead.filter((score) => score !== null).length : compared;
  return scored < headCases ? ` (${formatNumber(scored)} of ${formatCount(headCases, 'case')})` : '';
}

function explainUndecided(suite: SuiteReport): string {
  for (const finding of suite.decision.findings) {
    if ((finding.rule === 'errors' || finding.rule === 'baseline') && finding.outcome === 'inconclusive') {
      return finding.obstacle === null ? 'there is no baseline' : describeObstacle(finding.obstacle, suite);
    }
  }
  return 'more answers would be needed';
}

/** The failure comes first: missing scores, or a limit that was reached, are its consequence. */
function describeObstacle(obstacle: Obstacle, suite: SuiteReport): string {
  const { overload } = suite;
  const short = summarizeObstacle(obstacle);
  if (obstacle.kind === 'stopped') {
    if (obstacle.failure === 'budget' && isAllScored(suite))
      return 'the budget ended before this was confirmed';
    return obstacle.failure === 'timeout' && overload !== undefined ? 'the provider was too busy' : short;
  }
  const failure = obstacle.kind === 'unscored' ? FAILURES[obstacle.failure] : undefined;
  return failure === undefined ? short : `${failure}, so ${short}`;
}

function isAllScored(suite: SuiteReport): boolean {
  return suite.kind === 'evaluated' && suite.comparison.pairs.every(({ delta }) => delta !== null);
}

const FAILURES: Partial<Record<FailureKind | 'no-cases', string>> = {
  unavailable: 'the provider failed',
  timeout: 'the provider answered too late',
  'rate-limited': 'the provider took no more requests',
  unauthorized: 'the key was refused',
  'no-credit': 'the account has no credit left',
  target: 'the agent failed',
  late: 'the agent answered too late',
  malformed: "the judge's replies were unusable",
  'judge-incomplete': "the judge's replies were unusable",
};

/**
 * `1 of 3 suites failed, 1 has no result`; of one suite its own heading. An unchanged suite asked none of its scorers:
 * `3 scorers pass, 1 suite unchanged`.
 */
export function renderOverallHeading(suites: readonly SuiteReport[], noun: 'suite' | 'scorer'): string {
  const [only] = suites;
  if (only !== undefined && suites.length === 1) return renderHeading(only);
  const counted = noun === 'suite' ? suites : suites.filter(({ kind }) => kind !== 'unchanged');
  const results = counted.map(({ decision }) => chooseLook(decision));
  const total = formatCount(counted.length, noun);
  const unchanged = suites.length - counted.length;
  const others = unchanged === 0 ? '' : `, ${formatCount(unchanged, 'suite')} unchanged`;
  const parts = OVERALL.map(([result, one, many]) => {
    const count = results.filter((each) => each === result).length;
    return { count, verb: count === 1 ? one : many };
  }).filter(({ count }) => count > 0);
  const texts = parts.map(({ count, verb }, at) =>
    at === 0 ? `${count} of ${total} ${verb}` : `${count} ${verb}`,
  );
  return `${parts.length === 0 ? `${total} pass` : texts.join(', ')}${others}`;
}

const OVERALL = [
  ['fail', 'failed', 'failed'],
  ['inconclusive', 'has no result', 'have no result'],
  ['no-baseline', 'has no baseline yet', 'have no baseline yet'],
  ['worse', 'is worth a look', 'are worth a look'],
] as const;
