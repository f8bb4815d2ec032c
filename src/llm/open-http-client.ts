import type { HttpClient, HttpQuestion } from '../model/effects.js';
import { createAbortError, type FailureKind, ProviderError } from '../model/errors.js';
import { explainStrangeNumber, findStrangeNumber, tryJson } from '../text/json.js';
import type { Redact } from '../text/redact.js';
import { quoteStart } from '../text/values.js';
import { type HttpFetch, parseBaseUrl, UnreadableReply } from './http-fetch.js';
import {
  type CallFailure,
  classifyAnswer,
  describeConnectionFailure,
  describeTimeout,
  summarizeBody,
  withMessage,
} from './provider-failure.js';
import type { RateLimit, RateLimits } from './rate-limits.js';
import { planRetry, sleepUnlessAborted } from './retry.js';
import { readErrorAnswer } from './send-completion.js';

type HttpClientOptions = {
  readonly url: string;
  readonly maxRetries: number;
  /** Per try, headers and body. */
  readonly requestTimeoutMs: number;
  readonly httpFetch: HttpFetch;
  /** Shared by all clients of a run. */
  readonly rateLimits: RateLimits;
  readonly redact: Redact;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

type Reply = Awaited<ReturnType<HttpClient['send']>>;
type Outcome = { readonly reply: Reply } | { readonly failure: CallFailure };

/** Opens an agent's address. Calls wait for its rate limits, and are retried as those to a model are. */
export function openHttpClient(options: HttpClientOptions): HttpClient {
  return new AgentClient(options);
}

/** A server that never answered is given up after so many questions. */
const MAX_UNANSWERED = 20;

class AgentClient implements HttpClient {
  readonly #options: Required<HttpClientOptions>;
  readonly #shown: string;
  readonly #limit: RateLimit;
  /** Questions without any answer; `null` once the server has answered. */
  #unanswered: number | null = 0;

  constructor(options: HttpClientOptions) {
    this.#options = { sleep: sleepUnlessAborted, ...options };
    const { host, shown } = parseBaseUrl(options.url);
    this.#shown = shown;
    this.#limit = options.rateLimits.of({ host, key: '' });
  }

  async send(question: HttpQuestion, signal: AbortSignal): Promise<Reply> {
    const call = { refusals: 0, firstRefusedAt: 0 };
    for (let failures = 0; ; ) {
      const outcome = await this.#limit.try(call, signal, () => this.#ask(question, signal));
      if ('reply' in outcome) return outcome.reply;
      const { failure } = outcome;
      if (failure.limit === 'rate') continue;
      failures += 1;
      const { maxRetries, sleep } = this.#options;
      const wait = planRetry(failure, { failures, maxRetries, random: Math.random });
      if (wait === null) throw this.#lastError(failure, failures);
      await sleep(wait, signal);
    }
  }

  async #ask(question: HttpQuestion, signal: AbortSignal): Promise<Outcome> {
    if (signal.aborted) throw createAbortError(signal);
    const { url, requestTimeoutMs, httpFetch, redact } = this.#options;
    const context = { from: this.#shown, baseUrl: this.#shown, keySource: 'target.headers' };
    const timeout = AbortSignal.timeout(requestTimeoutMs);
    const startedAt = performance.now();
    try {
      const response = await httpFetch(url, { ...question, signal: AbortSignal.any([signal, timeout]) });
      const text = await response.text();
      this.#unanswered = null;
      const json = tryJson(text);
      if (response.ok && json !== undefined) {
        return { reply: { json, seconds: (performance.now() - startedAt) / 1000 } };
      }
      if (response.ok) {
        const strange = findStrangeNumber(text);
        const why = strange === null ? '' : ` (${explainStrangeNumber(strange)})`;
        return this.#broken(`answered ${quoteStart(summarizeBody(redact(text)))} instead of JSON${why}`);
      }
      const answer = readErrorAnswer(response.status, json ?? text, response.headers, redact);
      const failure = classifyAnswer(answer, context, Date.now());
      return { failure: this.#explain(failure, response.status, answer.message) };
    } catch (thrown) {
      if (signal.aborted) throw createAbortError(signal);
      if (thrown instanceof UnreadableReply) return this.#broken(thrown.message);
      return {
        failure: timeout.aborted
          ? describeTimeout(requestTimeoutMs, context)
          : describeConnectionFailure(thrown, context, redact),
      };
    }
  }

  #broken(why: string): Outcome {
    const error = new ProviderError(`${this.#shown}: ${why}`, { kind: 'target' });
    return { failure: { error, retry: false, retryAfterMs: null } };
  }

  #explain(failure: CallFailure, status: number, message: string): CallFailure {
    const line = summarizeBody(message);
    const isRedirect = status >= 300 && status < 400;
    const remedy = isRedirect ? '; redirects are not followed, so check target.http' : '';
    const text = `${this.#shown}: status ${status}${line === '' ? '' : `, ${line}`}${remedy}`;
    return { ...failure, error: withMessage(failure.error, text) };
  }

  #lastError({ error }: CallFailure, tries: number): ProviderError {
    const kind = agentFailureKind(error);
    const dead = this.#unanswered !== null && ++this.#unanswered >= MAX_UNANSWERED;
    const count = tries > 1 ? ` (${tries} tries)` : '';
    const why = dead ? `; none of ${MAX_UNANSWERED} questions was answered, so no more are sent` : '';
    return new ProviderError(`${error.message}${count}${why}`, {
      kind,
      fatal: dead || error.fatal,
      cause: error,
    });
  }
}

/** A server's own error is the agent's doing; a gateway's (502 to 504) may pass. */
function agentFailureKind({ kind, status }: ProviderError): FailureKind {
  if (kind === 'bad-request' || status === 500) return 'target';
  return kind === 'timeout' && status === null ? 'late' : kind;
}
