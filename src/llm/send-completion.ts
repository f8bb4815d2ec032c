import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { createAbortError, ProviderError } from '../model/errors.js';
import { isTooDeepValue, tryJson } from '../text/json.js';
import type { Redact } from '../text/redact.js';
import { type Fields, isFields, isList, quoteStart } from '../text/values.js';
import { toCompletion } from './anthropic-messages.js';
import { UnreadableReply } from './http-fetch.js';
import type { TokenExchange } from './keyless-login.js';
import {
  type CallContext,
  type CallFailure,
  describeConnectionFailure,
  describeTimeout,
  type ErrorAnswer,
  summarizeBody,
  withMessage,
} from './provider-failure.js';
import type { Sdk } from './sdk.js';

/** The outcome of one request. */
export type RequestOutcome =
  | { readonly kind: 'completion'; readonly json: unknown }
  | { readonly kind: 'refused'; readonly answer: ErrorAnswer }
  | { readonly kind: 'failed'; readonly failure: CallFailure };

/** Sends one request once. Throws `ProviderError` only on abort. */
export type SendCompletion = (
  body: ChatCompletionCreateParamsNonStreaming,
  context: CallContext,
  signal: AbortSignal,
) => Promise<RequestOutcome>;

/** OpenAI's advice for its slow tier at half the price. */
const FLEX_TIMEOUT_MS = 15 * 60_000;

/** A sender of requests to one provider. */
export function createSender(
  { post }: Sdk,
  options: {
    readonly requestTimeoutMs: number;
    readonly redact: Redact;
    readonly exchange: TokenExchange | null;
  },
): SendCompletion {
  const { requestTimeoutMs, exchange } = options;
  const redact: Redact = (text) => options.redact(exchange?.redact(text) ?? text);
  return async (body, context, signal) => {
    if (signal.aborted) throw createAbortError(signal);
    const isFlex = body.service_tier === 'flex';
    const timeout = isFlex ? Math.max(FLEX_TIMEOUT_MS, requestTimeoutMs) : requestTimeoutMs;
    // The SDK's own timeout covers only the headers.
    const late = AbortSignal.timeout(timeout);
    try {
      const response = await post(body, { signal: AbortSignal.any([signal, late]), timeout });
      const text = await response.text();
      return readCompletion(exchange?.redact(text) ?? text, response.headers, context, redact);
    } catch (thrown) {
      if (signal.aborted) throw createAbortError(signal);
      if (late.aborted) return { kind: 'failed', failure: describeTimeout(timeout, context) };
      return readFailure(exchange?.refusal ?? thrown, context, redact);
    }
  };
}

function readFailure(thrown: unknown, context: CallContext, redact: Redact): RequestOutcome {
  if (thrown instanceof ProviderError) {
    const error = withMessage(thrown, `${context.from}: ${thrown.message}`);
    return { kind: 'failed', failure: { error, retry: false, retryAfterMs: null } };
  }
  if (thrown instanceof UnreadableReply) return buildMalformedFailure(`${context.from}: ${thrown.message}`);
  // The SDK writes the body of an error anew.
  if (thrown instanceof RangeError) {
    return buildMalformedFailure(
      `${context.from}: answered with an error that is nested too deeply to be read`,
    );
  }
  const answer = parseErrorAnswer(thrown, redact);
  if (answer !== null) return { kind: 'refused', answer };
  return { kind: 'failed', failure: describeConnectionFailure(thrown, context, redact) };
}

const ERROR_KEYS = ['error', 'errors', 'message', 'detail', 'code'];

/** The first event of a streamed reply. */
const STREAM = /^\s*(data|event): ?\S/;

/** Ignores the content type: servers mislabel JSON, and send HTML pages with status 200. */
function readCompletion(
  text: string,
  headers: Headers,
  context: CallContext,
  redact: Redact,
): RequestOutcome {
  const json = toCompletion(tryJson(text));
  if (json === undefined) {
    const type = summarizeBody(redact(headers.get('content-type') ?? 'no content type'));
    const remedy = STREAM.test(text)
      ? 'it streams although `stream: false` is sent, so turn streaming off in the server or its proxy'
      : `check the base URL ${context.baseUrl}`;
    return buildMalformedFailure(
      `${context.from}: answered ${quoteStart(summarizeBody(redact(text)))} (${type}) instead of JSON; ${remedy}`,
    );
  }
  // Some gateways report an error under status 200.
  const isError = isFields(json) && !isList(json['choices']) && ERROR_KEYS.some((key) => json[key] != null);
  if (!isError) return { kind: 'completion', json };
  const error = json['error'] ?? json;
  const code = isFields(error) ? error['code'] : null;
  const isStatus = typeof code === 'number' && code >= 400 && code < 600;
  return { kind: 'refused', answer: readErrorAnswer(isStatus ? code : 200, error, headers, redact) };
}

function buildMalformedFailure(message: string): RequestOutcome {
  const error = new ProviderError(message, { kind: 'malformed' });
  return { kind: 'failed', failure: { error, retry: false, retryAfterMs: null } };
}

/** The HTTP error answer that one of the SDKs threw, else `null`. */
function parseErrorAnswer(thrown: unknown, redact: Redact): ErrorAnswer | null {
  if (!(thrown instanceof Error) || !('status' in thrown) || typeof thrown.status !== 'number') return null;
  const { error: body, headers } = thrown as Error & { readonly error?: unknown; readonly headers?: Headers };
  const error = isTooDeepValue(body) ? undefined : body;
  const fallback = thrown.message.replace(/^\d+ (status code \(no body\))?/, '');
  return readErrorAnswer(thrown.status, error ?? fallback, headers ?? new Headers(), redact);
}

/** Characters of an error that are looked at: patterns look in them for what it means. */
const MAX_ERROR_LENGTH = 20_000;

export function readErrorAnswer(
  status: number,
  reply: unknown,
  headers: Headers,
  redact: Redact,
): ErrorAnswer {
  const body = findError(reply);
  const { code, type, param, status: name, message, detail } = isFields(body) ? body : ({} as Fields);
  const text = message ?? detail ?? body ?? '';
  return {
    status,
    headers: { get: (name) => redact(headers.get(name) ?? '') || null },
    codes: [code, type, name].filter((each) => typeof each === 'string'),
    // LiteLLM writes Python's None as text.
    parameter: typeof param === 'string' && !/^(none)?$/i.test(param) ? param : null,
    message: redact(typeof text === 'string' ? text : JSON.stringify(text)).slice(0, MAX_ERROR_LENGTH),
    written:
      isFields(body) && typeof body['failed_generation'] === 'string'
        ? redact(body['failed_generation'])
        : null,
    details: redact(JSON.stringify(body) ?? '').slice(0, MAX_ERROR_LENGTH),
  };
}

/** Most providers send one error; Gemini sends a list. */
function findError(body: unknown): unknown {
  const outer: unknown = Array.isArray(body) ? body[0] : body;
  return isFields(outer) ? (outer['error'] ?? outer) : outer;
}
