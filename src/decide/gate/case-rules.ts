import type { Finding, GateAsk } from '../../model/finding.js';
import type { RunRecord } from '../../model/run-record.js';
import {
  askCases,
  type CaseEvidence,
  contradictionsIn,
  differenceOf,
  isUnderWay,
  type OpenCase,
  type Standings,
  standingsOf,
  type Terms,
} from './case-evidence.js';
import type { GateInput } from './gate-input.js';
import {
  asking,
  NOTHING_FOUND,
  ROUNDING,
  type RuleContext,
  type RuleResult,
  regression,
  suspicion,
} from './rule.js';
import { signTest } from './sign-tests.js';

/** A score of at most this much, in hundredths, is mostly irrelevant. */
const MOSTLY_IRRELEVANT = 40;
/** New answers on each side: an unsteady case that did not really fall comes back in one of seven. */
export const BROKE_ANSWERS = 7;
/** Up to so many cases × scorers; one answer more for each doubling, since more cases fall without a cause. */
const SMALL = 50;

/** Rule 1: an answer that was relevant is mostly irrelevant now. */
export function decideBroke(context: RuleContext): RuleResult {
  const { askable, over, settings } = context;
  if (settings.caseDrop === null || askable === 'none') return NOTHING_FOUND;
  const terms = { ...brokeTerms(context), askable, least: 100 * settings.caseDrop - ROUNDING };
  const { open, unseen, broke } = sortSuspects(context, terms);
  const next = over === null ? askNext(affordable(open, context), unseen, broke) : null;
  if (next !== null) return asking(next);
  if (broke.length > 0) return regression(context, brokeFinding(broke, terms));
  const suspects = [...unseen, ...open.map(({ evidence }) => evidence)];
  if (suspects.length === 0 || over === null) return NOTHING_FOUND;
  return suspicion(brokeFinding(suspects, terms), over);
}

function brokeTerms({ comparison, scorers }: RuleContext): Pick<Terms, 'answers' | 'contradictions'> {
  const doublings = Math.max(0, Math.floor(Math.log2((comparison.pairs.length * scorers) / SMALL)));
  return { answers: BROKE_ANSWERS + doublings, contradictions: { both: 2, head: 1 } };
}

function sortSuspects({ evidence, secondLooks }: RuleContext, terms: Terms) {
  const suspects = evidence.filter(
    (each) => each.first <= MOSTLY_IRRELEVANT && each.drop >= terms.least && staysIrrelevant(each, terms),
  );
  const { open, stays } = standingsOf(suspects, terms);
  return {
    open,
    /** The judge has not looked at them again. */
    unseen: stays.filter(({ id }) => secondLooks?.has(id) === false),
    broke: stays.filter(({ id }) => secondLooks?.has(id) !== false),
  };
}

/** False once the mean of the head's new answers must end above the limit. */
function staysIrrelevant({ headNew }: CaseEvidence, { answers }: Terms): boolean {
  const sum = headNew.scores.slice(0, answers).reduce((total, score) => total + score, 0);
  return sum / answers <= MOSTLY_IRRELEVANT;
}

/** With those under way, as many of the worst as `limits.extra-runs` can confirm: many half asked confirm nothing. */
function affordable(open: readonly OpenCase[], { askable, extraLeft }: RuleContext): readonly OpenCase[] {
  const perCase = (open[0]?.answers ?? BROKE_ANSWERS) * (askable === 'both' ? 2 : 1);
  const most = Math.max(1, Math.floor(extraLeft / perCase));
  return [...open.filter(isUnderWay), ...open.filter((each) => !isUnderWay(each)).slice(0, most)];
}

/** Cases under way first; then one broken case is enough. */
function askNext(
  open: readonly OpenCase[],
  unseen: readonly CaseEvidence[],
  broke: readonly CaseEvidence[],
): GateAsk | null {
  const underWay = askCases(open.filter(isUnderWay), 'broke');
  if (underWay !== null) return underWay;
  if (unseen.length > 0) return { kind: 'second-look', caseIds: idsOf(unseen), because: 'broke' };
  return broke.length > 0 ? null : askCases(open, 'broke');
}

function brokeFinding(
  cases: readonly CaseEvidence[],
  { answers }: Terms,
): Extract<Finding, { readonly rule: 'broke' }> {
  const sum = (count: (each: CaseEvidence) => number) =>
    cases.reduce((total, each) => total + count(each), 0);
  const taken = ({ headNew, baseNew }: CaseEvidence) =>
    Math.min(answers, headNew.taken) + Math.min(answers, baseNew.taken);
  const contradict = sum((each) => contradictionsIn(each, answers));
  return {
    ...{ rule: 'broke', outcome: 'fails', caseIds: idsOf(cases) },
    numbers: { answers: sum(taken), contradict },
  };
}

function idsOf(cases: readonly CaseEvidence[]): readonly string[] {
  return cases.map(({ id }) => id);
}

/** A fall or a rise worth asking about, in hundredths. */
const NOTEWORTHY = 20 - ROUNDING;
/** Four answers on each side, of which one may contradict. */
const SEVERAL_TERMS = { answers: 4, contradictions: { both: 1, head: 0 }, least: 0 };
/** 4 to 0, 6 to 1, 7 to 2. */
const OUTNUMBERS_BELOW = 0.1;

/** Rule 2: several answers fell by 0.2 or more, stayed there when asked again, and outnumber equal rises. */
export function decideSeveral(context: RuleContext): RuleResult {
  const { askable, over, evidence } = context;
  if (askable === 'none') return NOTHING_FOUND;
  const terms = { ...SEVERAL_TERMS, askable };
  const falls = standingsOf(
    evidence.filter(({ drop }) => drop >= NOTEWORTHY),
    terms,
  );
  const rises = standingsOf(evidence.filter(({ drop }) => drop <= -NOTEWORTHY).toReversed(), terms);
  const red = (rose: number) => signTest(falls.stays.length, rose) <= OUTNUMBERS_BELOW;
  const underWay = over === null ? askCases(falls.open.filter(isUnderWay), 'several') : null;
  if (underWay !== null) return asking(underWay);
  if (red(rises.stays.length + rises.open.length)) return regression(context, severalFinding(falls, rises));
  // Rises only matter once the falls alone would be enough.
  const openRises = red(rises.stays.length) ? rises.open : [];
  const next = over === null ? askCases([...openRises, ...falls.open], 'several') : null;
  if (next !== null) return asking(next);
  const fellAgain = falls.stays.filter((each) => differenceOf(each, terms) >= NOTEWORTHY);
  const suspects = [...fellAgain, ...falls.open.map(({ evidence: each }) => each)];
  if (suspects.length === 0) return NOTHING_FOUND;
  const isOpen = falls.open.length + openRises.length > 0;
  const finding = { ...severalFinding(falls, rises), caseIds: idsOf(suspects) };
  return suspicion(finding, isOpen && over ? over : 'few');
}

function severalFinding(falls: Standings, rises: Standings): Extract<Finding, { readonly rule: 'several' }> {
  const numbers = { falls: falls.stays.length, rises: rises.stays.length };
  return {
    ...{ rule: 'several', outcome: 'fails', caseIds: idsOf(falls.stays) },
    numbers: { ...numbers, p: signTest(numbers.falls, numbers.rises) },
  };
}

/** So many falls by `case-drop`, without a rise of that size, are no noise even in a single run. */
const FEWEST_FALLS = 5;
/** With so many runs a side, an agent that always gives the same answer is known to do so. */
const STEADY_RUNS = 3;
/** With so many runs a side, the runs alone show that a case broke. */
const ENOUGH_RUNS = 5;

/** Rules 1 and 2 for recorded answers, which have no further runs: the smaller number of runs counts. */
export function decideRecorded(context: RuleContext): RuleResult {
  const { askable, settings, evidence: cases } = context;
  if (askable !== 'none' || cases.length === 0) return NOTHING_FOUND;
  const runs = Math.min(...cases.map((each) => Math.min(each.baseScores.length, each.headScores.length)));
  const least = 100 * (settings.caseDrop ?? 1) - ROUNDING;
  const broke =
    settings.caseDrop === null ? [] : cases.filter((each) => isBroken(each, { runs, least }, context));
  if (broke.length > 0) {
    const numbers = { answers: 0, contradict: 0 };
    return regression(context, { rule: 'broke', outcome: 'fails', caseIds: idsOf(broke), numbers });
  }
  const falls = cases.filter(({ drop }) => drop >= least);
  if (falls.length >= FEWEST_FALLS && cases.every(({ drop }) => drop > -least)) {
    const numbers = { falls: falls.length, rises: 0, p: 0.5 ** falls.length };
    return regression(context, { rule: 'several', outcome: 'fails', caseIds: idsOf(falls), numbers });
  }
  const fell = cases.filter((each) => each.drop >= NOTEWORTHY && isApart(each, runs));
  if (fell.length === 0) return NOTHING_FOUND;
  const numbers = { runs };
  return suspicion({ rule: 'fell', outcome: 'worse', caseIds: idsOf(fell), numbers }, 'recorded');
}

/** One or two runs cannot tell; with more, every head run has to lie below every base run. */
function isApart({ headScores, baseScores }: CaseEvidence, runs: number): boolean {
  return runs < STEADY_RUNS || Math.max(...headScores) < Math.min(...baseScores);
}

function isBroken(
  evidence: CaseEvidence,
  by: { readonly runs: number; readonly least: number },
  input: GateInput,
): boolean {
  const { id, drop, first, headScores, baseScores } = evidence;
  if (by.runs < STEADY_RUNS) return false;
  if (by.runs >= ENOUGH_RUNS) {
    const best = Math.max(...headScores);
    return best <= MOSTLY_IRRELEVANT && Math.min(...baseScores) - best >= by.least;
  }
  const { head, base, comparison } = input;
  const idAtBase = comparison.renamed.find(({ to }) => to === id)?.from ?? id;
  const isSteady = ({ cases }: RunRecord, known: string) =>
    new Set(cases.find((row) => row.id === known)?.samples.map(({ answerHash }) => answerHash)).size === 1;
  if (drop < by.least || first > MOSTLY_IRRELEVANT || base === null) return false;
  return isSteady(head, id) && isSteady(base, idAtBase);
}
