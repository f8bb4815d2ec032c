import { type FailureKind, messageOf, ProviderError } from '../ports/errors.js';
import type { Redact } from '../text/redact.js';
import { GITHUB_MODELS_RETIRED } from './provider-address.js';
import { type HeaderReader, parseWait } from './stated-wait.js';

/** What a failed call's message says besides the cause. */
export type CallContext = {
  /** Opens every message: host and model. */
  readonly from: string;
  readonly baseUrl: string;
  /** Where the key is looked for, in words. */
  readonly keySource: string;
};

/** A failed try: what to throw if it was the last, and whether another may help. */
export type CallFailure = {
  readonly error: ProviderError;
  readonly retry: boolean;
  /** What the provider asks to wait; `null` where it does not say. */
  readonly retryAfterMs: number | null;
  /** The account has no credit, or a quota that will not be back in time: no call gets through any more. */
  readonly isSpent?: boolean;
};

/** The same failure in other words. */
export function restated(
  error: ProviderError,
  message: string,
  otherwise: { readonly kind?: FailureKind; readonly fatal?: boolean } = {},
): ProviderError {
  return new ProviderError(message, {
    kind: error.kind,
    ...(error.status !== null && { status: error.status }),
    ...(error.parameter !== null && { parameter: error.parameter }),
    ...otherwise,
    cause: error,
  });
}

/** An HTTP error answer. */
export type ErrorAnswer = {
  readonly status: number;
  readonly headers: HeaderReader;
  /** Its code and type, whichever it has. */
  readonly codes: readonly string[];
  readonly parameter: string | null;
  readonly message: string;
  /** All that it says, as JSON: some name a quota beside the message alone. */
  readonly details: string;
};

/** Codes or types of answers that no waiting mends, whatever their status. */
const OUT_OF_CREDIT_CODES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'insufficient_balance',
  'insufficient_credits',
  'billing_hard_limit_reached',
  'billing_not_active',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
  'exceeded_current_quota_error',
  'enforced_spend_limit_reached',
  'budget_exceeded',
  'Arrearage',
]);

/** An empty account in words: Anthropic, LiteLLM, xAI, Fireworks, OpenRouter and others have no code for it, or any status. */
const OUT_OF_CREDIT =
  /insufficient (balance|credit|fund|quota)|credit balance|(no|out of|all available|run out of) credits|budget has been exceeded|exceeded (the |your )?budget|spend(ing)? limit|your specified (workspace )?API usage limits|your API usage limits|monthly included credits|key limit exceeded|account .{0,60}suspended/i;
const CREDIT_STATUSES: ReadonlySet<number> = new Set([400, 402, 403, 412, 429]);

/** What is counted by the day, week or month. */
const LONG_PERIOD = /(\b(per|this)[ -]?|\/ ?)(day|week|month)\b|\b(daily|weekly|monthly|today's|[RT]PD)\b/i;
/** Quotas of Google and Azure that begin anew at midnight, whatever wait they state beside it. */
const UNTIL_MIDNIGHT = /Per(Project)?Day|ByDay/;
/** A day that rolls on has room for another request as soon as that; then it is a pace like any other. */
const ROLLS_ON_MS = 60_000;

const LONGEST_CAUSE = 300;
/** A page of an error has its title before this. */
const LONGEST_READ = 20_000;

/** What an HTTP error answer means for the call. */
export function failureOfAnswer(answer: ErrorAnswer, context: CallContext, now: number): CallFailure {
  const { status } = answer;
  const retryAfterMs = parseWait(answer, now);
  const spent = isOutOfCredit(answer, retryAfterMs)
    ? 'credit'
    : status === 429 && isLongQuota(answer, retryAfterMs)
      ? 'quota'
      : null;
  const kind = spent === 'credit' ? 'unauthorized' : kindOfStatus(answer);
  const advised = answer.headers.get('x-should-retry');
  const mayPass = kind === 'rate-limited' || kind === 'unavailable' || kind === 'timeout';
  return {
    error: new ProviderError(`${context.from}: ${causeOf(answer, spent, context)}`, {
      kind,
      status,
      ...(answer.parameter !== null && { parameter: answer.parameter }),
      ...(spent !== null && { fatal: true }),
    }),
    retry: spent === null && (advised === 'true' || (advised !== 'false' && mayPass)),
    retryAfterMs,
    isSpent: spent !== null,
  };
}

function isOutOfCredit({ status, codes, message }: ErrorAnswer, waitMs: number | null): boolean {
  if (status === 402 || codes.some((code) => OUT_OF_CREDIT_CODES.has(code))) return true;
  // Who says when to come back speaks of a limit, in whatever words.
  return CREDIT_STATUSES.has(status) && (status !== 429 || waitMs === null) && OUT_OF_CREDIT.test(message);
}

function isLongQuota({ message, details }: ErrorAnswer, waitMs: number | null): boolean {
  if (UNTIL_MIDNIGHT.test(details)) return true;
  return LONG_PERIOD.test(message) && (waitMs === null || waitMs > ROLLS_ON_MS);
}

/**
 * True where the provider takes no more requests for now: a 429, or a 503 (529 with some) that says how long to wait. It
 * will take the same request later, so this was no try of it.
 */
export function isRateLimit({ status }: ErrorAnswer, { error, retry, retryAfterMs }: CallFailure): boolean {
  if (!retry || error.fatal) return false;
  return status === 429 || ((status === 503 || status === 529) && retryAfterMs !== null);
}

/** No such host, and no program that listens. */
const NOBODY_THERE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ECONNREFUSED']);

/** What a connection that broke or never came about means for the call. */
export function failureOfConnection(thrown: unknown, context: CallContext, redact: Redact): CallFailure {
  const cause = oneLine(redact(innermostCause(thrown)));
  const remedy = NOBODY_THERE.has(cause)
    ? `; check the base URL ${context.baseUrl}, and the proxy where there is one`
    : '';
  return {
    error: new ProviderError(`${context.from}: no connection (${cause})${remedy}`, {
      kind: cause === 'ETIMEDOUT' ? 'timeout' : 'unavailable',
      cause: thrown,
    }),
    retry: true,
    retryAfterMs: null,
  };
}

export function failureOfTimeout(milliseconds: number, context: CallContext): CallFailure {
  const seconds = Math.round(milliseconds / 100) / 10;
  return {
    error: new ProviderError(`${context.from}: no answer within ${seconds} s`, { kind: 'timeout' }),
    retry: true,
    retryAfterMs: null,
  };
}

function kindOfStatus({ status, codes }: ErrorAnswer): FailureKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404 || status === 410 || isRedirect(status)) return 'gone';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate-limited';
  if (status === 409 || status >= 500) return 'unavailable';
  return codes[0] === 'content_filter' ? 'content-filter' : 'bad-request';
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function causeOf(
  { status, headers, message }: ErrorAnswer,
  spent: 'credit' | 'quota' | null,
  context: CallContext,
): string {
  const said = oneLine(message);
  if (isRedirect(status)) return `status ${status}, ${whereTo(headers.get('location'), context)}`;
  const cause = said === '' ? `status ${status}` : `status ${status}, ${said}`;
  if (spent === 'credit') return `the account has no credit left (${cause})`;
  if (spent === 'quota') return `its quota is used up and will not be back in time (${cause})`;
  if (status === 401 || status === 403) return `the key was refused (${cause}); check ${context.keySource}`;
  if (status === 410) return `${cause}. If this was GitHub Models: ${GITHUB_MODELS_RETIRED}`;
  if (status === 404) return `${cause}; check the model's name and the base URL ${context.baseUrl}`;
  return cause;
}

/** A redirect in words. It is not followed: prompts would go to whom nobody named. */
function whereTo(location: string | null, { baseUrl }: CallContext): string {
  const path = '/chat/completions';
  const url = URL.parse(location ?? '', `${baseUrl.replace(/\/$/, '')}${path}`);
  if (location === null || url === null || !/^https?:$/.test(url.protocol)) {
    return `a redirect to no address; check the base URL ${baseUrl}`;
  }
  const address = `${url.origin}${url.pathname}`;
  const remedy = address.endsWith(path) ? address.slice(0, -path.length) : 'the address it should be';
  return oneLine(
    `redirects to ${address}; redirects are not followed: if prompts may go there, set the base URL to ${remedy}`,
  );
}

/** Foreign text on one line: the title of a page, else its beginning. */
export function oneLine(text: string): string {
  const start = text.slice(0, LONGEST_READ);
  const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(start)?.[1];
  const page = /^\s*<(!doctype|html|head|body)\b/i.test(start);
  const plain = title ?? (page ? start.replace(/<[^<>]*>/g, ' ') : start);
  const line = plain.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > LONGEST_CAUSE ? `${line.slice(0, LONGEST_CAUSE).trimEnd()}…` : line;
}

/** Codes that say less than the message beside them: why TLS broke off, and what a proxy answered. */
const SAID_BESIDE: Readonly<Record<string, RegExp>> = {
  EPROTO: /(?<=:SSL routines:[^:]*:)[^:]+/,
  ERR_PROXY_TUNNEL: /.+/,
};

/** The innermost system error code, for example ECONNREFUSED; else the innermost message. */
function innermostCause(thrown: unknown): string {
  let cause: string | null = null;
  let innermost: unknown = thrown;
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    innermost = error;
    if (!('code' in error) || typeof error.code !== 'string') continue;
    cause = SAID_BESIDE[error.code]?.exec(error.message)?.[0] ?? error.code;
  }
  return cause ?? messageOf(innermost);
}
