import type { AgentRunInput, AgentRunOutput } from '../../builder/agent-run.js';
import { createCodeScorer } from '../../builder/create-code-scorer.js';
import type { NotScorable } from '../../builder/not-scorable.js';
import type { StepRun } from '../../builder/step-types.js';
import type { CheckResult } from './check-result.js';

export type CheckRun = StepRun<AgentRunInput, AgentRunOutput>;

/** What a check found, with what it shows of it in `preprocessStepResult`. */
export type CheckFound<Shown> = CheckResult & {
  readonly shown: Shown;
  /** A score of its own between 0 and 1, where the check has one. */
  readonly score?: number;
};

/** Whatever a run needs besides the check: its name for people and for results. */
export type CheckNames = { readonly id: string; readonly name: string; readonly description: string };

/** A scorer that gives 1 where the check passes and 0 where it does not, with the check's reason. */
export function createCheck<Shown>(
  names: CheckNames,
  check: (run: CheckRun) => CheckFound<Shown> | NotScorable,
) {
  return createCodeScorer<AgentRunInput, AgentRunOutput>(names)
    .preprocess(({ run }): Shown | NotScorable => {
      const found = check(run);
      return 'shown' in found ? found.shown : found;
    })
    .analyze(({ run }) => {
      const found = check(run);
      if (!('shown' in found)) return found;
      const { passed, reason, score = passed ? 1 : 0 } = found;
      return { passed, reason, score };
    })
    .generateScore(({ results }) => results.analyzeStepResult.score)
    .generateReason(({ results }) => results.analyzeStepResult.reason);
}
