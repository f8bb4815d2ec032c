import { concludeScorers, nextAsk, type ScorerConclusion } from '../decide/conclude.js';
import type { Lack, ScorerAsk } from '../model/finding.js';
import type { RunRecord } from '../model/run-record.js';
import { aboutTarget } from '../model/target-settings.js';
import {
  countAnswers,
  type Evidence,
  lookAgain,
  lookAgainIfItRuns,
  noSecondLooks,
} from '../produce/look-again.js';
import { isKeyless } from '../settings/keys.js';
import { counted } from '../text/values.js';
import type { BaseMeasurement, SuiteWork } from './measure-suite.js';

/** The gates' results, and the records behind them. */
export type SuiteConclusion = {
  readonly concluded: readonly ScorerConclusion[];
  readonly evidence: Evidence;
};

/** Compares both records and asks the gates of all scorers, until they need no more answers. */
export async function concludeSuite(
  work: SuiteWork,
  base: BaseMeasurement,
  head: RunRecord,
): Promise<SuiteConclusion> {
  const { sides } = work;
  const { effects } = work.tools;
  const facts = factsOf(work, base, head);
  const look = facts.mayNotRun ? lookAgainIfItRuns : lookAgain;
  let lack: Lack | null = facts.lack;
  let evidence = startEvidence(work, base, head);
  let extraLeft = work.calls.extraAnswers;
  let last: ReturnType<typeof nextAsk> = null;
  for (;;) {
    const concluded = concludeScorers({ ...facts, ...evidence, extraLeft, lack });
    const ask = nextAsk(concluded);
    if (ask === null) return { concluded, evidence };
    if (ask.kind !== 'match' && !isMoreOf(ask, last)) effects.log.info(progressLine(ask));
    last = ask;
    const before = countAnswers(evidence);
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

function factsOf({ calls, run, merged, scorerCount }: SuiteWork, { used }: BaseMeasurement, head: RunRecord) {
  const { scorers, target } = run.suite;
  const isMerge = merged !== undefined;
  const lack = isMerge && isKeyless(run.suite) ? ('no-key' as const) : null;
  return {
    ...{ scorers, askable: calls.askable, baseline: used, tests: scorerCount, lack },
    firstRuns: Math.max(1, ...head.cases.map(({ samples }) => samples.length)),
    /** The machine that merges may lack the agent's program. */
    mayNotRun: isMerge && aboutTarget(target).runsPrograms,
  };
}

function startEvidence(work: SuiteWork, { record }: BaseMeasurement, head: RunRecord): Evidence {
  const { judging } = work.tools;
  // A merged change cannot fail, so the judge does not search.
  const searches = work.calls.compared && judging.match !== null;
  const hasKey = work.merged === undefined || !isKeyless(work.run.suite);
  return {
    ...{ head, base: record, today: null },
    secondLooks: noSecondLooks(judging),
    matches: searches && hasKey ? new Map() : null,
  };
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
