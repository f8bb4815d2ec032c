import { z } from 'zod';
import { abortErrorOf, FAILURE_KINDS, messageOf, ProviderError, UserError } from '../../ports/errors.js';
import type { HostReply, HostRequest } from '../../ports/scorer-host.js';
import type { Redact } from '../../text/redact.js';
import { startLineProcess } from '../../workers/start-line-process.js';
import type { PooledWorker } from '../../workers/worker-pool.js';

/** A process that runs a scorer of the repository's own, one answer at a time. */
export interface ScorerHost extends PooledWorker {
  /**
   * Throws `ProviderError` (`scorer`, `timeout`, `aborted`) where no reply comes; the process is then of no more use.
   * Throws `UserError` where it cannot be started.
   */
  ask(
    request: HostRequest,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<HostReply>;
}

export type ScorerHostOptions = {
  readonly command: readonly string[];
  /** Absolute; the scorer's path is relative to it. */
  readonly folder: string;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  readonly redact: Redact;
};

type Pending = {
  readonly id: string;
  readonly resolve: (reply: HostReply) => void;
  readonly reject: (error: UserError | ProviderError) => void;
};

/** Starts the process of a scorer. */
export function startScorerHost({ command, folder, path, env, redact }: ScorerHostOptions): ScorerHost {
  let pending: Pending | null = null;
  /** Why it can be asked no more. */
  let fault: UserError | ProviderError | null = null;

  const fail = (error: UserError | ProviderError) => {
    fault ??= error;
    pending?.reject(error);
    pending = null;
  };
  const failed = (kind: 'scorer' | 'timeout' | 'aborted', what: string) =>
    fail(new ProviderError(redact(`the scorer ${path} ${what}`) + (child?.stderr.text() ?? ''), { kind }));

  const child = startLineProcess({
    command: [...command, path],
    folder,
    env,
    redact,
    onLine(line) {
      const reply = parseReply(redact(line));
      // Whatever else there is on stdout was printed by a program that the scorer started.
      if (reply === null || reply.id !== pending?.id) return child?.stderr.push(`${line}\n`);
      pending.resolve(reply);
      pending = null;
      if (!('error' in reply)) child?.stderr.clear();
    },
    onOverflow: () => failed('scorer', 'wrote a line that is too long'),
    onEnd({ code, signal }) {
      failed(
        'scorer',
        code === null ? `was ended by ${signal}` : `ended with code ${code} before it was done`,
      );
    },
    onStartError(thrown) {
      fail(
        new UserError(`scorers: the process of ${path} cannot be started (${redact(messageOf(thrown))})`, {
          cause: thrown,
        }),
      );
    },
  });

  return {
    get usable() {
      return fault === null;
    },
    async ask(request, { timeoutMs, signal }) {
      if (signal.aborted) throw abortErrorOf(signal);
      if (fault !== null) throw fault;
      const { promise, resolve, reject } = Promise.withResolvers<HostReply>();
      pending = { id: request.id, resolve, reject };
      const timer = setTimeout(
        () => failed('timeout', `gave no score within ${timeoutMs / 1000} s`),
        timeoutMs,
      );
      const leave = () => fail(abortErrorOf(signal));
      signal.addEventListener('abort', leave, { once: true });
      child?.write(JSON.stringify(request));
      try {
        const reply = await promise;
        return 'error' in reply ? { ...reply, error: reply.error + (child?.stderr.text() ?? '') } : reply;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        child?.stderr.clear();
      }
    },
    async close() {
      const idle = pending === null && fault === null;
      fault ??= new ProviderError(`the process of the scorer ${path} was ended`, { kind: 'aborted' });
      await child?.close({ idle });
    },
  };
}

const kind = z.enum(FAILURE_KINDS);

/** Checks a reply; what is none was printed by the scorer. */
const hostReplySchema: z.ZodType<HostReply> = z.union([
  z.object({
    id: z.string(),
    about: z.object({
      id: z.string(),
      type: z.literal('agent').optional(),
      scale: z.number().positive(),
      higherIsBetter: z.boolean(),
    }),
  }),
  z.object({ id: z.string(), refused: z.string() }),
  z.object({
    id: z.string(),
    result: z.object({
      score: z.number().nullable(),
      reason: z.string().optional(),
      unscored: z.object({ kind, reason: z.string() }).optional(),
    }),
  }),
  z.object({ id: z.string(), error: z.string(), kind: kind.optional() }),
]);

function parseReply(line: string): HostReply | null {
  if (!line.startsWith('{')) return null;
  try {
    return hostReplySchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
