import type { ConfirmationGap, Decision, Finding } from '../../model/finding.js';
import type { EvaluatedSuite } from '../../model/report.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { capitalize, formatCount, formatNumber, quoteAsCode, renderList } from '../../text/values.js';
import { renderBaseline, renderObstacle, trimClause } from '../notes/obstacle.js';
import { type Line, strong } from './blocks.js';
import { isConfirmed, sortByConfirmation, splitWorse } from './confirmation.js';
import { explainRise } from './rise-words.js';
import { findSuiteWords, findThreshold } from './scores.js';

type MeanFinding = Extract<Finding, { rule: 'mean' }>;

/** Names of both sides, as readers know them. */
export type Sides = readonly [base: string, head: string];

/** What the sentences about a finding depend on. */
export type FindingFacts = {
  readonly words: MeasureWords;
  /** Names of both sides. */
  readonly sides: Sides;
  /** Ids of the cases that ran again. */
  readonly askedAgain: ReadonlySet<string>;
  /** Ids of the cases whose base answers are, all or some, of this check. */
  readonly askedAtBase: ReadonlySet<string>;
  /** The suite's threshold in hundredths; `null` without one. */
  readonly threshold: number | null;
  /** True if the check failed. Then nothing says what was too few to fail it. */
  readonly hasFailed: boolean;
};

/** The facts of one comparison. */
export function collectFindingFacts(suite: EvaluatedSuite, sides: Sides): FindingFacts {
  const { comparison, decision, baseline } = suite;
  const { pairs } = comparison;
  const again = pairs.filter(({ headCaseScores }) => headCaseScores.length > 0);
  const ranNow = baseline.kind === 'record' && (baseline.rule === 'ran-now' || baseline.rule === 'given-ref');
  const atBase = pairs.filter(({ baseCaseScores }) => ranNow || baseCaseScores.length > 0);
  return {
    words: findSuiteWords(suite),
    sides,
    askedAgain: new Set(again.map(({ id }) => id)),
    askedAtBase: new Set(atBase.map(({ id }) => id)),
    threshold: findThreshold(decision),
    hasFailed: decision.outcome === 'fail',
  };
}

/** The findings that made the check red, yellow or undecided, the confirmed ones first. */
export function listDecidingFindings({ findings, outcome }: Decision): readonly Finding[] {
  const deciding = findings.filter((finding) => finding.outcome === DECIDING[outcome]);
  const shown = deciding.length > 0 ? deciding : findings.filter(({ outcome }) => outcome === 'worse');
  return sortByConfirmation(shown);
}

const DECIDING = { pass: 'worse', fail: 'fails', inconclusive: 'inconclusive' } as const;

/** One line per rule, those that decided first. */
export function explainFindings(decision: Decision, facts: FindingFacts): readonly Line[] {
  const deciding = listDecidingFindings(decision);
  const others = decision.findings.filter((finding) => !deciding.includes(finding));
  return [...deciding, ...others].map((finding): Line => {
    const mark = deciding.includes(finding) ? ' (decided)' : '';
    const power = decision.outcome === 'pass' ? describePower(finding, facts.words) : '';
    const clause = `${capitalizeClause(finding, explainFinding(finding, facts))}${appendCertainty(finding, facts)}`;
    return [`${MARKS[finding.outcome]} `, strong(RULES[finding.rule]), `${mark}: ${clause}.${power}`];
  });
}

/** A provider's failure begins with its host, which keeps its letters. */
function capitalizeClause(finding: Finding, clause: string): string {
  return finding.rule === 'errors' && finding.obstacle.kind === 'unscored' ? clause : capitalize(clause);
}

const MARKS = { fails: '❌', worse: '🟡', inconclusive: '⚠️', info: '▫️' } as const;

const RULES: Readonly<Record<Finding['rule'], string>> = {
  broke: 'Broke',
  several: 'Several',
  mean: 'Mean',
  sentence: 'Sentence',
  threshold: 'Threshold',
  'no-longer-answers': 'No longer answers',
  facts: 'Facts',
  errors: 'Failures',
  baseline: 'Baseline',
  'must-pass': 'Must pass',
  cost: 'Cost',
  time: 'Time',
};

type Clauses = {
  readonly [Rule in Finding['rule']]: (
    finding: Extract<Finding, { readonly rule: Rule }>,
    about: Pick<FindingFacts, 'words' | 'sides' | 'threshold'> & { readonly cases: number },
  ) => string;
};

type MustPassFinding = Extract<Finding, { rule: 'must-pass' }>;

/** `2 of 5 must-pass cases failed: 1 scored lower and 1 lost a fact`. */
function explainMustPass(
  { numbers: { of, fell, lostFact, unanswered }, outcome }: MustPassFinding,
  { words, cases }: { readonly words: MeasureWords; readonly cases: number },
): string {
  const reasons = [
    [fell, `scored ${words.lower}`],
    [lostFact, 'lost a fact'],
    [unanswered, unanswered === 1 ? 'has no usable answer' : 'have no usable answer'],
  ] as const;
  const parts = reasons
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatNumber(count)} ${what}`);
  const failed = outcome === 'fails' ? 'failed' : 'may have failed';
  return `${formatNumber(cases)} of ${formatCount(of, 'must-pass case')} ${failed}: ${renderList(parts)}`;
}

const CLAUSES: Clauses = {
  'must-pass': explainMustPass,
  cost: explainRise,
  time: explainRise,
  broke: (_finding, { words, cases }) =>
    `${formatCount(cases, 'good answer')} became ${words.judgesItems ? words.items.bad : 'bad'}`,
  several: ({ numbers: { falls, rises }, unconfirmed }, { words, cases }) =>
    unconfirmed === undefined
      ? `${formatCount(falls, 'answer')} scored ${words.lower}, and ${rises === 0 ? 'none' : formatNumber(rises)} scored ${words.higher}`
      : `${formatCount(cases, 'answer')} scored ${words.lower}`,
  mean: explainMean,
  sentence: ({ numbers: { gained } }, { words }) =>
    `${formatCount(gained, 'answer')} gained the same ${words.items.bad} ${words.items.one}`,
  threshold: ({ outcome, numbers: { mean, threshold } }, { words }) => {
    const { to } = words.figures(null, 100 * mean, { threshold: 100 * threshold });
    return `the mean ${to} is ${outcome === 'fails' ? '' : 'not '}${words.below} the threshold ${words.threshold(100 * threshold)}`;
  },
  'no-longer-answers': ({ baseAsked }, { sides, cases }) => {
    const lost = `${formatCount(cases, 'case')} that ${sides[0]} answered ${cases === 1 ? 'has' : 'have'} no usable answer now`;
    return baseAsked === false ? `${lost}; ${sides[0]} was not asked again` : lost;
  },
  facts: ({ outcome, unconfirmed, numbers }, { cases }) => {
    if (unconfirmed !== undefined) return `${formatCount(cases, 'answer')} may have lost a fact`;
    if (outcome === 'fails') return `${formatCount(cases, 'answer')} lost a fact`;
    const { dropped, partlyDropped, saysOtherwise } = numbers;
    const counts = { dropped, 'partly dropped': partlyDropped, contradicted: saysOtherwise };
    const parts = Object.entries(counts).filter(([, count]) => count > 0);
    return renderList(
      parts.map(
        ([verb, count], at) =>
          `${at === 0 ? formatCount(count, 'fact') : formatNumber(count)} ${count === 1 ? 'was' : 'were'} ${verb}`,
      ),
    );
  },
  errors: ({ obstacle }) => renderObstacle(obstacle),
  baseline: ({ obstacle, baseline }) =>
    trimClause(obstacle === null ? renderBaseline(baseline) : renderObstacle(obstacle)),
};

function explainFinding(finding: Finding, { words, sides, threshold }: FindingFacts): string {
  const clause = CLAUSES[finding.rule] as (finding: Finding, about: object) => string;
  const text = clause(finding, { words, sides, threshold, cases: finding.caseIds.length });
  return finding.tag === undefined ? text : `in ${quoteAsCode(finding.tag)}, ${text}`;
}

function appendCertainty(finding: Finding, facts: FindingFacts): string {
  const certainty = describeCertainty(finding, facts);
  return certainty === '' ? '' : `; ${certainty}`;
}

/** Whether new answers confirm it: `confirmed: the 5 worst were asked again, with the same result`; empty if none are due. */
export function describeCertainty(
  finding: Finding,
  { askedAgain, hasFailed }: FindingFacts,
  ids = finding.caseIds,
): string {
  if (finding.unconfirmed !== undefined && !isConfirmed(finding)) return UNCONFIRMED[finding.unconfirmed];
  if (finding.rule === 'mean' && finding.outcome === 'fails') {
    return `unlikely to be chance (${renderProbability(finding.numbers.p)})`;
  }
  if (finding.outcome === 'info' || finding.rule === 'no-longer-answers') return '';
  const repeats = countRepeats(finding, askedAgain, ids);
  const all = ids.length === 1 ? 'it was' : 'all were';
  const some = repeats === 1 ? 'the worst was' : `the ${repeats} worst were`;
  const which = repeats < ids.length ? some : all;
  const confirmed = repeats === 0 ? '' : `confirmed: ${which} asked again, with the same result`;
  const isYellow = finding.outcome === 'worse' && (finding.rule === 'facts' || finding.rule === 'several');
  if (!isYellow || hasFailed) return confirmed;
  return confirmed === '' ? explainYellow(finding) : `${confirmed}. ${capitalize(explainYellow(finding))}`;
}

/** `too few to fail the check: that takes 3 such answers, or one in a must-pass case`. */
function explainYellow({
  caseIds,
  numbers: { needed },
}: Extract<Finding, { rule: 'facts' | 'several' }>): string {
  return caseIds.length < needed
    ? `too few to fail the check: that takes ${formatCount(needed, 'such answer')}, or one in a must-pass case`
    : 'too few of them are certain to fail the check';
}

/** The number of these answers that the finding is about and that were asked again. */
function countRepeats(
  finding: Finding,
  askedAgain: ReadonlySet<string>,
  ids: readonly string[] = finding.caseIds,
): number {
  const own = new Set(finding.caseIds);
  return ids.filter((id) => own.has(id) && askedAgain.has(id)).length;
}

/** True if new answers confirmed it, it needs none, or it is unlikely to be chance. */
export function isCertain(finding: Finding, { askedAgain }: FindingFacts): boolean {
  if (!isConfirmed(finding)) return false;
  if (finding.rule === 'no-longer-answers') return true;
  if (finding.rule === 'mean') return finding.outcome === 'fails';
  return countRepeats(finding, askedAgain) > 0;
}

/**
 * True if it is certain, and the base answered in this check, too. Since a stored answer, something else may have changed,
 * such as the model.
 */
export function isProven(finding: Finding, facts: FindingFacts): boolean {
  const { askedAtBase } = facts;
  const isAskedAtBase = finding.caseIds.some((id) => askedAtBase.has(id));
  if (!isCertain(finding, facts)) return false;
  if (finding.rule === 'no-longer-answers') return finding.baseAsked ?? isAskedAtBase;
  return finding.rule === 'mean' ? askedAtBase.size > 0 || finding.numbers.pToday !== null : isAskedAtBase;
}

/** If some of these answers are confirmed: how many, and why the others are not. */
export function describePartialCertainty(decision: Decision, { askedAgain }: FindingFacts): string | null {
  const { confirmed, open } = splitWorse(decision);
  const gaps = decision.findings.filter((finding) => finding.outcome === 'worse' && !isConfirmed(finding));
  const [gap] = gaps.flatMap(({ unconfirmed }) => unconfirmed ?? []);
  if (confirmed.length === 0 || open.length === 0 || gap === undefined) return null;
  const isAsked = confirmed.some((id) => askedAgain.has(id));
  const how = isAsked ? ', asked again with the same result' : '';
  const count = `${formatNumber(confirmed.length)} of ${formatCount(decision.worse.length, 'answer')}`;
  return `confirmed for ${count}${how}; the others are ${UNCONFIRMED[gap]}`;
}

const UNCONFIRMED: Readonly<Record<ConfirmationGap, string>> = {
  'extra-runs': 'not confirmed: `extra-runs` is used up',
  few: 'too few answers to fail the check',
  stale: 'only a warning: the baseline is of an older prompt',
  recorded: 'not confirmed: recorded answers cannot be asked again',
  'not-asked': 'not tested further, because the check had failed already',
  undecided: 'not confirmed, because the check has no result',
  'no-key': 'not confirmed: the job that merges has no key',
  'no-program': 'not confirmed: the agent does not run in the job that merges',
};

/** With as many digits as the heading: they say on which side of the threshold each mean is. */
function explainMean(
  { outcome, numbers, tag }: MeanFinding,
  { words, sides, threshold }: Pick<FindingFacts, 'words' | 'sides' | 'threshold'>,
): string {
  const { base, head, cases, baseRuns, headRuns, maxDrop } = numbers;
  const { from, to } = words.figures(100 * base, 100 * head, {
    drop: 100 * maxDrop,
    threshold: tag === undefined ? (threshold ?? undefined) : undefined,
  });
  const move = `${head < base ? words.worse : words.better} from ${from} to ${to}`;
  const limit = outcome === 'fails' ? `, and \`max-drop\` allows ${maxDrop}` : '';
  const basis = `${formatCount(cases, 'case')}, ${formatCount(baseRuns, 'answer')} each ${nameSide(sides[0])} and ${formatNumber(headRuns)} ${nameSide(sides[1])}`;
  return `the mean ${from === to ? `stayed ${to}` : move} (${basis})${limit}`;
}

/** A side is a branch or a pull request, or a time if both have no name. */
function nameSide(side: string): string {
  return side === 'before' || side === 'now' ? side : `on ${side}`;
}

function describePower(finding: Finding, { worse }: MeasureWords): string {
  if (finding.rule !== 'mean' || finding.power === undefined) return '';
  return ` If every answer ${worse} by ${finding.power.noticeable.toFixed(2)}, at least 8 of 10 runs would notice.`;
}

function renderProbability(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}
