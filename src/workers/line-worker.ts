import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAbortError, describeError } from '../model/errors.js';
import type { Redact } from '../text/redact.js';
import { createLineSplitter, createStderrTail, type StderrTail } from './program-output.js';
import { explainStrayOutput } from './stray-output.js';
import type { PooledWorker } from './worker-pool.js';

/** Characters per line on stdout. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/** Time for a program to end after its input ends. */
const EOF_GRACE_MS = 500;

/** Time to read the rest of the output after the process has ended, even if a descendant keeps the pipe open. */
const OUTPUT_GRACE_MS = 300;

/** A line on stdout; after a `broken` or `stray` one the program cannot be trusted. `stray`: no JSON object. */
export type WorkerLine<Reply> =
  | { readonly kind: 'reply'; readonly id: string; readonly reply: Reply }
  | { readonly kind: 'printed' }
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'stray'; readonly why: string };

/**
 * Why a program gave no reply. `left`: it ended with code 0 after earlier replies, so it may be restarted. `stray`: it
 * printed something else, and the message would be the same for every question.
 */
export class WorkerFault extends Error {
  override readonly name = 'WorkerFault';
  readonly kind: 'start' | 'late' | 'left' | 'stray' | 'failed';

  constructor(message: string, kind: WorkerFault['kind']) {
    super(message);
    this.kind = kind;
  }
}

/** The program, and how its lines are read. */
export type LineWorkerOptions<Reply> = {
  /** Program and arguments, started without a shell. */
  readonly command: readonly string[];
  /** Absolute. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly redact: Redact;
  /** The caller redacts what it keeps of a line. */
  readonly parse: (line: string, redact: Redact) => WorkerLine<Reply>;
};

/** A program in its own process group, which answers one JSON line at a time. */
export class LineWorker<Reply> implements PooledWorker {
  readonly stderr: StderrTail;
  /** True after the first output on stdout. */
  spoke = false;
  readonly #child: ChildProcess | null;
  readonly #options: LineWorkerOptions<Reply>;
  #pending: (PromiseWithResolvers<Reply> & { readonly id: string }) | null = null;
  #fault: WorkerFault | null = null;
  readonly #failed = Promise.withResolvers<void>();
  #replies = 0;

  constructor(options: LineWorkerOptions<Reply>) {
    this.#options = options;
    this.stderr = createStderrTail(options.redact);
    this.#child = this.#start();
  }

  get usable(): boolean {
    return this.#fault === null;
  }

  /** Why it is not usable; `null` if it is. */
  get fault(): WorkerFault | null {
    return this.#fault;
  }

  /** Why the program did not start, or ended within `ms`; else `null`. */
  async faultWithin(ms: number): Promise<WorkerFault | null> {
    await Promise.race([this.#failed.promise, sleep(ms, null, { ref: false })]);
    return this.#fault;
  }

  /** Throws `WorkerFault` without a reply, and `ProviderError` on abort; the process is then unusable. */
  async ask(
    request: { readonly id: string },
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<Reply> {
    if (signal.aborted) throw createAbortError(signal);
    if (this.#fault !== null) throw this.#fault;
    this.stderr.clear();
    const pending = { ...Promise.withResolvers<Reply>(), id: request.id };
    this.#pending = pending;
    const timer = setTimeout(
      () => this.#fail('late', `gave no answer within ${timeoutMs / 1000} s`),
      timeoutMs,
    );
    const onAbort = () => pending.reject(createAbortError(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    this.#child?.stdin?.write(`${JSON.stringify(request)}\n`);
    try {
      return await pending.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#pending = null;
    }
  }

  /** Ends the input, waits briefly if the program was idle, then ends it with all its descendants. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const idle = this.#pending === null && this.#fault === null;
    this.#fail('failed', 'was stopped before it answered');
    child.stdin?.end();
    if (idle) await waitForExit(child, EOF_GRACE_MS);
    await endProcessTree(child);
  }

  #start(): ChildProcess | null {
    const { command, folder, env } = this.#options;
    const [program = '', ...args] = command;
    let child: ChildProcess;
    try {
      child = spawn(program, args, {
        cwd: folder,
        // As a shell does: the inherited value names the run's own folder.
        env: { ...env, PWD: folder },
        // Only a process that leads its own group can be ended with all its descendants.
        detached: process.platform !== 'win32',
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      });
    } catch (cause) {
      this.#failToStart(cause);
      return null;
    }
    child.on('error', (cause) => {
      if (child.pid === undefined) this.#failToStart(cause);
    });
    this.#listen(child);
    return child;
  }

  #listen(child: ChildProcess): void {
    const lines = createLineSplitter({
      longest: MAX_LINE_LENGTH,
      onLine: (line) => this.#read(line),
      onOverflow: () =>
        this.#fail('failed', `wrote a line of more than ${MAX_LINE_LENGTH / 1024 / 1024} MB to stdout`),
    });
    const onOutput = (piece: string) => {
      this.spoke = true;
      lines.push(piece);
    };
    // EPIPE: the process is ending; `exit` handles it.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {});
    child.stdout?.setEncoding('utf8').on('data', onOutput);
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => this.stderr.push(piece));
    child.on('exit', async (code, signal) => {
      await Promise.race([once(child, 'close'), sleep(OUTPUT_GRACE_MS, null, { ref: false })]);
      lines.end();
      const how = code === null ? `was ended by ${signal}` : `ended with code ${code}`;
      const when = this.#pending === null && this.#replies > 0 ? 'after an answer' : 'before it answered';
      this.#fail(code === 0 && this.#replies > 0 ? 'left' : 'failed', `${how} ${when}`);
    });
  }

  #read(line: string): void {
    const { parse, redact } = this.#options;
    const read = parse(line, redact);
    if (read.kind === 'printed') {
      this.stderr.push(`${line}\n`);
    } else if (read.kind === 'broken') {
      this.#fail('failed', read.why);
    } else if (read.kind === 'stray') {
      this.#fail('stray', explainStrayOutput(this.#options.command, read.why));
    } else if (read.id === this.#pending?.id) {
      this.#replies += 1;
      this.#pending.resolve(read.reply);
      this.#pending = null;
    } else {
      const id = JSON.stringify(redact(read.id)).slice(0, 100);
      this.#fail('failed', `answered ${id} without a question`);
    }
  }

  #failToStart(cause: unknown): void {
    const where = `in ${this.#options.folder} (${describeError(cause)})`;
    const remedy = 'check that it is installed, and write its command as a list, [program, argument]';
    this.#fail('start', `cannot be started ${where}: ${remedy}`);
  }

  #fail(kind: WorkerFault['kind'], why: string): void {
    this.#fault ??= new WorkerFault(this.#options.redact(why), kind);
    this.#pending?.reject(this.#fault);
    this.#failed.resolve();
  }
}

/** Why a program that never wrote anything gave no answer in time. */
export const SILENT_HINT =
  ': nothing came on stdout; it has to flush after each line, and must not wait for the end of stdin, which stays open';

/** Between TERM and KILL. */
const KILL_GRACE_MS = 1_000;

/** Ends a process group: TERM first, KILL after a grace time. */
async function endProcessTree(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined) {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      signalTree(child.pid, signal);
      await waitForExit(child, KILL_GRACE_MS);
    }
  }
  // A descendant that left the group may still hold them.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
}

/** Waits for the process to exit, up to a limit. */
async function waitForExit(child: ChildProcess, milliseconds: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await Promise.race([once(child, 'exit'), sleep(milliseconds, null, { ref: false })]);
}

function signalTree(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    const kill = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    kill.on('error', () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: the process has ended.
  }
}
