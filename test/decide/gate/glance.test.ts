import { describe, expect, it } from 'vitest';
import { compareRecords } from '../../../src/decide/compare/compare-records.js';
import { decideGate } from '../../../src/decide/gate/decide-gate.js';
import type { GateInput } from '../../../src/decide/gate/gate-input.js';
import type { Decision, GateAsk } from '../../../src/model/finding.js';
import type { RunRecord, Sample } from '../../../src/model/run-record.js';
import type { GateSettings } from '../../../src/model/suite.js';
import {
  createBaseline,
  createCase,
  createRecord,
  createSample,
  createStatement,
  SCORER,
} from '../../support/records.js';

/** The scores or samples that one side gives to one case, one after the other; the last one again and again. */
type Answers = readonly (number | Sample)[];

/** One case: its first answers and those that follow if it is asked again. */
type TriedCase = {
  readonly id: string;
  readonly base: Answers;
  readonly head: Answers;
  readonly baseAgain?: Answers;
  readonly headAgain?: Answers;
};

const GATE: GateSettings = {
  threshold: null,
  maxDrop: 0.02,
  caseDrop: 0.45,
  failOn: ['regression', 'threshold', 'error', 'inconclusive'],
  onMissingBaseline: 'pass',
};

type Tried = { readonly decision: Decision; readonly asks: readonly GateAsk[] };

/** So many cases that always score the same on both sides. */
function steadyCases(count: number, score = 1): readonly TriedCase[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    base: [score, score, score],
    head: [score],
  }));
}

/** Asks the gate, and gives it the answers that it asks for, until it decides. */
function tryGate(cases: readonly TriedCase[], options: Partial<GateInput> = {}): Tried {
  const { firstRuns = 1 } = options;
  let head = createRecord({
    cases: cases.map((each) => createCase(each.id, { samples: each.head.map(asSample) })),
  });
  let base = createRecord({
    cases: cases.map((each) => createCase(each.id, { samples: each.base.map(asSample) })),
  });
  const asks: GateAsk[] = [];
  let today: RunRecord | null = null;
  let secondLooks = options.secondLooks;
  for (;;) {
    const answer = decideGate({
      comparison: compareRecords({ head, base, scorer: SCORER }),
      settings: GATE,
      baseline: createBaseline(),
      askable: 'both',
      extraLeft: Number.POSITIVE_INFINITY,
      tests: 1,
      scorers: 1,
      ...options,
      ...{ head, base, firstRuns },
      today: today && compareRecords({ head, base: today, scorer: SCORER }),
      ...(secondLooks && { secondLooks }),
    });
    if (answer.kind === 'decided') return { decision: answer.decision, asks };
    const { ask } = answer;
    asks.push(ask);
    if (asks.length > 500) throw new Error('the gate asks without end');
    if (ask.kind === 'second-look') secondLooks = new Set([...(secondLooks ?? []), ...ask.caseIds]);
    else if (ask.kind === 'base-today') today = again(base, cases, { side: 'base', upTo: ask.runs });
    else if (ask.kind === 'head-runs') head = again(head, cases, { side: 'head', upTo: ask.upTo });
    else if (ask.side === 'head') head = again(head, cases, ask);
    else base = again(base, cases, ask);
  }
}

type Further = {
  readonly side: 'head' | 'base';
  readonly upTo: number;
  /** Missing: suite-wide. */
  readonly caseIds?: readonly string[];
};

function again(record: RunRecord, cases: readonly TriedCase[], { side, upTo, caseIds }: Further): RunRecord {
  const tried = new Map(cases.map((each) => [each.id, each]));
  return {
    ...record,
    cases: record.cases.map((row) => {
      const each = tried.get(row.id);
      if (each === undefined || caseIds?.includes(row.id) === false) return row;
      const answers = (side === 'head' ? each.headAgain : each.baseAgain) ?? each[side];
      const give = (from: number, count: number) =>
        Array.from({ length: Math.max(0, count) }, (_, index) =>
          asSample(answers[Math.min(from + index, answers.length - 1)] ?? 0),
        );
      const { samples, caseSamples } = row;
      if (caseIds === undefined) {
        const kept = side === 'base' ? [] : samples;
        return { ...row, samples: [...kept, ...give(0, upTo - kept.length)], caseSamples: [] };
      }
      const more = give(caseSamples.length, upTo - samples.length - caseSamples.length);
      return { ...row, caseSamples: [...caseSamples, ...more] };
    }),
  };
}

function asSample(answer: number | Sample): Sample {
  return typeof answer === 'number'
    ? createSample({
        score: answer,
        answerHash: `hash:${answer}`,
        output: `scores ${answer}`,
        statements: [],
      })
    : answer;
}

function fallen(count: number, to: number): readonly TriedCase[] {
  return Array.from({ length: count }, (_, index) => ({ id: `f${index}`, base: [1, 1, 1], head: [to] }));
}

const GOOD = createStatement('Returns take 14 days.');
const OFF = createStatement('Have a look at our summer sale!', 'no');
const good = createSample({ statements: [GOOD] });
const off = createSample({ statements: [GOOD, OFF] });

describe('situations that any engineer judges at a glance', () => {
  it.each([
    ['2 of 12 answers are gone', [...steadyCases(10), ...fallen(2, 0)], 'fail', ['broke']],
    ['1 of 30 answers is gone', [...steadyCases(29), ...fallen(1, 0)], 'fail', ['broke']],
    ['4 of 12 answers lose half', [...steadyCases(8), ...fallen(4, 0.5)], 'fail', ['several']],
    ['2 of 12 answers lose half', [...steadyCases(10), ...fallen(2, 0.5)], 'pass', ['several']],
    ['nothing changed', steadyCases(12), 'pass', []],
  ] as const)('%s', (_, cases, outcome, rules) => {
    const { decision } = tryGate(cases);
    expect(decision.outcome).toBe(outcome);
    expect(decision.findings.filter((finding) => finding.outcome !== 'info').map(({ rule }) => rule)).toEqual(
      rules,
    );
    expect(decision.because.includes('worse')).toBe(outcome === 'pass' && rules.length > 0);
  });

  it.each([
    ['comes again four times', [0.6, 0.6, 0.85, 0.6], true],
    ['is as good as the base once in four', [0.6, 0.6, 1, 0.6], true],
    ['does not come again', [1, 1, 0.6, 1], false],
  ] as const)('one fall that %s', (_, headAgain, worse) => {
    const fall = { id: 'f', base: [1, 1, 1], head: [0.6], headAgain };
    const { decision } = tryGate([...steadyCases(11), fall]);
    expect(decision.outcome).toBe('pass');
    expect(decision.because.includes('worse')).toBe(worse);
  });

  it('five of 20 recorded answers gain the same sentence', () => {
    const gained = Array.from({ length: 5 }, (_, index) => ({ id: `g${index}`, base: [good], head: [off] }));
    const same = Array.from({ length: 15 }, (_, index) => ({ id: `s${index}`, base: [good], head: [good] }));
    const { decision } = tryGate([...gained, ...same], { askable: 'none' });
    expect(decision.outcome).toBe('fail');
    expect(decision.findings.some(({ rule, outcome }) => rule === 'sentence' && outcome === 'fails')).toBe(
      true,
    );
  });
});
