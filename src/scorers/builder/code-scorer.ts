import { UserError } from '../../model/errors.js';
import type { EvalScorer, ScorerOutcome, ScorerRun } from '../eval-scorer.js';
import type { RunInput, RunOutput } from '../messages/run-messages.js';
import { bindCreateScorer } from './create-scorer.js';
import { isJudge } from './steps.js';

/** `createScorer` without judges by name: for scorers in code, or with their own judge. */
export const createCodeScorer = bindCreateScorer(({ model }) => {
  if (isJudge(model)) return model;
  throw new UserError(`judge: ${JSON.stringify(model)} cannot be found by its name here; give a judge`);
});

/** The same for runs in any form: a scorer or check of the catalog. */
export function createRunScorer(names: {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}) {
  return createCodeScorer<RunInput, RunOutput>(names);
}

type PreprocessOutcome = ScorerOutcome & { readonly preprocessStepResult?: unknown };

/** A result with its first step under its other documented name too. */
export type WithExtractStep<Outcome extends PreprocessOutcome> = Outcome & {
  readonly extractStepResult?: Outcome['preprocessStepResult'];
};

/** A scorer whose results also have `extractStepResult`. */
export function withExtractStep<Input, Output, Outcome extends PreprocessOutcome>(
  scorer: EvalScorer<Input, Output, Outcome>,
): EvalScorer<Input, Output, WithExtractStep<Outcome>> {
  const { id, name, description, higherIsBetter, scale } = scorer;
  return {
    id,
    name,
    description,
    higherIsBetter,
    scale,
    async run(run: ScorerRun<Input, Output>) {
      const outcome = await scorer.run(run);
      const { preprocessStepResult } = outcome;
      return preprocessStepResult === undefined
        ? outcome
        : { ...outcome, extractStepResult: preprocessStepResult };
    },
  };
}
