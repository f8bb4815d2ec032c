import type { Log } from '../ports/log.js';
import { inertForLog } from '../report/console-text.js';
import type { Redact } from '../text/redact.js';

/** The terminal that a command runs in. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly color: boolean;
  /** The command that starts the process of a scorer of the repository's own. */
  readonly scorerHost: readonly string[];
};

/** Progress of a run on a developer's machine, on standard error, so that standard output holds the report alone. */
export function createTerminalLog(write: (text: string) => void, redact: Redact): Log {
  const line = (prefix: string, text: string) => write(`${prefix}${inertForLog(redact(text))}\n`);
  return {
    info: (text) => line('', text),
    warning: (text) => line('warning: ', text),
    error: (text) => line('error: ', text),
    group(title) {
      line('', title);
      return () => {};
    },
  };
}
