import { compareRecords } from '../../../src/decide/compare/compare-records.js';
import { decideGate } from '../../../src/decide/gate/decide-gate.js';
import type { GateInput } from '../../../src/decide/gate/gate-input.js';
import type { Decision, GateAsk } from '../../../src/model/finding.js';
import type { RunRecord, Sample } from '../../../src/model/run-record.js';
import type { GateSettings } from '../../../src/model/suite.js';
import { createBaseline, createCase, createRecord, createSample, SCORER } from '../../support/records.js';

/** The scores or samples that one side gives to one case, one after the other; the last one again and again. */
export type Answers = readonly (number | Sample)[];

/** One case: its first answers and those that follow if it is asked again. */
export type TriedCase = {
  readonly id: string;
  readonly base: Answers;
  readonly head: Answers;
  readonly baseAgain?: Answers;
  readonly headAgain?: Answers;
};

export const GATE: GateSettings = {
  threshold: null,
  maxDrop: 0.02,
  caseDrop: 0.45,
  failOn: ['regression', 'threshold', 'error', 'inconclusive'],
  onMissingBaseline: 'pass',
};

export type Tried = { readonly decision: Decision; readonly asks: readonly GateAsk[] };

/** So many cases that always score the same on both sides. */
export function steadyCases(count: number, score = 1): readonly TriedCase[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    base: [score, score, score],
    head: [score],
  }));
}

/** Asks the gate, and gives it the answers that it asks for, until it decides. */
export function tryGate(cases: readonly TriedCase[], options: Partial<GateInput> = {}): Tried {
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
