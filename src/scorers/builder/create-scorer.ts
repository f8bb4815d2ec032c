import { UserError } from '../../model/errors.js';
import { suggestName } from '../../text/nearest-name.js';
import { isFields, shownJson } from '../../text/values.js';
import { checkRun, type EvalScorer, type ScorerRun } from '../eval-scorer.js';
import { runProblems } from '../messages/read-run.js';
import {
  type RunInput,
  type RunOutput,
  type ScorerRunInputForAgent,
  type ScorerRunOutputForAgent,
  toAgentInput,
  toAgentOutput,
} from '../messages/run-messages.js';
import { type AnyStep, type ResolveJudge, runSteps } from './run-steps.js';
import type {
  BuiltResult,
  NotScorable,
  PromptStep,
  ReasonContext,
  ReasonPrompt,
  ScorePrompt,
  StepContext,
  StepFunction,
  StepJudge,
  StepResult,
} from './steps.js';
import { SCORER_STEPS, type ScorerStepName } from './steps.js';

// biome-ignore lint/suspicious/noExplicitAny: a scorer that names no types takes whatever its caller has, as the documented examples do.
type Untyped = any;

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

/** After `generateScore`. */
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

/** After `preprocess`. */
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
  <Input = Untyped, Output = Untyped>(
    config: ScorerConfig,
  ): ScorerDraft<{
    readonly runInput: Input;
    readonly runOutput: Output;
    readonly input: Input;
    readonly output: Output;
    readonly results: unknown;
  }>;
};

/**
 * Makes `createScorer` with the given judges. `createScorer` throws `UserError` with all problems of its settings.
 */
export function bindCreateScorer(resolveJudge: ResolveJudge): CreateScorer {
  return (config: ScorerConfig): Untyped => build(checked(config), resolveJudge, []);
}

const SETTINGS: Readonly<Record<keyof ScorerConfig, true>> = {
  id: true,
  name: true,
  description: true,
  judge: true,
  type: true,
  higherIsBetter: true,
  scale: true,
};

type CheckedConfig = ScorerConfig & {
  readonly id: string;
  readonly name: string;
  readonly scale: number;
  readonly higherIsBetter: boolean;
};

/** Every step returns a new scorer, so that a draft can be completed in several ways. */
function build(config: CheckedConfig, resolveJudge: ResolveJudge, steps: readonly AnyStep[]): Untyped {
  const { id, name, description, scale, higherIsBetter, type, judge } = config;
  const add = (step: ScorerStepName) => (given: Untyped) => {
    const last = steps.at(-1)?.name;
    if (last !== undefined && SCORER_STEPS.indexOf(step) <= SCORER_STEPS.indexOf(last)) {
      throw new UserError(
        `createScorer ${id}: ${step} comes after ${last}; give each step once, in the order ${SCORER_STEPS.join(', ')}`,
      );
    }
    return build(config, resolveJudge, [...steps, stepOf(step, given, id)]);
  };
  return {
    id,
    name,
    description,
    type,
    scale,
    higherIsBetter,
    preprocess: add('preprocess'),
    analyze: add('analyze'),
    generateScore: add('generateScore'),
    generateReason: add('generateReason'),
    async run(run: ScorerRun) {
      checkRun(id, run);
      return runSteps({ id, judge, resolveJudge, scale, steps }, type === 'agent' ? agentRun(id, run) : run);
    },
  };
}

/** A run as agents' scorers see it. */
function agentRun(id: string, run: ScorerRun): ScorerRun {
  const { input = [], output } = run;
  const problems = runProblems({ input, output });
  if (problems.length > 0) throw new UserError(problems.map((problem) => `scorer ${id}: ${problem}`));
  return { ...run, input: toAgentInput(input), output: toAgentOutput(output) };
}

function stepOf(name: ScorerStepName, given: unknown, id: string): AnyStep {
  if (typeof given === 'function') return { name, step: given as (context: never) => unknown };
  if (isPrompt(given)) {
    const { outputSchema } = given;
    if (outputSchema !== undefined && !('_zod' in Object(outputSchema))) {
      throw new UserError(
        `createScorer ${id}: outputSchema of ${name} is no schema of Zod 4: make it with z of prompt-regression/scorers`,
      );
    }
    return { name, step: given };
  }
  throw new UserError(
    `createScorer ${id}: ${name} is neither a function nor a prompt object; give a function, or { description, outputSchema, createPrompt }`,
  );
}

function isPrompt(given: unknown): given is Exclude<AnyStep['step'], (context: never) => unknown> {
  return isFields(given) && typeof given['createPrompt'] === 'function';
}

function checked(config: ScorerConfig): CheckedConfig {
  if (!isFields(config)) {
    throw new UserError(`createScorer was called with ${shownJson(config)}: give { id, description }`);
  }
  const { id, name, description, scale = 1, higherIsBetter = true } = config;
  const type: unknown = config.type;
  const settings = Object.keys(SETTINGS);
  const problems = Object.keys(config)
    .filter((given) => !settings.includes(given))
    .map((given) => `createScorer: there is no ${JSON.stringify(given)}. ${suggestName(given, settings)}`);
  const known = id ?? (name === undefined ? '' : idFrom(name));
  if (known === '') problems.push('createScorer: give an id, or a name that one can be made from');
  if (typeof description !== 'string' || description.trim() === '') {
    problems.push(
      `createScorer: description is ${JSON.stringify(description)}: say in a few words what is scored`,
    );
  }
  if (type !== undefined && type !== 'agent') {
    problems.push(
      `createScorer: type is ${shownJson(type)}: give 'agent', so that the steps get messages, or leave it out`,
    );
  }
  if (typeof scale !== 'number' || !Number.isFinite(scale) || scale <= 0) {
    problems.push(
      `createScorer: scale is ${scale}, but it is the highest possible score: give a number above 0`,
    );
  }
  if (problems.length > 0) throw new UserError(problems);
  return { ...config, id: known, name: name ?? known, scale, higherIsBetter };
}

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;

/** `My Scorer` → `my-scorer`. */
function idFrom(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(BETWEEN_WORDS, '-')
    .replaceAll(/^-+|-+$/g, '');
}
