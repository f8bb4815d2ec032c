import type { Comparison } from '../../model/comparison.js';
import type { Decision, Finding, MeanNumbers, Unconfirmed } from '../../model/finding.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { counted, grouped } from '../../text/counts.js';
import { capitalised } from '../../text/values.js';
import { obstacleClause, plainClause, renderBaseline } from '../notes/obstacle.js';

type MeanFinding = Extract<Finding, { rule: 'mean' }>;

/** What sentences about findings need of the suite. */
export type FindingFacts = {
  readonly words: MeasureWords;
  /** How many of these cases were asked again. */
  readonly askedAgain: (caseIds: readonly string[]) => number;
};

export function factsOf(words: MeasureWords, { pairs }: Pick<Comparison, 'pairs'>): FindingFacts {
  const asked = new Set(pairs.filter(({ headCaseScores }) => headCaseScores.length > 0).map(({ id }) => id));
  return { words, askedAgain: (caseIds) => caseIds.filter((id) => asked.has(id)).length };
}

/** Why the check has its colour, for the last line: `4 answers scored lower (each confirmed), none higher`. */
export function reasonOf(decision: Decision, facts: FindingFacts, headingNamesThreshold: boolean): string {
  return decidingFindings(decision)
    .filter(({ rule }) => rule !== 'no-longer-answers' && !(rule === 'threshold' && headingNamesThreshold))
    .map((finding) => clauseOf(finding, facts))
    .join('; ');
}

function decidingFindings({ findings, outcome }: Decision): readonly Finding[] {
  const deciding = findings.filter((finding) => finding.outcome === DECIDING[outcome]);
  return deciding.length > 0 ? deciding : findings.filter((finding) => finding.outcome === 'worse');
}

const DECIDING = { pass: 'worse', fail: 'fails', inconclusive: 'inconclusive' } as const;

/** What the heading, the alerts and the last line do not say: the numbers of the mean, and the rules that did not decide. */
export function explainFindings(decision: Decision, facts: FindingFacts): readonly string[] {
  const deciding = decidingFindings(decision);
  return decision.findings.flatMap((finding) => {
    const mark = MARKS[finding.outcome];
    if (finding.rule === 'mean') {
      const power = decision.outcome === 'pass' ? powerSentence(finding) : '';
      return [`${mark} ${capitalised(explainMean(finding, facts.words))}.${power}`];
    }
    return deciding.includes(finding) ? [] : [`${mark} ${capitalised(clauseOf(finding, facts))}.`];
  });
}

const MARKS = { fails: '❌', worse: '🟡', inconclusive: '⚠️', info: '▫️' } as const;

function clauseOf(finding: Finding, facts: FindingFacts): string {
  const { words } = facts;
  const cases = finding.caseIds.length;
  const certainty = certaintyOf(finding, facts);
  switch (finding.rule) {
    case 'broke':
      return `${counted(cases, 'good answer')} became ${words.judgesItems ? words.items.bad : 'bad'}${certainty}`;
    case 'several': {
      const { falls, rises } = finding.numbers;
      if (finding.unconfirmed !== undefined)
        return `${counted(cases, 'answer')} scored ${words.lower}${certainty}`;
      const higher = rises === 0 ? 'none' : grouped(rises);
      return `${counted(falls, 'answer')} scored ${words.lower}${certainty}, ${higher} ${words.higher}`;
    }
    case 'mean':
      return `the mean ${words.worse} beyond the ${finding.numbers.maxDrop} limit (${renderProbability(finding.numbers.p)})${certainty}`;
    case 'sentence':
      return `${counted(finding.numbers.gained, 'answer')} gained the same ${words.items.bad} ${words.items.one}${certainty}`;
    case 'threshold':
      return thresholdClause(finding, words);
    case 'no-longer-answers':
      return `${counted(cases, 'case')} that the base answered ${cases === 1 ? 'has' : 'have'} no usable answer now`;
    case 'facts':
      return factsClause(finding.numbers, cases);
    case 'fell':
      return `${counted(cases, 'answer')} scored ${words.lower}${certainty}`;
    case 'errors':
      return obstacleClause(finding.obstacle);
    case 'baseline':
      return plainClause(
        finding.obstacle === null ? renderBaseline(finding.baseline) : obstacleClause(finding.obstacle),
      );
    default:
      return finding satisfies never;
  }
}

function certaintyOf(finding: Finding, { askedAgain }: FindingFacts): string {
  if ('unconfirmed' in finding && finding.unconfirmed !== undefined)
    return `; ${UNCONFIRMED[finding.unconfirmed]}`;
  const [asked, cases] = [askedAgain(finding.caseIds), finding.caseIds.length];
  if (asked === 0) return '';
  if (asked < cases) return ` (${asked} confirmed)`;
  return cases === 1 ? ' (confirmed)' : ' (each confirmed)';
}

const UNCONFIRMED: Readonly<Record<Unconfirmed, string>> = {
  'extra-runs': 'not confirmed because `extra-runs` is used up',
  few: 'too few to fail the check',
  stale: 'the baseline is of an older prompt',
  recorded: 'recorded answers cannot be run again to confirm it',
  'not-asked': 'not run again because another rule failed first',
  'no-key': 'not confirmed because the job that merges has no key',
  'no-program': 'not confirmed because the agent does not run in the job that merges',
};

/** `the mean 0.74 is below the 0.75 threshold` */
function thresholdClause(
  { outcome, numbers }: Extract<Finding, { rule: 'threshold' }>,
  words: MeasureWords,
): string {
  const side = outcome === 'fails' ? words.below : `not ${words.below}`;
  return `the mean ${words.score(100 * numbers.mean)} is ${side} the ${words.score(100 * numbers.threshold)} threshold`;
}

/** The figures are the heading's. */
function meanClause({ base, head, maxDrop }: MeanNumbers, words: MeasureWords): string {
  const { from, to } = words.figures(100 * base, 100 * head, 100 * maxDrop);
  if (from === to) return `the mean stayed ${to}`;
  return `the mean ${head < base ? words.worse : words.better} from ${from} to ${to}`;
}

function explainMean({ numbers }: MeanFinding, words: MeasureWords): string {
  const { cases, baseRuns, headRuns, maxDrop } = numbers;
  const basis = `limit ${maxDrop}, ${counted(baseRuns, 'base run')} and ${counted(headRuns, 'head run')}`;
  return `${meanClause(numbers, words)} over ${counted(cases, 'case')} (${basis})`;
}

/** What a pass may have missed. */
function powerSentence({ power }: MeanFinding): string {
  if (power === undefined) return '';
  return ` A change of ${power.noticeable.toFixed(2)} that all answers share is noticed in at least 8 of 10 runs.`;
}

function renderProbability(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

function factsClause(
  { saysOtherwise, dropped, partlyDropped }: Extract<Finding, { rule: 'facts' }>['numbers'],
  cases: number,
): string {
  const parts = [
    ...(dropped > 0 ? [`${dropped} dropped`] : []),
    ...(partlyDropped > 0 ? [`${partlyDropped} partly dropped`] : []),
    ...(saysOtherwise > 0 ? [`${saysOtherwise} contradicted`] : []),
  ];
  return `${counted(cases, 'answer')} changed facts: ${parts.join(', ')}`;
}
