import { concludeScorers, nextAsk, type ScorerConclusion, type SuiteEvidence } from '../decide/conclude.js';
import type { Effects } from '../model/effects.js';
import type { Lack, ScorerAsk } from '../model/finding.js';
import type { RunRecord } from '../model/run-record.js';
import { aboutTarget } from '../model/target-settings.js';
import {
  countAnswers,
  type Evidence,
  lookAgain,
  lookAgainIfItRuns,
  noSecondLooks,
  type Sides,
} from '../produce/look-again.js';
import { isKeyless } from '../settings/keys.js';
import { counted } from '../text/counts.js';
import type { BaseMeasurement, SuiteWork } from './measure-suite.js';

/** The gates' results, and the records behind them. */
export type SuiteConclusion = {
  readonly concluded: readonly ScorerConclusion[];
  readonly evidence: Evidence;
};

/** Compares both records and asks the gates, until they need no more answers. */
export function concludeSuite(
  work: SuiteWork,
  base: BaseMeasurement,
  head: RunRecord,
): Promise<SuiteConclusion> {
  const { compared, extraAnswers } = work.calls;
  const { judging, effects } = work.tools;
  const { suite } = work.run;
  const isMerge = work.merged !== undefined;
  const lack = isMerge && isKeyless(suite) ? 'no-key' : null;
  const start: Evidence = {
    head,
    base: base.record,
    today: null,
    secondLooks: noSecondLooks(judging),
    // A merged change cannot fail, so the judge does not search.
    matches: compared && judging.match !== null && lack === null ? new Map() : null,
  };
  const question: GateQuestion = {
    sides: work.sides,
    askable: work.askable,
    tests: work.scorerCount,
    scorers: suite.scorers,
    baseline: base.used,
    firstRuns: Math.max(1, ...head.cases.map(({ samples }) => samples.length)),
    extraAnswers,
    lack,
    mayNotRun: isMerge && aboutTarget(suite.target).runsPrograms,
  };
  return askGate(start, question, effects);
}

export type GateQuestion = Omit<SuiteEvidence, keyof Evidence | 'extraLeft' | 'lack'> & {
  readonly sides: Sides;
  /** Most answers that the gates may ask for. */
  readonly extraAnswers: number;
  /** What is missing for any question; missing for nothing. */
  readonly lack?: Lack | null;
  /** True if the agent is a program that may be missing on this machine. */
  readonly mayNotRun?: boolean;
};

/** Asks the gates of all scorers and gets the requested answers, until each gate has decided. */
export async function askGate(
  first: Evidence,
  { sides, extraAnswers, lack: known = null, mayNotRun = false, ...facts }: GateQuestion,
  effects: Effects,
): Promise<SuiteConclusion> {
  let evidence = first;
  let extraLeft = extraAnswers;
  let lack: Lack | null = known;
  let last: ReturnType<typeof nextAsk> = null;
  for (;;) {
    const concluded = concludeScorers({ ...facts, ...evidence, extraLeft, lack });
    const ask = nextAsk(concluded);
    if (ask === null) return { concluded, evidence };
    if (ask.kind !== 'match' && !isMoreOf(ask, last)) effects.log.info(progressLine(ask));
    last = ask;
    const before = countAnswers(evidence);
    const look = mayNotRun ? lookAgainIfItRuns : lookAgain;
    const seen = await look(ask, evidence, sides, effects);
    if (seen === null) {
      lack = 'no-program';
      continue;
    }
    evidence = seen;
    if (ask.kind === 'match' || ask.kind === 'second-look') continue;
    const more = countAnswers(evidence) - before;
    // Without a new answer the loop would never end.
    extraLeft = more === 0 ? 0 : extraLeft - more;
  }
}

/** True for more answers of the same cases on the same side. */
function isMoreOf(ask: ScorerAsk, last: ReturnType<typeof nextAsk>): boolean {
  if (ask.kind !== 'answers' || last?.kind !== 'answers') return false;
  return ask.side === last.side && ask.caseIds.join() === last.caseIds.join();
}

function progressLine(ask: ScorerAsk): string {
  switch (ask.kind) {
    case 'head-runs':
      return `The result is unclear, so every case runs again: run ${ask.upTo}.`;
    case 'base-today':
      return `The mean fell, so the base runs again today: ${counted(ask.runs, 'run')} of every case.`;
    case 'answers':
      return `Asking ${counted(ask.caseIds.length, 'case')} again at ${ask.side}.`;
    case 'second-look':
      return `Judging the irrelevant statements of ${counted(ask.caseIds.length, 'case')} again.`;
    default:
      return ask satisfies never;
  }
}
