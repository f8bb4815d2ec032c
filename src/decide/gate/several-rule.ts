import type { Finding } from '../../model/finding.js';
import {
  askCases,
  type CaseEvidence,
  differenceOf,
  isUnderWay,
  type Standings,
  standingsOf,
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
import { signTest } from './sign-tests.js';

/** A fall or a rise worth asking about, in hundredths. */
export const NOTEWORTHY = 20;
/** Four answers on each side, of which one may contradict. */
const TERMS = { answers: 4, contradictions: { both: 1, head: 0 }, least: 0 };
/** 4 to 0, 6 to 1, 7 to 2. */
const OUTNUMBERS_BELOW = 0.1;

/** Rule 2: several answers fell by 0.2 or more, stayed there when asked again, and outnumber equal rises. */
export function decideSeveral(context: RuleContext): RuleResult {
  const { askable, over, evidence } = context;
  if (askable === 'none') return NOTHING_FOUND;
  const falls = standingsOf(
    evidence.filter(({ drop }) => drop >= NOTEWORTHY - ROUNDING),
    TERMS,
    askable,
  );
  const rises = standingsOf(
    evidence.filter(({ drop }) => drop <= -NOTEWORTHY + ROUNDING).toReversed(),
    TERMS,
    askable,
  );
  const red = (rose: number) => signTest(falls.stays.length, rose) <= OUTNUMBERS_BELOW;
  const underWay = over === null ? askCases(falls.open.filter(isUnderWay), 'several') : null;
  if (underWay !== null) return asking(underWay);
  if (red(rises.stays.length + rises.open.length)) return regression(context, findingOf(falls, rises));
  if (over === null) {
    // Rises only matter once the falls alone would be enough.
    const next = askCases([...(red(rises.stays.length) ? rises.open : []), ...falls.open], 'several');
    if (next !== null) return asking(next);
  }
  const suspects = [
    ...falls.stays.filter((each) => fellAgain(each, askable)),
    ...falls.open.map(({ evidence: each }) => each),
  ];
  if (suspects.length === 0) return NOTHING_FOUND;
  const isOpen = falls.open.length > 0 || (red(rises.stays.length) && rises.open.length > 0);
  return suspicion(
    { ...findingOf(falls, rises), caseIds: suspects.map(({ id }) => id) },
    isOpen && over ? over : 'few',
  );
}

/** Fell by 0.2 again. */
function fellAgain(evidence: CaseEvidence, askable: 'both' | 'head'): boolean {
  return differenceOf(evidence, TERMS.answers, askable) >= NOTEWORTHY - ROUNDING;
}

function findingOf(falls: Standings, rises: Standings): Extract<Finding, { readonly rule: 'several' }> {
  const numbers = { falls: falls.stays.length, rises: rises.stays.length };
  return {
    rule: 'several',
    outcome: 'fails',
    caseIds: falls.stays.map(({ id }) => id),
    numbers: { ...numbers, p: signTest(numbers.falls, numbers.rises) },
  };
}
