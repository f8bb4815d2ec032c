/** One question to an agent behind an address. */
export type HttpQuestion = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
};

/** Asks one address, with retries and limits. */
export interface HttpClient {
  /** Resolves with the JSON of the answer. Throws `ProviderError` without one, and on abort. */
  send(
    question: HttpQuestion,
    signal: AbortSignal,
  ): Promise<{ readonly json: unknown; readonly seconds: number }>;
}
