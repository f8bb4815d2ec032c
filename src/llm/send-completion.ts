import type { Anthropic } from '@anthropic-ai/sdk';
import { OpenAI } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { abortErrorOf, ProviderError } from '../model/errors.js';
import type { Redact } from '../text/redact.js';
import { type Fields, isFields } from '../text/values.js';
import { toCompletion, toMessagesRequest } from './anthropic-messages.js';
import { type HttpFetch, UnreadableReply } from './http-fetch.js';
import type { TokenExchange } from './keyless-login.js';
import { OPENAI_BASE_URL } from './provider-address.js';
import {
  type CallContext,
  type CallFailure,
  type ErrorAnswer,
  failureOfConnection,
  failureOfTimeout,
  oneLine,
  withMessage,
} from './provider-failure.js';

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

type SenderOptions = {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** See `ProviderSettings`. */
  readonly preset: string | undefined;
  readonly requestTimeoutMs: number;
  readonly redact: Redact;
  readonly httpFetch: HttpFetch;
  /** Replaces the key. */
  readonly exchange: TokenExchange | null;
};

/** Posts a body with one of the SDKs. */
type Post = (
  body: ChatCompletionCreateParamsNonStreaming,
  options: { readonly signal: AbortSignal; readonly timeout: number },
) => Promise<Response>;

/** Options that both SDKs would otherwise read from environment variables: another key, or a log of every prompt. */
function sdkOptions({ apiKey, baseUrl, httpFetch, exchange }: SenderOptions) {
  return {
    // The SDKs demand a key; a server on this machine ignores it.
    apiKey: exchange === null ? apiKey || 'none' : null,
    baseURL: baseUrl,
    fetch: exchange?.fetch ?? httpFetch,
    maxRetries: 0,
    logLevel: 'off',
  } as const;
}

function openOpenAi(options: SenderOptions): Post {
  const isOpenAi = options.baseUrl === OPENAI_BASE_URL;
  const client = new OpenAI({
    ...sdkOptions(options),
    ...(options.exchange !== null && { workloadIdentity: workloadIdentity(options.exchange) }),
    adminAPIKey: null,
    // Other providers need not know the names of an OpenAI account.
    ...(!isOpenAi && { organization: null, project: null }),
  });
  return (body, call) => client.chat.completions.create(body, call).asResponse();
}

function workloadIdentity({ login, getToken }: TokenExchange) {
  const {
    OPENAI_IDENTITY_PROVIDER_ID: identityProviderId = '',
    OPENAI_SERVICE_ACCOUNT_ID: serviceAccountId = '',
  } = login.ids;
  return { identityProviderId, serviceAccountId, provider: { tokenType: 'jwt' as const, getToken } };
}

/** Loads the SDK for the first call: most runs ask no model of Anthropic. */
function openAnthropic(options: SenderOptions): Post {
  let client: Anthropic | null = null;
  return async (body, call) => {
    if (client === null) {
      const { Anthropic } = await import('@anthropic-ai/sdk');
      const credentials = options.exchange && (await federation(options.exchange, options.baseUrl));
      client ??= new Anthropic({ ...sdkOptions(options), credentials });
    }
    return client.messages.create(toMessagesRequest(body), call).asResponse();
  };
}

async function federation({ login, getToken, fetch }: TokenExchange, baseURL: string) {
  const { oidcFederationProvider } = await import('@anthropic-ai/sdk/lib/credentials/oidc-federation');
  const { ids } = login;
  return oidcFederationProvider({
    identityTokenProvider: getToken,
    federationRuleId: ids['ANTHROPIC_FEDERATION_RULE_ID'] ?? '',
    organizationId: ids['ANTHROPIC_ORGANIZATION_ID'] ?? '',
    serviceAccountId: ids['ANTHROPIC_SERVICE_ACCOUNT_ID'],
    workspaceId: ids['ANTHROPIC_WORKSPACE_ID'],
    baseURL,
    fetch,
  });
}

/** Opens the SDK for one provider. */
export function createSender(options: SenderOptions): SendCompletion {
  const { requestTimeoutMs, exchange } = options;
  const redact: Redact = (text) => options.redact(exchange?.redact(text) ?? text);
  const post = options.preset === 'anthropic' ? openAnthropic(options) : openOpenAi(options);
  return async (body, context, signal) => {
    if (signal.aborted) throw abortErrorOf(signal);
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    // The SDK's own timeout covers only the headers.
    const timeout =
      body.service_tier === 'flex' ? Math.max(FLEX_TIMEOUT_MS, requestTimeoutMs) : requestTimeoutMs;
    const timer = setTimeout(stop, timeout);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const response = await post(body, { signal: attempt.signal, timeout });
      const text = await response.text();
      return readCompletion(exchange?.redact(text) ?? text, response.headers, context, redact);
    } catch (thrown) {
      if (signal.aborted) throw abortErrorOf(signal);
      if (attempt.signal.aborted) {
        return { kind: 'failed', failure: failureOfTimeout(timeout, context) };
      }
      return readFailure(exchange?.refusal ?? thrown, context, redact);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
}

function readFailure(thrown: unknown, context: CallContext, redact: Redact): RequestOutcome {
  if (thrown instanceof ProviderError) {
    const error = withMessage(thrown, `${context.from}: ${thrown.message}`);
    return { kind: 'failed', failure: { error, retry: false, retryAfterMs: null } };
  }
  if (thrown instanceof UnreadableReply) return malformed(`${context.from}: ${thrown.message}`);
  const answer = errorAnswer(thrown, redact);
  if (answer !== null) return { kind: 'refused', answer };
  return { kind: 'failed', failure: failureOfConnection(thrown, context, redact) };
}

/** Ignores the content type: servers mislabel JSON, and send HTML pages with status 200. */
function readCompletion(
  text: string,
  headers: Headers,
  context: CallContext,
  redact: Redact,
): RequestOutcome {
  const json = toCompletion(parseJson(text));
  if (json === undefined) {
    const type = oneLine(redact(headers.get('content-type') ?? 'no content type'));
    const start = text.trim() === '' ? 'nothing' : `"${oneLine(redact(text)).slice(0, 120)}"`;
    return malformed(
      `${context.from}: answered ${start} (${type}) instead of JSON; check the base URL ${context.baseUrl}`,
    );
  }
  // Some gateways report an error under status 200.
  if (!isFields(json) || Array.isArray(json['choices'])) return { kind: 'completion', json };
  const error = json['error'] ?? json;
  const code = isFields(error) ? error['code'] : null;
  const isStatus = typeof code === 'number' && code >= 400 && code < 600;
  return { kind: 'refused', answer: describeError(isStatus ? code : 200, error, headers, redact) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function malformed(message: string): RequestOutcome {
  const error = new ProviderError(message, { kind: 'malformed' });
  return { kind: 'failed', failure: { error, retry: false, retryAfterMs: null } };
}

/** The HTTP error answer that one of the SDKs threw, else `null`. */
function errorAnswer(thrown: unknown, redact: Redact): ErrorAnswer | null {
  if (!(thrown instanceof Error) || !('status' in thrown) || typeof thrown.status !== 'number') return null;
  const { error, headers } = thrown as Error & { readonly error?: unknown; readonly headers?: Headers };
  const fallback = thrown.message.replace(/^\d+ (status code \(no body\))?/, '');
  return describeError(thrown.status, error ?? fallback, headers ?? new Headers(), redact);
}

export function describeError(status: number, given: unknown, headers: Headers, redact: Redact): ErrorAnswer {
  const body = errorIn(given);
  const { code, type, param, status: name, message, detail } = isFields(body) ? body : ({} as Fields);
  const text = message ?? detail ?? body ?? '';
  return {
    status,
    headers: { get: (name) => redact(headers.get(name) ?? '') || null },
    codes: [code, type, name].filter((each) => typeof each === 'string'),
    // LiteLLM writes Python's None as text.
    parameter: typeof param === 'string' && !/^(none)?$/i.test(param) ? param : null,
    message: redact(typeof text === 'string' ? text : JSON.stringify(text)),
    details: redact(JSON.stringify(body) ?? ''),
  };
}

/** Most providers send one error; Gemini sends a list. */
function errorIn(body: unknown): unknown {
  const outer: unknown = Array.isArray(body) ? body[0] : body;
  return isFields(outer) ? (outer['error'] ?? outer) : outer;
}
