import { findDifference } from '../coverage/notice.js';
import type { Case } from '../model/case.js';
import type { NewCaseCoverage } from '../model/coverage.js';
import { UserError } from '../model/errors.js';
import type { RunRecord } from '../model/run-record.js';
import type { CallPlan } from '../model/spending.js';
import { describeTarget } from '../model/target-settings.js';
import { produce } from '../produce/produce.js';
import { startMeter } from '../produce/spending.js';
import { compareCase, pickCase } from './compare-case.js';
import type { ConcludedSuite } from './conclude-suite.js';
import { planSides, type SuiteTools } from './suite-tools.js';

export type NewCases = {
  readonly coverage: NewCaseCoverage;
  /** The base's answers, with all that was spent. */
  readonly record: RunRecord;
};

/**
 * Whether the cases that a pull request adds notice its change: each runs once more, on the base. `null` if that is not
 * possible, or the budget does not cover it. It decides nothing.
 * @param head Its answers to these cases.
 */
export async function measureNewCases(
  suite: ConcludedSuite,
  head: RunRecord,
  tools: SuiteTools,
): Promise<NewCases | null> {
  const rows = listNewCases(suite, head);
  const { base, files } = planSides(suite, tools);
  const { effects } = tools;
  if (base === null || rows.length === 0 || !canAskBase(suite)) return null;
  if (effects.signal.aborted || effects.budget.shortfall(countCalls(suite.calls, rows.length)) !== null) {
    return null;
  }
  try {
    const opened = await files.open(base.side);
    const side = { ...opened.side, cases: rows };
    const plan = { ...base, tasks: suite.shown.tasks, side, samples: 1, previous: null };
    const answers = await produce(plan, opened.effects);
    const meter = startMeter(tools.judging, effects);
    const coverage = await compareNewCases(rows, { base: answers, head }, suite, tools);
    return { coverage, record: { ...answers, ...meter.addedTo(answers) } };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    effects.log.info(`The new cases were not asked on the base: ${thrown.problems.join('; ')}`);
    return null;
  }
}

/** Those that the head answered. */
function listNewCases({ shown }: ConcludedSuite, head: RunRecord): readonly Case[] {
  const answered = new Set(
    head.cases
      .filter(({ samples }) => samples.some(({ answer }) => answer.status === 'answered'))
      .map(({ id }) => id),
  );
  return shown.rows.flatMap(({ row, change }) => (change === 'added' && answered.has(row.id) ? [row] : []));
}

/** A machine that only merges may lack the agent's program and the keys. */
function canAskBase({ base, calls, isMerged }: ConcludedSuite): boolean {
  if (base === null || !base.hasAgent || !calls.compared || isMerged) return false;
  const { live, server } = describeTarget(base.target);
  return live && server === null;
}

/** Of one answer per case, its verdicts and its comparison; one call is left for what comes later. */
function countCalls(
  { answersPerCase, callsPerAnswer, judgeCallsPerAnswer }: CallPlan,
  cases: number,
): number {
  const comparison = judgeCallsPerAnswer > 0 ? 2 : 0;
  return Math.ceil(cases * (answersPerCase * (callsPerAnswer + judgeCallsPerAnswer) + comparison)) + 1;
}

/** Cases without a score on both sides are left out. */
async function compareNewCases(
  rows: readonly Case[],
  records: { readonly base: RunRecord; readonly head: RunRecord },
  { settings }: ConcludedSuite,
  tools: SuiteTools,
): Promise<NewCaseCoverage> {
  const noticing: string[] = [];
  const others: string[] = [];
  for (const row of rows) {
    const [base, head] = [pickCase(records.base, row), pickCase(records.head, row)];
    let isScored = false;
    let differs = false;
    for (const { name: scorer } of settings.scorers) {
      // A new rule shows as something that the base's answer lacks, a removed one as something that the head's lacks.
      for (const sides of [
        { base, head },
        { base: head, head: base },
      ]) {
        const pairs = await compareCase({ ...sides, scorer }, row, tools);
        const scored = pairs.filter(
          ({ baseScores, headScores }) => baseScores.length > 0 && headScores.length > 0,
        );
        isScored ||= scored.length > 0;
        differs ||= scored.some((pair) => findDifference(pair) !== null);
      }
    }
    if (differs) noticing.push(row.id);
    else if (isScored) others.push(row.id);
  }
  return { noticing, others };
}
