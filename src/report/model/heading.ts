import type { ChosenBaseline } from '../../model/baseline.js';
import type { Finding, Look, MeasurementGap } from '../../model/finding.js';
import { lacksBaseline, lookOf } from '../../model/outcome.js';
import type { EvaluatedSuite, SuiteReport } from '../../model/report.js';
import { counted, cutText } from '../../text/values.js';
import { reviewInShort } from '../notes/note.js';
import { causeClause, obstacleInShort } from '../notes/obstacle.js';
import { fitDescription } from '../status-words.js';
import { limitInShort, mustPassInShort } from './limit-words.js';
import { figuresOf, NONE, nameOfScore, wordsOfSuite } from './scores.js';

export const ICONS: Record<Look, string> = { pass: '✅', worse: '🟡', fail: '❌', inconclusive: '⚠️' };

/** A heading is read in one glance: with its icon 90 characters. */
const MAX_HEADING_LENGTH = 87;
const MAX_NAME_LENGTH = 40;

/** `support: 4 of 12 answers got worse · relevancy 1.00 → 0.89 (−0.11)`, at most 90 characters. */
export function headingOf(suite: SuiteReport): string {
  const name = cutText(nameOfScore(suite), MAX_NAME_LENGTH);
  return `${name}: ${statusOf(suite, MAX_HEADING_LENGTH - name.length - 2)}`;
}

/** The heading without the suite's name: the commit status has its own. */
export function statusOf(suite: SuiteReport, most = MAX_HEADING_LENGTH): string {
  const result = resultOf(suite);
  const more = whatHappened(suite).includesScore ? '' : scoreOf(suite) || foundSoFar(suite);
  const whole = `${result}${more === '' ? '' : ` · ${more}`}`;
  return whole.length <= most ? whole : cutText(result, most);
}

/** Of an undecided check: `2 of 5 answers got worse so far`, of those with a score. */
function foundSoFar(suite: SuiteReport): string {
  const { outcome, worse, because } = suite.decision;
  if (suite.kind !== 'evaluated' || outcome !== 'inconclusive' || because.includes('review')) return '';
  const scored = suite.comparison.pairs.filter(({ delta }) => delta !== null).length;
  return worse.length === 0 ? '' : `${worse.length} of ${counted(scored, 'answer')} got worse so far`;
}

export function resultOf(suite: SuiteReport): string {
  const { outcome, blocking } = suite.decision;
  return `${whatHappened(suite).text}${outcome === 'pass' || blocking ? '' : ' (not blocking)'}`;
}

/** The commit status: the heading without the name; if nothing was measured, with the reason. */
export function describeStatus(suite: SuiteReport): string {
  const { unmeasured } = suite.decision;
  const [cause] = unmeasured?.kind === 'not-evaluated' ? unmeasured.reasons : [];
  const why = cause === undefined ? '' : `: ${causeClause(cause)}`;
  return fitDescription(`${statusOf(suite)}${why}`);
}

export function namesThreshold(suite: SuiteReport): boolean {
  return whatHappened(suite).includesScore === true;
}

type Happening = { readonly text: string; readonly includesScore?: true };

function whatHappened(suite: SuiteReport): Happening {
  const { decision } = suite;
  if (decision.because.includes('review')) return { text: `needs human review${whatToReview(suite)}` };
  if (decision.unmeasured !== undefined) return { text: whyUnmeasured(decision.unmeasured) };
  if (suite.kind !== 'evaluated') return { text: 'nothing was compared' };
  if (decision.outcome === 'inconclusive') return { text: `not decided: ${whyUndecided(decision.findings)}` };
  return decision.outcome === 'fail' ? whatFailed(suite) : whatPassed(suite);
}

/** ` · 4 of 12 answers got worse`, else the reason for the review: `: 2 of 12 cases were not compared`. */
function whatToReview(suite: SuiteReport): string {
  const { findings, worse, review } = suite.decision;
  const silent = findings.find((finding) => finding.rule === 'no-longer-answers');
  if (silent !== undefined && suite.kind === 'evaluated') return ` · ${noLongerAnswers(silent, suite)}`;
  if (worse.length > 0) return ` · ${worseAnswers(suite)} got worse`;
  const [reason] = review;
  return reason === undefined ? '' : `: ${reviewInShort(reason)}`;
}

function whyUnmeasured(unmeasured: MeasurementGap): string {
  return unmeasured.kind === 'unchanged' && unmeasured.stored
    ? 'a baseline of the same files is already stored'
    : UNMEASURED[unmeasured.kind];
}

const UNMEASURED: Readonly<Record<MeasurementGap['kind'], string>> = {
  unchanged: 'no watched file changed',
  'shown-only': 'nothing to compare: only the dataset changed',
  'not-evaluated': 'not evaluated',
  'broken-base': 'not compared: the base cannot be measured',
  'not-stored': 'the baseline was not stored',
};

function whatFailed(suite: EvaluatedSuite): Happening {
  const { findings, worse } = suite.decision;
  const words = wordsOfSuite(suite);
  const failing = findings.filter(({ outcome }) => outcome === 'fails');
  const mustPass = mustPassInShort(failing);
  if (mustPass !== null) return { text: mustPass };
  const silent = failing.find((finding) => finding.rule === 'no-longer-answers');
  if (silent !== undefined) return { text: noLongerAnswers(silent, suite) };
  const [facts, ...others] = failing;
  if (facts?.rule === 'facts' && others.length === 0) {
    const all = counted(suite.comparison.pairs.length, 'answer');
    return { text: `${facts.caseIds.length} of ${all} lost a fact` };
  }
  const limit = limitInShort(failing, words);
  const isAnswer = failing.some(({ caseIds }) => caseIds.length > 0);
  if (limit !== null && !isAnswer && !failing.some(isOfSuite)) return { text: limit };
  if (worse.length > 0) return { text: `${worseAnswers(suite)} got worse` };
  if (failing.some((finding) => finding.rule === 'mean')) {
    const lower = suite.comparison.pairs.filter(({ delta }) => (delta ?? 0) < 0).length;
    const all = counted(suite.comparison.pairs.length, 'answer');
    return { text: `${lower} of ${all} scored slightly ${words.lower}` };
  }
  const threshold = failing.find((finding) => finding.rule === 'threshold');
  if (threshold !== undefined) {
    const limit = words.score(100 * threshold.numbers.threshold);
    return { text: `${scoreOf(suite)}, ${words.below} the ${limit} threshold`, includesScore: true };
  }
  return {
    text: failing[0]?.rule === 'baseline' ? 'there is no baseline to compare with' : 'the check failed',
  };
}

/** True for *Mean* and *Threshold* of all cases. */
function isOfSuite({ rule, tag }: Finding): boolean {
  return tag === undefined && (rule === 'mean' || rule === 'threshold');
}

function whatPassed(suite: EvaluatedSuite): Happening {
  const { baseline, decision } = suite;
  if (decision.worse.length > 0)
    return {
      text: `passes, but ${worseAnswers(suite)} ${decision.worse.length === 1 ? 'is' : 'are'} worth a look`,
    };
  const worse = decision.findings.filter(({ outcome }) => outcome === 'worse');
  const limit = worse.some(isOfSuite) ? null : limitInShort(worse, wordsOfSuite(suite));
  if (limit !== null) return { text: `passes, but ${limit}` };
  if (lookOf(decision) === 'worse') return { text: `passes, but the score ${wordsOfSuite(suite).worse}` };
  return { text: baseline.kind === 'none' ? WITHOUT_BASE[baseline.because] : 'no answer got worse' };
}

const WITHOUT_BASE: Readonly<Record<Extract<ChosenBaseline, { kind: 'none' }>['because'], string>> = {
  first: 'measured as the new baseline',
  absent: 'no baseline to compare with yet',
  'switched-off': 'measured without a baseline',
  'new-prompt': 'new prompt: nothing to compare with',
  'broken-base': 'the base cannot be measured',
};

function worseAnswers(suite: SuiteReport): string {
  const { length } = suite.decision.worse;
  if (suite.kind !== 'evaluated') return counted(length, 'answer');
  return `${length} of ${counted(suite.comparison.pairs.length, 'answer')}`;
}

function noLongerAnswers(
  { what, caseIds }: Extract<Finding, { rule: 'no-longer-answers' }>,
  { comparison }: EvaluatedSuite,
): string {
  const [one, many] = NO_LONGER[what];
  return `${caseIds.length} of ${counted(comparison.pairs.length, 'question')} ${caseIds.length === 1 ? one : many}`;
}

const NO_LONGER = {
  answer: ['is no longer answered', 'are no longer answered'],
  'anything-to-score': ['has nothing left to score', 'have nothing left to score'],
  words: ['is answered with tool calls only', 'are answered with tool calls only'],
} as const;

/** `relevancy 1.00 → 0.89 (−0.11)`; without a base `relevancy 0.89`; empty without a score. */
export function scoreOf(suite: SuiteReport): string {
  const figures = figuresOf(suite);
  if (suite.kind !== 'evaluated' || figures === null) return '';
  const { from, to, delta } = figures;
  const { name } = wordsOfSuite(suite);
  return delta === NONE || from === to ? `${name} ${to}` : `${name} ${from} → ${to} (${delta})`;
}

function whyUndecided(findings: readonly Finding[]): string {
  for (const finding of findings) {
    if ((finding.rule === 'errors' || finding.rule === 'baseline') && finding.outcome === 'inconclusive') {
      return finding.obstacle === null ? 'there is no baseline' : obstacleInShort(finding.obstacle);
    }
  }
  return 'more answers would be needed';
}

/** `3 suites: 1 failed, 1 is not decided`; of one suite its own heading. */
export function overallHeading(suites: readonly SuiteReport[], noun: string): string {
  const [only] = suites;
  if (only !== undefined && suites.length === 1) return headingOf(only);
  const results = suites.map((suite) =>
    suite.decision.outcome === 'pass' && lacksBaseline(suite.decision) ? 'new' : lookOf(suite.decision),
  );
  const total = counted(suites.length, noun);
  const parts = OVERALL.flatMap(([result, one, many]) => {
    const { length } = results.filter((each) => each === result);
    return length === 0 ? [] : [`${length} ${length === 1 ? one : many}`];
  });
  return parts.length === 0 ? `${total} pass` : `${total}: ${parts.join(', ')}`;
}

const OVERALL = [
  ['fail', 'failed', 'failed'],
  ['inconclusive', 'is not decided', 'are not decided'],
  ['new', 'has no baseline yet', 'have no baseline yet'],
  ['worse', 'is worth a look', 'are worth a look'],
] as const;
