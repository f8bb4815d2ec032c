import type { Finding, GateAsk } from '../../model/finding.js';
import {
  askCases,
  type CaseEvidence,
  contradictionsIn,
  isUnderWay,
  type OpenCase,
  standingsOf,
  type Terms,
} from './case-evidence.js';
import {
  asking,
  NOTHING_FOUND,
  ROUNDING,
  type RuleContext,
  type RuleResult,
  regression,
  suspicion,
} from './rule.js';

/** A score of at most this much, in hundredths, is mostly irrelevant. */
export const MOSTLY_IRRELEVANT = 40;
/** New answers on each side: an unsteady case that fell by chance comes back in one of seven. */
const ANSWERS = 7;
/** Up to so many cases × scorers; one answer more for each doubling, since more cases fall by chance. */
const SMALL = 50;

/** Rule 1: an answer that was relevant is mostly irrelevant now. */
export function decideBroke(context: RuleContext): RuleResult {
  const { askable, over, settings } = context;
  if (settings.caseDrop === null || askable === 'none') return NOTHING_FOUND;
  const terms = { ...termsOf(context), least: 100 * settings.caseDrop - ROUNDING };
  const { open, unseen, broke } = sortSuspects(context, terms, askable);
  const next = over === null ? askNext(affordable(open, context), unseen, broke) : null;
  if (next !== null) return asking(next);
  if (broke.length > 0) return regression(context, findingOf(broke, terms));
  const suspects = [...unseen, ...open.map(({ evidence }) => evidence)];
  if (suspects.length === 0 || over === null) return NOTHING_FOUND;
  return suspicion(findingOf(suspects, terms), over);
}

function sortSuspects({ evidence, secondLooks }: RuleContext, terms: Terms, askable: 'both' | 'head') {
  const suspects = evidence.filter(
    (each) => each.first <= MOSTLY_IRRELEVANT && each.drop >= terms.least && staysIrrelevant(each, terms),
  );
  const { open, stays } = standingsOf(suspects, terms, askable);
  return {
    open,
    /** The judge has not looked at them again. */
    unseen: stays.filter(({ id }) => secondLooks?.has(id) === false),
    broke: stays.filter(({ id }) => secondLooks?.has(id) !== false),
  };
}

/** With those under way, as many of the worst as `limits.extra-runs` can confirm: many half asked confirm nothing. */
function affordable(open: readonly OpenCase[], { askable, extraLeft }: RuleContext): readonly OpenCase[] {
  const perCase = (open[0]?.answers ?? ANSWERS) * (askable === 'both' ? 2 : 1);
  const most = Math.max(1, Math.floor(extraLeft / perCase));
  return [...open.filter(isUnderWay), ...open.filter((each) => !isUnderWay(each)).slice(0, most)];
}

/** What is under way first; then one broken case is enough. */
function askNext(
  open: readonly OpenCase[],
  unseen: readonly CaseEvidence[],
  broke: readonly CaseEvidence[],
): GateAsk | null {
  const underWay = askCases(open.filter(isUnderWay), 'broke');
  if (underWay !== null) return underWay;
  if (unseen.length > 0) {
    return { kind: 'second-look', caseIds: unseen.map(({ id }) => id), because: 'broke' };
  }
  return broke.length > 0 ? null : askCases(open, 'broke');
}

function termsOf({ comparison, scorers }: RuleContext): Omit<Terms, 'least'> {
  const doublings = Math.max(0, Math.floor(Math.log2((comparison.pairs.length * scorers) / SMALL)));
  return { answers: ANSWERS + doublings, contradictions: { both: 2, head: 1 } };
}

/** False once the mean of the head's new answers must end above the limit. */
function staysIrrelevant({ headNew }: CaseEvidence, { answers }: Terms): boolean {
  const sum = headNew.scores.slice(0, answers).reduce((total, score) => total + score, 0);
  return sum / answers <= MOSTLY_IRRELEVANT;
}

function findingOf(
  cases: readonly CaseEvidence[],
  { answers }: Terms,
): Extract<Finding, { readonly rule: 'broke' }> {
  const counted = cases.map((each) => ({
    answers: Math.min(answers, each.headNew.taken) + Math.min(answers, each.baseNew.taken),
    contradict: contradictionsIn(each, answers),
  }));
  return {
    rule: 'broke',
    outcome: 'fails',
    caseIds: cases.map(({ id }) => id),
    numbers: {
      answers: counted.reduce((sum, each) => sum + each.answers, 0),
      contradict: counted.reduce((sum, each) => sum + each.contradict, 0),
    },
  };
}
