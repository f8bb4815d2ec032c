import type { JsonSchema } from './provider.js';
import type { Verdict } from './verdict.js';

export const BUILTIN_JUDGE = 'builtin';

/**
 * A scorer's question: the scorer's fixed rules, and foreign data that must not become a rule.
 * An LLM judge renders it into messages; the built-in judge reads `data` directly.
 */
export type Question<Data = unknown> = {
  /** For example `answer-relevancy/verdicts`; the built-in judge chooses its rules by it. */
  readonly name: string;
  /** The system message: the scorer's own words, never foreign text. */
  readonly rules: string;
  /** The foreign text, as JSON; rendered inside a fence that it cannot close. */
  readonly data: Data;
  /**
   * The complete message of a scorer that writes its own questions, sent unchanged instead of `data`.
   * The scorer's author must fence foreign text.
   */
  readonly prompt?: string;
  readonly schema: JsonSchema;
  /**
   * Sent instead of the schema if the provider lacks strict schemas: the expected form in words, with an
   * example.
   */
  readonly shape: string;
  /**
   * Set to get a new reply to a question that may have been asked before, also from a provider that repeats its
   * replies.
   */
  readonly draw?: number;
  /** The same question may reuse the reply that an interrupted earlier run got. */
  readonly mayRecall?: true;
};

export interface Judge {
  readonly name: string;
  /** Hash of model and parameters: verdicts under another fingerprint are not comparable. */
  readonly fingerprint: string;
  /** True for the offline judge; reports say so. */
  readonly builtin: boolean;
  /**
   * Resolves with the reply's parsed JSON, not checked against the schema. Throws `ProviderError`; kind
   * `length`, `content-filter`, `refused` or `malformed` if the reply is unusable.
   */
  ask(question: Question, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** Known verdicts. Base and head share one store, so unchanged statements cost no call. */
export interface VerdictStore {
  verdict(key: string): Verdict | undefined;
  keepVerdict(key: string, verdict: Verdict): void;
  replaceVerdict(key: string, verdict: Verdict): void;
}
