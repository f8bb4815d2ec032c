import { MAX_BROKEN_SCORE } from '../../model/comparison.js';
import type { Finding } from '../../model/finding.js';
import { computeMean } from '../compare/sample-scores.js';
import {
  askCases,
  type CaseEvidence,
  type ConfirmationTerms,
  countContradictions,
  countRecordedRuns,
  isUnderWay,
  listIds,
  type OpenCase,
  pickAffordable,
  sortByConfirmation,
} from './case-evidence.js';
import { countDoublings, defineRule, MANY_CASES, ROUNDING, type RuleContext } from './rule.js';

const THRESHOLDS = {
  maxScore: {
    value: MAX_BROKEN_SCORE / 100,
    unit: 'of the scale',
    because:
      'even if every *unsure* were *yes*, at most two of five statements help: it is mostly irrelevant',
  },
  answers: {
    value: 7,
    unit: 'new answers per side',
    because: 'an unsteady case that did not really fall comes back in one of seven',
  },
  contradictions: {
    value: 2,
    unit: 'of the new answers of both sides',
    because: 'a case that collapsed still varies, so now and then an answer lies on the other side',
  },
  contradictionsAlone: {
    value: 1,
    unit: 'of the new head answers, if the base cannot be asked',
    because: 'half of the answers',
  },
  manyCases: MANY_CASES,
  steadyRuns: {
    value: 3,
    unit: 'recorded runs per side',
    because: 'the same text three times shows an agent that repeats itself',
  },
  enoughRuns: {
    value: 5,
    unit: 'recorded runs per side',
    because: 'by chance five runs lie apart from five in 1 of 252 cases',
  },
} as const;

type Suspicion = {
  readonly terms: ConfirmationTerms;
  readonly open: readonly OpenCase[];
  /** Their new answers agree, but the judge has not looked at them again. */
  readonly unseen: readonly CaseEvidence[];
  readonly broke: readonly CaseEvidence[];
};

/** An answer that was relevant is mostly irrelevant now. */
export const BROKE = defineRule<Suspicion>({
  name: 'Broke',
  thresholds: THRESHOLDS,
  describe: ({ caseDrop }) => ({
    summary: `an answer fell by ${caseDrop} or more to at most ${THRESHOLDS.maxScore.value}, and stays low in new runs`,
    suspicious: `an answer scores at most ${THRESHOLDS.maxScore.value}, even if every *unsure* counted as *yes*, and is at least \`case-drop\` (${caseDrop}) below the base`,
    asks: `${THRESHOLDS.answers.value} new answers per side to the worst cases, then a second judge call`,
    red: `at most ${THRESHOLDS.contradictions.value} of the ${2 * THRESHOLDS.answers.value} new answers contradict the fall, both sides' new means are still that far apart, and the judge, asked again, gives the same verdicts`,
    yellow: 'the new answers are missing',
  }),
  fails: 'regression',

  suspect(context) {
    const { settings, askable, evidence, secondLooks } = context;
    if (settings.caseDrop === null || evidence.length === 0) return null;
    const least = 100 * settings.caseDrop - ROUNDING;
    const terms = buildSingleCaseTerms(context, least);
    const suspects = evidence.filter(({ drop }) => drop >= least);
    if (askable === 'none') {
      return {
        terms,
        open: [],
        unseen: [],
        broke: suspects.filter((each) => isBrokenInRecord(each, least)),
      };
    }
    const low = suspects.filter(
      (each) => isLow(computeMean(each.lenientScores.first)) && staysLow(each, terms),
    );
    const { open, confirmed } = sortByConfirmation(low, { ...terms, askable });
    return {
      terms,
      open,
      unseen: confirmed.filter(({ id }) => secondLooks?.has(id) === false),
      broke: confirmed.filter(({ id }) => secondLooks?.has(id) !== false),
    };
  },

  /** Cases under way first. Then one broken case is enough. */
  ask({ open, unseen, broke }, context) {
    const underWay = askCases(open.filter(isUnderWay), 'broke');
    if (underWay !== null) return underWay;
    if (unseen.length > 0) return { kind: 'second-look', caseIds: listIds(unseen), because: 'broke' };
    return broke.length > 0 ? null : askCases(pickAffordable(open, context.extraLeft), 'broke');
  },

  red: ({ broke, terms }) => (broke.length > 0 ? [buildFinding(broke, terms)] : []),

  yellow({ open, unseen, broke, terms }, { over }) {
    const suspects = [...unseen, ...open.map(({ evidence }) => evidence)];
    if (broke.length > 0 || suspects.length === 0 || over === null) return [];
    return [{ ...buildFinding(suspects, terms), outcome: 'worse', unconfirmed: over }];
  },
});

/** When the fall of one case is confirmed: more surely than one of several. `least`: in hundredths. */
export function buildSingleCaseTerms(
  { comparison, scorers, askable }: RuleContext,
  least: number,
): ConfirmationTerms {
  const { answers, contradictions, contradictionsAlone } = THRESHOLDS;
  return {
    answers: answers.value + countDoublings(comparison.pairs.length * scorers),
    contradictions: askable === 'both' ? contradictions.value : contradictionsAlone.value,
    least,
  };
}

function isLow(score: number | null): boolean {
  return score !== null && score <= 100 * THRESHOLDS.maxScore.value;
}

/** False once the mean of the head's new answers must end above the limit. */
function staysLow({ lenientScores }: CaseEvidence, { answers }: ConfirmationTerms): boolean {
  const sum = lenientScores.later.slice(0, answers).reduce((total, score) => total + score, 0);
  return isLow(sum / answers);
}

/**
 * Recorded answers cannot run again. A fall counts if both sides always give the same text, or if their
 * scores lie far apart.
 */
function isBrokenInRecord(evidence: CaseEvidence, least: number): boolean {
  const confirmed = confirmByRecord(evidence, least);
  const { first } = evidence.lenientScores;
  if (confirmed === 'steady') return isLow(computeMean(first));
  return confirmed === 'apart' && isLow(Math.max(...first));
}

/**
 * How recorded answers alone confirm a fall: five runs per side that lie so far apart (in hundredths), or three if both
 * sides always give the same text. `null`: they do not.
 */
export function confirmByRecord(evidence: CaseEvidence, least: number): 'apart' | 'steady' | null {
  const { headScores, baseScores, isSteady } = evidence;
  const runs = countRecordedRuns(evidence);
  if (runs >= THRESHOLDS.enoughRuns.value) {
    return Math.min(...baseScores) - Math.max(...headScores) >= least ? 'apart' : null;
  }
  return runs >= THRESHOLDS.steadyRuns.value && isSteady ? 'steady' : null;
}

function buildFinding(cases: readonly CaseEvidence[], { answers }: ConfirmationTerms): BrokeFinding {
  const sum = (count: (each: CaseEvidence) => number) =>
    cases.reduce((total, each) => total + count(each), 0);
  const taken = ({ headNew, baseNew }: CaseEvidence) =>
    Math.min(answers, headNew.taken) + Math.min(answers, baseNew.taken);
  return {
    rule: 'broke',
    outcome: 'fails',
    caseIds: listIds(cases),
    numbers: { answers: sum(taken), contradict: sum((each) => countContradictions(each, answers)) },
  };
}

type BrokeFinding = Extract<Finding, { readonly rule: 'broke' }>;
