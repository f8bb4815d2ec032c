import type { PromptFile } from '../dataset/prompt-file.js';
import { renderPrompt } from '../dataset/render-prompt.js';
import { type Answer, addUsage, NO_USAGE } from '../model/answer.js';
import type { Case } from '../model/case.js';
import { ProviderError, UserError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { ChatClient, ChatReply, ModelParameters } from '../model/provider.js';
import { describeTarget, type TargetSettings } from '../model/target-settings.js';
import { buildAnswer, buildFailure } from './build-answer.js';
import type { Target } from './target.js';

type PromptSettings = Extract<TargetSettings, { kind: 'prompt' }>;

/**
 * A prompt file and a model; settings override the file. Every sample is a new request, since samples show how much
 * answers differ. Throws `UserError` if no model is named.
 */
export function openPromptTarget(
  settings: PromptSettings,
  context: { readonly file: PromptFile; readonly chat: ChatClient },
): Target {
  const { file, chat } = context;
  const model = settings.model ?? file.model;
  if (model === null || model === '') {
    throw new UserError(`target ${settings.prompt}: no model; name one as the key \`model\`, or in the file`);
  }
  const parameters = { ...file.parameters, ...settings.parameters };
  let usage = NO_USAGE;

  async function answer(row: Case, signal: AbortSignal): Promise<Answer> {
    const messages = renderPrompt(file, row);
    try {
      const reply = await chat.complete(
        omitUndefined({
          model: model ?? '',
          messages,
          parameters,
          responseFormat: file.responseFormat,
        }),
        { signal },
      );
      usage = addUsage(usage, reply.usage);
      const cut = explainCut(reply, parameters);
      if (cut !== null) return cut;
      const { finish, toolCalls, refusal, seconds } = reply;
      return buildAnswer(
        omitUndefined({
          output: reply.content === '' ? (refusal ?? '') : reply.content,
          toolCalls,
          finish,
          usage: reply.usage,
          seconds,
        }),
      );
    } catch (thrown) {
      if (!(thrown instanceof ProviderError) || thrown.fatal || signal.aborted) throw thrown;
      return buildFailure(thrown.kind, thrown.message);
    }
  }

  return {
    description: `${describeTarget(settings).name} (${model})`,
    model,
    maxSamples: Number.POSITIVE_INFINITY,
    answer: (row, _sample, { signal }) => answer(row, signal),
    usage: () => usage,
    async [Symbol.asyncDispose]() {},
  };
}

const TOKEN_LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * A failure if the reply was cut off, else `null`. Users also get answers that end at the limit in the prompt file or
 * settings, so those count.
 */
function explainCut({ content, finish, usage }: ChatReply, parameters: ModelParameters): Answer | null {
  if (finish === 'content-filter') {
    const what = content === '' ? 'withheld the answer' : 'cut the answer off';
    return buildFailure('content-filter', `the provider's content filter ${what}`);
  }
  if (finish !== 'length') return null;
  const limit = TOKEN_LIMITS.map((name) => parameters[name]).find((value) => typeof value === 'number');
  // Without token counts it is unknown how long the answer was.
  const isOwn = limit !== undefined && (usage.outputTokens === 0 || usage.outputTokens >= limit);
  if (isOwn) return null;
  const why =
    limit === undefined
      ? 'at a limit of the provider or the model, since none is set here'
      : `before the ${limit} tokens that are set here`;
  return buildFailure('length', `the answer was cut off (finish reason length) ${why}`);
}
