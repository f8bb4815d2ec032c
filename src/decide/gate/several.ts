import {
  askCases,
  type CaseEvidence,
  countRecordedRuns,
  isUnderWay,
  listIds,
  measureDifference,
  type OpenCase,
  pickAffordable,
  sortByConfirmation,
} from './case-evidence.js';
import { defineRule, ROUNDING, type RuleContext, type Threshold } from './rule.js';
import { runSignTest } from './sign-tests.js';

export const MIN_VISIBLE_FALL: Threshold = {
  value: 0.2,
  unit: 'of the scale',
  because: 'a reader sees that one of five statements is off, and not less',
};

const THRESHOLDS = {
  fall: MIN_VISIBLE_FALL,
  p: {
    value: 0.1,
    unit: 'of a one-sided sign test',
    because: 'chance makes so many cases fall together in one of ten checks; then each has to be confirmed',
  },
  answers: {
    value: 4,
    unit: 'new answers per side',
    because: 'several cases must be confirmed, so each may be confirmed less surely than for Broke',
  },
  contradictions: {
    value: 1,
    unit: 'of the new answers of both sides',
    because: 'a case that fell still varies, so now and then an answer lies on the other side',
  },
  contradictionsAlone: {
    value: 0,
    unit: 'of the new head answers, if the base cannot be asked',
    because: 'half of the answers',
  },
  recordedFalls: {
    value: 5,
    unit: 'recorded answers that fell by `case-drop`, while none rose by it',
    because: 'even in single runs, five large falls without a rise have p = 0.03',
  },
  apartRuns: {
    value: 3,
    unit: 'recorded runs per side',
    because: 'with fewer, runs of an unsteady case often lie apart by chance',
  },
} as const;

/** In hundredths. */
export const MIN_FALL = 100 * THRESHOLDS.fall.value - ROUNDING;

type Suspicion = {
  /** Falls that new answers confirmed, and the number of such rises: they show how much an unchanged agent varies. */
  readonly falls: readonly CaseEvidence[];
  readonly rises: number;
  readonly isRed: boolean;
  /** Falls and rises that further answers could confirm, in the order in which they run. */
  readonly open: readonly OpenCase[];
  /** Falls that are yellow. */
  readonly others: readonly CaseEvidence[];
};

/** Several answers fell, and outnumber equal rises. */
export const SEVERAL = defineRule<Suspicion>({
  name: 'Several',
  thresholds: THRESHOLDS,
  describe: () => ({
    summary: `at least ${computeMinFalls(0)} answers fell by ${THRESHOLDS.fall.value} or more, stay low in new runs, and outnumber rises`,
    suspicious: `answers fell by ${THRESHOLDS.fall.value} or more`,
    asks: `${THRESHOLDS.answers.value} new answers per side to these cases`,
    red: `at least ${computeMinFalls(0)} answers fell and none rose, or ${computeMinFalls(1)} fell and 1 rose, or ${computeMinFalls(2)} and 2; each counts only if at most ${THRESHOLDS.contradictions.value} of its ${2 * THRESHOLDS.answers.value} new answers contradicts it`,
    yellow: 'new answers confirmed a fall, but too few fell',
  }),
  fails: 'regression',

  suspect(context) {
    if (context.evidence.length === 0) return null;
    const { askable } = context;
    return askable === 'none' ? suspectRecorded(context) : suspectAnswers(context.evidence, askable);
  },

  ask({ open, isRed }, { extraLeft }) {
    const underWay = askCases(open.filter(isUnderWayFall), 'several');
    return underWay !== null || isRed ? underWay : askCases(pickAffordable(open, extraLeft), 'several');
  },

  red: (suspicion, context) =>
    suspicion.isRed
      ? [{ ...buildFinding(suspicion, context), outcome: 'fails', caseIds: listIds(suspicion.falls) }]
      : [],

  yellow(suspicion, context) {
    const { askable, over } = context;
    const { others, open, isRed } = suspicion;
    if (others.length === 0) return [];
    const gap = open.length === 0 ? 'few' : (over ?? (isRed ? 'not-asked' : 'few'));
    const unconfirmed = askable === 'none' ? 'recorded' : gap;
    return [{ ...buildFinding(suspicion, context), outcome: 'worse', caseIds: listIds(others), unconfirmed }];
  },
});

function suspectAnswers(evidence: readonly CaseEvidence[], askable: 'both' | 'head'): Suspicion {
  const { answers, contradictions, contradictionsAlone } = THRESHOLDS;
  const terms = {
    askable,
    answers: answers.value,
    contradictions: askable === 'both' ? contradictions.value : contradictionsAlone.value,
    least: 0,
  };
  const fell = evidence.filter(({ drop }) => drop >= MIN_FALL);
  const rose = evidence.filter(({ drop }) => drop <= -MIN_FALL).toReversed();
  const falls = sortByConfirmation(fell, terms);
  const rises = sortByConfirmation(rose, terms);
  const isRed = outnumber(falls.confirmed.length, rises.confirmed.length + rises.open.length);
  // Rises only matter once the falls alone would be enough.
  const openRises = outnumber(falls.confirmed.length, rises.confirmed.length) ? rises.open : [];
  const fellAgain = falls.confirmed.filter((each) => measureDifference(each, terms) >= MIN_FALL);
  const unconfirmed = falls.open.map((each) => each.evidence);
  return {
    falls: falls.confirmed,
    rises: rises.confirmed.length,
    isRed,
    open: [...openRises, ...falls.open],
    others: isRed ? unconfirmed : [...fellAgain, ...unconfirmed],
  };
}

function isUnderWayFall(open: OpenCase): boolean {
  return open.evidence.drop > 0 && isUnderWay(open);
}

/** Recorded answers have no new ones. Only large falls are red, and every other fall is yellow. */
function suspectRecorded({ evidence, settings }: RuleContext): Suspicion {
  const { recordedFalls, apartRuns } = THRESHOLDS;
  const least = 100 * (settings.caseDrop ?? 1) - ROUNDING;
  const large = evidence.filter(({ drop }) => drop >= least);
  const isRed = large.length >= recordedFalls.value && evidence.every(({ drop }) => drop > -least);
  const isApart = (each: CaseEvidence) =>
    countRecordedRuns(each) < apartRuns.value || Math.max(...each.headScores) < Math.min(...each.baseScores);
  const fell = evidence.filter((each) => each.drop >= MIN_FALL && isApart(each));
  return {
    falls: isRed ? large : [],
    rises: 0,
    isRed,
    open: [],
    others: isRed ? fell.filter((each) => !large.includes(each)) : fell,
  };
}

function outnumber(falls: number, rises: number): boolean {
  return runSignTest(falls, rises) <= THRESHOLDS.p.value;
}

/** The smallest number of falls that outnumbers so many rises. */
function computeMinFalls(rises: number): number {
  let falls = 0;
  while (!outnumber(falls, rises)) falls += 1;
  return falls;
}

function buildFinding({ falls, rises }: Suspicion, { askable }: RuleContext) {
  const needed = askable === 'none' ? THRESHOLDS.recordedFalls.value : computeMinFalls(rises);
  const numbers = { falls: falls.length, rises, p: runSignTest(falls.length, rises), needed };
  return { rule: 'several', numbers } as const;
}
