import type { SharedStatement } from '../../model/comparison.js';
import { askCases, type CaseEvidence, type NewAnswers, type OpenCase } from './case-evidence.js';
import { defineRule, type RuleContext } from './rule.js';
import { runSignTest } from './sign-tests.js';

const THRESHOLDS = {
  answers: {
    value: 3,
    unit: 'answers that gained the sentence',
    because: 'two answers may share a sentence by accident',
  },
  recordedAnswers: {
    value: 5,
    unit: 'recorded answers that gained it',
    because: 'they have no new answers that could repeat it',
  },
  p: {
    value: 0.13,
    unit: 'of a one-sided sign test of gains against losses',
    because: 'a habitual sentence comes and goes: 3 to 0 and 5 to 1 are no habit',
  },
  askedCases: {
    value: 5,
    unit: 'cases that run again',
    because: 'five cases, twice each, tell a habit from a change',
  },
  newAnswers: {
    value: 2,
    unit: 'new answers per side of each of these cases',
    because: 'five cases, twice each, tell a habit from a change',
  },
  repeats: {
    value: 0.6,
    unit: 'of the new head answers',
    because: 'a sentence that the prompt asks for is in most answers, though not in all',
  },
} as const;

type SharedCase = SharedStatement['cases'][number];

type Candidate = {
  readonly gained: readonly SharedCase[];
  readonly lost: number;
  readonly p: number;
  /** Some of `gained`, which run again. */
  readonly reruns: readonly { readonly shared: SharedCase; readonly evidence: CaseEvidence }[];
  readonly open: readonly OpenCase[];
  readonly isRepeated: boolean;
};

/** Several answers gained the same irrelevant sentence. */
export const SENTENCE = defineRule<readonly Candidate[]>({
  name: 'Sentence',
  thresholds: THRESHOLDS,
  describe: () => ({
    summary: `${THRESHOLDS.answers.value} or more answers gained the same irrelevant sentence, and repeat it in new runs`,
    suspicious: `${THRESHOLDS.answers.value} or more answers gained the same irrelevant sentence, and significantly fewer (or none) lost it`,
    asks: `${THRESHOLDS.newAnswers.value} new answers per side to ${THRESHOLDS.askedCases.value} of these cases`,
    red: `at least ${100 * THRESHOLDS.repeats.value}% of the new head answers have the sentence, and no new base answer has it`,
    yellow: 'the new answers are missing',
  }),
  fails: 'regression',

  suspect(context) {
    const { comparison, comparable, askable } = context;
    if (!comparable) return null;
    const fewest = askable === 'none' ? THRESHOLDS.recordedAnswers.value : THRESHOLDS.answers.value;
    const candidates = comparison.shared
      .map((statement) => buildCandidate(statement, context))
      .filter(({ gained, p }) => gained.length >= fewest && p <= THRESHOLDS.p.value)
      .sort((a, b) => b.gained.length - a.gained.length);
    return candidates.length === 0 ? null : candidates;
  },

  ask(candidates) {
    if (candidates.some(isConfirmed)) return null;
    const open = candidates.find((each) => each.open.length > 0)?.open ?? [];
    return askCases(open, 'sentence');
  },

  red(candidates) {
    const confirmed = candidates.find(isConfirmed);
    return confirmed === undefined ? [] : [{ ...buildFinding(confirmed), outcome: 'fails' }];
  },

  yellow(candidates, { over }) {
    const suspect = candidates.find(({ open }) => open.length > 0);
    if (suspect === undefined || over === null || candidates.some(isConfirmed)) return [];
    return [{ ...buildFinding(suspect), outcome: 'worse', unconfirmed: over }];
  },
});

function buildCandidate({ cases }: SharedStatement, { evidence, askable }: RuleContext): Candidate {
  const gained = cases.filter(({ head, base }) => head > 0 && base === 0);
  const lost = cases.filter(({ head, base }) => head === 0 && base > 0).length;
  const byId = new Map(gained.map((shared) => [shared.id, shared]));
  const reruns = evidence
    .flatMap((each) => {
      const shared = byId.get(each.id);
      return shared === undefined ? [] : [{ shared, evidence: each }];
    })
    .slice(0, THRESHOLDS.askedCases.value);
  const isRecorded = askable === 'none';
  return {
    gained,
    lost,
    p: runSignTest(gained.length, lost),
    reruns,
    open: isRecorded ? [] : reruns.flatMap((each) => listOpenAnswers(each.evidence, askable)),
    isRepeated: isRecorded ? isRepeated(gained) : isRepeatedAgain(reruns),
  };
}

function listOpenAnswers(evidence: CaseEvidence, askable: 'both' | 'head'): readonly OpenCase[] {
  const { headNew, baseNew } = evidence;
  const wanted = THRESHOLDS.newAnswers.value;
  const upTo = ({ taken, alone }: NewAnswers) => taken + wanted - alone;
  const missing = ({ alone }: NewAnswers) => Math.max(0, wanted - alone);
  const baseLeft = askable === 'head' ? 0 : missing(baseNew);
  const left = missing(headNew) + baseLeft;
  if (missing(headNew) > 0) return [{ evidence, side: 'head', answers: upTo(headNew), left }];
  return baseLeft === 0 ? [] : [{ evidence, side: 'base', answers: upTo(baseNew), left }];
}

function isRepeatedAgain(reruns: Candidate['reruns']): boolean {
  const again = reruns.map(({ shared }) => shared.again);
  return again.every(({ base }) => base === 0) && isRepeated(again);
}

/** True if most of these runs of the head say it; false without a run. */
function isRepeated(counts: readonly { readonly head: number; readonly headRuns: number }[]): boolean {
  const runs = counts.reduce((sum, { headRuns }) => sum + headRuns, 0);
  const says = counts.reduce((sum, { head }) => sum + head, 0);
  return runs > 0 && says / runs >= THRESHOLDS.repeats.value;
}

function isConfirmed({ open, isRepeated: repeats }: Candidate): boolean {
  return open.length === 0 && repeats;
}

function buildFinding({ gained, lost, p }: Candidate) {
  return {
    rule: 'sentence',
    caseIds: gained.map(({ id }) => id),
    statement: gained[0]?.text ?? '',
    numbers: { gained: gained.length, lost, p },
  } as const;
}
