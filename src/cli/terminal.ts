import { constants } from 'node:os';
import { isAbsolute, relative } from 'node:path';
import { createInterface } from 'node:readline';
import type { Log } from '../model/effects.js';
import { escapeForLog } from '../report/console.js';
import type { Redact } from '../text/redact.js';

/** With `keys`, the first of these keys is the answer, without Enter. */
export type Ask = (
  question: string,
  options?: { readonly keys?: readonly string[] },
) => Promise<string | null>;

/** Standard error, for progress and problems. */
export type ProgressOutput = {
  readonly writeError: (text: string) => void;
  /** True if standard error is a terminal, so that lines can be overwritten. */
  readonly live?: boolean;
};

/** The process as a command sees it. */
export type Terminal = ProgressOutput & {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly write: (text: string) => void;
  readonly color: boolean;
  /** `null` at the end of the input. Throws `StopError`. Missing if input is not a terminal. */
  readonly ask?: Ask | undefined;
  /** The command that starts this program: `npx prompt-regression`. */
  readonly program: string;
  readonly scorerHost: readonly string[];
  /** Folder of this package. If it is a clone, its remote hosts the action. */
  readonly checkout?: string;
};

/** A terminal's input, which may be set to send each key at once. */
type TerminalInput = NodeJS.ReadableStream & { setRawMode?(isRaw: boolean): unknown };

/** Asks for a line, or for one key, on a terminal. `null` at the end of the input. Throws `StopError` at Ctrl-C. */
export function createAsk(input: TerminalInput, output: NodeJS.WritableStream): Ask {
  return (question, { keys } = {}) =>
    keys === undefined || input.setRawMode === undefined
      ? askLine(question, input, output)
      : askKey(question, keys, input, output);
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

function askKey(
  question: string,
  keys: readonly string[],
  input: TerminalInput,
  output: NodeJS.WritableStream,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const onData = (data: Buffer | string) => {
      const typed = String(data).toLowerCase();
      if (typed === CTRL_C) return end(() => reject(new StopError('SIGINT')));
      if (typed === CTRL_D) return end(() => resolve(null));
      if (!keys.includes(typed)) return;
      output.write(typed);
      end(() => resolve(typed));
    };
    output.write(question);
    input.setRawMode?.(true);
    input.on('data', onData);
    input.resume();
  });
}

function askLine(
  question: string,
  input: TerminalInput,
  output: NodeJS.WritableStream,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input, output });
    let said: string | null = null;
    lines.once('SIGINT', () => {
      reject(new StopError('SIGINT'));
      lines.close();
    });
    lines.once('close', () => {
      // The next output starts on its own line.
      if (said === null) output.write('\n');
      resolve(said);
    });
    lines.question(question, (line) => {
      said = line;
      lines.close();
    });
  });
}

/** Relative to the working directory if it is inside. */
export function shortenPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return near === '' || near.startsWith('..') || isAbsolute(near) ? path : near;
}

/** How to start this program from a folder. `script`: the file that Node was started with. */
export function renderProgramCall(script: string, cwd: string): string {
  const path = script.replaceAll('\\', '/');
  if (/\/node_modules\/(?:\.bin|prompt-regression)\//.test(path)) return 'npx prompt-regression';
  if (path.endsWith('/prompt-regression')) return 'prompt-regression';
  return `node ${shortenPath(script, cwd)}`;
}

/** The user stopped the command by this signal, and it has cleaned up. */
export class StopError extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }

  /** As shells report a program ended by the signal. */
  get exitCode(): number {
    return 128 + constants.signals[this.signal];
  }
}

/** Progress on standard error, so that standard output holds only the report. */
export function createTerminalLog({ writeError, live = false }: ProgressOutput, redact: Redact): Log {
  let shown = false;
  const clear = () => (shown ? '\r\u001b[K' : '');
  const line = (prefix: string, text: string) => {
    writeError(`${clear()}${prefix}${escapeForLog(redact(text))}\n`);
    shown = false;
  };
  const status = (text: string) => {
    writeError(`${clear()}${escapeForLog(redact(text))}`);
    shown = text !== '';
  };
  const log: Log = {
    info: (text) => line('', text),
    warning: (text) => line('warning: ', text),
    error: (text) => line('error: ', text),
    group(title) {
      line('', title);
      return () => {};
    },
  };
  return live ? { ...log, status } : log;
}
