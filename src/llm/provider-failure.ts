import { type FailureKind, messageOf, ProviderError } from '../ports/errors.js';
import type { Redact } from '../text/redact.js';
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
  /** What the provider asks to wait; `null` if it does not say. */
  readonly retryAfterMs: number | null;
  /** `rate`: no more requests for now. `overload`: too busy for this one. Neither is a try of the request. */
  readonly limit?: 'rate' | 'overload' | null;
  /** The account has no credit, or a quota that will not be back in time: no call gets through any more. */
  readonly isSpent?: boolean;
  /** Nobody answers there, or not with this key (401, 403, 404): for good, unless it answered before. */
  readonly isDenial?: boolean;
};

/** The same failure in other words. */
export function restated(
  error: ProviderError,
  message: string,
  { fatal = error.fatal }: { readonly fatal?: boolean } = {},
): ProviderError {
  const { kind, status, parameter } = error;
  const known = { ...(status !== null && { status }), ...(parameter !== null && { parameter }) };
  return new ProviderError(message, { kind, fatal, cause: error, ...known });
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

/** Codes or types of answers that no waiting helps, whatever their status. */
const OUT_OF_CREDIT_CODE =
  /^(insufficient_(quota|balance|credits)|billing_.*|credit_balance_exhausted|.*(spend|usage)_limit_(exceeded|reached)|exceeded_current_quota_error|budget_exceeded|Arrearage)$/;
/** The same in words: many providers have no code for it. */
const OUT_OF_CREDIT =
  /insufficient (balance|credit|fund|quota)|credit balance|(no|out of|all available|run out of) credits|budget has been exceeded|exceeded (the |your )?budget|spend(ing)? limit|your specified (workspace )?API usage limits|your API usage limits|monthly included credits|key limit exceeded|account .{0,60}suspended/i;

/** Too early, too many requests, unavailable, overloaded. */
const LIMIT_STATUSES: ReadonlySet<number> = new Set([425, 429, 503, 529]);

/** Gateways tell limits under any status. A word too many here costs one call two minutes. */
const LIMIT =
  /rate[\s_-]?limit|too[\s_-]?many[\s_-]?(concurrent |parallel |simultaneous )?(requests|calls)|throttl|resource.{0,6}exhausted|request rate|\bqps\b|concurrency[\s_-]limit|overloaded|server (is )?(currently )?busy|(at|no|over) capacity|capacity exceeded|quota[\s_-]?exceeded|exceeded .{0,40}\bquota|out of .{0,20}quota|wait before trying again|\b(daily|weekly|monthly)\b.{0,30}\b(limit|quota|allocation)/i;
/** An error has its reason before this; what it quotes of a prompt comes later. */
const LONGEST_REASON = 500;
/** One request that asks for more than a limit allows. */
const ASKED_FOR = /\blimit:? (\d[\d,]*).{0,40}\brequested:? (\d[\d,]*)/i;
/** Codes of objections to the request itself: what their message quotes of it says nothing of a limit. */
const OBJECTION = /content[_-]?(filter|policy)|moderation|safety|flagged|invalid_prompt|context_length/i;
/** Statuses that judge one request, and may quote it. There an empty account is known by its code alone. */
const OF_ONE_REQUEST: ReadonlySet<number> = new Set([400, 422, 500]);

/** What is counted by the day, week or month. */
const LONG_PERIOD = /(\b(per|this)[ -]?|\/ ?)(day|week|month)\b|\b(daily|weekly|monthly|today's|[RT]PD)\b/i;
/** Quotas of Google and Azure that begin anew at midnight, whatever wait they state beside it. */
const UNTIL_MIDNIGHT = /Per(Project)?Day|ByDay/;
/** A day that rolls on has room for another request as soon as that; then it is a pace like any other. */
const ROLLS_ON_MS = 60_000;

const KINDS: Readonly<Record<number, FailureKind>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'gone',
  408: 'timeout',
  409: 'unavailable',
  410: 'gone',
  499: 'unavailable',
};

type Meaning = {
  readonly waitMs: number | null;
  readonly limits: boolean;
  readonly spent: 'credit' | 'quota' | null;
};

/** What an HTTP error answer means for the call. */
export function failureOfAnswer(answer: ErrorAnswer, context: CallContext, now: number): CallFailure {
  const { status, parameter } = answer;
  const waitMs = parseWait(answer, now);
  const limits = !isTooLarge(answer) && saysLimit(answer);
  const spent = spentOf(answer, { limits, waitMs });
  const kind = spent === 'credit' ? 'unauthorized' : kindOf(answer, limits);
  const advised = answer.headers.get('x-should-retry');
  const mayPass = ['rate-limited', 'unavailable', 'timeout'].includes(kind);
  const retry = spent === null && (advised === 'true' || (advised !== 'false' && mayPass));
  const named = { ...(parameter !== null && { parameter }), ...(spent !== null && { fatal: true }) };
  const cause = causeOf(answer, { spent, limits, waitMs }, context);
  // If a wait is stated something is counted, whatever the status.
  const limit = kind === 'unavailable' && waitMs === null ? 'overload' : 'rate';
  return {
    error: new ProviderError(`${context.from}: ${cause}`, { kind, status, ...named }),
    retry,
    retryAfterMs: waitMs,
    limit: retry && limits ? limit : null,
    isSpent: spent !== null,
    isDenial: spent === null && (kind === 'unauthorized' || status === 404),
  };
}

/** A quota of money or of a long time. */
function spentOf(answer: ErrorAnswer, { limits, waitMs }: Omit<Meaning, 'spent'>): Meaning['spent'] {
  const { status, codes, message, details } = answer;
  if (status === 402 || codes.some((code) => OUT_OF_CREDIT_CODE.test(code))) return 'credit';
  if (OF_ONE_REQUEST.has(status)) return null;
  // What says when to come back speaks of a limit, in whatever words.
  if ((status !== 429 || waitMs === null) && OUT_OF_CREDIT.test(reasonIn(answer))) return 'credit';
  const isLong = LONG_PERIOD.test(message) && (waitMs === null || waitMs > ROLLS_ON_MS);
  return limits && (isLong || UNTIL_MIDNIGHT.test(details)) ? 'quota' : null;
}

function saysLimit(answer: ErrorAnswer): boolean {
  if (LIMIT_STATUSES.has(answer.status)) return true;
  // An error that names a parameter objects to the request.
  return answer.parameter === null && [...answer.codes, reasonIn(answer)].some((text) => LIMIT.test(text));
}

function isTooLarge(answer: ErrorAnswer): boolean {
  const reason = reasonIn(answer);
  const [limit = 0, asked = 0] =
    ASKED_FOR.exec(reason)
      ?.slice(1, 3)
      .map((text) => Number(text.replaceAll(',', ''))) ?? [];
  return answer.status === 413 || /\brequest too large\b/i.test(reason) || asked > limit;
}

/** A list of what is wrong with a request quotes the request, and so may an objection to it. */
function reasonIn({ message, codes }: Pick<ErrorAnswer, 'message' | 'codes'>): string {
  const quotes = message.startsWith('[') || codes.some((code) => OBJECTION.test(code));
  return quotes ? '' : message.slice(0, LONGEST_REASON);
}

/** What a connection that broke or never came about means for the call. */
export function failureOfConnection(thrown: unknown, context: CallContext, redact: Redact): CallFailure {
  const cause = oneLine(redact(innermostCause(thrown)));
  const isNobody = /^(ENOTFOUND|ECONNREFUSED)$/.test(cause);
  const remedy = isNobody ? `; check the base URL ${context.baseUrl}, and the proxy if there is one` : '';
  const kind = /ETIMEDOUT|^Connect Timeout/.test(cause) ? 'timeout' : 'unavailable';
  return mayPass(`${context.from}: no connection (${cause})${remedy}`, kind);
}

export function failureOfTimeout(milliseconds: number, { from }: CallContext): CallFailure {
  return mayPass(`${from}: no answer within ${Math.round(milliseconds / 100) / 10} s`, 'timeout');
}

function mayPass(message: string, kind: FailureKind): CallFailure {
  return { error: new ProviderError(message, { kind }), retry: true, retryAfterMs: null };
}

function kindOf(answer: ErrorAnswer, limits: boolean): FailureKind {
  const { status, codes } = answer;
  if (status === 200 && !limits) return 'malformed';
  if (limits && status < 500) return 'rate-limited';
  if (isRedirect(status)) return 'gone';
  const other = codes[0] === 'content_filter' ? 'content-filter' : 'bad-request';
  return KINDS[status] ?? (status >= 500 ? 'unavailable' : other);
}

const isRedirect = (status: number) => status >= 300 && status < 400;

function causeOf(
  { status, headers, message }: ErrorAnswer,
  { spent, limits }: Meaning,
  context: CallContext,
): string {
  const said = oneLine(message);
  if (isRedirect(status)) return `status ${status}, ${whereTo(headers.get('location'), context)}`;
  const cause = said === '' ? `status ${status}` : `status ${status}, ${said}`;
  if (spent === 'credit') return `the account has no credit left (${cause})`;
  if (spent === 'quota') return `its quota is used up and will not be back in time (${cause})`;
  if (status === 200) return `an error under ${cause}`;
  if (limits) return cause;
  if (status === 401 || status === 403) return `the key was refused (${cause}); check ${context.keySource}`;
  if (status === 404 || status === 410)
    return `${cause}; check the model's name and the base URL ${context.baseUrl}`;
  return cause;
}

/** A redirect in words, without what a query may hold. */
function whereTo(location: string | null, { baseUrl }: CallContext): string {
  const url = URL.parse(location || 'none:', `${baseUrl.replace(/\/$/, '')}/chat/completions`);
  const address = url?.protocol.startsWith('http') ? `${url.origin}${url.pathname}` : 'no address';
  return oneLine(`redirects to ${address}; redirects are not followed, so check the base URL ${baseUrl}`);
}

const LONGEST_CAUSE = 300;
/** A page of an error has its title before this. */
const LONGEST_READ = 20_000;
const BLANK = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Foreign text on one line: the title of a page, else its beginning. */
export function oneLine(text: string): string {
  const start = text.slice(0, LONGEST_READ);
  const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(start)?.[1];
  const plain =
    title ?? (/^\s*<(!doctype|html|head|body)\b/i.test(start) ? start.replace(/<[^<>]*>/g, ' ') : start);
  const line = plain.replace(BLANK, ' ').trim();
  return line.length > LONGEST_CAUSE ? `${line.slice(0, LONGEST_CAUSE).trimEnd()}…` : line;
}

/** The innermost system error code, for example ECONNREFUSED; of undici its message; else the innermost message. */
function innermostCause(thrown: unknown): string {
  let cause: string | null = null;
  let innermost = thrown;
  for (let error = thrown; error instanceof Error; error = error.cause) {
    innermost = error;
    if (!('code' in error) || typeof error.code !== 'string') continue;
    cause = error.code.startsWith('UND_ERR_') ? error.message : error.code;
  }
  return cause ?? messageOf(innermost);
}
