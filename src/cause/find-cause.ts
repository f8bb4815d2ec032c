import type { Relation, Tally } from '../model/explanation.js';
import { buildVariantKey, type VariantName } from './build-variant.js';
import { CAUSE_THRESHOLDS, chooseLimits } from './cause-rule.js';

/** One answer under a variant. */
export type Observation = {
  /** `null` if the answer or its verdict is missing. It then counts against the cause. */
  readonly hasFinding: boolean | null;
  readonly answerHash: string;
};

/** By case id and variant, in the order in which they came. */
export type Observations = ReadonlyMap<string, ReadonlyMap<string, readonly Observation[]>>;

/** Answers to one case under one variant that the search needs next. */
export type VariantAsk = {
  readonly caseId: string;
  readonly variant: VariantName;
  /** Answers in all. */
  readonly upTo: number;
};

/** The hunks that make the finding come and go, with the answers that show it. */
export type NamedCause = {
  /** Places in the list of hunks, ascending. */
  readonly hunks: readonly number[];
  readonly relation: Relation;
  /** The cases that name it. */
  readonly caseIds: readonly string[];
  /** Their answers without the hunks, and with only them, and how many of them agree. */
  readonly without: Tally;
  readonly only: Tally;
};

/** What the search needs next, or its result. */
export type CauseStep =
  | { readonly kind: 'ask'; readonly asks: readonly VariantAsk[] }
  | { readonly kind: 'named'; readonly cause: NamedCause }
  /** `steady`: the agent always answers alike, and too few cases or paragraphs could show that this is no accident. */
  | { readonly kind: 'none'; readonly because: 'no-single-change' | 'steady' };

/** Everything that the next step depends on. */
export type CauseSearch = {
  /** Places of the hunks, in the order in which they are tried. */
  readonly order: readonly number[];
  /** The worst first; at most `CAUSE_THRESHOLDS.cases`. */
  readonly caseIds: readonly string[];
  readonly observations: Observations;
};

const { step, naming, controls, pairContradictions } = CAUSE_THRESHOLDS;
const MAX_CASES = CAUSE_THRESHOLDS.cases.value;

/** The next answers to ask, or the result. It depends on the observations alone, so a search can go on at any point. */
export function findNextCauseStep({ order, caseIds, observations }: CauseSearch): CauseStep {
  const votes: Vote[] = [];
  for (const [at, caseId] of caseIds.entries()) {
    const evidence = readCase(caseId, observations.get(caseId), caseIds.length);
    const result = explainCase(evidence, order, votes);
    if (result.kind === 'ask') return result;
    if (result.kind === 'vote') votes.push(result);
    const largest = findLargest(votes.filter(({ isProven }) => isProven));
    const needed = countNeeded(largest, order.length, caseIds.length);
    if (largest.length >= needed) return nameCause(largest);
    if (largest.length + caseIds.length - at - 1 < needed) break;
  }
  return { kind: 'none', because: votes.some(({ isSteady }) => isSteady) ? 'steady' : 'no-single-change' };
}

type Asks = Extract<CauseStep, { readonly kind: 'ask' }>;

/** The cause of the finding in one case. */
type Vote = {
  readonly kind: 'vote';
  readonly caseId: string;
  readonly hunks: readonly number[];
  readonly relation: Relation;
  readonly without: Tally;
  readonly only: Tally;
  /** True if the agent always answers alike, so that all answers under one variant are one. */
  readonly isSteady: boolean;
  /** False for a steady agent without another paragraph that makes no difference: any edit may do it. */
  readonly isProven: boolean;
};

function findLargest(votes: readonly Vote[]): readonly Vote[] {
  const groups = Map.groupBy(votes, ({ hunks, relation }) => `${relation} ${hunks.join('+')}`);
  return [...groups.values()].reduce((one, two) => (two.length > one.length ? two : one), []);
}

function countNeeded([vote]: readonly Vote[], hunks: number, cases: number): number {
  const few = Math.min(naming.value, cases);
  if (vote?.isSteady !== true) return few;
  // Of an agent that always answers alike, one case alone proves nothing.
  if (cases === 1) return Number.POSITIVE_INFINITY;
  return hunks - vote.hunks.length < controls.value ? MAX_CASES : few;
}

function nameCause(votes: readonly Vote[]): CauseStep {
  const [first] = votes;
  if (first === undefined) return { kind: 'none', because: 'no-single-change' };
  const { hunks, relation } = first;
  const caseIds = votes.map(({ caseId }) => caseId);
  const sum = (arm: 'without' | 'only'): Tally => addTallies(votes.map((vote) => vote[arm]));
  return {
    kind: 'named',
    cause: { hunks, relation, caseIds, without: sum('without'), only: sum('only') },
  };
}

function addTallies(tallies: readonly Tally[]): Tally {
  return {
    agree: tallies.reduce((sum, { agree }) => sum + agree, 0),
    of: tallies.reduce((sum, { of }) => sum + of, 0),
  };
}

/** Answers to one case under one variant, and how many of them are as the hunks' guilt predicts. */
type Arm = {
  readonly variant: VariantName;
  readonly observed: readonly Observation[];
  readonly agree: number;
  readonly contradict: number;
};

type CaseEvidence = {
  readonly caseId: string;
  /** True if no other case has the finding. */
  readonly isAlone: boolean;
  readonly limits: ReturnType<typeof chooseLimits>;
  /** The head without the hunks should lack the finding. */
  readonly without: (hunks: readonly number[]) => Arm;
  /** The base with only the hunks should have it. */
  readonly only: (hunks: readonly number[]) => Arm;
};

function readCase(
  caseId: string,
  answers: ReadonlyMap<string, readonly Observation[]> = new Map(),
  cases = 1,
): CaseEvidence {
  const limits = chooseLimits(cases);
  const readArm = (variant: VariantName, expected: boolean): Arm => {
    const observed = (answers.get(buildVariantKey(variant)) ?? []).slice(0, limits.answers);
    const agree = observed.filter(({ hasFinding }) => hasFinding === expected).length;
    return { variant, observed, agree, contradict: observed.length - agree };
  };
  return {
    caseId,
    isAlone: cases === 1,
    limits,
    without: (hunks) => readArm({ origin: 'head', hunks }, false),
    only: (hunks) => readArm({ origin: 'base', hunks }, true),
  };
}

type CaseResult = Vote | Asks | { readonly kind: 'out' };

const OUT = { kind: 'out' } as const;

/** Tries the causes of other cases first, then each hunk, then pairs. */
function explainCase(evidence: CaseEvidence, order: readonly number[], votes: readonly Vote[]): CaseResult {
  const tries = [
    ...votes.flatMap(({ hunks, relation }) => [
      ...hunks.map((hunk) => () => tryHunk(evidence, hunk, order)),
      ...(relation === 'alone' ? [] : [() => tryPair(evidence, hunks, { relation, order })]),
    ]),
    ...order.map((hunk) => () => tryHunk(evidence, hunk, order)),
    ...PAIR_RELATIONS.map((relation) => () => tryPairs(evidence, relation, order)),
  ];
  for (const attempt of tries) {
    const result = attempt();
    if (result.kind !== 'out') return result;
  }
  return OUT;
}

function tryHunk(evidence: CaseEvidence, hunk: number, order: readonly number[]): CaseResult {
  const [without, only] = [evidence.without([hunk]), evidence.only([hunk])];
  if (without.contradict + only.contradict > evidence.limits.contradictions) return OUT;
  return (
    askMore(evidence, [without, only]) ?? castVote(evidence, { hunks: [hunk], relation: 'alone', order })
  );
}

function askMore({ caseId, limits }: CaseEvidence, arms: readonly Arm[]): Asks | null {
  const fewest = Math.min(...arms.map(({ observed }) => observed.length));
  const upTo = Math.min(limits.answers, fewest + step.value);
  const open = arms.filter(({ observed }) => observed.length < upTo);
  if (open.length === 0) return null;
  return { kind: 'ask', asks: open.map(({ variant }) => ({ caseId, variant, upTo })) };
}

const PAIR_RELATIONS = ['each', 'together'] as const;
type PairRelation = (typeof PAIR_RELATIONS)[number];

/** The answers that show a pair: six for each of its hunks, and six for both. */
function listPairArms(
  { without, only }: CaseEvidence,
  hunks: readonly number[],
  relation: PairRelation,
): readonly Arm[] {
  return relation === 'each'
    ? [...hunks.map((hunk) => only([hunk])), without(hunks)]
    : [...hunks.map((hunk) => without([hunk])), only(hunks)];
}

/** Tries the two hunks that each show half of a cause: the finding goes without either one, or comes with either one. */
function tryPairs(evidence: CaseEvidence, relation: PairRelation, order: readonly number[]): CaseResult {
  // There are many pairs, so one case proves none.
  if (evidence.isAlone) return OUT;
  const readHalfArm = (hunk: number) =>
    relation === 'each' ? evidence.only([hunk]) : evidence.without([hunk]);
  const isOpen = ({ agree, contradict }: Arm) => agree >= contradict;
  const candidates = order.map((hunk) => ({ hunk, arm: readHalfArm(hunk) })).filter(({ arm }) => isOpen(arm));
  // If it goes with nearly every edit, no pair is special.
  if (candidates.filter(({ arm }) => arm.contradict === 0).length > 2) return OUT;
  for (const { arm } of candidates) {
    const more = askMore(evidence, [arm]);
    if (more !== null) return more;
  }
  const [one, two, three] = candidates.toSorted((a, b) => b.arm.agree - a.arm.agree);
  if (one === undefined || two === undefined || three?.arm.agree === two.arm.agree) return OUT;
  const hunks = [one.hunk, two.hunk].toSorted((a, b) => a - b);
  return tryPair(evidence, hunks, { relation, order });
}

function tryPair(
  evidence: CaseEvidence,
  hunks: readonly number[],
  { relation, order }: { readonly relation: PairRelation; readonly order: readonly number[] },
): CaseResult {
  const arms = listPairArms(evidence, hunks, relation);
  const contradict = arms.reduce((sum, arm) => sum + arm.contradict, 0);
  const allowed = Math.floor(pairContradictions.value * arms.length * evidence.limits.answers + 1e-9);
  if (contradict > allowed || arms.some((arm) => arm.contradict > arm.agree)) return OUT;
  return askMore(evidence, arms) ?? castVote(evidence, { hunks, relation, order });
}

type Candidate = {
  readonly hunks: readonly number[];
  readonly relation: Relation;
  readonly order: readonly number[];
};

function castVote(evidence: CaseEvidence, { hunks, relation, order }: Candidate): CaseResult {
  const arms =
    relation === 'alone'
      ? [evidence.without(hunks), evidence.only(hunks)]
      : listPairArms(evidence, hunks, relation);
  const isSteady = arms.every(
    ({ observed }) => new Set(observed.map(({ answerHash }) => answerHash)).size === 1,
  );
  const tally = (origin: VariantName['origin']): Tally =>
    addTallies(
      arms
        .filter(({ variant }) => variant.origin === origin)
        .map(({ agree, observed }) => ({ agree, of: observed.length })),
    );
  const vote = {
    kind: 'vote' as const,
    caseId: evidence.caseId,
    hunks,
    relation,
    isSteady,
    without: tally('head'),
    only: tally('base'),
  };
  if (!isSteady) return { ...vote, isProven: true };
  const others = order.filter((hunk) => !hunks.includes(hunk)).slice(0, controls.value);
  const checks = others.map((hunk) => [evidence.without([hunk]), evidence.only([hunk])]);
  for (const arms of checks) {
    const more = arms.every(({ observed }) => observed.length === 0) ? askMore(evidence, arms) : null;
    if (more !== null) return more;
  }
  // If each of two hunks brings the finding, that is not an accident, even without a third hunk.
  const isProven = others.length > 0 || relation === 'each';
  return { ...vote, isProven: isProven && checks.flat().every(({ agree }) => agree === 0) };
}
