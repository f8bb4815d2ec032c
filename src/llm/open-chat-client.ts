import { addUsage, NO_USAGE } from '../ports/answer.js';
import type { ChatClient, ChatReply, ChatRequest } from '../ports/chat.js';
import { ProviderError } from '../ports/errors.js';
import { type Log, SILENT_LOG } from '../ports/log.js';
import type { ProviderSettings } from '../ports/settings.js';
import { type Budget, NO_BUDGET } from '../ports/spending.js';
import { createRedactor } from '../text/redact.js';
import { parseChatReply } from './chat-reply.js';
import type { Limiter } from './limiter.js';
import { createModelQuirks, refusesResponseFormat } from './model-quirks.js';
import { createOutageBreaker } from './outage-breaker.js';
import { OPENAI_BASE_URL, parseBaseUrl, refusalOf } from './provider-address.js';
import { type CallContext, type CallFailure, type ErrorAnswer, failureOfAnswer } from './provider-failure.js';
import { abortableSleep, backoffMs, parseRetryAfter } from './retry-delay.js';
import { createSender, type Sent } from './send-completion.js';
import { createInFlight } from './share-in-flight.js';
import { buildRequestBody, wireMessages } from './wire-request.js';

/** A timeout has already cost a whole wait: one more is enough. */
const MOST_TIMEOUTS = 2;

/** Shorter waits are not worth a line in the log. */
const LONG_WAIT_MS = 10_000;

export type ChatClientOptions = {
  readonly provider: ProviderSettings;
  /** What the model is called in messages: `model` (the default), or `judge`. */
  readonly role?: 'model' | 'judge';
  /** Tries after the first one. */
  readonly maxRetries: number;
  /** For one try, headers and body. */
  readonly requestTimeoutMs: number;
  /** Shared by all clients of a run. */
  readonly limiter: Limiter;
  /** Shared likewise; without one there is no limit. */
  readonly budget?: Budget;
  readonly log?: Log;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
};

/**
 * Opens one OpenAI-compatible provider. Calls wait for a slot of the limiter, are tried again where that may help
 * (connection, timeout, 408, 409, 429, 5xx), and fail at once when the provider turns out to be dead. A call that
 * waits before its next try holds no slot. Where the budget is spent no call begins; those that have begun go on.
 *
 * Throws `UserError` where the base URL is none.
 */
export function openChatClient(options: ChatClientOptions): ChatClient {
  const { provider, maxRetries, requestTimeoutMs, limiter, budget = NO_BUDGET, log = SILENT_LOG } = options;
  const { now = Date.now, sleep = abortableSleep, random = Math.random, role = 'model' } = options;
  const baseUrl = provider.baseUrl?.trim() ?? OPENAI_BASE_URL;
  const { host, shown } = parseBaseUrl(baseUrl);
  const apiKey = provider.apiKey?.trim() ?? '';
  const closed = refusalOf(provider, apiKey, baseUrl, host);
  const send =
    closed === null && createSender({ apiKey, baseUrl, requestTimeoutMs, redact: createRedactor([apiKey]) });
  const quirks = createModelQuirks();
  const breaker = createOutageBreaker();
  const inFlight = createInFlight<ChatReply>();
  let spent = NO_USAGE;
  /** Until when the provider asked to be left alone. */
  let pausedUntil = 0;

  async function ask(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    if (send === false) throw closed;
    const { model } = request;
    const context: CallContext = {
      from: `${host}, ${role} ${model}`,
      baseUrl: shown,
      keySource: provider.apiKeySource,
    };
    const messages = wireMessages(request.messages);
    let failures = 0;
    let restedUntil = 0;
    let begun = false;
    for (;;) {
      let parameters = request.parameters;
      // What was learned while this call waited for its slot counts for it too.
      const sent = await limiter.run(signal, async (): Promise<Sent | 'paused'> => {
        if (breaker.outage !== null) throw breaker.outage;
        if (pausedUntil > Math.max(now(), restedUntil)) return 'paused';
        // Further tries are the same call.
        if (!begun) budget.beginCall();
        begun = true;
        parameters = quirks.apply(model, request.parameters);
        const outcome = await send(buildRequestBody(request, messages, parameters), context, signal);
        // While this call still holds its slot, so that who gets it next knows.
        if (outcome.kind === 'refused') pause(outcome.answer);
        return outcome;
      });
      if (sent === 'paused') {
        restedUntil = pausedUntil;
        await sleep(Math.max(0, pausedUntil - now()), signal);
        continue;
      }
      if (sent.kind === 'refused') {
        if (request.responseFormat !== undefined && refusesResponseFormat(sent.answer)) {
          const { error } = failureOfAnswer({ ...sent.answer, parameter: 'response_format' }, context, now());
          throw error;
        }
        const lesson = quirks.learn(model, parameters, sent.answer);
        if (lesson !== null) {
          if (lesson.isNew) log.info(`${context.from}: ${lesson.line}`);
          continue;
        }
      }
      const outcome = readOutcome(sent, context);
      if ('reply' in outcome) {
        breaker.succeeded();
        spent = addUsage(spent, outcome.reply.usage);
        budget.add({ ...outcome.reply.usage, calls: 0 });
        return outcome.reply;
      }
      const { error, retry, retryAfterMs } = outcome.failure;
      failures++;
      const tries = error.kind === 'timeout' ? Math.min(maxRetries + 1, MOST_TIMEOUTS) : maxRetries + 1;
      if (!retry || failures >= tries) {
        const last = failures > 1 ? afterTries(error, failures) : error;
        breaker.failed(last);
        throw last;
      }
      const wait = Math.round(
        (retryAfterMs ?? 0) + (retryAfterMs === null ? backoffMs(failures, random) : random() * 250),
      );
      restedUntil = now() + wait;
      await sleep(wait, signal);
    }
  }

  function pause({ status, headers }: ErrorAnswer): void {
    const wait = parseRetryAfter(headers, now());
    if (wait === null || now() + wait <= pausedUntil) return;
    if (wait >= LONG_WAIT_MS && pausedUntil < now()) {
      log.info(`${host} asks to wait ${Math.ceil(wait / 1000)} s (status ${status})`);
    }
    pausedUntil = now() + wait;
  }

  function readOutcome(
    sent: Sent,
    context: CallContext,
  ): { readonly reply: ChatReply } | { readonly failure: CallFailure } {
    if (sent.kind === 'failed') return sent;
    if (sent.kind === 'refused') return { failure: failureOfAnswer(sent.answer, context, now()) };
    try {
      return { reply: parseChatReply(sent.json, context.from) };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { failure: { error, retry: error.kind === 'unavailable', retryAfterMs: null } };
    }
  }

  return {
    async complete(request, { signal }) {
      if (request.shareKey === undefined) return ask(request, signal);
      const { value, joined } = await inFlight.share(request.shareKey, signal, (shared) =>
        ask(request, shared),
      );
      return joined ? { ...value, usage: NO_USAGE } : value;
    },
    usage: () => spent,
  };
}

function afterTries(error: ProviderError, tries: number): ProviderError {
  return new ProviderError(`${error.message} (${tries} tries)`, {
    kind: error.kind,
    ...(error.status !== null && { status: error.status }),
    ...(error.parameter !== null && { parameter: error.parameter }),
    cause: error,
  });
}
