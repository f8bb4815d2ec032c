import type { ScoreRequest, StatementScorer } from '../../scorer.js';
import { createItemScorer, type ItemScorerConfig } from './create-item-scorer.js';
import type { ItemOptions, ItemScorerSpec, Scored } from './item-spec.js';

/** A judged scorer: for the pipeline, and with the documented fields for code. */
export type JudgedScorer<Options extends ItemOptions, Steps extends object> = ItemScorerSpec<Options> & {
  /** @throws UserError where the judge is the built-in one, and cannot answer its questions. */
  readonly create: (config: ItemScorerConfig<Options>) => StatementScorer;
  /** The documented results of the steps; `request` as it was scored. */
  readonly stepsOf: (judgement: Scored, request: ScoreRequest, options: Options) => Steps;
};

export function defineScorer<Options extends ItemOptions, Steps extends object>(
  spec: ItemScorerSpec<Options>,
  stepsOf: JudgedScorer<Options, Steps>['stepsOf'],
): JudgedScorer<Options, Steps> {
  return { ...spec, create: (config) => createItemScorer(spec, config), stepsOf };
}
