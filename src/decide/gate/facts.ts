import { ranInThisCheck } from '../../model/baseline.js';
import type { Finding } from '../../model/finding.js';
import { MIN_IMPROVEMENT } from '../compare/compare-case.js';
import { classifyLoss } from '../compare/dropped-statements.js';
import {
  askCases,
  BATCH,
  type CaseEvidence,
  countRecordedRuns,
  isUnderWay,
  listIds,
  pickAffordable,
} from './case-evidence.js';
import {
  type AllowedContradictions,
  examineFact,
  type FactTerms,
  type SuspectFact,
} from './fact-evidence.js';
import { countDoublings, defineRule, MANY_CASES, type RuleContext } from './rule.js';

const THRESHOLDS = {
  missing: {
    value: 2,
    unit: 'head answers, the first ones, that lack the fact',
    because: 'an agent that says a fact in 90% of its answers leaves it out twice in a row in 1 of 100 cases',
  },
  answers: {
    value: 7,
    unit: 'answers per side, the first ones included',
    because: 'as for Broke: a loss that was chance comes back in one of seven',
  },
  contradictions: {
    value: 2,
    unit: 'of the answers of both sides',
    because: 'if 90% of the base answers state a fact, at most two of seven lack it in 97% of cases',
  },
  contradictionsAlone: {
    value: 1,
    unit: 'of the head answers, if the base cannot be asked',
    because: 'half of the answers',
  },
  newBase: {
    value: 3,
    unit: 'base answers of this check',
    because: 'a model that changed since the baseline loses facts on both sides',
  },
  manyCases: MANY_CASES,
  casesPerAnswer: {
    value: 50,
    unit: 'cases, for each of which one more answer has to lose a fact',
    because: 'in more cases, more facts are lost without a cause',
  },
  recordedExtra: {
    value: 2,
    unit: 'more answers that have to lose a fact if answers are recorded',
    because: 'recorded answers cannot be asked again',
  },
  improvement: {
    value: MIN_IMPROVEMENT / 100,
    unit: 'of the scale by which an answer rose',
    because: 'an improvement is not a loss',
  },
} as const;

const NO_CONTRADICTIONS: AllowedContradictions = { base: 0, head: 0, both: 0 };

/** Recorded answers, by runs per side. Fewer than three confirm nothing, and more count like six. */
const ALLOWED_RECORDED: Readonly<Record<number, AllowedContradictions>> = {
  3: NO_CONTRADICTIONS,
  4: { base: 1, head: 0, both: 1 },
  5: { base: 1, head: 1, both: 1 },
  6: { base: 2, head: 2, both: 2 },
};
/** Recorded answers per case and side from which on a lost fact can be confirmed. */
export const MIN_RECORDED_RUNS = 3;
const MAX_RECORDED_RUNS = 6;

/** Enough answers lost a fact: dropped, or contradicted. */
export const FACTS = defineRule<readonly SuspectFact[]>({
  name: 'Facts',
  thresholds: THRESHOLDS,
  describe: ({ lostFacts }) => {
    const { answers, contradictions, missing, casesPerAnswer, newBase } = THRESHOLDS;
    return {
      summary: `${lostFacts} or more answers lost a fact, also in new runs`,
      suspicious: `at least two of three base answers state a fact (of more answers, all but one), and neither of the first ${missing.value} head answers does, of which the second is a new one`,
      asks: `${answers.value} answers per side, the first ones included, of which at least ${newBase.value} are new base answers; then a second judge call`,
      red: `\`lost-facts\` (${lostFacts}) answers dropped or contradict a fact, and one more for every ${casesPerAnswer.value} cases; a fact counts if at most ${contradictions.value} of the ${2 * answers.value} answers contradict its loss, and the second judge call agrees`,
      yellow:
        'fewer answers lost a fact, or only a part of it; of one or two recorded answers, one that contradicts a fact',
    };
  },
  fails: 'regression',

  suspect(context) {
    const suspects = listSuspects(context);
    return suspects.length === 0 ? null : suspects;
  },

  /** One batch of cases after the other, each up to its second judge call: a few are enough. */
  ask(suspects, context) {
    if (isRed(suspects, context)) return null;
    const needed = countNeeded(context);
    const batch = Math.max(BATCH, 2 * needed);
    const open = pickAffordable(listOpenCases(suspects), context.extraLeft);
    const underWay = askCases(open.filter(isUnderWay), 'facts', batch);
    const unseen = suspects.filter(({ state }) => state === 'unseen');
    const agreeing = suspects.filter(({ state }) => state === 'unseen' || state === 'confirmed');
    if (
      unseen.length > 0 &&
      (underWay === null || listSuspectCases(agreeing.filter(isWholeLoss)).length >= needed)
    ) {
      return { kind: 'second-comparison', caseIds: listIds(listSuspectCases(unseen)), because: 'facts' };
    }
    return underWay ?? askCases(open, 'facts', batch);
  },

  red: (suspects, context) =>
    isRed(suspects, context) ? [buildFinding(suspects.filter(isLostSoFar), context, 'fails')] : [],

  yellow(suspects, context) {
    if (isRed(suspects, context)) return [];
    const { over, blocked = false } = context;
    const confirmed = suspects.filter(isConfirmed);
    const unconfirmable = suspects.filter(({ state }) => state === 'unconfirmable');
    const unconfirmed = suspects.filter(isUnconfirmed);
    const findings: Finding[] = [];
    if (confirmed.length > 0) findings.push(buildFinding(confirmed, context, 'worse'));
    // If another rule failed first, its answers say enough.
    if (unconfirmed.length > 0 && over !== null && over !== 'not-asked') {
      findings.push({ ...buildFinding(unconfirmed, context, 'worse'), unconfirmed: over });
    }
    // If another scorer failed first, the answers of this one are not said to be good.
    const unchecked = suspects.filter(({ state }) => state !== 'confirmed' && state !== 'unconfirmable');
    if (blocked && unchecked.length > 0) {
      findings.push({ ...buildFinding(unchecked, context, 'info'), unconfirmed: 'not-asked' });
    }
    // Of one or two answers, some leave out a fact by chance; few contradict one.
    const isMany = listSuspectCases(unconfirmable).length >= countNeeded(context);
    const notable = isMany ? unconfirmable : unconfirmable.filter(isContradicted);
    if (notable.length > 0) {
      findings.push({ ...buildFinding(notable, context, 'worse'), unconfirmed: 'recorded' });
    }
    return findings;
  },
});

/**
 * The facts that the head seems to have lost; empty with `lost-facts: off`. `most`: contradictions that a rule allows, if
 * fewer than *Facts* does.
 */
export function listSuspects(context: RuleContext, most = Number.POSITIVE_INFINITY): readonly SuspectFact[] {
  if (context.settings.lostFacts === null) return [];
  return context.evidence.flatMap((evidence) => findSuspects(evidence, context, most));
}

function findSuspects(evidence: CaseEvidence, context: RuleContext, most: number): readonly SuspectFact[] {
  const facts = evidence.facts.filter(({ label }) => label === 'yes');
  const terms = resolveTerms(evidence, context);
  // The limit of both sides together also holds for each.
  const allowed = { ...terms.allowed, both: Math.min(terms.allowed.both, most) };
  return facts.flatMap(
    (fact) =>
      examineFact(fact, evidence, { ...terms, allowed, maxLacking: terms.maxLacking(fact.base.length) }) ??
      [],
  );
}

type SideTerms = Omit<FactTerms, 'maxLacking'> & { readonly maxLacking: (baseRuns: number) => number };

function resolveTerms(evidence: CaseEvidence, context: RuleContext): SideTerms {
  const { askable, baseline, comparison, scorers } = context;
  const { missing, answers, contradictions, contradictionsAlone, newBase } = THRESHOLDS;
  const live = {
    missing: missing.value,
    answers: answers.value + countDoublings(comparison.pairs.length * scorers),
    canConfirm: true,
  };
  switch (askable) {
    case 'both': {
      const most = contradictions.value;
      return {
        ...live,
        askable,
        newBase: ranInThisCheck(baseline) ? 0 : newBase.value,
        maxLacking: (baseRuns) => (baseRuns < 3 ? 0 : 1),
        allowed: { base: most, head: most, both: most },
      };
    }
    case 'head': {
      const most = contradictionsAlone.value;
      return {
        ...live,
        askable,
        newBase: 0,
        maxLacking: countAllowedLacks,
        allowed: { base: 0, head: most, both: most },
      };
    }
    case 'none': {
      const runs = countRecordedRuns(evidence);
      const allowed = ALLOWED_RECORDED[Math.min(runs, MAX_RECORDED_RUNS)];
      const terms = { askable, missing: missing.value, answers: runs, newBase: 0 } as const;
      return allowed === undefined
        ? { ...terms, maxLacking: () => 0, allowed: NO_CONTRADICTIONS, canConfirm: false }
        : { ...terms, maxLacking: () => 1, allowed, canConfirm: true };
    }
    default:
      return askable satisfies never;
  }
}

/** If the base has only recorded answers, all of three or four must state a fact, or all but one of more. */
function countAllowedLacks(baseRuns: number): number {
  if (baseRuns < 3) return -1;
  return baseRuns < 5 ? 0 : 1;
}

function countNeeded({ settings, comparison, askable }: RuleContext): number {
  const { casesPerAnswer, recordedExtra } = THRESHOLDS;
  const more = Math.floor(comparison.pairs.length / casesPerAnswer.value);
  return (settings.lostFacts ?? 0) + more + (askable === 'none' ? recordedExtra.value : 0);
}

function isRed(suspects: readonly SuspectFact[], context: RuleContext): boolean {
  return listSuspectCases(suspects.filter(isConfirmed).filter(isWholeLoss)).length >= countNeeded(context);
}

export function isConfirmed({ state }: SuspectFact): boolean {
  return state === 'confirmed';
}

/** True for a fact that seems to be lost, although its answers are not all there. */
export function isUnconfirmed({ state }: SuspectFact): boolean {
  return state === 'suspicious' || state === 'unseen';
}

/** False for a fact that is only partly dropped. */
export function isWholeLoss(suspect: SuspectFact): boolean {
  return classifySuspect(suspect) !== 'partly-lost';
}

function isContradicted(suspect: SuspectFact): boolean {
  return classifySuspect(suspect) === 'says-otherwise';
}

function classifySuspect({ fact }: SuspectFact) {
  return classifyLoss([...fact.head, ...fact.headCase]);
}

/** True for a confirmed fact, and for one that no head answer so far states. */
function isLostSoFar(suspect: SuspectFact): boolean {
  const { head, headCase } = suspect.fact;
  const isMissing = [...head, ...headCase].every((status) => status !== 'said' && status !== 'unknown');
  return isConfirmed(suspect) || (isWholeLoss(suspect) && isMissing);
}

export function listSuspectCases(suspects: readonly SuspectFact[]): readonly CaseEvidence[] {
  return [...new Set(suspects.map(({ evidence }) => evidence))];
}

/** One per case: its facts need the same answers. */
function listOpenCases(suspects: readonly SuspectFact[]) {
  const allOpen = suspects.map(({ open }) => open).filter((open) => open !== null);
  const byCase = new Map(allOpen.map((open) => [open.evidence.id, open]));
  return [...byCase.values()];
}

function buildFinding(
  suspects: readonly SuspectFact[],
  context: RuleContext,
  outcome: 'fails' | 'worse' | 'info',
): Extract<Finding, { readonly rule: 'facts' }> {
  const confirmed = suspects.filter(isConfirmed);
  const kinds = confirmed.map(classifySuspect);
  const countKind = (kind: (typeof kinds)[number]) => kinds.filter((each) => each === kind).length;
  return {
    rule: 'facts',
    outcome,
    caseIds: listIds(listSuspectCases(suspects)),
    facts: confirmed.map(({ evidence, fact }) => ({ caseId: evidence.id, text: fact.text })),
    numbers: {
      confirmed: listSuspectCases(confirmed).length,
      saysOtherwise: countKind('says-otherwise'),
      dropped: countKind('lost'),
      partlyDropped: countKind('partly-lost'),
      needed: countNeeded(context),
    },
  };
}
