import { type FailureKind, messageOf, ProviderError } from '../ports/errors.js';
import { GITHUB_MODELS_RETIRED } from './provider-address.js';
import { type HeaderReader, parseWait } from './retry-delay.js';

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
};

/** An HTTP error answer. */
export type ErrorAnswer = {
  readonly status: number;
  readonly headers: HeaderReader;
  readonly code: string | null;
  readonly parameter: string | null;
  readonly message: string;
};

/** Codes or types of answers under 429 that no waiting mends. */
const OUT_OF_CREDIT_CODES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'insufficient_balance',
  'insufficient_credits',
  'billing_hard_limit_reached',
  'billing_not_active',
]);

const LONGEST_CAUSE = 300;

/** What an HTTP error answer means for the call. */
export function failureOfAnswer(answer: ErrorAnswer, context: CallContext, now: number): CallFailure {
  const { status } = answer;
  const outOfCredit = status === 402 || (answer.code !== null && OUT_OF_CREDIT_CODES.has(answer.code));
  const kind = outOfCredit ? 'unauthorized' : kindOfStatus(answer);
  const advised = answer.headers.get('x-should-retry');
  const mayPass = kind === 'rate-limited' || kind === 'unavailable' || kind === 'timeout';
  return {
    error: new ProviderError(`${context.from}: ${causeOf(answer, outOfCredit, context)}`, {
      kind,
      status,
      ...(answer.parameter !== null && { parameter: answer.parameter }),
    }),
    retry: advised === 'true' ? !outOfCredit : advised !== 'false' && mayPass,
    retryAfterMs: parseWait(answer, now),
  };
}

/**
 * True where the provider takes no more requests for now: a 429, or a 503 (529 with some) that says how long to wait. It
 * will take the same request later, so this was no try of it.
 */
export function isRateLimit({ status }: ErrorAnswer, { error, retry, retryAfterMs }: CallFailure): boolean {
  if (!retry || error.fatal) return false;
  return status === 429 || ((status === 503 || status === 529) && retryAfterMs !== null);
}

/** What a connection that broke or never came about means for the call. */
export function failureOfConnection(thrown: unknown, context: CallContext): CallFailure {
  return {
    error: new ProviderError(`${context.from}: no connection (${innermostCause(thrown)})`, {
      kind: 'unavailable',
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

function kindOfStatus({ status, code }: ErrorAnswer): FailureKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404 || status === 410) return 'gone';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate-limited';
  if (status === 409 || status >= 500) return 'unavailable';
  return code === 'content_filter' ? 'content-filter' : 'bad-request';
}

function causeOf({ status, message }: ErrorAnswer, outOfCredit: boolean, context: CallContext): string {
  const said = oneLine(message);
  const cause = said === '' ? `status ${status}` : `status ${status}, ${said}`;
  if (outOfCredit) return `the account has no credit left (${cause})`;
  if (status === 401 || status === 403) return `the key was refused (${cause}); check ${context.keySource}`;
  if (status === 410) return `${cause}. If this was GitHub Models: ${GITHUB_MODELS_RETIRED}`;
  if (status === 404) return `${cause}; check the model's name and the base URL ${context.baseUrl}`;
  return cause;
}

/** Foreign text on one line: the title of a page, else its beginning. */
export function oneLine(text: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1];
  const page = /^\s*<(!doctype|html|head|body)\b/i.test(text);
  const plain = title ?? (page ? text.replace(/<[^>]*>/g, ' ') : text);
  const line = plain.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > LONGEST_CAUSE ? `${line.slice(0, LONGEST_CAUSE).trimEnd()}…` : line;
}

/** The innermost system error code, for example ECONNREFUSED; else the innermost message. */
function innermostCause(thrown: unknown): string {
  let code: string | null = null;
  let innermost: unknown = thrown;
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    innermost = error;
    if ('code' in error && typeof error.code === 'string') code = error.code;
  }
  return code ?? oneLine(messageOf(innermost));
}
