import { buildSingleCaseTerms, confirmByRecord } from './broke.js';
import {
  askCases,
  type CaseEvidence,
  isUnderWay,
  listIds,
  type OpenCase,
  pickAffordable,
  sortByConfirmation,
} from './case-evidence.js';
import type { SuspectFact } from './fact-evidence.js';
import { isConfirmed, isUnconfirmed, isWholeLoss, listSuspectCases, listSuspects } from './facts.js';
import { NO_LONGER_ANSWERS } from './no-longer-answers.js';
import { defineRule, type Rule, type RuleContext } from './rule.js';
import { MIN_FALL, MIN_VISIBLE_FALL, SEVERAL } from './several.js';

type Suspicion = {
  /** Ids of cases without a usable answer. */
  readonly unanswered: readonly string[];
  readonly falls: MustPassFalls;
  readonly facts: readonly SuspectFact[];
};

type MustPassFalls = {
  readonly confirmed: readonly CaseEvidence[];
  /** Their new answers agree, but the judge has not looked at them again; if answers are recorded, too few confirm them. */
  readonly unseen: readonly CaseEvidence[];
  readonly open: readonly OpenCase[];
};

const THRESHOLDS = {
  fall: MIN_VISIBLE_FALL,
  contradictions: {
    value: 1,
    unit: 'of the answers of both sides about a lost fact',
    because: 'one fact is enough, so it has to be confirmed more surely than for Facts',
  },
  contradictionsAlone: {
    value: 0,
    unit: 'of the answers about a lost fact, if the base cannot be asked',
    because: 'a fact that half of the answers state is missing in seven of them in less than 1 of 100 cases',
  },
} as const;

/** A case that must pass fell, lost a fact, or has no usable answer. */
export const MUST_PASS = defineRule<Suspicion>({
  name: 'Must pass',
  thresholds: THRESHOLDS,
  describe: () => ({
    summary: '',
    suspicious: `a \`must-pass\` case fell by ${MIN_VISIBLE_FALL.value} or more, lacks a fact, or has no usable answer`,
    asks: 'the answers that *Broke*, *Facts* and *No longer answers* ask for',
    red: `one such case fell, confirmed as for *Broke*, but by ${MIN_VISIBLE_FALL.value} and whatever it scores; or it lost a fact, confirmed as for *Facts*, but with at most ${THRESHOLDS.contradictions.value} contradiction; or it has no usable answer`,
    yellow: 'the new answers are missing',
  }),
  fails: 'regression',

  suspect(context) {
    const { mustPass } = context;
    if (mustPass.size === 0) return null;
    const evidence = context.evidence.filter(({ id }) => mustPass.has(id));
    const { contradictions, contradictionsAlone } = THRESHOLDS;
    const most = context.askable === 'both' ? contradictions.value : contradictionsAlone.value;
    const lost = listSuspects({ ...context, evidence }, most).filter(isWholeLoss);
    const isEnough = (each: SuspectFact) => confirmByRecord(each.evidence, Number.NEGATIVE_INFINITY) !== null;
    return {
      // That rule asks for the answers that confirm it.
      unanswered: listRedCases(NO_LONGER_ANSWERS, context),
      falls: sortFalls(
        evidence.filter(({ drop }) => drop >= MIN_FALL),
        context,
      ),
      facts: context.askable === 'none' ? lost.filter(isEnough) : lost,
    };
  },

  /** Cases under way first. Then one batch with a failed case is enough. */
  ask(suspicion, context) {
    const { falls, facts } = suspicion;
    const open = listOpenCases(suspicion);
    const underWay = askCases(open.filter(isUnderWay), 'must-pass');
    if (underWay !== null) return underWay;
    if (falls.unseen.length > 0 && context.askable !== 'none') {
      return { kind: 'second-look', caseIds: listIds(falls.unseen), because: 'must-pass' };
    }
    const unseen = listSuspectCases(facts.filter(({ state }) => state === 'unseen'));
    if (unseen.length > 0) {
      return { kind: 'second-comparison', caseIds: listIds(unseen), because: 'must-pass' };
    }
    return listFailed(suspicion).length > 0
      ? null
      : askCases(pickAffordable(open, context.extraLeft), 'must-pass');
  },

  red(suspicion, { mustPass }) {
    const caseIds = listFailed(suspicion);
    if (caseIds.length === 0) return [];
    const { unanswered, falls, facts } = suspicion;
    const numbers = {
      of: mustPass.size,
      fell: falls.confirmed.length,
      lostFact: listSuspectCases(facts.filter(isConfirmed)).length,
      unanswered: unanswered.length,
    };
    return [{ rule: 'must-pass', outcome: 'fails', caseIds, numbers }];
  },

  yellow(suspicion, { mustPass, askable, over }) {
    const { falls, facts } = suspicion;
    const unconfirmed = askable === 'none' ? 'recorded' : over;
    if (unconfirmed === null) return [];
    const failed = new Set(listFailed(suspicion));
    const isOpen = ({ id }: CaseEvidence) => !failed.has(id);
    const fell = [...falls.unseen, ...falls.open.map(({ evidence }) => evidence)].filter(isOpen);
    const lost = listSuspectCases(facts.filter(isUnconfirmed));
    const caseIds = [...new Set(listIds([...fell, ...lost.filter(isOpen)]))];
    if (caseIds.length === 0) return [];
    const numbers = {
      of: mustPass.size,
      fell: fell.length,
      lostFact: lost.filter(isOpen).length,
      unanswered: 0,
    };
    return [{ rule: 'must-pass', outcome: 'worse', caseIds, numbers, unconfirmed }];
  },
});

/** Cases that must pass and for which another rule is red. */
function listRedCases(rule: Rule, context: RuleContext): readonly string[] {
  return rule
    .decide(context)
    .findings.filter(({ outcome }) => outcome === 'fails')
    .flatMap(({ caseIds }) => caseIds)
    .filter((id) => context.mustPass.has(id));
}

function sortFalls(fell: readonly CaseEvidence[], context: RuleContext): MustPassFalls {
  const { askable, secondLooks } = context;
  if (askable === 'none') {
    const isSure = (each: CaseEvidence) => confirmByRecord(each, 0) !== null;
    return { confirmed: fell.filter(isSure), unseen: fell.filter((each) => !isSure(each)), open: [] };
  }
  // Falls that *Several* confirmed are confirmed.
  const severalIds = listRedCases(SEVERAL, context);
  const confirmedFalls = fell.filter(({ id }) => severalIds.includes(id));
  const others = fell.filter(({ id }) => !severalIds.includes(id));
  const { confirmed, open } = sortByConfirmation(others, {
    ...buildSingleCaseTerms(context, MIN_FALL),
    askable,
  });
  return {
    confirmed: [...confirmedFalls, ...confirmed.filter(({ id }) => secondLooks?.has(id) !== false)],
    unseen: confirmed.filter(({ id }) => secondLooks?.has(id) === false),
    open,
  };
}

/** One per case: its falls and its facts need the same answers. */
function listOpenCases({ falls, facts }: Suspicion): readonly OpenCase[] {
  const open = [...falls.open, ...facts.flatMap((fact) => fact.open ?? [])];
  const byCase = Map.groupBy(open, ({ evidence }) => evidence.id);
  return [...byCase.values()].flatMap(([first]) => first ?? []);
}

function listFailed({ unanswered, falls, facts }: Suspicion): readonly string[] {
  const lost = listSuspectCases(facts.filter(isConfirmed));
  return [...new Set([...unanswered, ...listIds(falls.confirmed), ...listIds(lost)])];
}
