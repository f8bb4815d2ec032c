import { constants } from 'node:os';
import { isAbsolute, relative } from 'node:path';
import { createInterface } from 'node:readline';
import type { Log } from '../ports/log.js';
import { inertForLog } from '../report/console-text.js';
import type { Redact } from '../text/redact.js';

export type Ask = (question: string) => Promise<string | null>;

/** The terminal that a command runs in. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly color: boolean;
  /** Asks whoever sits there for a line; `null` where none comes. Throws `Stopped`. Missing where nobody can be asked. */
  readonly ask?: Ask;
  /** True where somebody watches standard error, so that a line may be written over. */
  readonly live?: boolean;
  /** How this program is called again from here: `npx prompt-regression`. */
  readonly program: string;
  /** The command that starts the process of a scorer of the repository's own. */
  readonly scorerHost: readonly string[];
};

/** Asks by a line on a terminal. The end of the input is no line. Throws `Stopped` at Ctrl-C. */
export function createAsk(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Ask {
  return (question) =>
    new Promise((resolve, reject) => {
      const lines = createInterface({ input, output });
      let said: string | null = null;
      lines.once('SIGINT', () => {
        reject(new Stopped('SIGINT'));
        lines.close();
      });
      lines.once('close', () => {
        // What is told next begins a line of its own.
        if (said === null) output.write('\n');
        resolve(said);
      });
      lines.question(question, (line) => {
        said = line;
        lines.close();
      });
    });
}

/** A path as a reader at `cwd` would write it. */
export function shownPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return near === '' || near.startsWith('..') || isAbsolute(near) ? path : near;
}

/**
 * How a program is called again from a folder: by `npx` where a project has it installed, by its name where the shell
 * finds it, else by its file.
 *
 * @param script The file that Node was started with.
 */
export function callAgain(script: string, cwd: string): string {
  const path = script.replaceAll('\\', '/');
  if (/\/node_modules\/(?:\.bin|prompt-regression)\//.test(path)) return 'npx prompt-regression';
  if (path.endsWith('/prompt-regression')) return 'prompt-regression';
  return `node ${shownPath(script, cwd)}`;
}

/** The user stopped the command by this signal. What could be told and tidied up is. */
export class Stopped extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }

  /** As a shell has it for a program that the signal ended. */
  get exitCode(): number {
    return 128 + constants.signals[this.signal];
  }
}

/** Progress of a run on a developer's machine, on standard error, so that standard output holds the report alone. */
export function createTerminalLog(
  { writeError, live = false }: Pick<Terminal, 'writeError' | 'live'>,
  redact: Redact,
): Log {
  let shown = false;
  const clear = () => (shown ? '\r\u001b[K' : '');
  const line = (prefix: string, text: string) => {
    writeError(`${clear()}${prefix}${inertForLog(redact(text))}\n`);
    shown = false;
  };
  const status = (text: string) => {
    writeError(`${clear()}${inertForLog(redact(text))}`);
    shown = text !== '';
  };
  return {
    ...(live && { status }),
    info: (text) => line('', text),
    warning: (text) => line('warning: ', text),
    error: (text) => line('error: ', text),
    group(title) {
      line('', title);
      return () => {};
    },
  };
}
