import type { Log } from '../ports/log.js';
import { inertForLog } from '../report/console-text.js';
import type { Redact } from '../text/redact.js';

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
