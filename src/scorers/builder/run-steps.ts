import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ProviderError, UserError } from '../../model/errors.js';
import { shownJson } from '../../text/values.js';
import type { ScorerRun } from '../eval-scorer.js';
import { askStep, type ResolveJudge } from './ask-step.js';
import type { StepJudge, StepRun } from './steps.js';
import { isNotScorable, ScorerRunError, type ScorerStepName } from './steps.js';

/** A step of any type. */
export type AnyStep =
  | { readonly name: ScorerStepName; readonly run: (context: never) => unknown; readonly prompt: null }
  | {
      readonly name: ScorerStepName;
      readonly run: null;
      readonly prompt: {
        readonly judge?: StepJudge | undefined;
        readonly outputSchema?: z.ZodType | undefined;
        createPrompt(context: never): string | Promise<string>;
        calculateScore?: ((context: never) => unknown) | undefined;
      };
    };

export type StepsConfig = {
  readonly id: string;
  readonly judge: StepJudge | undefined;
  readonly resolveJudge: ResolveJudge;
  readonly scale: number;
  readonly steps: readonly AnyStep[];
};

const SCORE_REPLY = z.strictObject({ score: z.number() });
const REASON_REPLY = z.strictObject({ reason: z.string() });

/** A result under construction. */
type Result = Record<string, unknown> & { runId: string; score: number | null };

/**
 * Runs a scorer's steps in order. Nothing to score, or no usable reply, ends the run without a number and keeps
 * earlier results. Throws `ScorerRunError`, and `ProviderError` if every further call would fail too, or on abort.
 */
export async function runSteps(config: StepsConfig, given: ScorerRun): Promise<Result> {
  const runId = given.runId ?? randomUUID();
  const { signal = new AbortController().signal, input, ...others } = given;
  const run: StepRun<unknown, unknown> = { ...others, input, inputData: input, runId };
  const result: Result = { ...others, input, runId, score: null };
  const results: Record<string, unknown> = {};
  const completed: ScorerStepName[] = [];
  if (!config.steps.some(({ name }) => name === 'generateScore')) {
    throw new UserError(`scorer ${config.id}: it has no generateScore step, so it has no score; add one`);
  }
  for (const step of config.steps) {
    try {
      const context = {
        run,
        results: { ...results },
        ...(step.name === 'generateReason' && { score: result.score }),
      };
      const value = await runStep(step, { config, context, result, signal });
      if (isNotScorable(value)) {
        const { reason } = value;
        const unscored = { kind: 'not-scorable', reason };
        return { ...result, score: null, reason, notScorable: { reason }, unscored };
      }
      keep(step.name, value, { config, result, results });
      completed.push(step.name);
    } catch (cause) {
      if (!(cause instanceof ProviderError)) {
        const failure = { scorerId: config.id, failedStep: step.name, completedSteps: completed };
        throw new ScorerRunError({ ...failure, result, cause });
      }
      if (cause.fatal || cause.kind === 'aborted' || signal.aborted) throw cause;
      const reason = `${step.name}: ${cause.message}`;
      return { ...result, score: null, reason, unscored: { kind: cause.kind, reason } };
    }
  }
  return result;
}

async function runStep(
  step: AnyStep,
  given: { config: StepsConfig; context: object; result: Result; signal: AbortSignal },
): Promise<unknown> {
  const { config, result, signal } = given;
  // The builder's types match steps and contexts.
  const context = given.context as never;
  if (step.run !== null) return step.run(context);
  const { prompt: definition, name } = step;
  const prompt = await definition.createPrompt(context);
  if (typeof prompt !== 'string')
    throw new TypeError(`createPrompt gave ${shownJson(prompt)} instead of a text`);
  result[`${name}Prompt`] = prompt;
  const asking = {
    name: `${config.id}/${name}`,
    prompt,
    judge: definition.judge ?? config.judge,
    resolveJudge: config.resolveJudge,
    signal,
  };
  if (name === 'generateReason') return (await askStep({ ...asking, schema: REASON_REPLY })).reason;
  if (name !== 'generateScore') {
    return askStep({ ...asking, schema: definition.outputSchema ?? z.unknown() });
  }
  const { outputSchema, calculateScore } = definition;
  if (outputSchema === undefined || calculateScore === undefined) {
    return (await askStep({ ...asking, schema: SCORE_REPLY })).score;
  }
  const reply = await askStep({ ...asking, schema: outputSchema });
  return calculateScore({ ...given.context, analyzeStepResult: reply } as never);
}

function keep(
  name: ScorerStepName,
  value: unknown,
  { config, result, results }: { config: StepsConfig; result: Result; results: Record<string, unknown> },
): void {
  if (name === 'generateReason') {
    if (typeof value !== 'string') throw new TypeError(`it gave ${shownJson(value)} instead of a text`);
    result['reason'] = value;
    return;
  }
  const key = `${name}StepResult`;
  results[key] = value;
  result[key] = value;
  if (name !== 'generateScore') return;
  const { scale } = config;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > scale) {
    throw new RangeError(`it gave ${shownJson(value)}, and a score is a number from 0 to ${scale}`);
  }
  result.score = value;
}
