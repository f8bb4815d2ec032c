import { describeError, type FailureKind, ProviderError, STRONGER_JUDGE_REMEDY } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { Redact } from '../text/redact.js';
import { quoteStart, trimEndCharacters } from '../text/values.js';
import { type HeaderReader, parseWait } from './stated-wait.js';

/** Context for error messages. */
export type CallContext = {
  /** The start of every message: host and model. */
  readonly from: string;
  readonly baseUrl: string;
  /** The place of the key, in words. */
  readonly keySource: string;
};

/** A failed try: the error to throw if it was the last, and whether a retry may help. */
export type CallFailure = {
  readonly error: ProviderError;
  readonly retry: boolean;
  /** The wait that the provider asks for; `null` if it states none. */
  readonly retryAfterMs: number | null;
  /** `rate`: no more requests for now. `overload`: too busy for this one. Neither counts as a try. */
  readonly limit?: 'rate' | 'overload' | null;
  /** No credit left, or a quota that will not return in time: every further call fails. */
  readonly isSpent?: boolean;
  /** Wrong address or key (401, 403, 404): permanent, unless an earlier call succeeded. */
  readonly isDenial?: boolean;
};

/** The same failure with another message. */
export function withMessage(error: ProviderError, message: string, fatal = error.fatal): ProviderError {
  const { kind, status, remedy } = error;
  const definedOptions = omitUndefined({ status: status ?? undefined, remedy: remedy ?? undefined });
  return new ProviderError(message, { kind, fatal, cause: error, ...definedOptions });
}

/** A failure's message without the full stop, so that a sentence can continue. */
export function toClause({ message }: ProviderError): string {
  return trimEndCharacters(message.trimEnd(), '. ');
}

/** An HTTP error answer. */
export type ErrorAnswer = {
  readonly status: number;
  readonly headers: HeaderReader;
  /** Code and type, if present. */
  readonly codes: readonly string[];
  readonly parameter: string | null;
  readonly message: string;
  /** The model's text, if the provider refuses it and shows it. */
  readonly written: string | null;
  /** The whole answer as JSON: some providers name a quota or a parameter outside the message. */
  readonly details: string;
};

/** The model's JSON does not have the form that the provider checks. Gateways wrap this code of Groq. */
const BAD_JSON = /json_validate_failed/;

/** A server that still loads its model will answer later, whatever the status. */
const LOADING = /\bmodel\b.{0,80}\b(is|still)\b.{0,20}\bloading\b|\bloading (the )?model\b/i;

/** True if the provider refuses the request itself: another form of it may pass, but is as large. */
export function isRefusal({ error: { kind, status, message } }: CallFailure): boolean {
  if (kind === 'bad-request') return !isTooLarge(status, message);
  return kind === 'malformed' && status === 200;
}

function isTooLarge(status: number | null, message: string): boolean {
  return status === 413 || /\brequest too large\b/i.test(message);
}

/** Codes or types for which waiting does not help, whatever the status. */
const OUT_OF_CREDIT =
  /^(insufficient_(quota|balance|credits)|billing_.*|.*(spend|usage)_limit_(exceeded|reached)|exceeded_current_quota_error|budget_exceeded)$/;

/** Too early, too many requests, unavailable, overloaded. */
const LIMIT_STATUSES: ReadonlySet<number> = new Set([425, 429, 503, 529]);
/** Gateways report limits under any status. A false match costs one call two minutes. */
const LIMIT =
  /rate[\s_-]?(limit|exceeded)|too[\s_-]?many[\s_-]?requests|throttl|resource.?exhausted|overloaded|quota.{0,20}exceeded|exceeded.{0,20}quota/i;

/** Counted by the day or month. A stated wait overrides it: the run can then tell whether it is too long. */
const LONG_PERIOD = /(\bper[ -]|\/ ?)(day|month)\b|\b(daily|monthly)\b/i;
/** Gemini quotas that reset at midnight, whatever wait it states. */
const UNTIL_MIDNIGHT = /Per(Project)?Day/;

const KINDS: Readonly<Record<number, FailureKind>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'gone',
  408: 'timeout',
  409: 'unavailable',
  410: 'gone',
  499: 'unavailable',
};

type RefusalMeaning = {
  readonly limits: boolean;
  readonly loads: boolean;
  readonly spent: 'credit' | 'quota' | null;
};

/** What an HTTP error means for the call. */
export function classifyAnswer(answer: ErrorAnswer, context: CallContext, now: number): CallFailure {
  const { status } = answer;
  const waitMs = parseWait(answer, now);
  const loads = LOADING.test(answer.message);
  const limits = loads || mentionsLimit(answer);
  const spent = findSpentQuota(answer, limits, waitMs);
  const kind = spent === 'credit' ? 'no-credit' : classifyFailure(answer, { limits, loads });
  const advised = answer.headers.get('x-should-retry');
  const mayPass = ['rate-limited', 'unavailable', 'timeout'].includes(kind);
  const retry = spent === null && (advised === 'true' || (advised !== 'false' && mayPass));
  const definedOptions = omitUndefined({
    fatal: spent !== null ? true : undefined,
    remedy: kind === 'malformed' && status !== 200 ? STRONGER_JUDGE_REMEDY : undefined,
  });
  const cause = describeCause(answer, { spent, limits, loads }, context);
  // A stated wait means that requests are counted, whatever the status.
  const limit = kind === 'unavailable' && waitMs === null ? 'overload' : 'rate';
  return {
    error: new ProviderError(`${context.from}: ${cause}`, { kind, status, ...definedOptions }),
    retry,
    retryAfterMs: waitMs,
    limit: retry && limits ? limit : null,
    isSpent: spent !== null,
    isDenial: spent === null && (kind === 'unauthorized' || status === 404),
  };
}

/** A quota of money, or over a long period. */
function findSpentQuota(
  answer: ErrorAnswer,
  limits: boolean,
  waitMs: number | null,
): RefusalMeaning['spent'] {
  const { status, codes, message, details } = answer;
  if (status === 402 || codes.some((code) => OUT_OF_CREDIT.test(code))) return 'credit';
  if (!limits || status !== 429) return null;
  const isLong = waitMs === null && LONG_PERIOD.test(message);
  return isLong || UNTIL_MIDNIGHT.test(details) ? 'quota' : null;
}

function mentionsLimit({ status, parameter, message, codes }: ErrorAnswer): boolean {
  if (isTooLarge(status, message)) return false;
  if (LIMIT_STATUSES.has(status)) return true;
  // An error that names a parameter objects to the request.
  return parameter === null && [...codes, message].some((text) => LIMIT.test(text));
}

/** What a connection error means for the call. */
export function describeConnectionFailure(
  thrown: unknown,
  context: CallContext,
  redact: Redact,
): CallFailure {
  const cause = summarizeBody(redact(findInnermostCause(thrown)));
  const isNobody = /^(ENOTFOUND|ECONNREFUSED)$/.test(cause);
  const remedy = isNobody ? `; check the base URL ${context.baseUrl}, and the proxy if there is one` : '';
  const kind = /ETIMEDOUT|^Connect Timeout/.test(cause) ? 'timeout' : 'unavailable';
  return buildTransientFailure(`${context.from}: no connection (${cause})${remedy}`, kind);
}

export function describeTimeout(milliseconds: number, { from }: CallContext): CallFailure {
  return buildTransientFailure(
    `${from}: no answer within ${Math.round(milliseconds / 100) / 10} s`,
    'timeout',
  );
}

function buildTransientFailure(message: string, kind: FailureKind): CallFailure {
  return { error: new ProviderError(message, { kind }), retry: true, retryAfterMs: null };
}

function classifyFailure(
  answer: ErrorAnswer,
  { limits, loads }: { readonly limits: boolean; readonly loads: boolean },
): FailureKind {
  const { status, codes } = answer;
  if (loads) return 'unavailable';
  if (BAD_JSON.test(answer.details)) return 'malformed';
  if (status === 200 && !limits) return 'malformed';
  if (limits && status < 500) return 'rate-limited';
  if (isRedirect(status)) return 'gone';
  const other = codes[0] === 'content_filter' ? 'content-filter' : 'bad-request';
  return KINDS[status] ?? (status >= 500 ? 'unavailable' : other);
}

const isRedirect = (status: number) => status >= 300 && status < 400;

function describeCause(
  { status, message, written }: ErrorAnswer,
  { spent, limits, loads }: RefusalMeaning,
  context: CallContext,
): string {
  const line = summarizeBody(message);
  const cause = line === '' ? `status ${status}` : `status ${status}, ${line}`;
  if (written !== null) return `${cause} It wrote ${quoteStart(written)}`;
  if (loads) return `${cause}; if it does not end, check whether the server can load the model`;
  if (spent === 'credit') return `the account has no credit left (${cause})`;
  if (spent === 'quota') return `its quota is used up and will not be back in time (${cause})`;
  if (status === 200) return `an error under ${cause}`;
  if (limits) return cause;
  if (isRedirect(status))
    return `status ${status}; redirects are not followed, so check the base URL ${context.baseUrl}`;
  if (status === 401 || status === 403) return `the key was refused (${cause}); check ${context.keySource}`;
  if (status === 404 || status === 410)
    return `${cause}; check the model's name and the base URL ${context.baseUrl}`;
  return cause;
}

const MAX_CAUSE_LENGTH = 300;
/** An error page's title comes earlier. */
const MAX_READ_LENGTH = 20_000;
const BLANK = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Foreign text on one line: a page's title, else its beginning. */
export function summarizeBody(text: string): string {
  const start = text.slice(0, MAX_READ_LENGTH);
  const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(start)?.[1];
  const line = (title ?? start).replace(BLANK, ' ').trim();
  return line.length > MAX_CAUSE_LENGTH ? `${line.slice(0, MAX_CAUSE_LENGTH).trimEnd()}…` : line;
}

/** The innermost system error code, such as ECONNREFUSED, undici's message, or the innermost message. */
function findInnermostCause(thrown: unknown): string {
  let cause: string | null = null;
  let innermost = thrown;
  for (let error = thrown; error instanceof Error; error = error.cause) {
    innermost = error;
    if (!('code' in error) || typeof error.code !== 'string') continue;
    cause = error.code.startsWith('UND_ERR_') ? error.message : error.code;
  }
  return cause ?? describeError(innermost);
}
