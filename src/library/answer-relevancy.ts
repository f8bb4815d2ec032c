import type { Judge } from '../ports/judge.js';
import type { RelevancyOptions } from '../ports/settings.js';
import type { VerdictLabel } from '../ports/verdict.js';
import { answerRelevancy } from '../scorers/library/answer-relevancy/about.js';
import { createAnswerRelevancy } from '../scorers/library/answer-relevancy/create-answer-relevancy.js';
import type { PartialRelevancyOptions } from '../scorers/library/answer-relevancy/options.js';
import type { JudgeConfig } from './judge-config.js';
import {
  type JudgedCore,
  type JudgedEvalScorer,
  type JudgedResult,
  openJudgedScorer,
} from './open-judged-scorer.js';
import { checkRun } from './run-problems.js';

/** Options stand beside the judge, or nested under `options`. `model` may also be `builtin`, the offline judge. */
export type AnswerRelevancyConfig = JudgeConfig &
  PartialRelevancyOptions & { readonly options?: PartialRelevancyOptions | undefined };

export type AnswerRelevancySteps = {
  readonly preprocessStepResult: { readonly statements: readonly string[] };
  readonly analyzeStepResult: {
    readonly results: readonly { readonly result: VerdictLabel; readonly reason: string }[];
  };
};

export type AnswerRelevancyResult = JudgedResult<AnswerRelevancySteps>;
export type AnswerRelevancyScorer = JudgedEvalScorer<AnswerRelevancySteps>;

const RELEVANCY: JudgedCore<RelevancyOptions, AnswerRelevancySteps> = {
  about: answerRelevancy,
  create: createAnswerRelevancy,
  stepsOf: ({ statements }) => ({
    preprocessStepResult: { statements: statements.map(({ text }) => text) },
    analyzeStepResult: { results: statements.map(({ result, reason }) => ({ result, reason })) },
  }),
};

/** Makes `createAnswerRelevancyScorer` for whoever can find a judge by its name. */
export function bindAnswerRelevancy(resolveJudge: (config: JudgeConfig, salt: string) => Judge) {
  const open = openJudgedScorer(resolveJudge);
  /**
   * A scorer of how relevant an answer is to what was asked: `((yes + uncertaintyWeight · unsure) / statements) · scale`.
   * Statements that it has judged already keep their verdict and cost no further call.
   *
   * A run throws UserError where input or output is missing, and ProviderError where every call would fail the same way
   * (key refused, no such model), and on abort.
   * @throws UserError naming every setting that is out of range or does not exist.
   */
  return (config: AnswerRelevancyConfig): AnswerRelevancyScorer => {
    const scorer = open(RELEVANCY, config);
    return {
      ...scorer,
      async run(run) {
        // Others can do without what was asked; relevance is relevance to it.
        if (run.input === undefined || run.input === null) checkRun({ input: run.input, output: run.output });
        return scorer.run(run);
      },
    };
  };
}
