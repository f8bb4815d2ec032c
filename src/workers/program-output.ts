import type { Redact } from '../text/redact.js';
import { renderLastLines } from '../text/values.js';

/** Takes a stream's text in pieces. */
export interface LineSplitter {
  push(piece: string): void;
  /** The stream has ended: the rest is a line, even without a newline. */
  end(): void;
}

/** Cuts a stream into lines at `\n` or `\r\n`. An unfinished line of more than `longest` characters is dropped. */
export function createLineSplitter(options: {
  readonly onLine: (line: string) => void;
  readonly longest?: number;
  readonly onOverflow?: () => void;
}): LineSplitter {
  const { onLine, longest = Number.POSITIVE_INFINITY, onOverflow } = options;
  let rest = '';
  const finish = () => onLine(rest.endsWith('\r') ? rest.slice(0, -1) : rest);
  return {
    push(piece) {
      const [first = '', ...others] = piece.split('\n');
      rest += first;
      for (const next of others) {
        finish();
        rest = next;
      }
      if (rest.length <= longest) return;
      rest = '';
      onOverflow?.();
    },
    end() {
      if (rest !== '') finish();
    },
  };
}

const MAX_KEPT_LENGTH = 32 * 1024;
const MAX_SHOWN_LINES = 20;
const MAX_SHOWN_LENGTH = 1_000;

/** A line that names an error: Node prints its stack after it, Python before. */
const ERROR_LINE = /\b\w*(Error|Exception|Failure)\b.*\S|\bpanic(ked)?\b|^(fatal|error)\b/i;

/** The end of a process's stderr, for error messages. */
export interface StderrTail {
  push(piece: string): void;
  clear(): void;
  /**
   * The last line that names an error, else the last one, followed by the last lines. On one line, redacted; empty
   * without output.
   */
  text(): string;
}

/** Keeps the end only, because a program may write without end. */
export function createStderrTail(redact: Redact): StderrTail {
  let kept = '';
  return {
    push(piece) {
      kept = (kept + piece).slice(-MAX_KEPT_LENGTH);
    },
    clear() {
      kept = '';
    },
    text() {
      // Redacted before it is cut: half a secret would not be recognised.
      const lines = redact(kept)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .slice(-MAX_SHOWN_LINES);
      const line = lines.findLast((each) => ERROR_LINE.test(each)) ?? lines.at(-1);
      if (line === undefined) return '';
      const others = lines.length === 1 ? '' : renderLastLines(lines.join(' | ').slice(-MAX_SHOWN_LENGTH));
      return `; stderr: ${line.slice(-MAX_SHOWN_LENGTH)}${others}`;
    },
  };
}
