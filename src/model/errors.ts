/**
 * Reasons for a missing result. A failure is never a score. `unauthorized`, `no-credit`, `gone`, `judge-gone`,
 * `bad-request`, `budget` and `too-large` affect every call of a run; the others may pass.
 */
export const FAILURE_KINDS = [
  /** The key is missing, wrong or not allowed (401, 403). */
  'unauthorized',
  /** The account has no credit left (402, or a code that says so). */
  'no-credit',
  /** The endpoint or model does not exist or has moved (404, 410, 3xx). */
  'gone',
  /** The provider refuses the request's form (other 4xx). */
  'bad-request',
  /** The provider's rate limit (429 or equivalent) accepts nothing before the run's time is up, or never this request. */
  'rate-limited',
  /** No connection, 5xx, after all retries; a provider that is overloaded (503, 529) for too long. */
  'unavailable',
  /** No answer of a provider in time, or the run's own time is up. */
  'timeout',
  /** No answer of the agent's program in time (`target.timeout`). */
  'late',
  'aborted',
  /** The run ended before the agent had answered anything. */
  'silent',
  /** Finish reason `length`: the text is not whole. */
  'length',
  'content-filter',
  'refused',
  /** The reply does not have the requested form, after all retries. */
  'malformed',
  /** The agent under test reported an error, crashed or broke its protocol. */
  'target',
  'budget',
  /** The record of the run could not be stored. */
  'too-large',
  /** The answer is an artefact of the harness: `undefined`, `[object Object]`, `null`. */
  'harness',
  /** Like `gone`, for the judge's endpoint or model. */
  'judge-gone',
  /** The judge left statements without a verdict, after all retries. */
  'judge-incomplete',
  /** The judge followed the answer instead of the rules. */
  'judge-compromised',
  /** The recording has no answer for the case, or the dataset no longer has the case of a recorded answer. */
  'not-recorded',
  /** The scorer has nothing to score here: no claims, no context, no ground truth. */
  'not-scorable',
  /** A scorer in the repository reported an error, crashed or gave no usable score. */
  'scorer',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/**
 * Kinds that are the agent's own doing. Others may be the provider's, the judge's or the run's, and say nothing about
 * the change. `bad-request` is not listed, because providers also send it for an empty account.
 */
export const AGENT_FAILURES: ReadonlySet<FailureKind> = new Set([
  'target',
  'late',
  'harness',
  'length',
  'content-filter',
]);

/**
 * Kinds of an unusable reply. The next reply may be usable, so the request is sent again before anything
 * stays unscored.
 */
export const UNUSABLE_REPLIES: ReadonlySet<FailureKind> = new Set([
  'malformed',
  'length',
  'content-filter',
  'refused',
]);

/** Requests per question: one, and retries after unusable replies. */
export const MAX_REQUESTS = 3;

/** For a judge that answered in another form: only then another model helps. */
export const STRONGER_JUDGE_REMEDY = 'try a stronger judge model';
export const ACCEPTING_JUDGE_REMEDY = 'choose a judge model that accepts such texts';

export function createUnusableReplyError(
  { message, kind, remedy }: ProviderError,
  { judge, question }: { readonly judge: string; readonly question: string },
): ProviderError {
  const advice = remedy === null ? '' : `; ${remedy}`;
  return new ProviderError(
    `the judge ${judge} gave no usable reply to ${question}, asked ${MAX_REQUESTS} times: ${message}${advice}`,
    { kind },
  );
}

/**
 * An error that a user can fix: names the input, the value, the cause and the remedy. Printed without a
 * stack.
 *
 * @example
 * try {
 *   createContainsCheck({ value: '' });
 * } catch (error) {
 *   if (error instanceof UserError) console.error(error.problems);
 * }
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[], options?: { cause?: unknown }) {
    const list = typeof problems === 'string' ? [problems] : problems;
    super(list.join('\n'), options);
    this.problems = list;
  }
}

/** A key that the run needs and that nobody set. */
export class MissingKeyError extends UserError {}

/** Runs one of several steps and collects its `UserError`, so that all problems are reported together. */
export async function attempt<Result>(
  problems: string[],
  step: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await step();
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    problems.push(...thrown.problems);
    return undefined;
  }
}

const NEVER_PASSES: ReadonlySet<FailureKind> = new Set([
  'unauthorized',
  'no-credit',
  'gone',
  'judge-gone',
  'budget',
  'too-large',
]);

/**
 * A call to a provider failed, or a judge gave no usable reply.
 *
 * @example
 * const scorer = createAnswerRelevancyScorer({ model: 'openai/gpt-6-luna' });
 * await scorer.run({ input: 'When do you open?', output: 'We open at nine.' }).catch((error) => {
 *   if (error instanceof ProviderError) console.error(error.kind, error.status);
 * });
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: FailureKind;
  readonly status: number | null;
  /** The next step if it happens again. It is not part of the message, which also explains a retry. */
  readonly remedy: string | null;
  /** True if every other call of this run would fail the same way. */
  readonly fatal: boolean;

  /** @param options.fatal for kinds that may pass: this one will not. */
  constructor(
    message: string,
    options: {
      kind: FailureKind;
      status?: number;
      remedy?: string;
      cause?: unknown;
      fatal?: boolean;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = options.kind;
    this.status = options.status ?? null;
    this.remedy = options.remedy ?? null;
    this.fatal = options.fatal ?? NEVER_PASSES.has(this.kind);
  }
}

export function describeError(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}

/**
 * The error of work under this signal: its abort reason if that is a `ProviderError`, else one of kind
 * `aborted`.
 */
export function createAbortError(signal: AbortSignal): ProviderError {
  if (signal.reason instanceof ProviderError) return signal.reason;
  return new ProviderError('The run was cancelled.', { kind: 'aborted', cause: signal.reason });
}
