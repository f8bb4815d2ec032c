import { UserError } from '../model/errors.js';
import { toAgentInput, toAgentOutput } from '../scorers/builder/read-run.js';
import { ScorerRunError } from '../scorers/builder/steps.js';
import type { ContextSource } from '../scorers/define-scorer.js';
import type { ScorerRun } from '../scorers/eval-scorer.js';
import type { RunInput, RunOutput } from '../scorers/messages/run-messages.js';
import { isFields, isTexts } from '../text/values.js';
import type { JudgeConfig } from './resolve-judge.js';

type Run = ScorerRun<RunInput, RunOutput>;

/**
 * The context that a function returns for a run. Throws `ScorerRunError` if it throws, or returns anything but a list
 * of texts.
 */
export type ContextOf = (run: Run, echo: { readonly runId: string }) => Promise<readonly string[]>;

/** Takes the function out of the options, flat or nested. */
export function takeSource<CodeOptions>(
  id: string,
  config: JudgeConfig & { readonly options?: object | undefined },
  source: ContextSource<CodeOptions> | undefined,
): { readonly given: object; readonly contextOf: ContextOf | null } {
  if (source === undefined || !isFields(config)) return { given: config, contextOf: null };
  const { [source.option]: flat, ...rest } = config as Readonly<Record<string, unknown>>;
  const { [source.option]: nested, ...options } = (config.options ?? {}) as Readonly<Record<string, unknown>>;
  const found = flat ?? nested;
  const given = config.options === undefined ? rest : { ...rest, options };
  if (found === undefined) return { given, contextOf: null };
  if (flat !== undefined && nested !== undefined) {
    throw new UserError(`${id}: ${source.option} is given both in \`options\` and outside: remove one`);
  }
  if (typeof found !== 'function') {
    throw new UserError(
      `${id}: ${source.option} is ${typeof found}, but it is a function that gives a list of texts`,
    );
  }
  return {
    given,
    async contextOf(run, echo) {
      try {
        const context: unknown = await source.call(found as never, {
          input: toAgentInput(run.input ?? ''),
          output: toAgentOutput(run.output),
          runId: echo.runId,
          ...(run.requestContext !== undefined && { requestContext: run.requestContext }),
        });
        if (isTexts(context)) return context;
        throw new TypeError(`${source.option} gave no list of texts`);
      } catch (cause) {
        throw new ScorerRunError({
          scorerId: id,
          failedStep: 'analyze',
          completedSteps: [],
          result: { ...echo, score: null },
          cause,
        });
      }
    },
  };
}
