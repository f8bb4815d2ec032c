import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redact } from '../text/redact.js';
import { renderLastLines } from '../text/values.js';
import { createLineSplitter } from './line-splitter.js';

/** Characters of one line on stdout. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/** For a program to end by itself when its input does. */
const EOF_GRACE_MS = 500;

/** Between the end of a program's stdout and its own. */
const CLOSING_MS = 1_000;

/** What a process wrote before it ended is still read for this long, also where a descendant holds the pipe. */
const LAST_WORDS_MS = 300;

export type LineProcessOptions = {
  /** Program and arguments, started without a shell. */
  readonly command: readonly string[];
  /** Absolute. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly redact: Redact;
  /** A whole line of its stdout. */
  readonly onLine: (line: string) => void;
  /** A line grew past `LONGEST_LINE`: nothing more is read. */
  readonly onOverflow: () => void;
  /** It closed its stdout a while ago, and has not ended. */
  readonly onClosed?: () => void;
  /** It has ended, and its last lines were read. */
  readonly onEnd: (how: { readonly code: number | null; readonly signal: NodeJS.Signals | null }) => void;
  /** It could not be started; called before `startLineProcess` returns, or soon after. */
  readonly onStartError: (thrown: unknown) => void;
};

/** A program that is spoken to in lines. */
export interface LineProcess {
  readonly stderr: StderrTail;
  /** True once anything came on its stdout. */
  readonly spoke: () => boolean;
  /** Writes a line to its stdin; where it no longer reads, nothing happens, and `onEnd` tells why. */
  write(line: string): void;
  /**
   * Ends its input, waits a little for it to end by itself where it is `idle`, then ends it with all its descendants.
   */
  close(how: { readonly idle: boolean }): Promise<void>;
}

/** Starts a program in a process group of its own. `null` where it cannot be started, which `onStartError` was told. */
export function startLineProcess(options: LineProcessOptions): LineProcess | null {
  const [program = '', ...programArguments] = options.command;
  const stderr = createStderrTail(options.redact);
  let ended = false;
  let spoke = false;
  const lines = createLineSplitter({
    longest: LONGEST_LINE,
    onLine: options.onLine,
    onOverflow: options.onOverflow,
  });
  const end = async (code: number | null, signal: NodeJS.Signals | null) => {
    await Promise.race([once(child, 'close'), sleep(LAST_WORDS_MS, null, { ref: false })]);
    lines.end();
    ended = true;
    options.onEnd({ code, signal });
  };

  let child: ChildProcess;
  try {
    child = spawn(program, programArguments, {
      cwd: options.folder,
      // As a shell does: the one that is inherited names the folder that the run was started in.
      env: { ...options.env, PWD: options.folder },
      // The process leads a group of its own: only so can all of its descendants be ended.
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
  } catch (thrown) {
    options.onStartError(thrown);
    return null;
  }
  child.on('error', (thrown) => {
    if (child.pid !== undefined) return;
    ended = true;
    options.onStartError(thrown);
  });
  child.on('exit', (code, signal) => void end(code, signal));
  // EPIPE: the process is ending, and `exit` tells how.
  child.stdin?.on('error', () => {});
  child.stdout
    ?.setEncoding('utf8')
    .on('data', (piece: string) => {
      spoke = true;
      lines.push(piece);
    })
    .on('end', async () => {
      await sleep(CLOSING_MS, null, { ref: false });
      if (!hasExited(child)) options.onClosed?.();
    })
    .on('error', () => {});
  child.stderr
    ?.setEncoding('utf8')
    .on('data', stderr.push)
    .on('error', () => {});

  return {
    stderr,
    spoke: () => spoke,
    write(line) {
      if (!child.stdin?.destroyed) child.stdin?.write(`${line}\n`);
    },
    async close({ idle }) {
      child.stdin?.end();
      // The end of its input is a program's own sign to go; one that is at work or broken is not waited for.
      if (idle && !ended) {
        await Promise.race([once(child, 'exit'), sleep(EOF_GRACE_MS, null, { ref: false })]);
      }
      await endProcessTree(child);
    },
  };
}

const KEPT_CHARACTERS = 32 * 1024;
const SHOWN_LINES = 20;
const SHOWN_CHARACTERS = 1_000;

/** A line that says what went wrong: Node prints its stack after it, Python before. */
const NAMES_AN_ERROR = /\b\w*(Error|Exception|Failure)\b.*\S|\bpanic(ked)?\b|^(fatal|error)\b/i;

/** The end of what a process wrote to stderr, for the message when it fails. */
export interface StderrTail {
  push(piece: string): void;
  clear(): void;
  /**
   * The last line that names an error, else the very last, and after it the last lines: whoever shows the message may
   * cut it at its end. On one line, free of secrets, as the end of a message; empty where nothing was written.
   */
  text(): string;
}

export function createStderrTail(redact: Redact): StderrTail {
  let kept = '';
  return {
    push(piece) {
      kept = (kept + piece).slice(-KEPT_CHARACTERS);
    },
    clear() {
      kept = '';
    },
    text() {
      // Redacted whole and cut then: half a secret would not be recognised.
      const lines = redact(kept)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .slice(-SHOWN_LINES);
      const line = lines.findLast((each) => NAMES_AN_ERROR.test(each)) ?? lines.at(-1);
      if (line === undefined) return '';
      const others = lines.length === 1 ? '' : renderLastLines(lines.join(' | ').slice(-SHOWN_CHARACTERS));
      return `; stderr: ${line.slice(-SHOWN_CHARACTERS)}${others}`;
    },
  };
}

/** Between TERM and KILL. */
const GRACE_MS = 1_000;

/** For descendants that still hold the pipes after their parent ended. */
const DESCENDANTS_GRACE_MS = 300;

/**
 * Ends a process and all of its descendants: TERM first, KILL after a grace time. Resolves when the process is gone and
 * its pipes are closed, also where a descendant holds them.
 *
 * @param child started with `detached: true`, so that it leads a process group (on Windows: a tree that taskkill knows).
 */
export async function endProcessTree(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid !== undefined) {
    if (!hasExited(child)) {
      signalTree(pid, 'SIGTERM');
      if (!(await endsWithin(child, 'exit', GRACE_MS))) signalTree(pid, 'SIGKILL');
      if (!hasExited(child)) await endsWithin(child, 'exit', GRACE_MS);
    }
    // `close` never comes while a descendant holds a pipe; `exit` says nothing of descendants.
    const pipesOpen = [child.stdout, child.stderr].some((pipe) => pipe !== null && !pipe.closed);
    if (pipesOpen && !(await endsWithin(child, 'close', 0))) {
      signalTree(pid, 'SIGTERM');
      await endsWithin(child, 'close', DESCENDANTS_GRACE_MS);
    }
    signalTree(pid, 'SIGKILL');
  }
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function endsWithin(
  child: ChildProcess,
  event: 'exit' | 'close',
  milliseconds: number,
): Promise<boolean> {
  const enough = new AbortController();
  const ended = once(child, event, { signal: enough.signal }).then(
    () => true,
    () => false,
  );
  const late = sleep(milliseconds, false, { signal: enough.signal }).catch(() => false);
  const result = await Promise.race([ended, late]);
  enough.abort();
  return result;
}

type ChildEnvironment = Readonly<Record<string, string>>;

const MARK = 'PROMPT_REGRESSION_PROCESS';
/** A process may start others while it is looked for. */
const MOST_LOOKS = 5;

/** The environment with a mark of its own, by which `endMarked` finds whoever inherited it. */
export function markEnvironment(env: ChildEnvironment): ChildEnvironment {
  return { ...env, [MARK]: randomUUID() };
}

/** Ends what is left of processes with this environment, those too that lead a group of their own. On Linux alone. */
export async function endMarked(env: ChildEnvironment): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const left = await findMarked(`${MARK}=${env[MARK]}`);
    if (left.length === 0) return;
    for (const pid of left) signal(pid, look === 0 ? 'SIGTERM' : 'SIGKILL');
    await sleep(DESCENDANTS_GRACE_MS);
  }
}

async function findMarked(mark: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // Somebody else's cannot be read, and one that has ended has none.
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    if (environment.split('\0').includes(mark)) found.push(Number(name));
  }
  return found;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // ESRCH: nobody is left, of a group or at all.
  }
}

function signalTree(pid: number, name: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => {},
    );
    return;
  }
  signal(-pid, name);
}
