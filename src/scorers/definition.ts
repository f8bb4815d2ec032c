import type { z } from 'zod';
import type { Judge, VerdictStore } from '../ports/judge.js';
import type { TeamLabels } from '../ports/team-labels.js';
import type { AboutScorer } from './about-scorer.js';
import type { ScorerRunInputForAgent, ScorerRunOutputForAgent } from './builder/agent-run.js';
import type { EvalScorer } from './eval-scorer.js';
import { createItemScorer, type ItemScorerConfig } from './judged/create-item-scorer.js';
import type { ItemOptions, ItemScorerSpec, Scored } from './judged/define/item-spec.js';
import type { RunInput, RunOutput } from './messages/run-messages.js';
import type { ScoreRequest, Scorer, StatementScorer } from './scorer.js';
import { scorerOfEval } from './scorer-of-eval.js';

/** What a scorer that asks a judge works with. */
export type ScorerTools = {
  readonly judge: Judge;
  readonly store: VerdictStore;
  /** What the team says; missing where it has said nothing. */
  readonly labels?: TeamLabels;
  /** Seeds the choice of control statements. */
  readonly salt: string;
};

/** A prebuilt scorer: what is known of it, and how a suite opens it. */
export type ScorerDefinition = {
  readonly about: AboutScorer;
  /** The options are as the schema of `about` gave them. */
  readonly open: (options: Readonly<Record<string, unknown>>, tools: ScorerTools) => Scorer;
};

/** Of the way from an answer to a score; a scorer that changes it names a higher one, and stored answers are scored anew. */
const CODE_VERSION = 1;

/** A scorer or a check that needs no judge. Its factory validates what it is given by the schema of `about`. */
export function codeScorer<Options extends object>(
  about: AboutScorer,
  create: (options: Options) => EvalScorer<RunInput, RunOutput>,
  version = CODE_VERSION,
): ScorerDefinition {
  return {
    about,
    open: (options) => scorerOfEval(create(options as Options), { formula: [version, about.id, options] }),
  };
}

/** An option that is a function and gives the context of a run; only code can give it. */
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

/** What a judged scorer's factory does besides what all of them do. */
export type InCode<Steps, CodeOptions> = {
  readonly contextFrom?: ContextSource<CodeOptions>;
  /** More documented names of the prompts. */
  readonly promptsAs?: (prompts: { readonly generateReasonPrompt?: string }) => Partial<Steps>;
};

export type JudgedOptions = z.ZodObject & z.ZodType<ItemOptions>;

/** A judged scorer: for suites, and with the documented fields for code. */
export type JudgedDefinition<
  Schema extends JudgedOptions,
  Steps extends object,
  CodeOptions = unknown,
> = ScorerDefinition &
  ItemScorerSpec<z.output<Schema>> & {
    readonly about: AboutScorer & { readonly options: Schema };
    /** @throws UserError where the judge is the built-in one. */
    readonly create: (config: ItemScorerConfig<z.output<Schema>>) => StatementScorer;
    /** The documented results of the steps; `request` as it was scored. */
    readonly stepsOf: (judgement: Scored, request: ScoreRequest, options: z.output<Schema>) => Steps;
    readonly inCode: InCode<Steps, CodeOptions>;
  };

export function judgedScorer<Schema extends JudgedOptions, Steps extends object, CodeOptions = unknown>(
  spec: ItemScorerSpec<z.output<Schema>> & { readonly about: { readonly options: Schema } },
  stepsOf: (judgement: Scored, request: ScoreRequest, options: z.output<Schema>) => Steps,
  inCode: InCode<Steps, CodeOptions> = {},
): JudgedDefinition<Schema, Steps, CodeOptions> {
  const create = (config: ItemScorerConfig<z.output<Schema>>) => createItemScorer(spec, config);
  return {
    ...spec,
    open: (options, tools) => create({ ...tools, options: options as z.output<Schema> }),
    create,
    stepsOf,
    inCode,
  };
}
