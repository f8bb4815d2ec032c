import { concludeScorers, findNextAsk, type ScorerConclusion } from '../decide/conclude.js';
import type { MissingCapability, ScorerAsk } from '../model/finding.js';
import { describeTarget } from '../model/target-settings.js';
import {
  asksOnlyJudge,
  countAnswers,
  type Evidence,
  gatherEvidence,
  startSecondLooks,
  tryToGatherEvidence,
} from '../produce/gather-evidence.js';
import { isKeyless } from '../settings/keys.js';
import { formatCount } from '../text/values.js';
import type { MeasuredSuite } from './measure-suite.js';
import { planSides, type SuiteTools } from './suite-tools.js';

/** Stage 4: a measured suite with the results of its gates, and the records behind them. */
export type ConcludedSuite = MeasuredSuite & {
  readonly conclusions: readonly ScorerConclusion[];
  readonly evidence: Evidence;
};

/** Compares both records and asks the gates of all scorers, until they need no more answers. */
export async function concludeSuite(suite: MeasuredSuite, tools: SuiteTools): Promise<ConcludedSuite> {
  const { effects } = tools;
  const sides = planSides(suite, tools);
  const facts = describeFacts(suite);
  const gather = mayLackProgram(suite) ? tryToGatherEvidence : gatherEvidence;
  let lack: MissingCapability | null = lacksKeyToAsk(suite) ? 'no-key' : null;
  let evidence = startEvidence(suite, tools);
  let extraLeft = suite.calls.extraAnswers;
  let last: ReturnType<typeof findNextAsk> = null;
  for (;;) {
    const conclusions = concludeScorers({ ...facts, ...evidence, extraLeft, lack, prices: effects.prices });
    const ask = findNextAsk(conclusions, extraLeft);
    if (ask === null) return { ...suite, conclusions, evidence };
    if (ask.kind !== 'match' && !continuesAsk(ask, last)) effects.log.info(renderProgress(ask));
    last = ask;
    const before = countAnswers(evidence);
    const newEvidence = await gather(ask, evidence, sides, effects);
    if (newEvidence === null) {
      lack = 'no-program';
      continue;
    }
    evidence = newEvidence;
    if (asksOnlyJudge(ask)) continue;
    const more = countAnswers(evidence) - before;
    // Without a new answer the loop would never end.
    extraLeft = more === 0 ? 0 : extraLeft - more;
  }
}

function describeFacts({ settings, calls, baseline, records, scorerCount }: MeasuredSuite) {
  return {
    scorers: settings.scorers,
    askable: calls.askable,
    baseline: baseline.used,
    tests: scorerCount,
    firstRuns: Math.max(1, ...records.head.cases.map(({ samples }) => samples.length)),
  };
}

/** The machine that merges may lack the agent's program. */
function mayLackProgram({ head, isMerged }: MeasuredSuite): boolean {
  return isMerged && describeTarget(head.target).runsPrograms;
}

/** True for a machine that merges, without a key to ask again. */
function lacksKeyToAsk({ settings, head, isMerged }: MeasuredSuite): boolean {
  return isMerged && isKeyless({ ...head, ...settings });
}

function startEvidence(suite: MeasuredSuite, { judging }: SuiteTools): Evidence {
  const { calls, records } = suite;
  // A merged change cannot fail, so the judge does not search.
  const searches = calls.compared && judging.match !== null && !lacksKeyToAsk(suite);
  return {
    head: records.head,
    base: records.base,
    today: null,
    secondLooks: startSecondLooks(judging),
    matches: searches ? new Map() : null,
  };
}

/** True for more answers of the same cases on the same side. */
function continuesAsk(ask: ScorerAsk, last: ReturnType<typeof findNextAsk>): boolean {
  if (ask.kind !== 'answers' || last?.kind !== 'answers') return false;
  return ask.side === last.side && ask.caseIds.join() === last.caseIds.join();
}

function renderProgress(ask: ScorerAsk): string {
  switch (ask.kind) {
    case 'head-runs':
      return `The result is unclear, so every case runs again: run ${ask.upTo}.`;
    case 'base-today':
      return `The mean fell, so the base runs again today: ${formatCount(ask.runs, 'run')} of every case.`;
    case 'answers':
      return `Asking ${formatCount(ask.caseIds.length, 'case')} again at ${ask.side}.`;
    case 'second-look':
      return `Judging the irrelevant statements of ${formatCount(ask.caseIds.length, 'case')} again.`;
    default:
      return ask satisfies never;
  }
}
