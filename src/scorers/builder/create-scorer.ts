import { z } from 'zod';
import { UserError } from '../../model/errors.js';
import { isFields } from '../../text/values.js';
import { checkRun, type EvalScorer, type ScorerRun } from '../eval-scorer.js';
import { listRunProblems } from '../messages/read-run.js';
import {
  type RunInput,
  type RunOutput,
  type ScorerRunInputForAgent,
  type ScorerRunOutputForAgent,
  toAgentInput,
  toAgentOutput,
} from '../messages/run-messages.js';
import { BOOLEAN_OPTION, readOptions, SCALE, TEXT_OPTION } from '../options.js';
import { type AnyStep, type ResolveJudge, runSteps } from './run-steps.js';
import {
  type BuiltResult,
  type NotScorable,
  type PromptStep,
  type ReasonContext,
  type ReasonPrompt,
  SCORER_STEPS,
  type ScorePrompt,
  type ScorerStepName,
  type StepContext,
  type StepFunction,
  type StepJudge,
  type StepResult,
} from './steps.js';

// biome-ignore lint/suspicious/noExplicitAny: Mastra's examples name no types and use `run.output` as a text, which does not compile with `unknown`.
type UntypedText = any;

export type ScorerConfig = ScorerNames & {
  readonly description: string;
  /** Answers the prompt steps. */
  readonly judge?: StepJudge | undefined;
  /** `agent`: input and output are an agent's messages; plain texts are converted. */
  readonly type?: 'agent' | undefined;
  /** Default true. */
  readonly higherIsBetter?: boolean | undefined;
  /** Highest score; default 1. */
  readonly scale?: number | undefined;
};

/** Either suffices: the id defaults to the name in small letters with hyphens, the name to the id. */
type ScorerNames =
  | { readonly id: string; readonly name?: string | undefined }
  | { readonly id?: string | undefined; readonly name: string };

/** The types of a scorer's runs, and those that its steps see. */
type ScorerTypes = {
  readonly runInput: unknown;
  readonly runOutput: unknown;
  readonly input: unknown;
  readonly output: unknown;
  readonly results: unknown;
};

type With<T extends ScorerTypes, Result> = Omit<T, 'results'> & { readonly results: T['results'] & Result };
type ContextOf<T extends ScorerTypes> = StepContext<T['input'], T['output'], T['results']>;
type ReasonOf<T extends ScorerTypes> = ReasonContext<T['input'], T['output'], T['results']>;

/** After `generateReason`: only `run` is left. */
type ReadyScorer<T extends ScorerTypes> = EvalScorer<
  T['runInput'],
  T['runOutput'],
  BuiltResult<T['runInput'], T['runOutput'], T['results'] & { readonly generateScoreStepResult: number }>
> & { readonly type: 'agent' | undefined };

type ScoredScorer<T extends ScorerTypes> = ReadyScorer<T> & {
  generateReason(
    step: StepFunction<ReasonOf<T>, string | NotScorable> | ReasonPrompt<ReasonOf<T>>,
  ): ReadyScorer<T>;
};

/** After `analyze`. Its run only throws, since `generateScore` is missing. */
type AnalyzedScorer<T extends ScorerTypes> = Pick<
  EvalScorer<T['runInput'], T['runOutput']>,
  'id' | 'name' | 'description' | 'run'
> & {
  /** Required for every run. */
  generateScore<Reply>(
    step: StepFunction<ContextOf<T>, number | NotScorable> | ScorePrompt<ContextOf<T>, Reply>,
  ): ScoredScorer<T>;
};

type PreprocessedScorer<T extends ScorerTypes> = AnalyzedScorer<T> & {
  analyze<Result>(
    step: StepFunction<ContextOf<T>, Result> | PromptStep<ContextOf<T>, Result>,
  ): AnalyzedScorer<With<T, { readonly analyzeStepResult: StepResult<Result> }>>;
};

/** A scorer without steps. Their order: preprocess, analyze, generateScore, generateReason. */
type ScorerDraft<T extends ScorerTypes> = PreprocessedScorer<T> & {
  preprocess<Result>(
    step: StepFunction<ContextOf<T>, Result> | PromptStep<ContextOf<T>, Result>,
  ): PreprocessedScorer<With<T, { readonly preprocessStepResult: StepResult<Result> }>>;
};

export type CreateScorer = {
  (
    config: ScorerConfig & { readonly type: 'agent' },
  ): ScorerDraft<{
    readonly runInput: RunInput;
    readonly runOutput: RunOutput;
    readonly input: ScorerRunInputForAgent;
    readonly output: ScorerRunOutputForAgent;
    readonly results: unknown;
  }>;
  <Input = UntypedText, Output = UntypedText>(
    config: ScorerConfig,
  ): ScorerDraft<{
    readonly runInput: Input;
    readonly runOutput: Output;
    readonly input: Input;
    readonly output: Output;
    readonly results: unknown;
  }>;
};

/** Makes `createScorer` with the given judges. */
export function bindCreateScorer(resolveJudge: ResolveJudge): CreateScorer {
  return (config: ScorerConfig) => buildScorer(checkConfig(config), resolveJudge, []) as never;
}

const DESCRIPTION_RULE = 'must say in a few words what is scored';
const SETTINGS = z.strictObject({
  name: TEXT_OPTION.optional(),
  description: z.string({ error: DESCRIPTION_RULE }).regex(/\S/u, { error: DESCRIPTION_RULE }),
  judge: z.unknown().optional(),
  type: z
    .literal('agent', { error: "must be 'agent', so that the steps get messages, or left out" })
    .optional(),
  higherIsBetter: BOOLEAN_OPTION.default(true),
  scale: SCALE,
});

type CheckedConfig = z.output<typeof SETTINGS> & { readonly id: string; readonly name: string };

function checkConfig(config: ScorerConfig): CheckedConfig {
  const { options } = readOptions({ id: 'createScorer', options: SETTINGS }, config);
  const id = config.id ?? deriveId(options.name ?? '');
  if (id === '') throw new UserError('createScorer: give an id, or a name that one can be made from');
  return { ...options, id, name: options.name ?? id };
}

/** Every step returns a new scorer, so that a draft can be completed in several ways. */
function buildScorer(config: CheckedConfig, resolveJudge: ResolveJudge, steps: readonly AnyStep[]): object {
  const { id, name, description, scale, higherIsBetter, type, judge } = config;
  const addStep = (step: ScorerStepName) => (stepSource: unknown) => {
    const last = steps.at(-1)?.name;
    if (last !== undefined && SCORER_STEPS.indexOf(step) <= SCORER_STEPS.indexOf(last)) {
      throw new UserError(
        `createScorer ${id}: ${step} comes after ${last}; give each step once, in the order ${SCORER_STEPS.join(', ')}`,
      );
    }
    return buildScorer(config, resolveJudge, [...steps, parseStep(step, stepSource, id)]);
  };
  return {
    id,
    name,
    description,
    type,
    scale,
    higherIsBetter,
    preprocess: addStep('preprocess'),
    analyze: addStep('analyze'),
    generateScore: addStep('generateScore'),
    generateReason: addStep('generateReason'),
    async run(run: ScorerRun) {
      checkRun(id, run);
      return runSteps(
        { id, judge: judge as StepJudge | undefined, resolveJudge, scale, steps },
        type === 'agent' ? convertRun(id, run) : run,
      );
    },
  };
}

function convertRun(id: string, run: ScorerRun): ScorerRun {
  const { input = [], output } = run;
  const problems = listRunProblems({ input, output });
  if (problems.length > 0) throw new UserError(problems.map((problem) => `scorer ${id}: ${problem}`));
  return { ...run, input: toAgentInput(input), output: toAgentOutput(output) };
}

function parseStep(name: ScorerStepName, stepSource: unknown, id: string): AnyStep {
  if (typeof stepSource === 'function') return { name, step: stepSource as (context: never) => unknown };
  if (isPrompt(stepSource)) return { name, step: stepSource };
  throw new UserError(
    `createScorer ${id}: ${name} is neither a function nor a prompt object; give a function, or { description, outputSchema, createPrompt }, with a schema made with z of prompt-regression/scorers`,
  );
}

function isPrompt(stepSource: unknown): stepSource is Exclude<AnyStep['step'], (context: never) => unknown> {
  if (!isFields(stepSource) || typeof stepSource['createPrompt'] !== 'function') return false;
  const { outputSchema } = stepSource;
  return outputSchema === undefined || '_zod' in Object(outputSchema);
}

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;

/** `My Scorer` → `my-scorer`. */
function deriveId(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(BETWEEN_WORDS, '-')
    .replaceAll(/^-+|-+$/g, '');
}
