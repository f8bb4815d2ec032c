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
  /** True where somebody watches standard error, so that a line may be written over. */
  readonly live?: boolean;
  /** The command that starts the process of a scorer of the repository's own. */
  readonly scorerHost: readonly string[];
};

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
