import type { FalseAlarms } from '../../ports/aa-check.js';
import { type Decision, FAIL_ON, type GateSettings, type RuleFinding } from '../../ports/decision.js';
import type { BaselineUsed } from '../../ports/report.js';
import type { CaseRecord, RunRecord, Sample } from '../../ports/run-record.js';
import { compareRecords } from '../compare/compare-records.js';
import { FEWEST_BASE_RUNS, requiredRuns } from '../gate/broken-case.js';
import { decideGate } from '../gate/decide-gate.js';
import { FEWEST_PAIRS } from '../gate/mean-rule.js';

/** A case with all samples of an unchanged agent. */
export type SamplePool = { readonly id: string; readonly samples: readonly Sample[] };

export type Relabelling = {
  /** Its suite, scorers and judge are those of the relabelled records. */
  readonly like: RunRecord;
  readonly scorer: string;
  readonly pools: readonly SamplePool[];
  readonly gate: GateSettings;
  /** Baseline samples a case; half of a case's samples where there are fewer. */
  readonly baseRuns: number;
  /** Pooled standard deviation of the samples of one case, in hundredths; `null` where it is not known. */
  readonly deviation: number | null;
  readonly relabellings: number;
  readonly seed: number;
};

/**
 * How often this gate fails when nothing changed: the samples of each case are labelled base and head at random, and the
 * gate decides, with more of the head's samples where it asks for them. It decides as it does on a run, but for the
 * judge's second look at a broken case, so a real run fails by CASE at most as often.
 */
export function countFalseAlarms(request: Relabelling): FalseAlarms {
  const { pools, relabellings, seed } = request;
  const random = createSeededRandom(seed);
  const outcomes = Array.from({ length: relabellings }, () => decideRelabelled(request, random));
  const count = (rule: RuleFinding['rule']) =>
    outcomes.filter(({ decision }) => failed(decision, rule)).length;
  const longest = Math.max(0, ...pools.map(({ samples }) => samples.length));
  const { baseRuns, headRuns } = dealOf(request, longest);
  const caseTakes = samplesForCase(request);
  return {
    relabellings,
    cases: pools.length,
    baseRuns,
    headRuns,
    mean: pools.length < FEWEST_PAIRS ? null : count('mean'),
    spread: count('spread'),
    byCase: 2 * caseTakes > longest ? null : count('case'),
    caseTakes,
    short: outcomes.filter((outcome) => outcome.short).length,
  };
}

/** So many samples of a case are labelled base and head. */
function dealOf({ baseRuns: wanted }: Pick<Relabelling, 'baseRuns'>, samples: number) {
  const baseRuns = Math.min(wanted, Math.floor(samples / 2));
  return { baseRuns, headRuns: samples - baseRuns };
}

/** Samples a case in each of the two runs of which CASE can fail at all. */
function samplesForCase({ baseRuns: wanted, pools, deviation }: Relabelling): number {
  for (let samples = FEWEST_BASE_RUNS; ; samples += 1) {
    const { baseRuns, headRuns } = dealOf({ baseRuns: wanted }, 2 * samples);
    const needed = requiredRuns({ cases: pools.length, baseRuns, deviation });
    // Of a baseline that keeps fewer, CASE only warns, however many there are.
    if (headRuns >= needed && baseRuns >= Math.min(wanted, FEWEST_BASE_RUNS)) return samples;
  }
}

function failed({ findings }: Decision, rule: RuleFinding['rule']): boolean {
  return findings.some((finding) => finding.rule === rule && finding.outcome === 'fails');
}

/** The gate only asks of it whether it may be held against. */
export const FIRST_RUN: BaselineUsed = {
  kind: 'record',
  commit: null,
  rule: 'given-record',
  createdAt: '',
  line: 'the first run',
  stale: false,
};

/** A case of the head whose further samples wait to be asked for. */
type Deal = {
  readonly row: CaseRecord;
  readonly own: Sample[];
  readonly wide: Sample[];
  readonly left: Sample[];
};

function decideRelabelled(
  { like, scorer, pools, gate, baseRuns }: Relabelling,
  random: () => number,
): { readonly decision: Decision; readonly short: boolean } {
  const baseCases: CaseRecord[] = [];
  const deals: Deal[] = [];
  for (const { id, samples } of pools) {
    const mixed = shuffled(samples, random);
    const cut = dealOf({ baseRuns }, mixed.length).baseRuns;
    const row = { id, inputHash: id, taskHash: '', input: '', samples: mixed.slice(0, cut), caseSamples: [] };
    baseCases.push(row);
    deals.push({ row, wide: mixed.slice(cut, cut + 1), own: [], left: [...mixed.slice(cut + 1)] });
  }
  // A threshold, and what the user lets pass, say nothing about chance.
  const settings: GateSettings = { ...gate, threshold: null, failOn: FAIL_ON };
  const base = recordOf(like, baseCases);
  for (let short = false; ; ) {
    const head = recordOf(
      like,
      deals.map(({ row, wide, own }) => ({ ...row, samples: [...wide], caseSamples: [...own] })),
    );
    const comparison = compareRecords({ head, base, scorer });
    const answer = decideGate({ comparison, settings, baseline: FIRST_RUN, head, base, canSample: !short });
    if (answer.kind === 'decided') return { decision: answer.decision, short };
    if (answer.kind !== 'more-samples') throw new Error('the gate wanted a judge where there is none');
    short = !deal(deals, answer);
  }
}

/** Deals the samples that the gate asks for; false where a case has not as many. */
function deal(
  deals: readonly Deal[],
  { cases, upTo }: { readonly cases: 'all' | readonly string[]; readonly upTo: number },
): boolean {
  const asked = cases === 'all' ? deals : deals.filter(({ row }) => cases.includes(row.id));
  let enough = asked.length > 0;
  for (const { wide, own, left } of asked) {
    const missing = upTo - wide.length - (cases === 'all' ? 0 : own.length);
    const given = left.splice(0, Math.max(0, missing));
    (cases === 'all' ? wide : own).push(...given);
    enough &&= given.length >= missing;
  }
  return enough;
}

/** Without texts nothing is aligned, which would explain the numbers and not change them. */
function recordOf(like: RunRecord, cases: readonly CaseRecord[]): RunRecord {
  return { ...like, cases, stopped: null, text: 'none' };
}

/** Numbers of [0, 1) that are the same for the same seed; good enough to shuffle, not to keep a secret. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // A Weyl sequence whose steps are hashed: every seed has the full period of 2^32.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** The items in random order (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [mixed[last], mixed[other]];
    if (a !== undefined && b !== undefined) [mixed[last], mixed[other]] = [b, a];
  }
  return mixed;
}
