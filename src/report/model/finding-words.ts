import type { Comparison } from '../../model/comparison.js';
import type { ConfirmationGap, Decision, Finding } from '../../model/finding.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { capitalised, codeSpan, counted, grouped, renderList } from '../../text/values.js';
import { obstacleClause, plainClause, renderBaseline } from '../notes/obstacle.js';
import { riseClause } from './rise-words.js';

type MeanFinding = Extract<Finding, { rule: 'mean' }>;

type DecidedFindings = Pick<Decision, 'findings' | 'outcome'>;

export type FindingFacts = {
  readonly words: MeasureWords;
  /** Ids of the cases that ran again. */
  readonly askedAgain: ReadonlySet<string>;
};

export function factsOf(words: MeasureWords, { pairs }: Pick<Comparison, 'pairs'>): FindingFacts {
  const again = pairs.filter(({ headCaseScores }) => headCaseScores.length > 0);
  return { words, askedAgain: new Set(again.map(({ id }) => id)) };
}

/** Why the check has its colour, for the last line: `4 answers scored lower (confirmed by new runs), and none scored higher`. */
export function reasonsOf(
  decision: Decision,
  facts: FindingFacts,
  headingNamesThreshold: boolean,
): readonly string[] {
  return decidingFindings(decision)
    .filter((finding) => !isInHeading(finding, headingNamesThreshold))
    .map((finding) => clauseOf(finding, facts));
}

/** The heading says everything about it. */
function isInHeading(finding: Finding, headingNamesThreshold: boolean): boolean {
  if (finding.rule === 'no-longer-answers') return finding.baseAsked !== false;
  return finding.rule === 'threshold' && finding.tag === undefined && headingNamesThreshold;
}

function decidingFindings({ findings, outcome }: DecidedFindings): readonly Finding[] {
  const deciding = findings.filter((finding) => finding.outcome === DECIDING[outcome]);
  return deciding.length > 0 ? deciding : findings.filter((finding) => finding.outcome === 'worse');
}

const DECIDING = { pass: 'worse', fail: 'fails', inconclusive: 'inconclusive' } as const;

/** The numbers of the mean, and the rules that did not decide: the rest of the report names the others. */
export function explainFindings(decision: DecidedFindings, facts: FindingFacts): readonly string[] {
  const deciding = decidingFindings(decision);
  return decision.findings.flatMap((finding) => {
    const mark = MARKS[finding.outcome];
    if (finding.rule === 'mean') {
      const power = decision.outcome === 'pass' ? powerSentence(finding, facts.words) : '';
      const group = finding.tag === undefined ? '' : `in ${codeSpan(finding.tag)}, `;
      return [`${mark} ${capitalised(`${group}${explainMean(finding, facts.words)}`)}.${power}`];
    }
    return deciding.includes(finding) ? [] : [`${mark} ${capitalised(clauseOf(finding, facts))}.`];
  });
}

const MARKS = { fails: '❌', worse: '🟡', inconclusive: '⚠️', info: '▫️' } as const;

type MustPassFinding = Extract<Finding, { rule: 'must-pass' }>;

/** `2 of 5 must-pass cases failed: 1 scored lower and 1 lost a fact`. */
function mustPassClause(
  { numbers: { of, fell, lostFact, unanswered }, outcome }: MustPassFinding,
  {
    words,
    cases,
    certainty,
  }: { readonly words: MeasureWords; readonly cases: number; readonly certainty: string },
): string {
  const reasons = [
    [fell, `scored ${words.lower}`],
    [lostFact, 'lost a fact'],
    [unanswered, unanswered === 1 ? 'has no usable answer' : 'have no usable answer'],
  ] as const;
  const found = reasons.filter(([count]) => count > 0).map(([count, what]) => `${grouped(count)} ${what}`);
  const failed = outcome === 'fails' ? 'failed' : 'may have failed';
  return `${grouped(cases)} of ${counted(of, 'must-pass case')} ${failed}: ${renderList(found)}${certainty}`;
}

type Clauses = {
  readonly [Rule in Finding['rule']]: (
    finding: Extract<Finding, { readonly rule: Rule }>,
    about: { readonly words: MeasureWords; readonly cases: number; readonly certainty: string },
  ) => string;
};

const CLAUSES: Clauses = {
  broke: (_, { words, cases, certainty }) =>
    `${counted(cases, 'good answer')} became ${words.judgesItems ? words.items.bad : 'bad'}${certainty}`,
  several: ({ numbers: { falls, rises }, unconfirmed }, { words, cases, certainty }) =>
    unconfirmed === undefined
      ? `${counted(falls, 'answer')} scored ${words.lower}${certainty}, and ${rises === 0 ? 'none' : grouped(rises)} scored ${words.higher}`
      : `${counted(cases, 'answer')} scored ${words.lower}${certainty}`,
  mean: ({ numbers: { maxDrop, p } }, { words, certainty }) =>
    `the mean ${words.worse} by more than \`max-drop: ${maxDrop}\` allows, which is unlikely to be chance (${renderProbability(p)})${certainty}`,
  sentence: ({ numbers: { gained } }, { words, certainty }) =>
    `${counted(gained, 'answer')} gained the same ${words.items.bad} ${words.items.one}${certainty}`,
  threshold: ({ outcome, numbers: { mean, threshold } }, { words }) =>
    `the mean ${words.score(100 * mean)} is ${outcome === 'fails' ? '' : 'not '}${words.below} the ${words.score(100 * threshold)} threshold`,
  'no-longer-answers': ({ baseAsked }, { cases }) => {
    const lost = `${counted(cases, 'case')} that the base answered ${cases === 1 ? 'has' : 'have'} no usable answer now`;
    return baseAsked === false ? `${lost}; the base was not asked again` : lost;
  },
  facts: ({ outcome, unconfirmed, numbers: { confirmed, ...lost } }, { cases, certainty }) => {
    const answers = `${counted(cases, 'answer')} lost a fact`;
    if (unconfirmed !== undefined) return `${answers}${certainty}`;
    if (outcome === 'fails') {
      const some = confirmed < cases ? `${confirmed} ` : '';
      // Recorded answers have no new runs.
      return certainty === '' ? answers : `${answers} (${some}confirmed by new runs)`;
    }
    const { dropped, partlyDropped, saysOtherwise } = lost;
    const counts = { dropped, 'partly dropped': partlyDropped, contradicted: saysOtherwise };
    const parts = Object.entries(counts).filter(([, count]) => count > 0);
    return renderList(
      parts.map(
        ([verb, count], at) =>
          `${at === 0 ? counted(count, 'fact') : grouped(count)} ${count === 1 ? 'was' : 'were'} ${verb}`,
      ),
    );
  },
  'must-pass': mustPassClause,
  cost: riseClause,
  time: riseClause,
  errors: ({ obstacle }) => obstacleClause(obstacle),
  baseline: ({ obstacle, baseline }) =>
    plainClause(obstacle === null ? renderBaseline(baseline) : obstacleClause(obstacle)),
};

function clauseOf(finding: Finding, facts: FindingFacts): string {
  const clause = CLAUSES[finding.rule] as (finding: Finding, about: object) => string;
  const certainty = certaintyOf(finding, facts);
  const text = clause(finding, { words: facts.words, cases: finding.caseIds.length, certainty });
  return finding.tag === undefined ? text : `in ${codeSpan(finding.tag)}, ${text}`;
}

function certaintyOf(finding: Finding, { askedAgain }: FindingFacts): string {
  if (finding.unconfirmed !== undefined) return `; ${UNCONFIRMED[finding.unconfirmed]}`;
  const cases = finding.caseIds.length;
  const asked = finding.caseIds.filter((id) => askedAgain.has(id)).length;
  if (asked === 0) return '';
  return ` (${asked < cases ? `${asked} ` : ''}confirmed by new runs)`;
}

const UNCONFIRMED: Readonly<Record<ConfirmationGap, string>> = {
  'extra-runs': 'not confirmed because `extra-runs` is used up',
  few: 'too few to fail the check',
  stale: 'the baseline is of an older prompt',
  recorded: 'recorded answers cannot be run again to confirm this',
  'not-asked': 'not run again because another rule failed first',
  undecided: 'not confirmed because the check is undecided',
  'no-key': 'not confirmed because the job that merges has no key',
  'no-program': 'not confirmed because the agent does not run in the job that merges',
};

function explainMean({ numbers }: MeanFinding, words: MeasureWords): string {
  const { base, head, cases, baseRuns, headRuns, maxDrop } = numbers;
  const { from, to } = words.figures(100 * base, 100 * head, 100 * maxDrop);
  const moved = `${head < base ? words.worse : words.better} from ${from} to ${to}`;
  const basis = `${grouped(baseRuns)} base and ${counted(headRuns, 'head run')}`;
  return `the mean ${from === to ? `stayed ${to}` : moved} over ${counted(cases, 'case')} (${basis})`;
}

function powerSentence({ power }: MeanFinding, { worse }: MeasureWords): string {
  if (power === undefined) return '';
  return ` If every answer ${worse} by ${power.noticeable.toFixed(2)}, at least 8 of 10 runs would notice.`;
}

function renderProbability(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}
