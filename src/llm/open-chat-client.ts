import { addUsage, NO_USAGE } from '../ports/answer.js';
import type { ChatClient, ChatReply, ChatRequest } from '../ports/chat.js';
import { ProviderError } from '../ports/errors.js';
import { type Log, SILENT_LOG } from '../ports/log.js';
import type { ProviderSettings } from '../ports/settings.js';
import { type Budget, NO_BUDGET } from '../ports/spending.js';
import { createRedactor } from '../text/redact.js';
import { parseChatReply } from './chat-reply.js';
import type { HttpFetch } from './http-fetch.js';
import { createModelQuirks, refusesResponseFormat } from './model-quirks.js';
import { createOutageBreaker } from './outage-breaker.js';
import { OPENAI_BASE_URL, parseBaseUrl, refusalOf } from './provider-address.js';
import { type CallContext, type CallFailure, failureOfAnswer, restated } from './provider-failure.js';
import type { Landing, RateLimits } from './rate-limits.js';
import { type CallRefusals, createRefusals } from './refusals.js';
import { abortableSleep, planRetry, withJitter } from './retry.js';
import { createSender, type Sent } from './send-completion.js';
import { createInFlight } from './share-in-flight.js';
import { buildRequestBody, wireMessages } from './wire-request.js';

/** A machine that is too busy takes any request at some time; one that it never takes is the request's own doing. */
const LONGEST_OVERLOAD_MS = 5 * 60_000;

type Outcome = { readonly reply: ChatReply } | { readonly failure: CallFailure };

export type ChatClientOptions = {
  readonly provider: ProviderSettings;
  /** What the model is called in messages: `model` (the default), or `judge`. */
  readonly role?: 'model' | 'judge';
  /** Tries after the first one. A request that a rate limit refused was none. */
  readonly maxRetries: number;
  /** For one try, headers and body. */
  readonly requestTimeoutMs: number;
  /** Shared by all clients of a run, and so are its connections. */
  readonly httpFetch: HttpFetch;
  /** Shared likewise. */
  readonly rateLimits: RateLimits;
  /** What no message may show, besides the key. */
  readonly secrets?: readonly string[];
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
 * Opens one OpenAI-compatible provider. Calls wait for their turn within the provider's limits, are tried again where
 * that may help (connection, timeout, 408, 409, 499, 5xx; 401, 403 and 404 of a model that answered before), and fail at
 * once when the provider turns out to be dead. One that a rate limit refused is sent again as long as the run has time,
 * unless it is refused alone. A call that waits before its next try holds no place.
 * Where the budget is spent no call begins; those that have begun go on.
 *
 * Throws `UserError` where the base URL is none.
 */
export function openChatClient(options: ChatClientOptions): ChatClient {
  const {
    provider,
    maxRetries,
    requestTimeoutMs,
    httpFetch,
    secrets = [],
    rateLimits,
    budget = NO_BUDGET,
    log = SILENT_LOG,
  } = options;
  const { now = Date.now, sleep = abortableSleep, random = Math.random, role = 'model' } = options;
  const baseUrl = provider.baseUrl?.trim() ?? OPENAI_BASE_URL;
  const { host, shown } = parseBaseUrl(baseUrl);
  const apiKey = provider.apiKey?.trim() ?? '';
  const closed = refusalOf(provider, apiKey, baseUrl, host);
  const redact = createRedactor([apiKey, ...secrets]);
  const send = closed === null && createSender({ apiKey, baseUrl, requestTimeoutMs, redact, httpFetch });
  const quirks = createModelQuirks();
  const breaker = createOutageBreaker();
  const inFlight = createInFlight<ChatReply>();
  const limit = rateLimits.of({ host, key: apiKey });
  const refusals = createRefusals(now);
  let spent = NO_USAGE;

  async function ask(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    if (send === false) throw closed;
    const { model } = request;
    const call = refusals.begin(model);
    const context: CallContext = {
      from: `${host}, ${role} ${model}`,
      baseUrl: shown,
      keySource: provider.apiKeySource,
    };
    const messages = wireMessages(request.messages);
    let failures = 0;
    let begun = false;
    for (;;) {
      let parameters = request.parameters;
      let landing: Landing = { status: 'other' };
      let ownWait = 0;
      let sent: Sent;
      let outcome: Outcome;
      const isAlone = call.isSuspect;
      const land = await limit.enter(signal, { isAlone });
      try {
        if (breaker.outage !== null) throw breaker.outage;
        // Further tries are the same call.
        if (!begun) budget.beginCall();
        begun = true;
        // What was learned while this call waited for its turn counts for it too.
        parameters = quirks.apply(model, request.parameters);
        call.sent();
        sent = await send(buildRequestBody(request, messages, parameters), context, signal);
        outcome = readOutcome(sent, context);
        landing = landingOf(sent, outcome, call);
        if (landing.status === 'through') call.gotThrough();
        // It is no limit that refuses one that has waited for so long, and with nobody else about.
        if (landing.status === 'refused' && (isAlone || call.isOneTooMany(landing.waitMs))) {
          const { error } = landing;
          landing = { status: 'given up' };
          throw refusedForGood(error);
        }
      } finally {
        ownWait = land(landing);
      }
      if (landing.status === 'refused' || landing.status === 'overloaded') {
        if (
          landing.status === 'overloaded' &&
          call.waitedMs() > LONGEST_OVERLOAD_MS &&
          call.othersGotThrough()
        ) {
          throw refusedForGood(landing.error);
        }
        if (ownWait > 0) await sleep(withJitter(ownWait, random), signal);
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
      if ('reply' in outcome) {
        breaker.succeeded();
        spent = addUsage(spent, outcome.reply.usage);
        budget.add({ ...outcome.reply.usage, calls: 0 });
        return outcome.reply;
      }
      const { failure } = outcome;
      failures++;
      const retry = failure.retry || (failure.isDenial === true && call.hasAnswered());
      const wait = planRetry({ ...failure, retry }, { failures, maxRetries, random });
      if (wait === null) {
        const { error } = failure;
        // Others with that key get through: it is this request that is not let in.
        const isLone = failure.isDenial && call.othersGotThrough();
        const tries = `${failures} tries${isLone ? ', while others got through' : ''}`;
        const said = (isLone ? failure.saidOfOne : undefined) ?? error.message;
        const message = failures > 1 ? `${said} (${tries})` : said;
        const last = restated(error, message, isLone ? { fatal: false } : {});
        breaker.failed(last);
        throw last;
      }
      await sleep(wait, signal);
    }
  }

  function readOutcome(sent: Sent, context: CallContext): Outcome {
    if (sent.kind === 'failed') return sent;
    if (sent.kind === 'refused') return { failure: failureOfAnswer(sent.answer, context, now()) };
    try {
      return { reply: parseChatReply(sent.json, context.from) };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { failure: { error, retry: error.kind === 'unavailable', retryAfterMs: null } };
    }
  }

  function landingOf(sent: Sent, outcome: Outcome, call: CallRefusals): Landing {
    if (sent.kind === 'completion') return { status: 'through' };
    if (sent.kind === 'failed' || 'reply' in outcome) return { status: 'other' };
    const { error, retryAfterMs, isLimit, isDenial, isSpent } = outcome.failure;
    const hasAnswered = call.hasAnswered();
    if (isDenial) call.refused('denial');
    // Who states a wait counts something, whatever the status.
    if (isLimit && error.kind === 'unavailable' && retryAfterMs === null) {
      return { status: 'overloaded', refusals: call.refused('overload'), hasAnswered, error };
    }
    if (isLimit) {
      call.refused('limit');
      return { status: 'refused', waitMs: retryAfterMs, hasAnswered, error };
    }
    // What still waits need not ask.
    if (isSpent && !(isDenial && hasAnswered)) limit.close(error);
    return { status: 'other' };
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

function refusedForGood(error: ProviderError): ProviderError {
  return restated(error, `${error.message} (refused again and again, while others got through)`);
}
