import type { FinishReason, Usage } from './answer.js';
import type { Message, ToolCall } from './case.js';
import { UserError } from './errors.js';
import type { ModelShutdown } from './notes.js';
import { omitKeys } from './omit-keys.js';

export type ProviderSettings = {
  /** `null`: the SDK's default, api.openai.com. */
  readonly baseUrl: string | null;
  /** First part of the models' names, such as `gemini`, which the provider does not get. */
  readonly preset?: string;
  readonly apiKey: string | null;
  /** Set if tokens replace the key (`auth: oidc`). */
  readonly login?: KeylessLogin | undefined;
  /** Set if there is a key, and only the pull request names this address for it: then it is not sent there. */
  readonly blocked?: true;
  /** Places of the key, for messages: `input openai-api-key or environment variable OPENAI_API_KEY`. */
  readonly apiKeySource: string;
  /** The environment variable that is read for the key; missing if no single one is. */
  readonly keyVariable?: string;
};

/** How GitHub's identity token is exchanged for a provider's access token. */
export type KeylessLogin = {
  readonly provider: 'openai' | 'anthropic';
  readonly audience: string;
  /** The provider's names of the account and of the rule that trusts the workflow, by their variables. */
  readonly ids: Readonly<Record<string, string>>;
};

/** A provider without its key, the key's source, and the preset, which a model's name shows. */
export function pickAddress({ baseUrl }: ProviderSettings) {
  return { baseUrl };
}

export type ProviderPreset = {
  /** `null`: the SDK's default, api.openai.com. */
  readonly baseUrl: string | null;
  readonly keyVariable: string;
};

/** Providers by the first part of a model's name, such as `gemini/<model>`. The user replaces `<…>` in an address. */
export const PROVIDER_PRESETS: Readonly<Record<string, ProviderPreset>> = {
  openai: { baseUrl: null, keyVariable: 'OPENAI_API_KEY' },
  anthropic: { baseUrl: 'https://api.anthropic.com', keyVariable: 'ANTHROPIC_API_KEY' },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/',
    keyVariable: 'GEMINI_API_KEY',
  },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY' },
  groq: { baseUrl: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY' },
  together: { baseUrl: 'https://api.together.ai/v1', keyVariable: 'TOGETHER_API_KEY' },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', keyVariable: 'OPENROUTER_API_KEY' },
  ollama: { baseUrl: 'http://localhost:11434/v1', keyVariable: 'OLLAMA_API_KEY' },
  vllm: { baseUrl: 'http://localhost:8000/v1', keyVariable: 'VLLM_API_KEY' },
  litellm: { baseUrl: 'http://localhost:4000/v1', keyVariable: 'LITELLM_API_KEY' },
  azure: {
    baseUrl: 'https://<resource>.openai.azure.com/openai/v1/',
    keyVariable: 'AZURE_OPENAI_API_KEY',
  },
  bedrock: {
    baseUrl: 'https://bedrock-runtime.<region>.amazonaws.com/openai/v1',
    keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
  },
};

/**
 * The preset that a model's name begins with, for a model without a base URL; else `null`. Throws `UserError` if the
 * preset's address depends on the user's account.
 */
export function findPreset(model: string | null): (ProviderPreset & { readonly preset: string }) | null {
  const [preset = '', name] = model?.split('/', 2) ?? [];
  const knownPreset = name && Object.hasOwn(PROVIDER_PRESETS, preset) ? PROVIDER_PRESETS[preset] : undefined;
  if (knownPreset === undefined) return null;
  if (knownPreset.baseUrl?.includes('<')) {
    throw new UserError(
      `model: \`${model}\` needs the address of your own account. Set the base URL to ${knownPreset.baseUrl}, its key's variable to ${knownPreset.keyVariable}, and the model to \`${name}\`.`,
    );
  }
  return { ...knownPreset, preset };
}

export function isLocalAddress(url: string | null): boolean {
  const host = url === null ? '' : (URL.parse(url)?.hostname ?? '');
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}

export type JsonSchema = { readonly [key: string]: unknown };

/** Sampling settings under the provider's own (snake case) names, for example `temperature`, `seed`, `max_tokens`. */
export type ModelParameters = Readonly<Record<string, unknown>>;

/** The parameters that may change an answer: all but the tier that a call is billed by. */
export function pickScoringParameters(parameters: ModelParameters): ModelParameters {
  return omitKeys(parameters, 'service_tier');
}

export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly parameters: ModelParameters;
  readonly responseFormat?:
    | { readonly kind: 'json_schema'; readonly name: string; readonly schema: JsonSchema }
    | { readonly kind: 'json_object' };
  /** Parts that we added and may leave out if the provider refuses the request. All others are the user's own. */
  readonly optional?: {
    /** The names of parameters that the user did not set. */
    readonly parameters: readonly string[];
    /** The messages without the response format, which they describe in words. */
    readonly messages: readonly Message[];
  };
  /** Requests with the same key share one call while it is in flight. */
  readonly shareKey?: string;
};

/** What a model wrote. */
export type ReplyContent = {
  readonly content: string;
  readonly toolCalls: readonly ToolCall[];
  /** The model's thoughts, if the provider sends them separately. */
  readonly thoughts?: string;
};

export type ChatReply = ReplyContent & {
  readonly finish: FinishReason;
  /** The provider's refusal text, if the model declined. */
  readonly refusal: string | null;
  /** The provider refuses the response format, so it was left out. */
  readonly formatLeftOut?: true;
  readonly usage: Usage;
  /** From request to reply, without earlier tries; missing if not measured. */
  readonly seconds?: number;
};

/** One provider, with its concurrency, retries and timeouts already arranged. */
export interface ChatClient {
  /** Resolves with one reply; throws `ProviderError`. */
  complete(request: ChatRequest, options: { readonly signal: AbortSignal }): Promise<ChatReply>;
  usage(): Usage;
  /** Models that will be shut down within 60 days: of those named, else of those that have answered. */
  shutdowns?(models?: readonly string[]): Promise<readonly ModelShutdown[]>;
}
