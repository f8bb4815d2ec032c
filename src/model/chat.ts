import type { FinishReason, Usage } from './answer.js';
import type { Message, ToolCall } from './case.js';
import type { ModelShutdown } from './notes.js';

export type JsonSchema = { readonly [key: string]: unknown };

/** Sampling settings under the provider's own (snake case) names, for example `temperature`, `seed`, `max_tokens`. */
export type ModelParameters = Readonly<Record<string, unknown>>;

/** The parameters that may change an answer: all but the tier that a call is billed by. */
export function withoutTier({ service_tier: _, ...parameters }: ModelParameters): ModelParameters {
  return parameters;
}

export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly parameters: ModelParameters;
  readonly responseFormat?:
    | { readonly kind: 'json_schema'; readonly name: string; readonly schema: JsonSchema }
    | { readonly kind: 'json_object' };
  /** Requests with the same key share one call while it is in flight. */
  readonly shareKey?: string;
};

export type ChatReply = {
  readonly content: string;
  readonly finish: FinishReason;
  /** The provider's refusal text, if the model declined. */
  readonly refusal: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage;
  /** From request to reply, without earlier tries; missing if not measured. */
  readonly seconds?: number;
};

/** One provider, with its concurrency, retries and timeouts already arranged. */
export interface ChatClient {
  /** Resolves with one reply; throws `ProviderError`. */
  complete(request: ChatRequest, options: { readonly signal: AbortSignal }): Promise<ChatReply>;
  /** All that this client has spent so far. */
  usage(): Usage;
  /** Models that will be shut down within 60 days: of those named, else of those that have answered. */
  shutdowns?(models?: readonly string[]): Promise<readonly ModelShutdown[]>;
}
