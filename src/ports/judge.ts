import type { JsonSchema } from './chat.js';
import type { Verdict } from './verdict.js';

/** The model's name that means the offline judge. */
export const BUILTIN_JUDGE = 'builtin';

/**
 * What a scorer asks: fixed rules of its own, and foreign data that no rule may come from.
 * An LLM judge renders it into messages; the built-in judge reads `data` directly.
 */
export type Question<Data = unknown> = {
  /** For example `answer-relevancy/verdicts`; the built-in judge answers by it. */
  readonly name: string;
  /** The system message: the scorer's own words, never foreign text. */
  readonly rules: string;
  /** The foreign text, as JSON; rendered inside a fence that it cannot close. */
  readonly data: Data;
  /**
   * The whole message of a scorer that words its questions itself, sent as it stands; `data` is then not rendered.
   * Whoever wrote the scorer answers for fencing what is foreign in it.
   */
  readonly prompt?: string;
  /** Strict JSON schema of the reply. */
  readonly schema: JsonSchema;
  /** Said instead of the schema where the provider has no strict schemas: the wanted shape, in words, with an example. */
  readonly shape: string;
  /**
   * Set where the same may have been asked before and another reply is wanted: each draw is a request of its own, also
   * for a provider that gives equal requests equal replies.
   */
  readonly draw?: number;
  /** The very same question may be given the reply that an earlier run, which did not come to its end, got to it. */
  readonly mayRecall?: true;
};

/** Whoever answers a scorer's questions. */
export interface Judge {
  /** What a reader calls it, for example `gpt-6-luna` or `builtin`. */
  readonly name: string;
  /** Hash of model and parameters: verdicts under another fingerprint are not comparable. */
  readonly fingerprint: string;
  /** True for the offline judge; every report that used it says so. */
  readonly builtin: boolean;
  /**
   * Resolves with the parsed JSON of the reply (not checked against the schema: the asker checks it).
   * Throws `ProviderError`; kind `length`, `content-filter`, `refused` or `malformed` where the reply is unusable.
   */
  ask(question: Question, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** Verdicts that are already known; base and head share one, so what did not change costs no call. */
export interface VerdictStore {
  verdict(key: string): Verdict | undefined;
  /** What is known already stays. */
  keepVerdict(key: string, verdict: Verdict): void;
  /** What was judged again and better. */
  replaceVerdict(key: string, verdict: Verdict): void;
}
