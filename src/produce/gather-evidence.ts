import { confirmVerdicts } from '../judging/confirm-verdicts.js';
import { buildScoreInput } from '../judging/judge-answer.js';
import type { Judging } from '../judging/open-judging.js';
import { listTurns } from '../model/case.js';
import type { Matches } from '../model/comparison.js';
import type { Effects } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { MatchAsk, ScorerAsk } from '../model/finding.js';
import type { RunRecord } from '../model/run-record.js';
import { isStatementScorer } from '../scorers/scorer.js';
import { formatCount } from '../text/values.js';
import { runPool } from '../workers/worker-pool.js';
import { type CasePlan, produce, sampleCases } from './produce.js';
import { findStopCause } from './progress.js';
import type { SideFiles } from './side-files.js';
import { startMeter } from './spending.js';
import { SAMPLES_PER_CALL } from './take-samples.js';

/** The gate's evidence so far. */
export type Evidence = {
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  /** A new run of the base today, apart from the baseline; `null` until the gate needs it. */
  readonly today: RunRecord | null;
  /** By scorer, the cases with a second look; without scorers that judge no statements. */
  readonly secondLooks: ReadonlyMap<string, ReadonlySet<string>>;
  /** Statements that the judge found in other words; `null` without such a judge. */
  readonly matches: Matches | null;
};

/** The agents of both sides. */
export type Agents = {
  readonly head: CasePlan;
  /** `null` without a base. */
  readonly base: CasePlan | null;
  readonly files: SideFiles;
};

/** No case has had a second look yet. */
export function startSecondLooks({ scorers }: Judging): Evidence['secondLooks'] {
  return new Map(scorers.filter(isStatementScorer).map(({ id }) => [id, new Set<string>()]));
}

/** Number of answers in the evidence, of both sides. */
export function countAnswers({ head, base, today }: Evidence): number {
  const cases = [head, base, today].flatMap((record) => record?.cases ?? []);
  return cases.reduce((sum, { samples, caseSamples }) => sum + samples.length + caseSamples.length, 0);
}

/** Gets the answers or verdicts that a gate asks for. If that fails, `head.stopped` has the reason. */
export async function gatherEvidence(
  ask: ScorerAsk | MatchAsk,
  evidence: Evidence,
  sides: Agents,
  effects: Effects,
): Promise<Evidence> {
  const { head, base } = evidence;
  switch (ask.kind) {
    case 'match':
      return searchCases(ask, evidence, sides.head, effects);
    case 'second-look':
      return takeSecondLook(ask, evidence, sides.head, effects);
    case 'head-runs':
      return {
        ...evidence,
        head: await produce({ ...sides.head, samples: ask.upTo, previous: head }, effects),
      };
    case 'base-today': {
      const run = (plan: CasePlan, given: Effects) =>
        produce({ ...plan, samples: ask.runs, previous: null }, given);
      return replaceBaseRecord(evidence, await askBase(run, sides, effects), 'today');
    }
    case 'answers': {
      if (ask.side === 'head') {
        return { ...evidence, head: await sampleCases({ ...ask, record: head }, sides.head, effects) };
      }
      if (base === null) return evidence;
      const run = (plan: CasePlan, given: Effects) => sampleCases({ ...ask, record: base }, plan, given);
      return replaceBaseRecord(evidence, await askBase(run, sides, effects), 'base');
    }
    default:
      return ask satisfies never;
  }
}

/** Failures that end a run wherever it runs. */
const FINAL_FAILURES: ReadonlySet<string> = new Set(['aborted', 'timeout', 'budget']);

/** True if only the judge is called, and no agent. */
export function asksOnlyJudge({ kind }: ScorerAsk | MatchAsk): boolean {
  return kind === 'match' || kind === 'second-look';
}

/** The same for an agent that may be missing on this machine; `null` if it gives no answer here. */
export async function tryToGatherEvidence(
  ask: ScorerAsk | MatchAsk,
  evidence: Evidence,
  sides: Agents,
  effects: Effects,
): Promise<Evidence | null> {
  try {
    const seen = await gatherEvidence(ask, evidence, sides, effects);
    if (asksOnlyJudge(ask)) return seen;
    const isOver = FINAL_FAILURES.has(seen.head.stopped?.kind ?? '');
    return isOver || countAnswered(seen) > countAnswered(evidence) ? seen : null;
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    effects.log.warning(thrown.problems.join('; '));
    return null;
  }
}

/** Answers that the agent gave, of both sides. */
function countAnswered({ head, base, today }: Evidence): number {
  const cases = [head, base, today].flatMap((record) => record?.cases ?? []);
  const samples = cases.flatMap(({ samples, caseSamples }) => [...samples, ...caseSamples]);
  return samples.filter(({ answer }) => answer.status === 'answered').length;
}

type BaseAnswers = RunRecord | NonNullable<RunRecord['stopped']>;

/** Runs the base, or returns the reason why it cannot run. */
async function askBase(
  run: (plan: CasePlan, effects: Effects) => Promise<RunRecord>,
  { base, files }: Agents,
  effects: Effects,
): Promise<BaseAnswers | null> {
  if (base === null) return null;
  try {
    const opened = await files.open(base.side);
    return await run({ ...base, side: opened.side }, opened.effects);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    const reason = effects.redact(`the base could not run again: ${thrown.problems.join('; ')}`);
    return { kind: 'unavailable', reason };
  }
}

/** An incomplete run of the base leaves the result undecided, like one of the head. */
function replaceBaseRecord(evidence: Evidence, answers: BaseAnswers | null, as: 'base' | 'today'): Evidence {
  if (answers === null) return evidence;
  const stopped = 'cases' in answers ? answers.stopped : answers;
  const head = stopped === null ? evidence.head : { ...evidence.head, stopped };
  const record = 'cases' in answers ? { ...answers, stopped: null } : evidence[as];
  return { ...evidence, head, [as]: record };
}

/** If the judge cannot search, words alone decide, and the comment says so. */
async function searchCases(
  { searches }: MatchAsk,
  known: Evidence,
  { side, judging }: CasePlan,
  effects: Effects,
): Promise<Evidence> {
  const { match } = judging;
  const found = new Map(known.matches);
  if (match === null) return known;
  const meter = startMeter(judging, effects);
  const rows = new Map(side.cases.map((row) => [row.id, row]));
  // A judge that cannot compare fails in every case alike.
  const failures = new Map<string, number>();
  const info = (line: string) => void failures.set(line, (failures.get(line) ?? 0) + 1);
  const options = { signal: effects.signal, log: { ...effects.log, info } };
  await runPool({
    items: searches,
    concurrency: Math.ceil(effects.maxConcurrency * SAMPLES_PER_CALL),
    // After the time limit, the run still reports its findings.
    signal: new AbortController().signal,
    run: async ([id, wanted]) => {
      const row = rows.get(id) ?? { input: '', history: [] };
      const input = listTurns(row).join('\n\n');
      const matches = await match({ input, history: row.history, searches: wanted }, options);
      found.set(id, [...(found.get(id) ?? []), ...matches]);
    },
  });
  for (const [line, count] of failures) {
    effects.log.info(count === 1 ? line : `${line} (${formatCount(count, 'answer')})`);
  }
  return { ...known, head: { ...known.head, ...meter.addedTo(known.head) }, matches: found };
}

async function takeSecondLook(
  { caseIds, scorer }: Extract<ScorerAsk, { kind: 'second-look' }>,
  evidence: Evidence,
  plan: CasePlan,
  effects: Effects,
): Promise<Evidence> {
  const { judging } = plan;
  const meter = startMeter(judging, effects);
  const byId = new Map(plan.side.cases.map((row) => [row.id, row]));
  try {
    const { head, base } = await confirmVerdicts({
      head: evidence.head,
      base: evidence.base,
      cases: caseIds,
      scorer,
      judging,
      findScoreInput: (id) => {
        const row = byId.get(id);
        return row === undefined ? null : buildScoreInput(row, plan.tasks);
      },
      signal: effects.signal,
      log: effects.log,
    });
    const before = evidence.secondLooks.get(scorer) ?? [];
    const secondLooks = new Map(evidence.secondLooks).set(scorer, new Set([...before, ...caseIds]));
    return { ...evidence, head: { ...head, ...meter.addedTo(head) }, base, secondLooks };
  } catch (thrown) {
    const { kind, message } = findStopCause(thrown, effects.signal);
    // Without the judge's second look, a case is not broken.
    const reason = effects.redact(
      `the verdicts on cases that look broken could not be confirmed: ${message}`,
    );
    const { head } = evidence;
    return { ...evidence, head: { ...head, ...meter.addedTo(head), stopped: { kind, reason } } };
  }
}
