import { compareRecords } from '../../../src/decide/compare/compare-records.js';
import { decideGate } from '../../../src/decide/gate/decide-gate.js';
import type { GateInput } from '../../../src/decide/gate/gate-input.js';
import type { Comparison, Fact, FactStatus, PairedCase } from '../../../src/model/comparison.js';
import type { Decision, Finding, FindingOutcome, GateAsk, RuleName } from '../../../src/model/finding.js';
import { pickMarks, type RunRecord, type Sample } from '../../../src/model/run-record.js';
import type { GateSettings } from '../../../src/model/suite.js';
import type { VerdictLabel } from '../../../src/model/verdict.js';
import { createBaseline, createCase, createRecord, createSample, SCORER } from '../../support/records.js';

/** The scores or samples that one side gives to one case, one after the other; the last one again and again. */
export type Answers = readonly (number | Sample)[];

/** What the answers of each side say of one fact, by answer: `s`aid, `d`ropped, `c`ontradicted, `p`artly, `u`nknown. */
export type ScriptedFact = {
  readonly base: string;
  readonly head: string;
  readonly second?: FactStatus;
  readonly label?: VerdictLabel;
  readonly text?: string;
};

/** One case: its first answers, and those that follow if it is asked again. */
export type ScriptedCase = {
  readonly id: string;
  /** If the pull request renames it. */
  readonly idAtBase?: string;
  readonly base: Answers;
  readonly head: Answers;
  readonly baseAgain?: Answers;
  readonly headAgain?: Answers;
  readonly facts?: readonly ScriptedFact[];
  readonly tags?: readonly string[];
  readonly mustPass?: true;
};

export const GATE: GateSettings = {
  threshold: null,
  maxDrop: 0.02,
  caseDrop: 0.45,
  lostFacts: 3,
  tags: {},
  maxCostRise: null,
  maxTimeRise: null,
  failOn: ['regression', 'threshold', 'cost', 'error', 'inconclusive'],
  onMissingBaseline: 'pass',
};

export type PlayOptions = Omit<Partial<GateInput>, 'settings'> & {
  readonly gate?: Partial<GateSettings>;
  /** Of the head's record. */
  readonly record?: Partial<RunRecord>;
  /** After so many answers to its asks, another scorer fails. */
  readonly blockedAfter?: number;
  readonly baseRecord?: Partial<RunRecord>;
};

export type Played = {
  readonly decision: Decision;
  readonly asks: readonly GateAsk[];
  /** New answers that the gate asked for, by side. */
  readonly asked: { readonly head: number; readonly base: number };
};

/** So many cases that always score the same on both sides. */
export function steadyCases(count: number, score = 1, runs = { base: 3, head: 1 }): readonly ScriptedCase[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    base: Array.from({ length: runs.base }, () => score),
    head: Array.from({ length: runs.head }, () => score),
  }));
}

/** Asks the gate, and gives it the answers that it asks for, until it decides. */
export function playGate(
  cases: readonly ScriptedCase[],
  { gate, record, baseRecord, blockedAfter, ...options }: PlayOptions = {},
): Played {
  const { firstRuns = Math.max(1, cases[0]?.head.length ?? 1) } = options;
  let head = createRecord({
    cases: cases.map((each) => createCase(each.id, { samples: each.head.map(asSample), ...pickMarks(each) })),
    ...record,
  });
  let base = createRecord({
    cases: cases.map(({ id, idAtBase = id, base: answers }) =>
      createCase(idAtBase, { input: `question ${id}`, samples: answers.map(asSample) }),
    ),
    ...baseRecord,
  });
  const first = { head: countSamples(head), base: countSamples(base) };
  const asks: GateAsk[] = [];
  const second = new Set<string>();
  let today: RunRecord | null = null;
  let { secondLooks, extraLeft = Number.POSITIVE_INFINITY } = options;
  for (;;) {
    const answer = decideGate({
      settings: { ...GATE, ...gate },
      baseline: createBaseline(),
      askable: 'both',
      tests: 1,
      scorers: 1,
      ...options,
      ...(asks.length === blockedAfter && { blocked: true }),
      head,
      base,
      firstRuns,
      extraLeft,
      comparison: withFacts(compareRecords({ head, base, scorer: SCORER }), cases, second),
      today: today && compareRecords({ head, base: today, scorer: SCORER }),
      ...(secondLooks && { secondLooks }),
    });
    const taken = { head: countSamples(head) - first.head, base: countSamples(base) - first.base };
    if (answer.kind === 'decided') {
      const fresh = today === null ? 0 : countSamples(today);
      return { decision: answer.decision, asks, asked: { head: taken.head, base: taken.base + fresh } };
    }
    const { ask } = answer;
    asks.push(ask);
    if (asks.length > 500) throw new Error('the gate asks without end');
    if (ask.kind === 'second-look') secondLooks = new Set([...(secondLooks ?? []), ...ask.caseIds]);
    else if (ask.kind === 'second-comparison') for (const id of ask.caseIds) second.add(id);
    else if (ask.kind === 'base-today') today = again(base, cases, { side: 'base', upTo: ask.runs });
    else if (ask.kind === 'head-runs') head = again(head, cases, { side: 'head', upTo: ask.upTo });
    else if (ask.side === 'head') head = again(head, cases, ask);
    else base = again(base, cases, ask);
    const now = { head: countSamples(head) - first.head, base: countSamples(base) - first.base };
    extraLeft -= now.head + now.base - taken.head - taken.base;
  }
}

function countSamples({ cases }: RunRecord): number {
  return cases.reduce((sum, { samples, caseSamples }) => sum + samples.length + caseSamples.length, 0);
}

type Further = {
  readonly side: 'head' | 'base';
  readonly upTo: number;
  /** Missing: suite-wide. */
  readonly caseIds?: readonly string[];
};

function again(
  record: RunRecord,
  cases: readonly ScriptedCase[],
  { side, upTo, caseIds }: Further,
): RunRecord {
  const scripts = new Map(
    cases.map((each) => [side === 'base' ? (each.idAtBase ?? each.id) : each.id, each]),
  );
  return {
    ...record,
    cases: record.cases.map((row) => {
      const script = scripts.get(row.id);
      if (script === undefined || caseIds?.includes(script.id) === false) return row;
      const answers = (side === 'head' ? script.headAgain : script.baseAgain) ?? script[side];
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

const STATUSES: Readonly<Record<string, FactStatus>> = {
  s: 'said',
  d: 'dropped',
  c: 'contradicted',
  p: 'partly',
  u: 'unknown',
};

function withFacts(
  comparison: Comparison,
  cases: readonly ScriptedCase[],
  second: ReadonlySet<string>,
): Comparison {
  const scripts = new Map(cases.map((each) => [each.id, each.facts ?? []]));
  const pairs = comparison.pairs.map((pair): PairedCase => {
    const facts = (scripts.get(pair.id) ?? []).map((fact) => factOf(fact, pair, second.has(pair.id)));
    return { ...pair, facts };
  });
  return { ...comparison, pairs };
}

function factOf(
  { base, head, second = 'dropped', label = 'yes', text = 'A fact.' }: ScriptedFact,
  pair: PairedCase,
  isSeen: boolean,
): Fact {
  const statuses = (letters: string, from: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const letter = letters[Math.min(from + index, letters.length - 1)] ?? '';
      return STATUSES[letter] ?? 'unknown';
    });
  const [atBase, atHead] = [pair.baseScores.length, pair.headScores.length];
  return {
    kind: 'statement',
    text,
    label,
    base: statuses(base, 0, atBase),
    baseCase: statuses(base, atBase, pair.baseCaseScores.length),
    head: statuses(head, 0, atHead),
    headCase: statuses(head, atHead, pair.headCaseScores.length),
    second: isSeen ? second : null,
    otherText: null,
    reason: '',
  };
}

/** What a rule says: the outcome of its findings, and the gap if it could not be sure. */
export function outcomesOf({ findings }: Decision, rule: RuleName): readonly string[] {
  return findings
    .filter((finding) => finding.rule === rule)
    .map(({ outcome, unconfirmed }) => (unconfirmed === undefined ? outcome : `${outcome}: ${unconfirmed}`));
}

/** The findings that are red or yellow, as `rule outcome`. */
export function badFindings({ findings }: Decision): readonly string[] {
  const bad: readonly FindingOutcome[] = ['fails', 'worse', 'inconclusive'];
  return findings
    .filter(({ outcome }) => bad.includes(outcome))
    .map(({ rule, outcome }) => `${rule} ${outcome}`);
}

export function findingOf<Rule extends RuleName>(
  { findings }: Decision,
  rule: Rule,
): Extract<Finding, { readonly rule: Rule }> | undefined {
  return findings.find(
    (finding): finding is Extract<Finding, { readonly rule: Rule }> => finding.rule === rule,
  );
}
