import type { z } from 'zod';
import { UserError } from '../model/errors.js';
import type { ScoredJudgement } from '../model/verdict.js';
import { bindCreateScorer } from './builder/create-scorer.js';
import { isJudge } from './builder/steps.js';
import { type EvalScorer, wrapEvalScorer } from './eval-scorer.js';
import { createItemScorer } from './judged/create-item-scorer.js';
import type { ItemOptions, ItemScorerSpec } from './judged/item-spec.js';
import type {
  RunInput,
  RunOutput,
  ScorerRunInputForAgent,
  ScorerRunOutputForAgent,
} from './messages/run-messages.js';
import { type FactoryOptions, readOptions } from './options.js';
import type { ScoreRequest, Scorer, ScorerInfo, ScorerTools, StatementScorer } from './scorer.js';

export type ScorerDefinition = {
  readonly about: ScorerInfo;
  /** Options as parsed by the schema in `about`. */
  readonly open: (options: Readonly<Record<string, unknown>>, tools: ScorerTools) => Scorer;
};

/** Version of the scoring code; raising it scores stored answers again. */
const CODE_VERSION = 1;

/** A factory's arguments; none are needed if every option is optional. */
export type FactoryArguments<Options> =
  Record<never, never> extends Options ? [given?: FactoryOptions<Options>] : [given: FactoryOptions<Options>];

export type CodeDefinition<Schema extends z.ZodObject, Made> = ScorerDefinition & {
  /** Throws `UserError` with all unknown or invalid options. */
  readonly create: (...given: FactoryArguments<z.input<Schema>>) => Made;
};

export function defineCodeScorer<Schema extends z.ZodObject, Made extends EvalScorer<RunInput, RunOutput>>(
  about: ScorerInfo & { readonly options: Schema },
  make: (names: { readonly id: string; readonly description: string }, options: z.output<Schema>) => Made,
  version = CODE_VERSION,
): CodeDefinition<Schema, Made> {
  const create = (config: unknown = {}) => {
    const { id, options } = readOptions(about, config);
    return make({ id, description: about.summary }, options);
  };
  return {
    about,
    create,
    open: (options) => wrapEvalScorer(create(options), { formula: [version, about.id, options] }),
  };
}

/** An option that returns a run's context; only code can set it. */
export type ContextSource<CodeOptions> = {
  readonly option: keyof CodeOptions & string;
  readonly call: (
    source: NonNullable<CodeOptions[keyof CodeOptions]>,
    run: {
      readonly input: ScorerRunInputForAgent;
      readonly output: ScorerRunOutputForAgent;
      readonly runId: string;
      readonly requestContext?: unknown;
    },
  ) => readonly string[] | Promise<readonly string[]>;
};

export type JudgedOptions = z.ZodObject & z.ZodType<ItemOptions>;

export type JudgedDefinition<
  Schema extends JudgedOptions,
  Steps extends object,
  CodeOptions = unknown,
> = ScorerDefinition &
  ItemScorerSpec<z.output<Schema>> & {
    readonly about: ScorerInfo & { readonly options: Schema };
    /** Throws `UserError` for the built-in judge. */
    readonly create: (options: z.output<Schema>, tools: ScorerTools) => StatementScorer;
    /** The results of the steps under Mastra's names; `request`: the scored one. */
    readonly buildSteps: (
      judgement: ScoredJudgement,
      scored: { readonly request: ScoreRequest; readonly options: z.output<Schema> },
    ) => Steps;
    readonly contextFrom: ContextSource<CodeOptions> | undefined;
  };

export function defineJudgedScorer<Schema extends JudgedOptions, Steps extends object, CodeOptions = unknown>(
  spec: ItemScorerSpec<z.output<Schema>> & { readonly about: { readonly options: Schema } },
  buildSteps: (
    judgement: ScoredJudgement,
    scored: { readonly request: ScoreRequest; readonly options: z.output<Schema> },
  ) => Steps,
  contextFrom?: ContextSource<CodeOptions>,
): JudgedDefinition<Schema, Steps, CodeOptions> {
  const create = (options: z.output<Schema>, tools: ScorerTools) => createItemScorer(spec, options, tools);
  return {
    ...spec,
    open: (options, tools) => create(options as z.output<Schema>, tools),
    create,
    buildSteps,
    contextFrom,
  };
}

/** `createScorer` without judges by name: for scorers in code, or with their own judge. */
export const createCodeScorer = bindCreateScorer(({ model }) => {
  if (isJudge(model)) return model;
  throw new UserError(`judge: ${JSON.stringify(model)} cannot be found by its name here; give a judge`);
});

/** The same for runs in any form: a scorer or check of the catalog. */
export function createRunScorer(names: { readonly id: string; readonly description: string }) {
  return createCodeScorer<RunInput, RunOutput>(names);
}
