import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redact } from '../text/redact.js';
import { endProcessTree } from './end-process-tree.js';
import { createLineSplitter } from './line-splitter.js';
import { createStderrTail, type StderrTail } from './stderr-tail.js';

/** Characters of one line on stdout. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/** For a program to end by itself when its input does. */
const EOF_GRACE_MS = 500;

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
