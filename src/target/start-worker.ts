import type { Answer, Usage } from '../ports/answer.js';
import { NO_USAGE } from '../ports/answer.js';
import type { Message } from '../ports/dataset.js';
import { abortErrorOf, isAbsent, messageOf, type ProviderError, UserError } from '../ports/errors.js';
import type { Redact } from '../text/redact.js';
import { LONGEST_LINE, startLineProcess } from '../workers/start-line-process.js';
import { buildFailure } from './build-answer.js';
import { parseWorkerReply } from './worker-reply.js';

export type WorkerRequest = {
  readonly id: string;
  readonly input: string;
  readonly messages: readonly Message[];
  readonly vars: Readonly<Record<string, string>>;
  readonly sample: number;
};

export type WorkerAnswer = {
  readonly answer: Answer;
  readonly usage: Usage;
  /** True where the worker had ended in good order after an earlier answer: ask another one instead. */
  readonly unasked?: true;
  /** Why, where it did not end in good order. */
  readonly crashed?: string;
  /** True where its time was up, and nothing at all had come on its stdout. */
  readonly silent?: true;
};

/** A process that answers one request at a time. */
export interface Worker {
  /** False once the process has ended, or has broken the protocol and said so: close it and start another. */
  readonly usable: boolean;
  /**
   * Resolves with an answer, a failed one where the process fails. Throws `UserError` where the program cannot be
   * started, `ProviderError` on abort.
   */
  ask(
    request: WorkerRequest,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<WorkerAnswer>;
  /** Ends the process and its descendants. */
  close(): Promise<void>;
}

export type WorkerOptions = {
  readonly command: readonly string[];
  /** Absolute. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly redact: Redact;
  /** True once another process of this program has answered. */
  hasAnswered?(): boolean;
  /** Hears which request was answered once more, and otherwise. */
  onContradiction?(request: WorkerRequest): void;
};

const WHY_SILENT =
  'it has to flush after each line, and must not wait for the end of stdin, which stays open';

const ENDED: WorkerAnswer = {
  answer: buildFailure('target', 'the command ended'),
  usage: NO_USAGE,
  unasked: true,
};

type Pending = {
  readonly request: WorkerRequest;
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (error: UserError | ProviderError) => void;
};

/** Starts the program without a shell, in a process group of its own. Throws `UserError` where it cannot be started. */
export function startWorker({
  command,
  folder,
  env,
  redact,
  hasAnswered,
  onContradiction,
}: WorkerOptions): Worker {
  const [program = ''] = command;
  /** The last request of each id, and what was answered. */
  const answered = new Map<string, { readonly request: WorkerRequest; readonly said: string }>();
  const whenEnded = Promise.withResolvers<void>();
  let pending: Pending | null = null;
  let fault: string | null = null;
  /** A fault seen between two requests is told to the next one. */
  let faultTold = false;
  let ended = false;
  let crashed: string | null = null;
  let cannotStart: UserError | null = null;
  let closing: Promise<void> | null = null;

  const settle = (answer: WorkerAnswer) => {
    const asked = pending;
    pending = null;
    asked?.resolve(answer);
  };
  const fail = (kind: 'target' | 'late' | 'aborted', why: string) => {
    fault ??= why;
    faultTold ||= pending !== null;
    const silent = kind === 'late' && !child?.spoke();
    settle({
      answer: buildFailure(kind, redact(`the command ${why}`) + stderr.text()),
      usage: NO_USAGE,
      ...(silent && { silent }),
    });
  };
  const onLine = (line: string) => {
    if (line.trim() === '') return;
    const reply = parseWorkerReply(redact(line));
    if (reply.kind === 'broken') return fault === null ? fail('target', reply.why) : undefined;
    const said = JSON.stringify(reply.answer);
    if (reply.id !== pending?.request.id) {
      const earlier = answered.get(reply.id);
      if (earlier && earlier.said !== said) onContradiction?.(earlier.request);
      if (fault !== null) return;
      const again = earlier ? 'a second time' : 'though it was not asked';
      return fail('target', `answered ${JSON.stringify(reply.id).slice(0, 100)} ${again}`);
    }
    if (fault !== null) return;
    answered.set(reply.id, { request: pending.request, said });
    const { answer, usage } = reply;
    const failed = answer.status === 'failed';
    settle({ answer: failed ? buildFailure(answer.kind, answer.message + stderr.text()) : answer, usage });
    stderr.clear();
  };
  const endedAnswer = () => (crashed === null ? ENDED : { ...ENDED, crashed });
  const onEnd = ({ code, signal }: { code: number | null; signal: NodeJS.Signals | null }) => {
    ended = true;
    whenEnded.resolve();
    const how = code === null ? `was ended by ${signal}` : `ended with code ${code}`;
    const unasked = code === 0 && answered.size > 0 && fault === null;
    if (pending !== null && !unasked) return fail('target', `${how} before it answered`);
    // Some programs answer once and end: that is how they are.
    if (closing === null && fault === null && !(unasked && answered.size === 1)) {
      crashed = redact(`the command ${how} after an answer`) + stderr.text();
    }
    settle(endedAnswer());
  };
  const onStartError = (thrown: unknown) => {
    const why =
      command.length === 1 && /\s/.test(program)
        ? `no shell takes it apart: write it as a list, [${program.trim().split(/\s+/).join(', ')}]`
        : isAbsent(thrown) && !program.includes('/')
          ? 'no program of that name is installed and on the PATH'
          : `in ${folder} (${redact(messageOf(thrown))}); it is started without a shell`;
    cannotStart = new UserError(`target command ${JSON.stringify(program)}: cannot be started: ${why}`, {
      cause: thrown,
    });
    ended = true;
    whenEnded.resolve();
    pending?.reject(cannotStart);
    pending = null;
  };

  const child = startLineProcess({
    command,
    folder,
    env,
    redact,
    onLine,
    onOverflow: () => fail('target', `wrote a line of more than ${LONGEST_LINE / 1024 / 1024} MB to stdout`),
    onClosed: () => fail('target', 'closed its stdout before it answered'),
    onEnd,
    onStartError,
  });
  if (child === null) throw cannotStart;
  const { stderr } = child;

  return {
    get usable() {
      return !ended && closing === null && (fault === null || !faultTold);
    },
    async ask(request, { timeoutMs, signal }) {
      if (signal.aborted) throw abortErrorOf(signal);
      if (cannotStart !== null) throw cannotStart;
      if (ended && fault === null) return endedAnswer();
      if (fault !== null) {
        faultTold = true;
        return {
          answer: buildFailure('target', redact(`the command ${fault}`) + stderr.text()),
          usage: NO_USAGE,
        };
      }
      const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>();
      pending = { request, resolve, reject };
      const timer = setTimeout(() => {
        const silent = child.spoke() || hasAnswered?.() ? '' : `: nothing came on stdout; ${WHY_SILENT}`;
        fail('late', `gave no answer within ${timeoutMs / 1000} s (target.timeout)${silent}`);
      }, timeoutMs);
      const leave = () => {
        pending = null;
        reject(abortErrorOf(signal));
      };
      signal.addEventListener('abort', leave, { once: true });
      child.write(JSON.stringify(request));
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      }
    },
    close() {
      closing ??= (async () => {
        await child.close({ idle: pending === null && fault === null });
        await whenEnded.promise;
        if (pending !== null) fail('aborted', 'was stopped before it answered');
      })();
      return closing;
    },
  };
}
