import { addUsage, NO_USAGE, type Usage } from '../model/answer.js';
import { type Log, SILENT_LOG } from '../model/effects.js';
import { type FailureKind, ProviderError } from '../model/errors.js';
import type { ModelShutdown } from '../model/notes.js';
import type { ChatClient, ChatReply, ChatRequest, ProviderSettings } from '../model/provider.js';
import { type Budget, NO_BUDGET } from '../model/spending.js';
import { createRedactor, type Redact } from '../text/redact.js';
import { estimateTokens } from '../text/tokens.js';
import { renderList } from '../text/values.js';
import { buildRequestBody, parseChatReply } from './chat-wire.js';
import { findRefusal, type HttpFetch, OPENAI_BASE_URL, parseBaseUrl } from './http-fetch.js';
import { type MintToken, TokenExchange } from './keyless-login.js';
import {
  type CallContext,
  type CallFailure,
  classifyAnswer,
  type ErrorAnswer,
  isRefusal,
  toClause,
  withMessage,
} from './provider-failure.js';
import type { RateLimit, RateLimits } from './rate-limits.js';
import { FormMemory, RequestForm } from './request-form.js';
import type { LimitedCall } from './request-pace.js';
import { planRetry, sleepUnlessAborted, waitUntil } from './retry.js';
import { listShutdowns, openSdk, type Sdk } from './sdk.js';
import { createSender, type RequestOutcome, type SendCompletion } from './send-completion.js';

export type ChatClientOptions = {
  readonly provider: ProviderSettings;
  /** The model's role in messages. */
  readonly role?: 'model' | 'judge';
  /** Retries after the first try. Requests refused by a rate limit do not count. */
  readonly maxRetries: number;
  /** Per try, headers and body. */
  readonly requestTimeoutMs: number;
  /** Shared by all clients of a run, as are its connections. */
  readonly httpFetch: HttpFetch;
  /** Shared by all clients of a run. */
  readonly rateLimits: RateLimits;
  /** Redacted from messages, as the key is. */
  readonly secrets?: readonly string[];
  /** Shared by all clients of a run; unlimited by default. */
  readonly budget?: Budget;
  /** For a provider with a login instead of a key. */
  readonly mintToken?: MintToken;
  readonly log?: Log;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
};

/**
 * Opens one OpenAI-compatible provider. Calls wait for the provider's rate limits, are retried if that may help, and
 * fail at once if the provider is down or the budget is spent. Throws `UserError` for an invalid base URL.
 */
export function openChatClient(options: ChatClientOptions): ChatClient {
  const client = new ProviderClient(options);
  const inFlight = new Map<string, { readonly signal: AbortSignal; readonly reply: Promise<ChatReply> }>();
  return {
    async complete(request, { signal }) {
      const { shareKey } = request;
      if (shareKey === undefined) return client.ask(request, signal);
      const underWay = inFlight.get(shareKey);
      // A caller with another abort signal sends its own request.
      if (underWay?.signal === signal) return { ...(await underWay.reply), usage: NO_USAGE };
      const reply = client.ask(request, signal).finally(() => void inFlight.delete(shareKey));
      inFlight.set(shareKey, { signal, reply });
      return reply;
    },
    usage: () => client.spent,
    shutdowns: (models) => client.shutdowns(models),
  };
}

/**
 * Failures that every call gets if the provider is down or its address is wrong: after this many, no more
 * calls are made.
 */
const OUTAGE_KINDS: ReadonlySet<FailureKind> = new Set(['unavailable', 'timeout', 'malformed']);
const MAX_FAILED_CALLS = 20;

const LOG_INTERVAL_MS = 60_000;

/** One call with all its tries. */
type Call = {
  readonly request: ChatRequest;
  readonly context: CallContext;
  readonly form: RequestForm;
  readonly limited: LimitedCall;
  /** Ends the call for the budget; `null` before it begins. */
  end: (() => void) | null;
  failures: number;
  /** Calls to the same model that had succeeded when this one first failed. */
  successesBefore: number;
  /** The first failure after which the request was sent in another form. */
  refusal: CallFailure | null;
  /** The failure to report if no form succeeds. */
  cause: CallFailure | null;
};

type Result = { readonly reply: ChatReply } | { readonly failure: CallFailure };
type Outcome = { readonly sent: RequestOutcome } & Result;

const WHOLE_REPLIES =
  'replies are read whole (`stream: false`), so choose a model that also answers without streaming';

/** A setting of the user that a refusal names. */
function findUserSetting(request: ChatRequest, { parameter, message }: ErrorAnswer): string | undefined {
  const { parameters, responseFormat, optional } = request;
  const names = Object.keys(parameters).filter((name) => optional?.parameters.includes(name) !== true);
  if (responseFormat !== undefined && optional === undefined) names.push('response_format');
  return names.find((name) => name === parameter || new RegExp(`\\b${name}\\b`, 'i').test(message));
}

function estimateRequestTokens({ messages, responseFormat }: ChatRequest): number {
  return estimateTokens(Buffer.byteLength(JSON.stringify([messages, responseFormat])));
}

class ProviderClient {
  spent: Usage = NO_USAGE;
  readonly #options: Required<ChatClientOptions>;
  readonly #host: string;
  readonly #shownUrl: string;
  /** Sends requests, or says why none can succeed. */
  readonly #wire: { readonly sdk: Sdk; readonly send: SendCompletion } | ProviderError;
  readonly #limit: RateLimit;
  readonly #redact: Redact;
  readonly #forms = new FormMemory();
  /** When the log last said why calls wait. */
  #toldAt = Number.NEGATIVE_INFINITY;
  /** Outage failures while no call has succeeded yet, and the error that later calls get. */
  #dead = 0;
  #outage: ProviderError | null = null;
  /** By model, the number of successful calls. */
  readonly #successes = new Map<string, number>();

  constructor(options: ChatClientOptions) {
    const { provider, requestTimeoutMs, httpFetch, rateLimits, secrets = [] } = options;
    this.#options = {
      role: 'model',
      secrets,
      budget: NO_BUDGET,
      log: SILENT_LOG,
      mintToken: () => Promise.reject(new Error('this is not a GitHub workflow')),
      now: Date.now,
      sleep: sleepUnlessAborted,
      random: Math.random,
      ...options,
    };
    const baseUrl = provider.baseUrl?.trim() ?? OPENAI_BASE_URL;
    const { host, shown } = parseBaseUrl(baseUrl);
    const apiKey = provider.apiKey?.trim() ?? '';
    const redact = createRedactor([apiKey, ...secrets]);
    this.#redact = redact;
    this.#host = host;
    this.#shownUrl = shown;
    this.#limit = rateLimits.of({ host, key: apiKey });
    const refusal = findRefusal(provider, apiKey, host);
    const { login, preset } = provider;
    const exchange = login ? new TokenExchange(login, this.#options.mintToken, httpFetch) : null;
    const sdk = openSdk({ apiKey, baseUrl, preset, httpFetch, exchange });
    this.#wire = refusal ?? { sdk, send: createSender(sdk, { requestTimeoutMs, redact, exchange }) };
  }

  /** Of the models that have answered, unless others are named. */
  async shutdowns(models?: readonly string[]): Promise<readonly ModelShutdown[]> {
    if (this.#wire instanceof ProviderError) return [];
    const names = models?.map((model) => this.#wireName(model)) ?? [...this.#successes.keys()];
    return listShutdowns(this.#wire.sdk, names, this.#options.now());
  }

  #wireName(model: string): string {
    const prefix = `${this.#options.provider.preset}/`;
    return model.startsWith(prefix) ? model.slice(prefix.length) : model;
  }

  async ask(original: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const { role, provider } = this.#options;
    const request = { ...original, model: this.#wireName(original.model) };
    const call: Call = {
      request,
      context: {
        from: `${this.#host}, ${role} ${request.model}`,
        baseUrl: this.#shownUrl,
        keySource: provider.apiKeySource,
      },
      form: new RequestForm(request),
      limited: { refusals: 0, firstRefusedAt: 0 },
      end: null,
      failures: 0,
      successesBefore: 0,
      refusal: null,
      cause: null,
    };
    try {
      return await this.#askUntilAnswered(call, signal);
    } finally {
      this.#forms.endSearch(request, call.form);
      call.end?.();
    }
  }

  async #askUntilAnswered(call: Call, signal: AbortSignal): Promise<ChatReply> {
    for (;;) {
      const outcome = await this.#try(call, signal);
      if ('reply' in outcome) return this.#finish(call, outcome.reply);
      const { failure } = outcome;
      // The rate limiter delays the next try.
      if (failure.limit === 'rate' || (await this.#changeForm(call, outcome, signal))) continue;
      const wait = this.#waitAfter(call, failure);
      if (wait !== null) {
        this.#logWait(failure);
        await this.#options.sleep(wait, signal);
      } else if (!this.#changeOnce(call, failure, outcome.sent)) {
        throw this.#lastError(call, call.cause ?? failure);
      }
    }
  }

  /** Sends the request once, when the rate limiter allows it. */
  async #try(call: Call, signal: AbortSignal): Promise<Outcome> {
    const wire = this.#wire;
    if (wire instanceof ProviderError) throw wire;
    const { request, context, form } = call;
    return this.#limit.try(call.limited, signal, async () => {
      if (this.#outage !== null) throw this.#outage;
      // Retries belong to the same call.
      call.end ??= this.#options.budget.beginCall(estimateRequestTokens(request));
      // Includes what was refused while this call waited.
      form.adopt(this.#forms.recall(request));
      const startedAt = performance.now();
      const sent = await wire.send(buildRequestBody(form.request), context, signal);
      if (sent.kind === 'completion')
        this.#successes.set(request.model, this.#countSuccesses(request.model) + 1);
      return { sent, ...this.#read(sent, context, startedAt) };
    });
  }

  #read(sent: RequestOutcome, context: CallContext, startedAt: number): Result {
    if (sent.kind === 'failed') return sent;
    if (sent.kind === 'refused') {
      return { failure: classifyAnswer(sent.answer, context, this.#options.now()) };
    }
    try {
      const seconds = (performance.now() - startedAt) / 1000;
      return { reply: { ...parseChatReply(sent.json, context.from, this.#redact), seconds } };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { failure: { error, retry: error.kind === 'unavailable', retryAfterMs: null } };
    }
  }

  /** True if the provider refused the request and gets it in another form. */
  async #changeForm(call: Call, { sent, ...outcome }: Outcome, signal: AbortSignal): Promise<boolean> {
    if (sent.kind !== 'refused' || !('failure' in outcome) || !isRefusal(outcome.failure)) return false;
    await this.#waitForSearch(call, signal);
    if (call.form.isOutdated(this.#forms.recall(call.request))) return true;
    const failure = this.#explain(call, outcome.failure, sent.answer);
    call.refusal ??= failure;
    const first = call.refusal.error.message;
    const change = this.#forms.hasFailed(call.request, first) ? null : call.form.change(sent.answer);
    if (change !== null) this.#forms.beginSearch(call.request, call.form);
    if (change === null && call.form.isChanged) this.#forms.rememberFailure(call.request, first);
    // Once the provider names nothing more to leave out, it says what is wrong with the rest.
    if (change !== 'named') call.cause ??= failure;
    return change !== null;
  }

  /** Waits while another call looks for a form that the model takes, so that concurrent calls try each form once. */
  async #waitForSearch({ request, form }: Call, signal: AbortSignal): Promise<void> {
    for (;;) {
      const search = this.#forms.otherSearch(request, form);
      if (search === null) return;
      await waitUntil(search, signal);
    }
  }

  /** A refusal with what only the user can change. */
  #explain({ request }: Call, failure: CallFailure, answer: ErrorAnswer): CallFailure {
    const place =
      this.#options.role === 'judge'
        ? "the judge's parameters"
        : "the target's parameters or the prompt file";
    const own = findUserSetting(request, answer);
    const remedies = [
      ...(own === undefined ? [] : [`${own} is set in ${place}: change or remove it`]),
      ...(/\bstream/i.test(answer.message) ? [WHOLE_REPLIES] : []),
    ];
    if (remedies.length === 0) return failure;
    const { error } = failure;
    return { ...failure, error: withMessage(error, [toClause(error), ...remedies].join('; ')) };
  }

  /** True if a server that keeps failing gets the request once more in another form, which may be the cause. */
  #changeOnce(call: Call, failure: CallFailure, sent: RequestOutcome): boolean {
    if (sent.kind !== 'refused' || sent.answer.status < 500 || call.cause !== null) return false;
    if (!call.form.changeOnce(sent.answer)) return false;
    call.refusal ??= failure;
    call.cause = failure;
    return true;
  }

  /** One line for all calls: they usually wait for the same reason. */
  #logWait({ error }: CallFailure): void {
    const now = this.#options.now();
    if (now - this.#toldAt < LOG_INTERVAL_MS) return;
    this.#toldAt = now;
    this.#options.log.info(`${toClause(error)}; trying again`);
  }

  /** Milliseconds until the next try; `null` if there is none. */
  #waitAfter(call: Call, failure: CallFailure): number | null {
    const successes = this.#countSuccesses(call.request.model);
    if (call.failures++ === 0) call.successesBefore = successes;
    // Gateways deny a model briefly while they restart.
    const retry = failure.retry || (failure.isDenial === true && successes > 0);
    return planRetry({ ...failure, retry }, { ...this.#options, failures: call.failures });
  }

  #lastError({ request, failures, successesBefore }: Call, failure: CallFailure): ProviderError {
    // Other calls with the same key succeed, so the provider denies only this request.
    const isLone = failure.isDenial === true && this.#countSuccesses(request.model) > successesBefore;
    const tries = `${failures} tries${isLone ? ', while others got through' : ''}`;
    const message = failures > 1 ? `${failure.error.message} (${tries})` : failure.error.message;
    const last = withMessage(failure.error, message, isLone ? false : failure.error.fatal);
    if (OUTAGE_KINDS.has(last.kind) && ++this.#dead === MAX_FAILED_CALLS) {
      const before = `so did the ${MAX_FAILED_CALLS - 1} calls before it: no more are made`;
      this.#outage = withMessage(last, `${last.message} (${before})`);
    }
    return last;
  }

  #finish({ request, form, refusal }: Call, reply: ChatReply): ChatReply {
    const learned = this.#forms.learn(request, form.changes);
    if (learned.length > 0 && refusal !== null) {
      this.#options.log.info(`${toClause(refusal.error)}; from now on, ${renderList(learned)}`);
    }
    this.#dead = Number.NEGATIVE_INFINITY;
    this.#outage = null;
    this.spent = addUsage(this.spent, reply.usage);
    this.#options.budget.add({ ...reply.usage, calls: 0 });
    const isLeftOut = request.responseFormat !== undefined && form.request.responseFormat === undefined;
    return isLeftOut ? { ...reply, formatLeftOut: true } : reply;
  }

  #countSuccesses(model: string): number {
    return this.#successes.get(model) ?? 0;
  }
}
